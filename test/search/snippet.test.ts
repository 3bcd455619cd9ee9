import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSnippet, type MatchedWords, toPlainLine } from '../../src/search/snippet.ts'

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
