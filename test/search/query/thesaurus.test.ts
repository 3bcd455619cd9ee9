import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { loadThesaurus, parseEntries } from '../../../src/search/query/thesaurus.ts'
import { searchConversation } from '../../../src/search/search.ts'
import type { Store } from '../../../src/store/store.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { english } from '../small-talk.ts'
import { find, privately, searchDeps } from '../support.ts'

const inEnglish = 'en'

describe('the English thesaurus', () => {
  test('has one entry per line: heads, then other plain words', async () => {
    const lines = (await readFile(new URL('../../../src/search/query/thesaurus/english.txt', import.meta.url), 'utf8'))
      .trimEnd()
      .split('\n')
    const entries = parseEntries(lines.join('\n'))
    expect(entries).toHaveLength(lines.length)
    for (const { heads, members } of entries) {
      const words = [...heads, ...members]
      expect(words.filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([])
      expect(new Set(words).size, words.join(' ')).toBe(words.length)
    }
  })

  test('is keyed by lexemes, and no word is its own hyponym', async () => {
    const thesaurus = await loadThesaurus(await testStore(), inEnglish)
    expect([...(thesaurus.get('instrument') ?? [])]).toContain('violin')
    expect([...thesaurus].filter(([head, kinds]) => kinds.has(head))).toEqual([])
  })

  test('is loaded once, and other languages have none', async () => {
    const store = await testStore()
    expect(loadThesaurus(store, inEnglish)).toBe(loadThesaurus(store, inEnglish))
    expect(await loadThesaurus(store, 'de')).toEqual(new Map())
  })

  test('is loaded again after a database error', async () => {
    const store = await testStore()
    const broken: Store = { ...store, db: { ...store.db, $queryRaw: () => Promise.reject(new Error('The database is away.')) } as never }
    await expect(loadThesaurus(broken, inEnglish)).rejects.toThrow('away')
    Object.assign(broken, { db: store.db })
    expect((await loadThesaurus(broken, inEnglish)).size).toBeGreaterThan(0)
  })
})

/** Somebody who has said some lines among others, hours apart. */
async function personWho(store: Store, lines: readonly string[], language = 'en'): Promise<TestPerson> {
  const person = await testPerson(store, { language })
  const start = Date.parse('2026-10-01T08:00:00Z')
  for (const [n, line] of [...english, ...lines, ...english].entries()) await person.say(line, new Date(start + n * 5 * 3_600_000))
  return person
}

describe('a general word', () => {
  test.each([
    ['Which instruments do I play?', 'I started the violin last month'],
    ['What pets do we have?', 'The hamster escaped again'],
  ])('in no message finds its hyponyms: %s', async (question, answer) => {
    const store = await testStore()
    const person = await personWho(store, [answer])
    expect((await find(searchDeps(store), person, question))[0]).toBe(answer)
  })

  test('in some message finds its hyponyms too, highlighted', async () => {
    const store = await testStore()
    const answer = 'Lea lent me her old violin for the whole of next summer, with the bow and a case'
    const lines = ['Every instrument is welcome', answer, 'We carried the instrument upstairs']
    const person = await personWho(store, lines)
    const { results } = await searchConversation(searchDeps(store), privately(person), { query: 'Which instrument is it?' })
    const found = results.map((result) => result.kind === 'message' && result.snippet)
    expect(found).toContain(answer.replace('violin', '**violin**'))
    expect(found).toHaveLength(3)
  })

  test('is highlighted itself beside one of its hyponyms', async () => {
    const store = await testStore()
    const person = await personWho(store, ['My instrument is the violin'])
    const { results } = await searchConversation(searchDeps(store), privately(person), { query: 'instrument' })
    expect(results).toMatchObject([{ snippet: 'My **instrument** is the violin' }])
  })

  test('covers the query for recall as the word itself does', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The violin is at the repair shop', 'An instrument fell'])
    const { results } = await searchConversation(searchDeps(store), privately(person), {
      query: 'instrument',
      minQueryCoverage: 0.9,
      isSinglePage: true,
    })
    expect(results).toHaveLength(2)
  })

  test('shares hyponyms with another unknown word only once', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The hamster escaped', 'The canoe leaks'])
    const [both, one] = await Promise.all(
      ['pet animal', 'pet'].map((query) => searchConversation(searchDeps(store), privately(person), { query })),
    )
    expect(both?.results[0]?.score).toBeLessThanOrEqual((one?.results[0]?.score ?? 0) * 1.2)
  })

  test('does not reduce the coverage beside an unknown synonym', async () => {
    const store = await testStore()
    const person = await personWho(store, ['Dad has diabetes'])
    const { results } = await searchConversation(searchDeps(store), privately(person), {
      query: 'illness disease sickness',
      minQueryCoverage: 0.7,
      isSinglePage: true,
    })
    expect(results).toHaveLength(1)
  })

  test('is not expanded in a question in another language', async () => {
    const store = await testStore()
    const person = await personWho(store, ['I started the violin last month'], 'de')
    expect(await find(searchDeps(store), person, 'Welches Instrument spiele ich?')).toEqual([])
  })

  test('is not treated as misspelled', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The sporks are in the drawer', 'We played badminton'])
    const found = await find(searchDeps(store), person, 'sport')
    expect(found[0]).toBe('We played badminton')
    expect(found).not.toContain('The sporks are in the drawer')
  })
})
