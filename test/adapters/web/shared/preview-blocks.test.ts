import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPreviewChange, compareBlocks } from '../../../../adapters/web/shared/preview-blocks.ts'
import { previewBlocks } from '../../../../adapters/web/views/markdown.ts'
import { translatorOf } from '../../../../src/core/messages/messages.ts'

const translate = translatorOf('en')

test('a change leads from any blocks to any others', () => {
  const blocks = fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 })
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const change = compareBlocks(before, after)
      expect(change ? applyPreviewChange(before, change) : before).toEqual(after)
    }),
  )
})

test('only what is new is sent', () => {
  expect(compareBlocks(['<p>One</p>', '<p>Tw</p>'], ['<p>One</p>', '<p>Two</p>', '<p>T</p>'])).toEqual({
    at: 1,
    keep: 5,
    blocks: ['o</p>', '<p>T</p>'],
  })
  expect(compareBlocks(['<p>One</p>'], ['<p>One</p>'])).toBeUndefined()
})

test('Markdown that is half written looks as it will', () => {
  expect(previewBlocks('Some **bold', translate)).toEqual(['<p dir="auto">Some <strong>bold</strong></p>\n'])
  expect(previewBlocks('A `code', translate)).toEqual(['<p dir="auto">A <code dir="ltr">code</code></p>\n'])
  // A link that is not whole must lead nowhere.
  expect(previewBlocks('See [the page](https://exa', translate).join('')).not.toContain('href')
})

test('each block is one element', () => {
  expect(
    previewBlocks('# One\n\ntwo\n\n- three\n- four\n\n```\nfive\n```\n\n---\n\n> six', translate).map((block) => block.slice(0, 4)),
  ).toEqual(['<h1 ', '<p d', '<ul ', '<div', '<hr>', '<blo'])
})

test('a reply of 2,000 characters that grows by 40 at a time takes less than three times its size', () => {
  const paragraph = 'We chose oak for the frames and larch for the seats, because it is light and easy to get here. '
  const text = `${paragraph.repeat(5)}\n\n- ${paragraph}\n- ${paragraph}\n\n`.repeat(3).slice(0, 2_000)
  let blocks: string[] = []
  let sent = 0
  for (let end = 40; end <= text.length; end += 40) {
    const after = previewBlocks(text.slice(0, end), translate)
    const change = compareBlocks(blocks, after)
    sent += JSON.stringify({ type: 'preview', key: 'turn.123', ...change }).length
    blocks = after
  }
  expect(sent / text.length).toBeLessThan(3)
})
