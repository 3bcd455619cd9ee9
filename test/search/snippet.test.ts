import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSnippet, type MatchedWords, prepareExcerpts, toPlainLine } from '../../src/search/snippet.ts'

const matches = (...words: string[]): MatchedWords => new Map(words.map((word) => [word, { weight: 1 }]))
const snippetOf = (text: string, words: MatchedWords, length?: number) => buildSnippet(text, words, length).text

test('highlights whole words in any case', () => {
  expect(snippetOf('The Boat and the boathouse', matches('boat'))).toBe('The **Boat** and the boathouse')
  expect(snippetOf('Été à Quimper', matches('été'))).toBe('**Été** à Quimper')
  expect(snippetOf('nothing here', matches('boat'))).toBe('nothing here')
})

test('highlights characters in a language without spaces, and merges adjacent ones', () => {
  expect(snippetOf('来週、東京のホテルに泊まる', matches('東', '京', 'ホ', 'テ', 'ル'))).toBe('来週、**東京**の**ホテル**に泊まる')
  expect(snippetOf('WiFiの鍵', matches('wifi'))).toBe('**WiFi**の鍵')
  expect(snippetOf('佐々木さん、々々', matches('佐', '々'))).toBe('**佐々**木さん、**々々**')
})

test('drops Markdown that looks like highlighting', () => {
  expect(snippetOf('# Plan\n**boat** and `sail`\n\n## More', matches('sail'))).toBe('Plan boat and **sail** More')
})

test('shows the part of a long text with the most distinct matches', () => {
  const filler = 'and then some more words follow '.repeat(20)
  const snippet = snippetOf(`boat ${filler} boat with a red sail ${filler}`, matches('boat', 'sail', 'red'))
  expect(snippet).toContain('**boat** with a **red** **sail**')
  expect(snippet.startsWith('… ')).toBe(true)
  expect(snippet.endsWith(' …')).toBe(true)
})

const filler = (words: number) => 'lorem '.repeat(words)

test('shows the part whose terms weigh the most, rather than the part with the most', () => {
  const [rare, common, other] = [{ weight: 3 }, { weight: 1 }, { weight: 1 }]
  const words: MatchedWords = new Map([
    ['medlar', rare],
    ['tree', common],
    ['garden', other],
  ])
  expect(snippetOf(`${filler(60)}garden tree ${filler(60)}medlar ${filler(60)}`, words)).toContain('**medlar**')
})

test('counts all forms of a term once', () => {
  const [lock, key] = [{ weight: 1 }, { weight: 1 }]
  const words: MatchedWords = new Map([
    ['lock', lock],
    ['locks', lock],
    ['locked', lock],
    ['key', key],
  ])
  expect(snippetOf(`${filler(60)}lock locks locked ${filler(60)}lock key ${filler(60)}`, words)).toContain('**lock** **key**')
})

test('finds the best part however many matches come before it', () => {
  expect(snippetOf(`${'boat lorem '.repeat(5_000)}boat sail ${filler(60)}`, matches('boat', 'sail'))).toContain('**boat** **sail**')
})

test('returns where it begins', () => {
  const text = `# Plan\n\n${filler(60)}**the red boat** ${filler(60)}`
  const { text: shown, start } = buildSnippet(text, matches('boat'))
  expect(toPlainLine(text.slice(start)).startsWith(shown.replaceAll('**', '').slice(2, -2))).toBe(true)
  expect(buildSnippet('a boat', matches('boat')).start).toBe(0)
})

