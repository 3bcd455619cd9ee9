import fc from 'fast-check'
import type { MessageEntity } from 'grammy/types'
import { describe, expect, it } from 'vitest'
import { formatMarkdown } from '../../../../adapters/telegram/format/format-markdown.ts'
import { splitReply } from '../../../../src/conversation/deliver/split.ts'
import { checkedText, markupOf } from '../../../fakes/telegram/entities.ts'
import { runs } from '../../../support/runs.ts'

/** The formatted text with its entities as tags. */
function markup(source: string, options?: { collapsed: boolean }): string {
  const { text, entities } = formatMarkdown(source, options)
  return markupOf(text, entities)
}

describe('formatMarkdown', () => {
  it.each([
    ['plain words', 'plain words'],
    ['**bold** *italic* ~~struck~~ `code`', '<b>bold</b> <i>italic</i> <s>struck</s> <code>code</code>'],
    ['## Goals\n- one\n- two', '<b>Goals</b>\n• one\n• two'],
    ['## Goals\n\n- one\n\n- two', '<b>Goals</b>\n\n• one\n\n• two'],
    ['1. one\n2. two\n   - deep\n     1. deeper', '1. one\n2. two\n  • deep\n    1. deeper'],
    ['- one\n\n  more of one\n- two', '• one\n\nmore of one\n• two'],
    ['3) three\n4) four', '3) three\n4) four'],
    ['```ts\nconst a = "<&>"\n\n  b()\n```', '<pre>const a = "<&>"\n\n  b()</pre>'],
    ['> said\n> so\n\nindeed', '<blockquote>said\nso</blockquote>\n\nindeed'],
    ['[page](https://example.org/a?b=1&c=2)', '<a href="https://example.org/a?b=1&c=2">page</a>'],
    ['![a cat](https://example.org/cat.png)', '<a href="https://example.org/cat.png">a cat</a>'],
    ['<https://example.org>', '<a href="https://example.org/">https://example.org</a>'],
    ['a\n\n---\n\nb', 'a\n\n———\n\nb'],
    ['one  \ntwo\\\nthree', 'one\ntwo\nthree'],
    ['2 \\* 3 and snake_case_name', '2 * 3 and snake_case_name'],
    ['Decided on Tuesday [#12]', 'Decided on Tuesday [#12]'],
    ['[#12]: https://example.org\n\nsee [#12]', '[#12]: https://example.org\n\nsee [#12]'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '<pre>a | b\n1 | 2</pre>'],
    ['| Fruit | Price |\n| --- | ---: |\n| *fig* | `34` |', '<pre>Fruit | Price\nfig   | 34</pre>'],
    ['| See |\n| - |\n| [here](https://example.org/) |', '<pre>See\nhere (https://example.org/)</pre>'],
    ['<b>not bold</b> &amp; co', '<b>not bold</b> & co'],
  ])('renders %j', (source, expected) => {
    expect(markup(source)).toBe(expected)
  })

  it('parts bold text around code, which Telegram does not combine', () => {
    expect(markup('**run `npm ci` now**')).toBe('<b>run</b> <code>npm ci</code> <b>now</b>')
    expect(markup('## The `main` branch')).toBe('<b>The</b> <code>main</code> <b>branch</b>')
    expect(markup('[`code`](https://example.org/)')).toBe('<a href="https://example.org/">code</a>')
  })

  it('names the language of a code block', () => {
    expect(formatMarkdown('```python\nx = 1\n```').entities).toEqual([{ type: 'pre', offset: 0, length: 5, language: 'python' }])
  })

  it('shows addresses it does not link', () => {
    expect(markup('[write](mailto:ada@example.org) or [open](tg://resolve?domain=x)')).toBe(
      'write (mailto:ada@example.org) or open (tg://resolve?domain=x)',
    )
    expect(markup('[here](javascript:alert(1))')).toBe('[here](javascript:alert(1))')
  })

  it('counts offsets in UTF-16 units', () => {
    expect(formatMarkdown('😀 **fine** 👩‍👩‍👧').entities).toEqual([{ type: 'bold', offset: 3, length: 4 }])
  })

  it('keeps half-written Markdown readable, as it comes while a reply is streamed', () => {
    expect(markup('Here is **bo')).toBe('Here is **bo')
    expect(markup('```js\nlet a')).toBe('<pre>let a</pre>')
  })

  it('folds a collapsed text whole, with no quotation inside', () => {
    expect(markup('## Day\n\n> said\n\nall', { collapsed: true })).toBe('<blockquote expandable><b>Day</b>\n\nsaid\n\nall</blockquote>')
  })

  it.each([
    ['quotations', `${'>'.repeat(2000)} deep`],
    ['lists on one line', `${'- '.repeat(2000)}deep`],
    ['lists below each other', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n')],
    ['brackets', `${'['.repeat(2000)}deep${']'.repeat(2000)}`],
    ['pictures', `${'![['.repeat(1300)}deep`],
    ['emphasis', `${'*a **b '.repeat(500)}deep`],
  ])('keeps what is nested too deep to be meant: %s', (_, source) => {
    expect(formatMarkdown(source).text).toMatch(/deep\]*$/)
  })

  it('leaves names plain: it calls nobody whom the text does not name', () => {
    expect(formatMarkdown('@ada [you](tg://user?id=7) <@7> @everyone').entities).toEqual([])
    expect(markup('[@ada](https://example.org/)')).toBe('<a href="https://example.org/">@ada</a>')
  })

  it.each([
    ['- **שלום** עולם', '• <b>שלום</b> עולם'],
    ['> مرحبا `بالعالم` 123', '<blockquote>مرحبا <code>بالعالم</code> 123</blockquote>'],
    ['**\u200fא\u200f** \u202bb\u202c', '<b>\u200fא\u200f</b> \u202bb\u202c'],
    ['**👩‍👩‍👧‍👦** 🇮🇹 *👍🏽* 1️⃣', '<b>👩‍👩‍👧‍👦</b> 🇮🇹 <i>👍🏽</i> 1️⃣'],
    ['**漢字**とかな', '<b>漢字</b>とかな'],
  ])('keeps other scripts and emoji whole: %j', (source, expected) => {
    expect(markup(source)).toBe(expected)
  })

  it.each([
    [
      'cells that hold formatting',
      '| a | b |\n|---|---|\n| **1** | ![cat](https://example.org/c) |',
      'a | b\n1 | cat (https://example.org/c)',
    ],
    ['more cells than columns, which are kept', '| a |\n|---|\n| 1 | 2 |', '| a |\n|---|\n| 1 | 2 |'],
    [
      'a wide cell, beside which there is no room to align',
      '|a|b|\n|-|-|\n|wide words here|1|\n|x|2|',
      'a | b\nwide words here | 1\nx | 2',
    ],
    ['no room around its bars', '|a|b|c|d|\n|-|-|-|-|\n|1|2|3|4|\n|5|6|7|8|\n|9|0|1|2|', 'a|b|c|d\n1|2|3|4\n5|6|7|8\n9|0|1|2'],
    [
      'addresses',
      '| a |\n|---|\n| <https://example.org/> and [b](https://example.org/b) |',
      'a\nhttps://example.org/ and b (https://example.org/b)',
    ],
    ['an escaped bar', '| a |\n|---|\n| 1 \\| 2 |', 'a\n1 | 2'],
    ['a quotation around it', '> | a | b |\n> |---|---|\n> | 1 | 2 |', 'a | b\n1 | 2'],
  ])('shows a table with %s', (_, source, text) => {
    expect(formatMarkdown(source).text).toBe(text)
  })

  it('gives the source where nothing would be left to read', () => {
    expect(formatMarkdown('#')).toEqual({ text: '#', entities: [] })
    expect(formatMarkdown('```\n```')).toEqual({ text: '```\n```', entities: [] })
  })
})

