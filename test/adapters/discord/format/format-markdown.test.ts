import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMarkdown, maxLength } from '../../../../adapters/discord/format/format-markdown.ts'
import { render } from '../../../fakes/discord/render.ts'
import { runs } from '../../../support/runs.ts'

const markup = (source: string) => render(formatMarkdown(source)).markup
const shown = (source: string) => render(formatMarkdown(source)).text

describe('formatMarkdown', () => {
  it.each([
    '**bold** *italic* _too_ ~~struck~~ `code` ***both***',
    '## Goals\n\n- one\n- two\n  1. deep\n\n> said\n> so',
    '```ts\nconst a = "<&>"\n\n  b()\n```',
    '[page](https://example.org/a?b=1&c=2) and <https://example.org>',
    'Decided on Tuesday [#12]\n\n[#12]: https://example.org',
    'snake_case_name, 2 * 3 * 4, a < b & c, <script>alert(1)</script>, @everyone',
    'Schöne Grüße 👩‍👩‍👧 שלום **עולם** مرحبا',
    '',
    '   ',
  ])('leaves what Discord shows as it is meant: %j', (source) => {
    expect(formatMarkdown(source)).toBe(source)
  })

  it.each([
    ['#### Deep', '**Deep**'],
    ['###### Deeper ##', '**Deeper**'],
    ['#### The `main` branch', 'The `main` branch'],
    ['a\n\n---\n\nb', 'a\n\n———\n\nb'],
    ['* * *', '———'],
    ['+ one\n+ two', '- one\n- two'],
    ['> > deep\n>>> deeper', '> deep\n> deeper'],
    ['__bold__ and a__b__c, https://example.org/a__b__c', '**bold** and a\\_\\_b\\_\\_c, https://example.org/a__b__c'],
    ['Name: ____', 'Name: \\_\\_\\_\\_'],
    ['stray ``` marks', 'stray \\`\\`\\` marks'],
    ['```inline``` code', '``inline`` code'],
    ['a || b || c', 'a |\\| b |\\| c'],
    ['![a cat](https://example.org/cat.png)', '[a cat](https://example.org/cat.png)'],
    ['![](https://example.org/cat.png)', '[https://example.org/cat.png](https://example.org/cat.png)'],
    ['[write](mailto:ada@example.org) or [open](tg://x)', 'write (mailto:ada@example.org) or open (tg://x)'],
    ['[ada@example.org](mailto:ada@example.org)', 'ada@example.org'],
    ['[here](javascript:alert(1))', 'here (javascript:alert(1))'],
    ['[a](https://example.org/x_(y))', '[a](https://example.org/x_(y))'],
    ['~~~js\nlet a\n~~~', '```js\nlet a\n```'],
    ['```js title="a"\nlet a\n```', '```js\nlet a\n```'],
    ['```js\nlet a', '```js\nlet a\n```'],
    ['````md\n```js\nlet a\n```\n````', '```md\n``\u200B`js\nlet a\n``\u200B`\n```'],
    ['one\\\ntwo', 'one\ntwo'],
    ['a\r\nb\0', 'a\nb\uFFFD'],
  ])('rewrites %j as %j', (source, expected) => {
    expect(formatMarkdown(source)).toBe(expected)
  })

  it.each(['`a || b`', '`[x](mailto:y)`', '``a ` || b``', '```\n#### no\n+ no\n| a | b |\n|---|---|\n__no__ || [x](tg://y)\n```'])(
    'leaves code alone: %j',
    (source) => {
      expect(formatMarkdown(source)).toBe(source)
    },
  )

  it('draws tables with their columns below each other', () => {
    const table = ['| Fruit | Price |', '| --- | ---: |', '| **plum** | 12 |', '| `fig` | 3 |', '| 漢字 | a \\| b |', '| one |']
    const drawn = ['```', 'Fruit │ Price', '──────┼──────', 'plum  │    12', 'fig   │     3', '漢字  │ a | b', 'one   │', '```']
    expect(formatMarkdown(`Prices:\n${table.join('\n')}\n\nThat is all.`)).toBe(['Prices:', ...drawn, '', 'That is all.'].join('\n'))
  })

  it('keeps a table as it was written where drawing it would make it too long', () => {
    const rows = ['| a | b |', '|---|---|', `| ${'x'.repeat(300)} | y |`, ...Array.from({ length: 60 }, (_, index) => `| ${index} | z |`)]
    const text = formatMarkdown(rows.join('\n'))
    expect(text).toBe(['```', ...rows, '```'].join('\n'))
    const full = [...rows, 'x'.repeat(maxLength - rows.join('\n').length - 1)].join('\n')
    expect(formatMarkdown(full)).toBe(full)
  })

  it('lets nothing hide the text', () => {
    expect(markup('if a || b then c || d')).not.toContain('<spoiler>')
    expect(shown('if a || b then c || d')).toBe('if a || b then c || d')
  })
})