test('never chooses a part with less weight than another one of its length', () => {
  const words = ['aa', 'bb', 'cc', 'dd', 'xx']
  const text = fc.array(fc.constantFrom(...words), { minLength: 80, maxLength: 300 }).map((parts) => parts.join(' '))
  const weights = fc.tuple(...words.slice(0, 4).map(() => fc.integer({ min: 1, max: 9 })))
  fc.assert(
    fc.property(text, weights, (markdown, given) => {
      const terms = given.map((weight) => ({ weight }))
      const searched: MatchedWords = new Map(terms.map((term, index) => [words[index] ?? '', term]))
      const weigh = (part: string) => terms.reduce((sum, { weight }, index) => sum + (part.includes(words[index] ?? '') ? weight : 0), 0)
      const heaviest = Math.max(...Array.from(markdown, (_, at) => weigh(markdown.slice(at, at + 30))))
      expect(weigh(snippetOf(markdown, searched, 40))).toBeGreaterThanOrEqual(heaviest)
    }),
  )
})

test('is hardly longer than requested, and shows the text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }), (text, words) => {
      const bare = snippetOf(text, matches(...words), 100)
        .replaceAll('**', '')
        .replace(/^… /, '')
        .replace(/ …$/, '')
      expect(bare.length).toBeLessThanOrEqual(100)
      expect(toPlainLine(text)).toContain(bare)
    }),
  )
})

const list = `- The joiner comes on Wednesday. [#1]
- The electricity contract has to be cancelled. The assistant offered to draft the letter. [#2]
- Baumkuchen ordered. [#3]
- Soup for dinner. [#4]
- The keys are with Frau Pohl. [#5]`

test('an excerpt has whole lines that match, in their order', () => {
  expect(prepareExcerpts(list, matches('electricity', 'keys'))(145)).toBe(
    '… - The electricity contract has to be cancelled. The assistant offered to draft the letter. [#2] … - The keys are with Frau Pohl. [#5]',
  )
})

test('an excerpt has the neighbors of what matches while budget is left, and nothing else', () => {
  const excerpt = prepareExcerpts(list, matches('baumkuchen'))
  expect(excerpt(28)).toBe('… - Baumkuchen ordered. [#3] …')
  expect(excerpt(25)).toBe('… - Baumkuchen ordered. …')
  expect(excerpt(60)).toBe('… - Baumkuchen ordered. [#3] - Soup for dinner. [#4] …')
  const contract = '- The electricity contract has to be cancelled. The assistant offered to draft the letter. [#2]'
  expect(excerpt(1_000)).toBe(`… ${contract} - Baumkuchen ordered. [#3] - Soup for dinner. [#4] …`)
})

test('an excerpt prefers a term that few lines have', () => {
  const text = ['the boat in May', 'the boat in June', 'the boat in July', 'the anchor'].join('\n')
  expect(prepareExcerpts(text, matches('boat', 'anchor'))(15)).toBe('… the anchor')
})

test('an excerpt divides a long line into sentences, and cuts a sentence that is too long around its match', () => {
  const long = `${'It rained again. '.repeat(20)}The insurer is Nordmeer. ${'It rained again. '.repeat(20)}`
  expect(prepareExcerpts(long, matches('insurer'))(30)).toBe('… The insurer is Nordmeer. …')
  const cut = prepareExcerpts(`${filler(60)}insurer ${filler(60)}`, matches('insurer'))(40)
  expect(cut).toContain('insurer')
  expect(cut.length).toBeLessThanOrEqual(40 + 4 * ' …'.length)
})

test('an excerpt without a match is the beginning', () => {
  expect(prepareExcerpts(list, new Map())(50)).toBe('- The joiner comes on Wednesday. [#1] …')
  expect(prepareExcerpts('', matches('boat'))(50)).toBe('')
})

test('an excerpt is built of any text, and takes at most the characters and the marks of what is left out', () => {
  const text = fc.array(fc.constantFrom('boat', 'sail. ', 'and ', '\n', '- ', '# ', '字', '😀', '**', ' ')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.nat(80), (input, length) => {
      const excerpt = prepareExcerpts(input, matches('boat', 'sail'))(length)
      expect(excerpt).not.toContain('\n')
      expect(excerpt.isWellFormed()).toBe(true)
      expect(excerpt.length).toBeLessThanOrEqual(length + 4 * ' …'.length)
    }),
  )
})
