import { beforeEach, expect, test } from 'vitest'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { archiveMemory } from '../../src/memory/items/change-memory.ts'
import type { MemoryType } from '../../src/memory/items/memory-item.ts'
import { searchMemory } from '../../src/memory/search/search-memory.ts'
import type { Store } from '../../src/store/store.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, type CommandBench, commandBench } from './bench.ts'

let store: Store
let bench: CommandBench
let ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = commandBench(store)
  ana = await testPerson(store)
})

const scopeOf = ({ userId, threadId }: TestPerson) => ({ userId, threadId, audience: 'private' as const })
const items = (person = ana) => store.db.memoryItem.findMany({ where: { userId: person.userId }, orderBy: { id: 'asc' } })
const idOf = (action: string | undefined) => Number(/\d+$/.exec(action ?? '')?.[0])

async function known(
  content: string,
  { theme, type = 'fact', person = ana }: { theme?: string; type?: MemoryType; person?: TestPerson } = {},
) {
  await bench.clock.advance(1_000)
  const by = { scope: scopeOf(person), now: bench.clock.now() }
  return (await store.transaction((tx) => addMemory(tx, by, { type, content, theme }))).item
}

const newestMessage = () => store.db.message.findFirstOrThrow({ orderBy: { id: 'desc' } })

test('/remember keeps what follows it for the person alone, wherever it was written, and offers to undo it', async () => {
  const answer = await bench.give(ana, '/remember I am vegetarian.\nAnd so is Bo.', { place: sharedPlace('club') })
  const [item] = await items()
  expect(item).toMatchObject({ content: 'I am vegetarian.\nAnd so is Bo.', audience: 'private', status: 'active', type: 'other' })
  expect(item?.sourceMessageId).toBe((await newestMessage()).id)
  expect(answer).toEqual({
    text: 'I will remember:\n> I am vegetarian.\n> And so is Bo.',
    buttons: [{ label: 'Undo', action: `/memory undo ${item?.id}` }],
  })
  expect((await bench.give(ana, `/memory undo ${item?.id}`)).text).toBe('Undone: I no longer remember that.')
  expect(await items()).toEqual([])
})

test('what is known already is not kept twice, and its button is not called Undo', async () => {
  await bench.give(ana, '/remember I prefer tea.')
  const again = await bench.give(ana, '/remember Prefers the tea')
  expect(again.text).toBe('I have remembered that since Wednesday 18 November 2026 (today):\n> I prefer tea.')
  expect(again.buttons).toEqual([{ label: 'Forget', action: `/memory forget ${(await items())[0]?.id}` }])
  expect(await items()).toHaveLength(1)
})

test('a /remember that was interrupted and runs again says what it would have said', async () => {
  const [first, again] = [await interrupted(), await interrupted()]
  expect(again).toEqual(first)
  expect(again.text).toContain('I will remember:')

  function interrupted() {
    return bench.give(ana, '/remember I prefer tea.', { id: 'one' as PlatformMessageId })
  }
})

test('/remember alone, as a reply, keeps the message that it replies to, whoever of the two wrote it', async () => {
  const [theirs, ours] = ['theirs', 'ours'] as PlatformMessageId[]
  const said = await ana.say('My sister is called Ida.', '2026-11-17T12:30:00Z', { id: theirs! })
  const answered = await ana.answer(said, 'Then Ida is the one with the boat.')
  await store.db.message.update({ where: { id: answered.id }, data: { platformMessageId: ours! } })
  for (const replyTo of [theirs!, ours!]) await bench.give(ana, '/remember', { replyTo })
  expect((await items()).map(({ content, sourceMessageId }) => [content, sourceMessageId])).toEqual([
    ['My sister is called Ida.', said.id],
    ['Then Ida is the one with the boat.', answered.id],
  ])
  // What is written counts, though it is a reply.
  await bench.give(ana, '/remember She lives in Graz.', { replyTo: theirs! })
  expect((await items()).at(-1)?.content).toBe('She lives in Graz.')
})

test('/remember #number keeps that message, and of another person there is none', async () => {
  const bo = await testPerson(store)
  const said = await ana.say('My sister is called Ida.', '2026-11-17T12:30:00Z', { place: sharedPlace('club') })
  await bench.give(ana, `/remember #${said.id}`)
  expect(await items()).toMatchObject([{ content: 'My sister is called Ida.', sourceMessageId: said.id, audience: 'private' }])
  expect(await bench.refusal(bo, `/remember #${said.id}`)).toBe(`There is no message #${said.id}.`)
  expect(await bench.refusal(bo, '/remember #99999')).toBe('There is no message #99999.')
  expect(await items(bo)).toEqual([])
})

