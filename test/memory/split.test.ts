import { beforeEach, expect, test } from 'vitest'
import type { MemoryId, ProposalId } from '../../src/core/domain/ids.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { decideProposal } from '../../src/memory/proposals/decide.ts'
import { splitMemories } from '../../src/memory/split.ts'
import type { Store } from '../../src/store/store.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'

const now = new Date('2026-11-18T09:00:00Z')

let store: Store
let ana: TestPerson
let other: TestPerson

beforeEach(async () => {
  store = await testStore()
  ana = await testPerson(store)
  other = await testPerson(store)
})

const contextOf = ({ userId, threadId }: TestPerson) => ({ scope: { userId, threadId, audience: 'private' as const }, now })

/** Something learned from a message. */
async function learn(content: string, place = directPlace('phone')) {
  const source = await ana.say(content, now, { place })
  const { item } = await store.transaction((tx) => addMemory(tx, contextOf(ana), { type: 'fact', content, source: source.id }))
  return { id: item.id, messageId: source.id }
}

/** Suggests a merge of items, and accepts it if wanted. */
async function propose(itemIds: readonly MemoryId[], { accept }: { readonly accept: boolean }) {
  const data = {
    userId: ana.userId,
    audience: 'private',
    kind: 'merge',
    itemIds: [...itemIds],
    text: 'Drinks tea and coffee.',
    reason: 'They belong together.',
  }
  const { id } = await store.db.memoryProposal.create({ data: { ...data, createdAt: now } })
  if (accept) await store.transaction((tx) => decideProposal(tx, contextOf(ana), { id: id as ProposalId, accept }))
}

const leave = (...messageIds: readonly Awaited<ReturnType<typeof learn>>['messageId'][]) =>
  store.transaction((tx) => splitMemories(tx, { from: ana, to: other, accountIds: [], placeIds: [], messageIds, now }))

const memories = async ({ userId }: TestPerson) => {
  const items = await store.db.memoryItem.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return items.map(({ content, status, supersededById }) => [content, status, supersededById])
}

test('a merge of what stays and what leaves is taken apart: each side has what it said, and neither the merged words', async () => {
  const [tea, coffee] = [await learn('Drinks green tea.'), await learn('Drinks coffee at work.', directPlace('office'))]
  await propose([tea.id, coffee.id], { accept: true })
  expect(await memories(ana)).toHaveLength(3)
  await leave(coffee.messageId)
  expect(await memories(ana)).toEqual([['Drinks green tea.', 'active', null]])
  expect(await memories(other)).toEqual([['Drinks coffee at work.', 'active', null]])
  expect(await store.db.memoryProposal.count()).toBe(0)
})

test('what was said again since the merge stays single', async () => {
  const [tea, coffee] = [await learn('Drinks green tea.'), await learn('Drinks coffee at work.', directPlace('office'))]
  await propose([tea.id, coffee.id], { accept: true })
  await learn('Drinks green tea.')
  await leave(coffee.messageId)
  expect((await memories(ana)).map(([content, status]) => [content, status])).toEqual([
    ['Drinks green tea.', 'archived'],
    ['Drinks green tea.', 'active'],
  ])
})

test('a suggestion about what leaves is deleted, and those about what stays remain, with their merges', async () => {
  const staying = [await learn('Drinks green tea.'), await learn('Drinks coffee at work.'), await learn('Has a cat.')] as const
  const leaving = await learn('Has a dog.', directPlace('office'))
  await propose([staying[0].id, staying[1].id], { accept: true })
  await propose([staying[2].id, leaving.id], { accept: false })
  await leave(leaving.messageId)
  expect((await store.db.memoryProposal.findMany()).map(({ itemIds }) => itemIds)).toEqual([[staying[0].id, staying[1].id]])
  expect((await memories(ana)).map(([content, status]) => [content, status])).toEqual([
    ['Drinks green tea.', 'archived'],
    ['Drinks coffee at work.', 'archived'],
    ['Has a cat.', 'active'],
    ['Drinks tea and coffee.', 'active'],
  ])
  expect(await memories(other)).toEqual([['Has a dog.', 'active', null]])
})
