import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPart, neutralizeMentions, toFallbackText, toStablePrefix } from '../../../../adapters/slack/format/format-part.ts'
import { findMentionedChannels, findMentionedUsers, toMarkdown } from '../../../../adapters/slack/format/to-markdown.ts'
import { splitReply } from '../../../../src/conversation/deliver/split.ts'
import { calledBy, checkBlocks, render } from '../../../fakes/slack/markdown.ts'
import { runs } from '../../../support/runs.ts'

const names = {
  person: (id: string) => ({ U1: 'Ada' })[id],
  channel: (id: string) => ({ C1: 'garden' })[id],
}

const piece = fc.oneof(
  fc.constantFrom(
    '<!channel>',
    '<!here|here>',
    '<!everyone>',
    '<@U0123>',
    '<@W9|bob>',
    '<!subteam^S1|@all>',
    '<!',
    '<@',
    '<',
    '>',
    '|',
    '!here>',
    '&lt;!here&gt;',
  ),
  fc.constantFrom(
    '**bold**',
    '`code`',
    '\n```ts\nconst a = 1\n```\n',
    '[a](https://example.org)',
    '\n- item\n',
    '\n> quote\n',
    '| a | b |\n',
    '@here',
    '@everyone',
  ),
  fc.constantFrom('שלום עולם', 'مرحبا', '👩‍👩‍👧‍👦', '👍🏽', '🇮🇹', 'e\u0301', '漢字', ' ', '\n\n'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

const markdownOf = (source: string) => {
  const block = formatPart({ text: source }).blocks.find(({ type }) => type === 'markdown')
  return block && 'text' in block ? String(block.text) : ''
}

describe('what goes to Slack', () => {
  it('calls nobody, loses nothing, and is as long as it was', () => {
    fc.assert(
      fc.property(text, (source) => {
        const sent = neutralizeMentions(source)
        expect(calledBy(sent)).toEqual([])
        expect(sent).toHaveLength(source.length)
        // Every sign is where it was, but for the brackets that would have called somebody.
        for (const [index, sign] of [...Array.from({ length: source.length }, (_, at) => source[at])].entries())
          if (sent[index] !== sign) expect([sign, sent[index]]).toEqual(['<', '‹'])
        expect(calledBy(toFallbackText(source))).toEqual([])
      }),
      { numRuns: runs(500) },
    )
  })

  it.each([
    ['a & b', 'a &amp; b'],
    ['x'.repeat(3_900), 'x'.repeat(3_900)],
    ['x'.repeat(3_901), `${'x'.repeat(3_900)}…`],
    [`${'x'.repeat(3_899)}<b>`, `${'x'.repeat(3_899)}…`],
    ['é'.repeat(2_000), `${'é'.repeat(1_950)}…`],
    [`x${'👍'.repeat(1_000)}`, `x${'👍'.repeat(974)}…`],
  ])('is cut for notifications by the bytes that it has when it is escaped (%#)', (source, shown) => {
    expect(toFallbackText(source)).toBe(shown)
  })

  it('leaves what is harmless as it is, in code above all', () => {
    for (const source of [
      '<b>',
      'a < b',
      '<!-- note -->',
      '<!DOCTYPE html>',
      'Map<string, @x>',
      '`<div>`',
      '<https://example.org>',
      'x <- y',
    ])
      expect(neutralizeMentions(source)).toBe(source)
  })

  it('is taken by Slack within its limits, whatever it is split from, with its fences balanced', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.integer({ min: 200, max: 600 }), (texts, limit) => {
        const parts = splitReply(texts.join('\n\n'), limit)
        for (const part of parts) {
          const { blocks, text: fallback } = formatPart({ text: part, buttons: [{ label: 'x'.repeat(90), action: '/retry' }] })
          checkBlocks(blocks as never)
          expect(Buffer.byteLength(fallback)).toBeLessThanOrEqual(4_000)
          expect((markdownOf(part).match(/^ {0,3}(?:```|~~~)/gm) ?? []).length).toBe((part.match(/^ {0,3}(?:```|~~~)/gm) ?? []).length)
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('is written from the right, and in emoji, as it was', () => {
    for (const source of ['שלום, **עולם**', 'مرحبا 123 `كود`', '👩‍👩‍👧‍👦 **👍🏽** 🇮🇹']) {
      expect(markdownOf(source)).toBe(source)
      expect(render(markdownOf(source)).text).toBe(source.replaceAll(/[*`]/g, ''))
    }
  })

  it('is something even when it is nothing but blanks', () => {
    expect(markdownOf(' \n')).toBe('…')
  })
})

describe('what lasts of an unfinished text', () => {
  it('is always the beginning of what lasts of a longer one', () => {
    fc.assert(
      fc.property(text, fc.nat(), (source, cut) => {
        const shorter = toStablePrefix(neutralizeMentions(source.slice(0, cut % (source.length + 1))))
        expect(neutralizeMentions(source).startsWith(shorter)).toBe(true)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('what comes from Slack', () => {
  it.each([
    ['*bold* and _italic_ and ~gone~', '**bold** and *italic* and ~~gone~~'],
    ['_*both*_', '***both***'],
    ['2 * 3 * 4 and snake_case_name and a ~ b', '2 * 3 * 4 and snake_case_name and a ~ b'],
    ['`*code* &lt;b&gt;`', '`*code* <b>`'],
    ['```const a = *b*\nx &amp;&amp; y```', '```\nconst a = *b*\nx && y\n```'],
    ['<https://example.org/a_b_c|a page>', '[a page](https://example.org/a_b_c)'],
    ['<https://example.org/?a=1&amp;b=2>', 'https://example.org/?a=1&b=2'],
    ['<http://example.org|example.org>', 'http://example.org'],
    ['<https://example.org/x(1)|[x]>', '[\\[x\\]](https://example.org/x(1%29)'],
    ['<mailto:ada@example.org|ada@example.org>', 'ada@example.org'],
    ['<@U1> and <@U2> and <@U2|bob>', '@Ada and @U2 and @bob'],
    ['<#C1|> <#C2|yard> <#C3>', '#garden #yard #C3'],
    ['<!here> <!channel|channel> <!subteam^S1|@team> <!date^1392734382^{date}|18 Feb>', '@here channel @team 18 Feb'],
    ['&lt;script&gt; &amp;amp;', '<script> &amp;'],
    ['*שלום* _مرحبا_ 👍', '**שלום** *مرحبا* 👍'],
    ['a\n&gt; quoted', 'a\n> quoted'],
  ])('%s', (mrkdwn, markdown) => {
    expect(toMarkdown(mrkdwn, names)).toBe(markdown)
  })

  it('keeps every letter of what people write', () => {
    const letters = (source: string) => source.replace(/[^\p{L}\p{N}]/gu, '')
    const written = fc
      .array(fc.constantFrom('a', ' ', '*', '_', '~', '`', '\n', 'שׁ', '👍', '7', '(', ']', '\ue0000'), { maxLength: 60 })
      .map((signs) => signs.join(''))
    fc.assert(
      fc.property(written, (source) => {
        expect(letters(toMarkdown(source, names))).toBe(letters(source))
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('says whom and what it mentions', () => {
    const mrkdwn = '<@U1> <@U2|bob> <@U1> <#C1> <#C2|yard> <#C3|>'
    expect(findMentionedUsers(mrkdwn)).toEqual(['U1', 'U2'])
    expect(findMentionedChannels(mrkdwn)).toEqual(['C1', 'C3'])
  })
})
