import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import { addMemory } from '../../../src/memory/items/add-memory.ts'
import { deleteMemory } from '../../../src/memory/items/change-memory.ts'
import { loadNewestMemories } from '../../../src/memory/items/memory-item.ts'
import { searchMemory } from '../../../src/memory/search/search-memory.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { never, using, type VectorTestDeps, vectorDeps } from '../../search/vectors/support.ts'
import { sharedPlace, testPerson } from '../../support/conversation.ts'
import { ScriptedEmbedder } from '../../support/scripted-embedder.ts'

const add = (parts: VectorTestDeps, scope: Scope, content: string) =>
  parts.store.transaction((tx) => addMemory(tx, { scope, now: parts.clock.now() }, { type: 'fact', content }))

const found = async (parts: VectorTestDeps, scope: Scope, query: string) => {
  const { results, signals } = await searchMemory(parts, scope, { query })
  return { contents: results.map(({ content_snippet }) => content_snippet), signals }
}

async function person(parts: VectorTestDeps) {
  const { userId, threadId } = await testPerson(parts.store)
  const scope: Scope = { userId, threadId, audience: 'private' }
  return scope
}

test('an item is found by what it means, once it has its vector, and not after it was deleted', async (context) => {
  const parts = await vectorDeps(context)
  const scope = await person(parts)
  const { item } = await add(parts, scope, 'Drives an old automobile.')
  await add(parts, scope, 'Is fond of sailing.')
  expect(item.embedding).toBe('pending')
  expect(await found(parts, scope, 'vehicle')).toEqual({ contents: [], signals: { fts: true, semantic: false } })
  await embedPending(parts, never)
  const { contents, signals } = await found(parts, scope, 'vehicle')
  expect(contents[0]).toBe('Drives an old automobile.')
  expect(signals).toEqual({ fts: true, semantic: true })
  const [newest] = await loadNewestMemories(parts.store.db, scope, { limit: 1 })
  expect(newest?.embedding).toBe('ready')
  await parts.store.transaction((tx) => deleteMemory(tx, { scope }, item.id))
  expect((await found(parts, scope, 'vehicle')).contents).not.toContain('Drives an old automobile.')
  expect(await parts.store.db.embedding.count()).toBe(1)
})

test('words and meaning are weighed against each other, and what has no vector yet keeps its words', async (context) => {
  const parts = await vectorDeps(context)
  const scope = await person(parts)
  await add(parts, scope, 'Has a boat and a ship.')
  await add(parts, scope, 'Went sailing.')
  await embedPending(parts, never)
  await add(parts, scope, 'Sailing makes him sick.')
  const { contents } = await found(parts, scope, 'sailing')
  expect(contents[0]).toBe('Went sailing.')
  expect(new Set(contents)).toEqual(new Set(['Went sailing.', 'Has a boat and a ship.', 'Sailing makes him sick.']))
})

test('what has no vector yet is judged by its words alone, and loses to nothing that has less to do with it', async (context) => {
  const parts = await vectorDeps(context, { embedder: new ScriptedEmbedder('text-embedding-3-small') })
  const scope = await person(parts)
  for (const content of ['Works at a bank.', 'Owns a canoe.', 'Likes bread.']) await add(parts, scope, content)
  await embedPending(parts, never)
  await add(parts, scope, 'The plumber is called Zdenek.')
  expect((await found(parts, scope, 'plumber Zdenek')).contents[0]).toBe('The plumber is called Zdenek.')
})

test('without a vector of the query the words alone are asked, and that is said', async (context) => {
  const parts = await vectorDeps(context)
  const scope = await person(parts)
  await add(parts, scope, 'Has a red car.')
  await embedPending(parts, never)
  parts.embedder.failures.push(new ModelError('unavailable', 'The server is away.'))
  expect(await found(parts, scope, 'car')).toEqual({ contents: ['Has a red car.'], signals: { fts: true, semantic: false } })
  // A vector of another length than those kept is of no use.
  await parts.clock.advance(60_000)
  parts.embedder.vectors.set('red car', [1, 2])
  expect((await found(parts, scope, 'red car')).contents).toEqual(['Has a red car.'])
  const { embeddings: _, ...withoutEmbedder } = parts
  expect((await searchMemory(withoutEmbedder, scope, { query: 'car' })).signals.semantic).toBe(false)
})

test('vectors of other people and of other places are not compared', async (context) => {
  const parts = await vectorDeps(context)
  const ana = await testPerson(parts.store)
  const { audience } = await ana.say('hello', parts.clock.now(), { place: sharedPlace('garage') })
  const scope: Scope = { userId: ana.userId, threadId: ana.threadId, audience: 'private' }
  const inGarage: Scope = { ...scope, audience }
  const ben = await person(parts)
  await add(parts, scope, 'Is selling the car in secret.')
  await add(parts, inGarage, 'Repairs an automobile.')
  await add(parts, ben, 'Hates every vehicle.')
  await embedPending(parts, never)
  expect((await found(parts, inGarage, 'car')).contents).toEqual(['Repairs an automobile.'])
  expect((await found(parts, ben, 'car')).contents).toEqual(['Hates every vehicle.'])
  expect((await found(parts, scope, 'car')).contents).toHaveLength(2)
})

test('an item whose vector is of another model is judged by its words alone, as one that has none yet', async (context) => {
  const parts = await vectorDeps(context)
  const scope = await person(parts)
  await add(parts, scope, 'The plumber is called Zdenek.')
  await embedPending(parts, never)
  const another = { ...parts, ...using(new ScriptedEmbedder('another')) }
  for (const content of ['Works at a bank.', 'Owns a canoe.', 'Likes bread.']) await add(another, scope, content)
  await embedPending(another, never)
  expect((await found(another, scope, 'plumber Zdenek')).contents[0]).toBe('The plumber is called Zdenek.')
})

test('items without a language, such as imported ones, are indexed by the first search, each in its own language', async (context) => {
  const parts = await vectorDeps(context)
  const scope = await person(parts)
  await add(parts, scope, 'Likes to go walking in the hills on Sundays.')
  await add(parts, scope, 'Die Wanderungen am Wochenende führen immer durch den Wald.')
  await parts.store.db.$executeRaw`UPDATE memory_items SET language = '', terms = ''`
  expect((await found(parts, scope, 'walk')).contents).toEqual(['Likes to go walking in the hills on Sundays.'])
  expect((await found(parts, scope, 'Die Wanderung im Wald')).contents).toEqual([
    'Die Wanderungen am Wochenende führen immer durch den Wald.',
  ])
  const languages = await parts.store.db.memoryItem.findMany({ select: { language: true }, orderBy: { id: 'asc' } })
  expect(languages).toEqual([{ language: 'en' }, { language: 'de' }])
})
