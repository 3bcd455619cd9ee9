import { describe, expect, test } from 'vitest'
import { indexThread } from '../../src/search/index/update-index.ts'
import { openSearch, startReadingIndex } from '../../src/search/open-search.ts'
import { createNewestReader } from '../../src/search/retrieve/bounds.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { privately, searchDeps } from './support.ts'

describe('an index that was read ahead', () => {
  test('is brought up to date if a message is missing that the search does not exclude', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const person = await testPerson(store)
    const indexed = await person.say('The bridge is closed', '2026-11-18T08:00:00Z')
    await indexThread(deps, person.threadId)
    const missing = await person.say('It opens again on Friday', '2026-11-18T08:01:00Z')
    const openWithout = async (excluded: readonly (typeof missing)[]) => {
      const reading = startReadingIndex(store.db, privately(person))
      const { newest, size } = await openSearch(deps, privately(person), { reading, excluded: excluded.map(({ id }) => id) })
      const messages = await newest.loadMessages({ scope: privately(person), upTo: size.upTo, segments: undefined })
      return messages.map(({ id }) => id)
    }
    expect(await openWithout([missing])).toEqual([indexed.id])
    expect(await store.db.messageIndex.count()).toBe(1)
    expect(await openWithout([])).toEqual([missing.id, indexed.id])
    expect(await openWithout([indexed])).toEqual([missing.id])
  })

  test('names the members of a shared place whose messages are missing, whatever the search excludes', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const [person, other] = [await testPerson(store), await testPerson(store)]
    const place = sharedPlace('garden')
    const { audience } = await person.say('Who waters the beans?', '2026-11-18T08:00:00Z', { place })
    await indexThread(deps, person.threadId)
    const said = await other.say('I do', '2026-11-18T08:01:00Z', { place })
    const scope: Scope = { ...privately(person), audience }
    const reading = startReadingIndex(store.db, scope)
    expect((await reading).unindexedMembers).toEqual([other.threadId])
    await openSearch(deps, scope, { reading, excluded: [said.id] })
    expect((await startReadingIndex(store.db, scope)).unindexedMembers).toEqual([])
  })

  test('fails for who awaits it, and for nobody else', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const failing = { $queryRaw: () => Promise.reject(new Error('The connection was lost.')) }
    const reading = startReadingIndex(failing as never, privately(person))
    // An unhandled rejection would be reported here, and fail the test.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(openSearch(searchDeps(store), privately(person), { reading })).rejects.toThrow('The connection was lost.')
  })
})

test('the newest messages and their words are read once for the same days and language', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const { segmentId } = await person.say('The bridge is closed', '2026-11-18T08:00:00Z')
  await indexThread(searchDeps(store), person.threadId)
  const bounds = { scope: privately(person), upTo: 1_000_000, segments: undefined }
  const ofDay = { ...bounds, segments: [segmentId] }
  const reader = createNewestReader(store.db, new Set())
  const statements = watchStatements(store)
  for (const within of [bounds, ofDay, bounds, ofDay, { ...bounds, firstPageAt: new Date() }]) {
    expect(await reader.loadMessages(within)).toMatchObject([{ segmentId }])
    expect((await reader.loadWords(within)).split('\n')).toEqual(expect.arrayContaining(['bridg', 'close']))
    expect(await reader.loadWords(within, 'de')).toBe('')
  }
  expect(statements.take()).toHaveLength(6)
})