/** Throws unless Telegram would take it. */
function check(source: string, collapsed: boolean): { text: string; entities: MessageEntity[] } {
  const { text, entities } = formatMarkdown(source, { collapsed })
  expect(text.length).toBeLessThanOrEqual(source.length)
  for (const entity of entities) expect(['mention', 'text_mention', 'bot_command']).not.toContain(entity.type)
  if (text !== '') expect(checkedText(text, entities).text).toBe(text)
  else expect(source.trim()).toBe('')
  return { text, entities }
}

/** Markdown of the kinds that models write, with the words that must be seen in it. */
const word = fc.stringMatching(/^[a-zA-Zäöé0-9😀אبж漢]{1,8}$/u)
const piece = fc.oneof(
  word.map((w) => ({ source: w, words: [w] })),
  fc.tuple(fc.constantFrom('**', '*', '~~', '`', '***'), word).map(([mark, w]) => ({ source: `${mark}${w}${mark}`, words: [w] })),
  fc.tuple(word, word).map(([w, x]) => ({ source: `**${w} \`${x}\`**`, words: [w, x] })),
  fc
    .tuple(word, fc.constantFrom('https://example.org/x', 'mailto:a@b.c', '/relative'))
    .map(([w, url]) => ({ source: `[${w}](${url})`, words: [w] })),
)
const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => ({
  source: pieces.map(({ source }) => source).join(' '),
  words: pieces.flatMap(({ words }) => words),
}))
const block = fc
  .tuple(
    fc.constantFrom('', '# ', '### ', '- ', '* ', '1. ', '2) ', '> ', '- [ ] ', '  - ', '\t- ', '> - '),
    fc.array(line, { minLength: 1, maxLength: 3 }),
  )
  .map(([prefix, lines]) => ({
    source: lines.map(({ source }) => prefix + source).join('\n'),
    words: lines.flatMap(({ words }) => words),
  }))
