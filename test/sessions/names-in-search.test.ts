import { expect, test } from 'vitest'
import type { MessageId } from '../../src/core/domain/ids.ts'
import type { Audience, Message } from '../../src/core/domain/messages.ts'
import { searchConversation } from '../../src/search/search.ts'
import { splitSessions } from '../../src/sessions/privacy/move.ts'
import { sessionsPersonalData } from '../../src/sessions/privacy/personal-data.ts'
import { editMessage } from '../../src/threads/messages/edit-message.ts'
import { lockThread } from '../../src/threads/thread.ts'
import { privately, texts } from '../search/support.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { repeatingNotes, sessionBench } from './bench.ts'

const minutes = 60_000

/** A session in which only the notes of a message say who "my sister" is. */
async function sessionAboutMarta(options: { place?: ReturnType<typeof sharedPlace> } = {}) {
  const store = await testStore()
  let names = ['Marta Novák']
  const bench = sessionBench(store, {
    async readSession(input) {
      const about = input.lines.filter(({ text }) => text.includes('sister'))
      const found = about.flatMap(({ id }) => names.map((name) => ({ kind: 'person' as const, name, messageId: id })))
      return { ...repeatingNotes(input), names: found }
    },
  })
  const ana = await testPerson(store, { name: 'ana' })
  const place = options.place ?? directPlace('ana')
  const first = await ana.say('The lease ends in May', bench.clock.now(), { place, id: 'first' })
  const sister = await ana.say('My sister called about it', new Date(bench.clock.now().getTime() + 1_000), { place, id: 'sister' })
  async function process() {
    await bench.tick()
    bench.clock.advance(20 * minutes)
    await bench.tick()
  }
  async function find(query: string, person = ana, audience: Audience = 'private') {
    return texts(await searchConversation(bench, { ...privately(person), audience }, { query }))
  }
  return { store, bench, ana, place, first, sister, process, find, setNames: (next: string[]) => (names = next) }
}

async function forget({ store, bench, ana }: Awaited<ReturnType<typeof sessionAboutMarta>>, messageId: MessageId) {
  await store.transaction(async (tx) => {
    await lockThread(tx, ana.threadId)
    const batch = { ...ana, messageIds: [messageId], segmentIds: [], summaryIds: [], memoryIds: [], now: bench.clock.now() }
    await sessionsPersonalData.forget?.(tx, batch)
  })
}

test('a search for a name finds the message in which the notes of the session found it', async () => {
  const { process, find } = await sessionAboutMarta()
  expect(await find('Marta')).toEqual([])
  await process()
  expect(await find('marta')).toContain('My sister called about it')
  expect(await find('Novák')).toContain('My sister called about it')
  expect(await find('sister')).toContain('My sister called about it')
})

test('a message indexed after its session was processed has its names too', async () => {
  const { bench, place, process, find } = await sessionAboutMarta()
  await process()
  const edit = { place, platformMessageId: 'sister' as NonNullable<Message['platformMessageId']>, editedAt: bench.clock.now() }
  await editMessage(bench, { ...edit, text: 'My sister rang about it' })
  expect(await find('Marta')).toContain('My sister rang about it')
})

test('new notes replace the names', async () => {
  const { bench, place, process, find, setNames } = await sessionAboutMarta()
  await process()
  expect(await find('Marta')).not.toEqual([])
  setNames(['Petra'])
  const edit = { place, platformMessageId: 'first' as NonNullable<Message['platformMessageId']>, editedAt: bench.clock.now() }
  await editMessage(bench, { ...edit, text: 'The lease ends in June' })
  await process()
  expect(await find('Marta')).toEqual([])
  expect(await find('Petra')).toContain('My sister called about it')
})

test('forgetting a message of the session removes the names at once, and no other words', async () => {
  const scene = await sessionAboutMarta()
  await scene.process()
  await scene.find('Marta')
  await forget(scene, scene.first.id)
  expect(await indexedWords(scene)).not.toContain('marta')
  expect(await indexedWords(scene)).toContain('sister')
})

test('splitting the thread removes the names at once', async () => {
  const scene = await sessionAboutMarta()
  const ben = await testPerson(scene.store, { name: 'ben' })
  await scene.process()
  await scene.find('Marta')
  await scene.store.transaction(async (tx) => {
    await lockThread(tx, scene.ana.threadId)
    const split = { from: scene.ana, to: ben, accountIds: [], placeIds: [], messageIds: [scene.first.id], now: scene.bench.clock.now() }
    await splitSessions(tx, split)
  })
  expect(await indexedWords(scene)).not.toContain('marta')
})

async function indexedWords({ store, sister }: Awaited<ReturnType<typeof sessionAboutMarta>>): Promise<string[]> {
  const [row] = await store.db.$queryRaw<{ words: string[] }[]>`
    SELECT tsvector_to_array(terms) AS words FROM message_index WHERE message_id = ${sister.id}`
  return row?.words ?? []
}

test('a name is found only where its message may be seen', async () => {
  const place = sharedPlace('team')
  const { store, bench, ana, process, find } = await sessionAboutMarta({ place })
  const ben = await testPerson(store, { name: 'ben' })
  const { audience } = await ben.say('Good morning', bench.clock.now(), { place })
  const elsewhere = await ben.say('Hello', bench.clock.now(), { place: sharedPlace('other') })
  await process()
  const asBen = (where: Audience, person: TestPerson = ben) => find('Marta', person, where)
  expect(await asBen(audience)).toContain('My sister called about it')
  expect(await asBen(elsewhere.audience)).toEqual([])
  expect(await asBen('private')).toEqual([])
  expect(await find('Marta', ana)).toContain('My sister called about it')
})
