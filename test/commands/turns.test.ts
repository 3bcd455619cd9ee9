import { expect, test } from 'vitest'
import type { ContextReport } from '../../src/conversation/context/report.ts'
import type { PlaceId } from '../../src/core/domain/ids.ts'
import type { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

type TurnRow = Omit<Prisma.TurnUncheckedCreateInput, 'threadId' | 'placeId' | 'startedAt'>

/** A turn as the conversation leaves it. */
function turnOf(store: Store, person: TestPerson, placeId: PlaceId, turn: TurnRow) {
  const startedAt = new Date('2026-11-18T08:30:00Z')
  return store.db.turn.create({ data: { threadId: person.threadId, placeId, startedAt, ...turn } })
}

test('/stop asks the running turn of the person, and of nobody else, to stop', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const said = await ana.say('Write a long story.', '2026-11-18T08:30:00Z')
  const turn = await turnOf(store, ana, said.placeId, { state: 'running' })
  const isToStop = async () => (await store.db.turn.findUniqueOrThrow({ where: { id: turn.id } })).stopRequested

  expect((await give(bo, '/stop')).text).toBe('There is nothing to stop: no reply is being written.')
  expect(await isToStop()).toBe(false)
  expect((await give(ana, '/stop')).text).toBe('Stopped. /retry asks again.')
  expect(await isToStop()).toBe(true)
})

test('/retry owes the messages of a turn that failed again, and says when there is nothing to try', async () => {
  const store = await testStore()
  const { give, queued } = commandBench(store)
  const person = await testPerson(store)
  expect((await give(person, '/retry')).text).toBe('There is nothing to retry: my last reply was sent.')

  const said = await person.say('Hello?', '2026-11-18T08:30:00Z')
  const turn = await turnOf(store, person, said.placeId, { state: 'failed' })
  await store.db.message.update({ where: { id: said.id }, data: { turnId: turn.id } })
  expect((await give(person, '/retry')).text).toBe('Trying again.')
  expect((await store.db.message.findUniqueOrThrow({ where: { id: said.id } })).pending).toBe(true)
  expect(queued.map(({ name }) => name)).toContain('answer-thread')
})

test('/retry sends again what nobody knows the fate of', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const reply = await person.answer(await person.say('Hello?', '2026-11-18T08:30:00Z'), 'Hello!')
  const part = { messageId: reply.id, part: 0, text: 'Hello!', state: 'unknown', updatedAt: new Date('2026-11-18T08:31:00Z') }
  const { id } = await store.db.delivery.create({ data: part })
  expect((await give(person, '/retry')).text).toBe('Sending it again. If it had arrived after all, you will see it twice.')
  expect((await store.db.delivery.findUniqueOrThrow({ where: { id } })).state).toBe('pending')
})

test('/context shows each part with its tokens, what was omitted and why, the model and what it used', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  expect((await give(person, '/context')).text).toContain('I have not replied yet')

  const said = await person.say('Hello?', '2026-11-18T08:30:00Z')
  const report: ContextReport & { toolCalls: object[] } = {
    total: 1_650,
    limit: 16_000,
    model: 'counted-for',
    parts: [
      { name: 'system prompt', tokens: 650, limit: 1_000, items: 0, omitted: [] },
      { name: 'open loops', tokens: 0, limit: 500, items: 0, omitted: [] },
      { name: 'raw window', tokens: 1_000, limit: 4_000, items: 12, omitted: [{ what: '3 older turns', why: 'no room' }] },
    ],
    toolCalls: [
      { name: 'conversation_search', arguments: '{"query":"basil"}', ms: 12.4 },
      ...[3.1, 4.2].map((ms) => ({ name: 'conversation_get', arguments: '{"message_id":1}', ms })),
      { name: 'conversation_get', arguments: '{}', ms: 1, failed: true },
    ],
  }
  const context = JSON.parse(JSON.stringify(report)) as Prisma.InputJsonObject
  await turnOf(store, person, said.placeId, { state: 'done', model: 'writer', inputTokens: 1_700, outputTokens: 1, context })
  expect((await give(person, '/context')).text).toBe(
    `**What my last reply was based on** (Wednesday 18 November 2026 (today), 09:30)

The model writer was shown 1,650 tokens, of at most 16,000 tokens:

- system prompt: 650 tokens
- raw window: 1,000 tokens · 12 items · omitted: 3 older turns (no room)

It used: conversation_search (12 ms), conversation_get × 2 (7 ms), conversation_get (1 ms, failed).

In all, the model read 1,700 tokens and wrote 1 token.`,
  )
  await store.db.turn.updateMany({ data: { cachedTokens: 1_360 } })
  expect((await give(person, '/context')).text).toContain('wrote 1 token. Of what it read, 80% came from the server’s cache.')
  expect((await give(await testPerson(store), '/context')).text).toContain('I have not replied yet')
})