const fence = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => ({ source: `\`\`\`ts\n${words.join('\n')}\n\`\`\``, words }))
const table = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }).map(([head = ['', ''], ...rows]) => ({
  source: [head, ['---', ':-:'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'),
  words: [head, ...rows].flat(),
}))
const documents = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: block }, fence, table), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('\n', '\n\n', '\n\n\n'),
  )
  .map(([blocks, gap]) => ({ source: blocks.map(({ source }) => source).join(gap), words: blocks.flatMap(({ words }) => words) }))

describe('formatMarkdown, for any text', () => {
  it('fits into a message whenever its source, cut as the core cuts it, does', () => {
    fc.assert(
      fc.property(fc.array(documents, { minLength: 10, maxLength: 60 }), fc.boolean(), (many, collapsed) => {
        const parts = splitReply(many.map(({ source }) => source).join('\n\n'), 4096)
        for (const part of parts) expect(check(part, collapsed).text.length).toBeLessThanOrEqual(4096)
        const readable = parts.map((part) => formatMarkdown(part).text).join('\n')
        for (const each of many.flatMap(({ words }) => words)) expect(readable).toContain(each)
      }),
      { numRuns: runs(15) },
    )
  })

  it('loses no word, keeps their order, never grows, and is taken by Telegram', () => {
    fc.assert(
      fc.property(documents, fc.boolean(), ({ source, words }, collapsed) => {
        const { text } = check(source, collapsed)
        let at = 0
        for (const each of words) {
          const found = text.indexOf(each, at)
          expect(found, `"${each}" in ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(at)
          at = found + each.length
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it('never grows and is taken by Telegram, whatever is thrown at it', () => {
    const markdownLike = fc.array(
      fc.constantFrom(
        ...'ab1 \n\n\t*_~`#>-+.|[]()!<\\&;:"\'=😀'.split(''),
        '😀',
        '```',
        '**',
        '](',
        'http://x.y',
        '&amp;',
        '\r\n',
        '    ',
        '- ',
        '> ',
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          markdownLike.map((pieces) => pieces.join('')),
          fc.string({ unit: 'binary', maxLength: 80 }),
        ),
        fc.boolean(),
        (source, collapsed) => {
          check(source, collapsed)
        },
      ),
      { numRuns: runs(400) },
    )
  })
})