/** Markdown of the kinds that models write, with the words that must be seen in it. */
const word = fc.stringMatching(/^[a-zA-Zäöéשלם0-9😀]{1,8}$/u)
const piece = fc.oneof(
  word.map((w) => ({ source: w, words: [w] })),
  fc.tuple(fc.constantFrom('**', '*', '~~', '`', '__', '||'), word).map(([mark, w]) => ({ source: `${mark}${w}${mark}`, words: [w] })),
  fc.tuple(word, word).map(([w, x]) => ({ source: `**${w} \`${x}\`**`, words: [w, x] })),
  fc
    .tuple(word, fc.constantFrom('https://example.org/x', 'mailto:a@b.c', '/relative', 'javascript:alert(1)'))
    .map(([w, url]) => ({ source: `[${w}](${url})`, words: [w] })),
)
const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => ({
  source: pieces.map(({ source }) => source).join(' '),
  words: pieces.flatMap(({ words }) => words),
}))
const block = fc
  .tuple(
    fc.constantFrom('', '# ', '##### ', '- ', '* ', '+ ', '1. ', '2) ', '> ', '>> ', '- [ ] ', '  - ', '-# '),
    fc.array(line, { minLength: 1, maxLength: 3 }),
  )
  .map(([prefix, lines]) => ({
    source: lines.map(({ source }) => prefix + source).join('\n'),
    words: lines.flatMap(({ words }) => words),
  }))
const fence = fc
  .tuple(fc.constantFrom('```', '~~~', '````'), fc.array(word, { minLength: 1, maxLength: 4 }))
  .map(([mark, words]) => ({ source: `${mark}ts\n${words.join('\n')}\n${mark}`, words }))
const table = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }).map((rows) => ({
  source: ['| a | b |', '|---|:-:|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n'),
  words: rows.flat(),
}))
const documents = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: block }, fence, table), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('\n\n', '\n\n\n'),
  )
  .map(([blocks, gap]) => ({ source: blocks.map(({ source }) => source).join(gap), words: blocks.flatMap(({ words }) => words) }))

describe('formatMarkdown, for any text', () => {
  it('loses no word, keeps their order, hides nothing and links only to the web', () => {
    fc.assert(
      fc.property(documents, ({ source, words }) => {
        const { text, markup: tags } = render(formatMarkdown(source))
        let at = 0
        for (const each of words) {
          const found = text.indexOf(each, at)
          expect(found, `"${each}" in ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(at)
          at = found + each.length
        }
        expect(tags).not.toContain('<spoiler>')
        for (const [, address = ''] of tags.matchAll(/<a href="([^"]*)">/g)) expect(address).toMatch(/^https?:/)
      }),
      { numRuns: runs(500) },
    )
  })

  it('keeps to the limit, closes every block of code and sends no half characters, whatever is thrown at it', () => {
    const markdownLike = fc.array(
      fc.constantFrom(
        ...'ab1 \n\t*_~`#>-+.|[]()!<\\&;:"\'='.split(''),
        '😀',
        '\uD800',
        '```',
        '~~~\n',
        '\n```ts\n',
        '**',
        '||',
        '](',
        'http://x.y',
        '|---|\n',
        '\r\n',
        '- ',
        '> ',
      ),
      { maxLength: 60 },
    )
    const long = fc
      .tuple(markdownLike, fc.integer({ min: 1, max: 120 }))
      .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, maxLength))
    fc.assert(
      fc.property(fc.oneof(long, fc.string({ unit: 'binary', maxLength: 80 })), (source) => {
        const text = formatMarkdown(source)
        expect(text.length).toBeLessThanOrEqual(maxLength)
        expect(text.isWellFormed()).toBe(true)
        expect(text.trim() === '').toBe(source.replaceAll('\0', '\uFFFD').trim() === '')
        // Close to the limit there may be no room to close a block.
        if (source.length < maxLength / 4) expect((text.match(/(?<!\\)`{3,}/g) ?? []).length % 2, JSON.stringify(text)).toBe(0)
      }),
      { numRuns: runs(600) },
    )
  })
})

it('an underscore inside of a word does not end what it emphasizes', () => {
  expect(formatMarkdown('_set OPENAI_API_KEY or stop_')).toBe('*set OPENAI_API_KEY or stop*')
  expect(formatMarkdown('_plain_ and snake_case_name')).toBe('_plain_ and snake_case_name')
})