test('what the model looked up, what is half written and what was deleted are not kept', async () => {
  const said = await ana.say('Hello', '2026-11-17T12:30:00Z')
  const output = await ana.answer(said, '{"results":[]}', { role: 'tool' })
  expect(await bench.refusal(ana, `/remember #${output.id}`)).toBe(`There is no message #${output.id}.`)
  const draft = await ana.answer(said, 'Half a')
  await store.db.message.update({ where: { id: draft.id }, data: { kind: 'draft' } })
  expect(await bench.refusal(ana, `/remember #${draft.id}`)).toBe('That message is still being written. Try again when it is finished.')
  await store.db.message.update({ where: { id: said.id }, data: { text: '', deletedAt: new Date() } })
  expect(await bench.refusal(ana, `/remember #${said.id}`)).toBe(`Message #${said.id} was deleted.`)
  expect(await items()).toEqual([])
})

test('with nothing to remember it says how, and with too much how much it can be', async () => {
  const howTo = 'Write what I should remember after the command, as in /remember I am vegetarian, or reply to a message with /remember.'
  for (const line of ['/remember', '/remember  \n ', '/remember \0']) expect(await bench.refusal(ana, line)).toBe(howTo)
  const tooLong = 'That has 2,001 characters, and a memory can have at most 2,000. Write a shorter version after /remember.'
  expect(await bench.refusal(ana, `/remember ${'x'.repeat(2_001)}`)).toBe(tooLong)
  const said = await ana.say('x'.repeat(2_001), '2026-11-17T12:30:00Z')
  expect(await bench.refusal(ana, `/remember #${said.id}`)).toBe(tooLong)
  expect(await items()).toEqual([])
  await bench.give(ana, `/remember ${'x'.repeat(2_000)}`)
  expect((await items())[0]?.content).toHaveLength(2_000)
})

test('/memories says what there is by theme, and the newest ten with a way to forget each', async () => {
  expect((await bench.give(ana, '/memories')).text).toContain('I remember nothing yet')
  await known('Prefers green tea.', { theme: 'Food & Drink', type: 'preference' })
  for (let n = 1; n <= 11; n++) await known(`Owns boat ${n}.\nIt is blue.`)
  await known('Of somebody else.', { person: await testPerson(store) })
  const { text, buttons } = await bench.give(ana, '/memories')
  expect(text.split('\n')).toEqual([
    '**I remember 12 things**, about General (11), Food & Drink (1). The newest 10:',
    '',
    ...Array.from({ length: 10 }, (_, index) => `${index + 1}. Owns boat ${11 - index}. It is blue. · fact · General`),
  ])
  expect(buttons?.map(({ label }) => label)).toEqual(Array.from({ length: 10 }, (_, index) => `Forget ${index + 1}`))
  const [first] = actionsOf({ text, buttons: buttons ?? [] })
  const asked = await bench.give(ana, first ?? '')
  expect(asked.text).toBe('Permanently delete this memory?\n> Owns boat 11.\n> It is blue.')
  expect((await items()).some(({ id }) => id === idOf(first))).toBe(true)
  await bench.give(ana, asked.buttons?.[0]?.action ?? '')
  expect((await items()).some(({ id }) => id === idOf(first))).toBe(false)
  expect((await bench.give(ana, '/memories')).text).toContain('1. Owns boat 10.')
})

test('/memories with words looks for them, and names types and themes', async () => {
  await known('Prefers green tea.', { theme: 'Food & Drink', type: 'preference' })
  await known('Owns a boat.')
  const { text, buttons } = await bench.give(ana, '/memories tea or coffee')
  expect(text).toBe('1. Prefers green tea. · preference · Food & Drink')
  expect(buttons).toHaveLength(1)
  expect(await bench.give(ana, '/memories helicopter')).toEqual({
    text: 'I remember nothing about that. Send /memories alone to see the newest.',
  })
})

test('/memories fits on a screen, leaves out what is put away, and links to the page where there is one', async () => {
  const gone = await known('Owned a car.')
  for (let n = 0; n < 12; n++)
    await known(`Fact ${n} ${'which is rather long '.repeat(90)}`, { theme: `Theme [x](y) ${n} ${'of it '.repeat(8)}` })
  await store.transaction((tx) => archiveMemory(tx, { scope: scopeOf(ana), now: bench.clock.now() }, gone.id))
  const withPage = commandBench(store, { webUrl: new URL('https://bot.example/') })
  const { text } = await withPage.give(ana, '/memories')
  expect(text).not.toContain('car')
  expect(text).not.toContain('](y)')
  expect(text).toContain('and 2 more themes. The newest 10:')
  expect(text.length).toBeLessThan(4_000)
  expect(text).toContain('https://bot.example/memory/')
  expect((await bench.give(ana, '/memories')).text).not.toContain('http')
})

