import { expect, test } from 'vitest'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../../src/jobs/embedded/open-queue.ts'
import { forgetMemories } from '../../../src/memory/forget.ts'
import { addMemory } from '../../../src/memory/items/add-memory.ts'
import { decideProposal } from '../../../src/memory/proposals/decide.ts'
import { createForgetPreview, findForgetPreview } from '../../../src/privacy/forget/preview.ts'
import { TestClock } from '../../support/clock.ts'
import { testPerson } from '../../support/conversation.ts'
import { privacyDeps } from '../../support/privacy.ts'
import { testStore } from '../../support/store.ts'

test('a preview counts and shows what merges have made of memories that go with their messages, and no others', async () => {
  const store = await testStore()
  const clock = new TestClock()
  const ana = await testPerson(store)
  const scope = { userId: ana.userId, threadId: ana.threadId, audience: 'private' as const }
  const context = { scope, now: clock.now() }
  const deps = privacyDeps({ store, clock, jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
  const [said, other] = [await ana.say('My cat is grey', '2026-11-18T08:00:00Z'), await ana.say('I sail', '2026-11-18T08:01:00Z')]
  const remember = (content: string, source = said.id) =>
    store.transaction(async (tx) => (await addMemory(tx, context, { type: 'fact', content, source })).item.id)
  await remember('Sails on Sundays.', other.id)
  /** Merges an item with a new one that was learned from another message. */
  const merge = async (item: number, text: string) => {
    const itemIds = [item, await remember(`Beside ${text}`, other.id)]
    const data = { userId: ana.userId, audience: 'private', kind: 'merge', itemIds, text, reason: 'One cat.', createdAt: clock.now() }
    const { id } = await store.db.memoryProposal.create({ data })
    const decided = await store.transaction((tx) => decideProposal(tx, context, { id: id as never, accept: true }))
    return decided!.item!.id
  }
  const merged = await merge(await remember('The cat is grey.'), 'Has a grey cat.')
  const mergedAgain = await merge(merged, 'Has a grey cat called Miez.')

  const preview = await createForgetPreview(deps, { scope, placeId: said.placeId }, { kind: 'message', id: said.id })
  expect(preview?.counts).toMatchObject({ userMessages: 1, memories: 3 })
  expect(preview?.samples.slice(1).map((line) => line.replace(/^memory \d+: /, ''))).toEqual([
    'The cat is grey.',
    'Has a grey cat.',
    'Has a grey cat called Miez.',
  ])
  expect((await findForgetPreview(deps, scope, preview!.id))?.counts).toEqual(preview?.counts)

  const before = await store.db.memoryItem.count()
  const batch = { ...scope, messageIds: [said.id], segmentIds: [], summaryIds: [], memoryIds: [], now: clock.now() }
  await store.transaction((tx) => forgetMemories(tx, batch))
  expect(before - (await store.db.memoryItem.count())).toBe(3)
  expect(await store.db.memoryItem.count({ where: { id: { in: [merged, mergedAgain] } } })).toBe(0)
})
