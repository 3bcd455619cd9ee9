import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSnippet, toPlainLine } from '../../src/search/snippet.ts'

const matches = (...words: string[]) => new Set(words)

test('highlights whole words in any case', () => {
  expect(buildSnippet('The Boat and the boathouse', matches('boat'))).toBe('The **Boat** and the boathouse')
  expect(buildSnippet('Été à Quimper', matches('été'))).toBe('**Été** à Quimper')
  expect(buildSnippet('nothing here', matches('boat'))).toBe('nothing here')
})

test('highlights characters in a language without spaces, and merges adjacent ones', () => {
  expect(buildSnippet('来週、東京のホテルに泊まる', matches('東', '京', 'ホ', 'テ', 'ル'))).toBe('来週、**東京**の**ホテル**に泊まる')
  expect(buildSnippet('WiFiの鍵', matches('wifi'))).toBe('**WiFi**の鍵')
  expect(buildSnippet('佐々木さん、々々', matches('佐', '々'))).toBe('**佐々**木さん、**々々**')
})

test('drops Markdown that looks like highlighting', () => {
  expect(buildSnippet('# Plan\n**boat** and `sail`\n\n## More', matches('sail'))).toBe('Plan boat and **sail** More')
})

test('shows the part of a long text with the most distinct matches', () => {
  const filler = 'and then some more words follow '.repeat(20)
  const snippet = buildSnippet(`boat ${filler} boat with a red sail ${filler}`, matches('boat', 'sail', 'red'))
  expect(snippet).toContain('**boat** with a **red** **sail**')
  expect(snippet.startsWith('… ')).toBe(true)
  expect(snippet.endsWith(' …')).toBe(true)
})

test('is hardly longer than requested, and shows the text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }), (text, words) => {
      const bare = buildSnippet(text, matches(...words), 100)
        .replaceAll('**', '')
        .replace(/^… /, '')
        .replace(/ …$/, '')
      expect(bare.length).toBeLessThanOrEqual(100)
      expect(toPlainLine(text)).toContain(bare)
    }),
  )
})