test('what is put away comes back, what is forgotten is gone, and each a second time does no harm', async () => {
  const { id } = await known('Owns a boat.')
  await store.transaction((tx) => archiveMemory(tx, { scope: scopeOf(ana), now: bench.clock.now() }, id))
  expect((await bench.give(ana, `/memory restore ${id}`)).text).toBe('I remember that again.')
  expect((await bench.give(ana, `/memory restore ${id}`)).text).toBe(`I already remember that: memory ${id} is not archived.`)
  expect((await items())[0]?.status).toBe('active')
  const { results } = await searchMemory({ ...bench, log: silentLog }, scopeOf(ana), { query: 'boat' })
  expect(results).toHaveLength(1)
  expect((await bench.give(ana, `/memory delete ${id}`)).text).toBe('Permanently deleted from my memory.')
  for (const change of ['delete', 'undo', 'restore', 'forget'])
    expect((await bench.give(ana, `/memory ${change} ${id}`)).text).toBe(`There is no memory ${id}.`)
})

test.each(['undo', 'restore', 'delete', 'forget'])(
  "another person's cannot be changed, nor told from what never was: %s",
  async (change) => {
    const { id } = await known('Owns a boat.')
    const bo = await testPerson(store)
    expect((await bench.give(bo, `/memory ${change} ${id}`)).text).toBe(`There is no memory ${id}.`)
    expect((await bench.give(bo, `/memory ${change} 99999`)).text).toBe('There is no memory 99999.')
    expect((await items())[0]?.status).toBe('active')
  },
)

test('what is no number of a memory is refused in one sentence', async () => {
  for (const id of ['twelve', '0', '-1', '1.5', '99999999999'])
    expect(await bench.refusal(ana, `/memory delete ${id}`)).toBe('Write the number of a memory, as in /memory delete 12.')
  expect(await bench.refusal(ana, '/memory change 1')).toContain(
    'is not an option. Choose one of undo, restore, delete, forget, review, accept, decline.',
  )
})

test('the button of the notice lists the suggestions, and their buttons accept with Undo, decline, and do nothing twice', async () => {
  const [lyon, cat, grey] = [await known('Lives in Lyon.'), await known('Has a cat.'), await known('The cat is grey.')]
  const common = { userId: ana.userId, audience: 'private', createdAt: bench.clock.now() }
  const merge = { kind: 'merge', itemIds: [cat.id, grey.id], text: 'Has a grey cat.', reason: 'Both are about the cat.' }
  await store.db.memoryProposal.create({ data: { ...common, ...merge } })
  await store.db.memoryProposal.create({ data: { ...common, kind: 'archive', itemIds: [lyon.id], text: '', reason: 'It is outdated.' } })
  expect((await bench.give(ana, '/memories')).buttons?.at(-1)).toEqual({ label: 'Review suggestions', action: '/memory review' })
  const listed = await bench.give(ana, '/memory review')
  expect(listed.text).toBe(
    '**1. Merge these memories?**\n> Has a cat.\n>\n> The cat is grey.\nInto one:\n> Has a grey cat.\nBoth are about the cat.\n\n' +
      '**2. Archive this memory?**\n> Lives in Lyon.\nIt is outdated.',
  )
  expect(listed.buttons?.map(({ label }) => label)).toEqual(['Accept 1', 'Decline 1', 'Accept 2', 'Decline 2'])
  const [accept = '', , , decline = ''] = actionsOf({ text: '', buttons: listed.buttons ?? [] })
  // Somebody else has no such suggestions.
  const bo = await testPerson(store)
  expect((await bench.give(bo, '/memory review')).text).toBe('There are no suggestions for your memory right now.')
  expect((await bench.give(bo, accept)).text).toMatch(/^There is no suggestion \d+\.$/)
  const accepted = await bench.give(ana, accept)
  expect(accepted.text).toBe('I will remember:\n> Has a grey cat.')
  expect((await bench.give(ana, accept)).text).toBe('You have already decided on this suggestion.')
  expect((await bench.give(ana, decline)).text).toBe('Declined. Nothing is changed.')
  expect((await items()).map(({ status }) => status)).toEqual(['active', 'archived', 'archived', 'active'])
  await bench.give(ana, accepted.buttons?.[0]?.action ?? '')
  expect((await items()).map(({ status }) => status)).toEqual(['active', 'active', 'active'])
})

test('a suggestion about a memory that is no longer there as it was is refused in one sentence', async () => {
  const lyon = await known('Lives in Lyon.')
  const data = { userId: ana.userId, audience: 'private', kind: 'archive', itemIds: [lyon.id], text: '', reason: 'Old.' }
  const { id } = await store.db.memoryProposal.create({ data: { ...data, createdAt: bench.clock.now() } })
  await store.transaction((tx) => archiveMemory(tx, { scope: scopeOf(ana), now: bench.clock.now() }, lyon.id))
  expect((await bench.give(ana, `/memory accept ${id}`)).text).toBe('These memories have changed since, so I changed nothing.')
})
