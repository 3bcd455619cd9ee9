import { expect, test } from 'vitest'
import {
  type ContextReport,
  findLastContext,
  findReplyContext,
  toStoredReport,
  trimOldReports,
} from '../../../src/conversation/context/report.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { Prisma } from '../../../src/store/generated/client.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { testStore } from '../../support/store.ts'
import { harness, running } from '../harness.ts'

const report: ContextReport = {
  total: 10,
  limit: 100,
  model: 'test',
  parts: [{ name: 'a part', tokens: 10, limit: 20, items: 1, omitted: [] }],
}
const empty = { name: 'an empty part', tokens: 0, limit: 20, items: 0, omitted: [] }
const scopeOf = ({ userId, threadId }: TestPerson) => ({ userId, threadId, audience: 'private' as const })

test('what a turn keeps is bounded, whatever the model called and however much was omitted', () => {
  const calls = Array.from({ length: 3_000 }, (_, index) => ({
    call: { id: `${index}`, name: 'n'.repeat(10_000), arguments: `{"a":"\u0000${'😀'.repeat(50_000)}` },
    output: 'the secret output',
    failed: index === 0,
    ms: 5,
  }))
  const omitted = Array(500).fill({ what: 'w'.repeat(5_000), why: 'the budget is 9 tokens' })
  const kept = toStoredReport({ ...report, parts: [{ ...report.parts[0]!, omitted }] }, 'test', calls)
  const json = JSON.stringify(kept)
  expect(json.length).toBeLessThan(100_000)
  expect(json).not.toContain('secret')
  expect(json).not.toContain('\\u0000')
  expect(json).not.toMatch(/\\ud83d"/)
  expect(kept.toolCalls!.length + kept.moreToolCalls!).toBe(3_000)
  expect(kept.toolCalls!.map(({ failed }) => failed).slice(0, 2)).toEqual([true, false])
  expect(kept.parts[0]![4]!.at(-1)).toEqual(['480 more', 'too many to list'])
})

test('the latest fifty turns of a thread keep their reports, and those before them lose theirs', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const context = toStoredReport(report, 'test') as unknown as Prisma.InputJsonObject
  const turns = async (person: TestPerson, count: number) => {
    const { placeId } = await person.say('hello', '2026-11-18T08:00:00Z')
    const rows = Array.from({ length: count }, (_, n) => ({ state: 'done', context, startedAt: new Date(Date.UTC(2026, 10, 18, 8, n)) }))
    await store.db.turn.createMany({ data: rows.map((row) => ({ ...row, threadId: person.threadId, placeId })) })
  }
  await turns(ana, 53)
  await turns(bo, 60)
  await store.transaction((tx) => trimOldReports(tx, ana.threadId))
  const kept = async ({ threadId }: TestPerson) =>
    (await store.db.turn.findMany({ where: { threadId }, orderBy: { id: 'asc' } })).map((turn) => 'parts' in (turn.context as object))
  expect(await kept(ana)).toEqual([...Array(3).fill(false), ...Array(50).fill(true)])
  expect(await kept(bo)).toEqual(Array(60).fill(true))
  expect(await findLastContext(store.db, ana.threadId)).toMatchObject({ report: { total: 10 } })
  // What the limit of a day counts where a server counts nothing.
  expect((await store.db.turn.findFirst({ where: { threadId: ana.threadId }, orderBy: { id: 'asc' } }))?.context).toEqual({ total: 10 })
})

test('a turn keeps its report with the tools it called when it ends, and takes that of the oldest', async () => {
  const model = new ScriptedModel([{ calls: [toolCall('look', { at: 'sky' })] }, { text: 'Blue.' }])
  const h = await harness({ model })
  const ada = await h.person()
  const { placeId } = await ada.say('hello', '2026-11-18T08:00:00Z')
  const context = toStoredReport(report, 'test') as unknown as Prisma.InputJsonObject
  const old = { threadId: ada.threadId, placeId, state: 'done', context }
  await h.store.db.turn.createMany({
    data: Array.from({ length: 50 }, (_, n) => ({ ...old, startedAt: new Date(Date.UTC(2026, 0, 1, 8, n)) })),
  })
  await ada.writes('Which color?')
  await answerThread(h.deps, ada.threadId, { signal: running() })
  const turns = await h.store.db.turn.findMany({ where: { threadId: ada.threadId }, orderBy: { id: 'asc' } })
  expect(turns.map((turn) => 'parts' in (turn.context as object))).toEqual([false, ...Array(50).fill(true)])
  expect(turns.at(-1)!.context).not.toHaveProperty('model')
  expect((await findLastContext(h.store.db, ada.threadId))!.report).toMatchObject({
    model: 'scripted',
    toolCalls: [{ name: 'look', arguments: '{"at":"sky"}', failed: true, ms: expect.any(Number) }],
  })
})

test('the report of a reply is for its person alone, and says when it is not kept', async () => {
  const store = await testStore()
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  const said = await ana.say('hello', '2026-11-18T08:00:00Z')
  const reply = await ana.answer(said, 'hello to you')
  const { threadId } = ana
  const turn = {
    threadId,
    placeId: said.placeId,
    state: 'done',
    replyId: reply.id,
    model: 'writer',
    inputTokens: 7,
    outputTokens: 3,
  }
  const startedAt = new Date('2026-11-18T08:00:00Z')
  const ofReply = (person: TestPerson, id = reply.id) => findReplyContext(store.db, scopeOf(person), id)
  expect(await ofReply(ana)).toBe('gone')
  const { id } = await store.db.turn.create({
    data: {
      ...turn,
      startedAt,
      context: toStoredReport({ ...report, parts: [...report.parts, empty] }, 'writer') as unknown as Prisma.InputJsonObject,
    },
  })
  expect(await ofReply(ana)).toEqual({ report, model: 'writer', inputTokens: 7, outputTokens: 3 })
  expect(await ofReply(bo)).toBeUndefined()
  expect(await ofReply(ana, said.id)).toBeUndefined()
  const elsewhere = await ana.say('hello all', '2026-11-18T08:01:00Z', { place: sharedPlace('Family') })
  expect(await findReplyContext(store.db, { ...scopeOf(ana), audience: elsewhere.audience }, reply.id)).toBeUndefined()

  // As older versions stored it.
  const { omitted: _, ...part } = report.parts[0]!
  const why = [{ what: '3 earlier messages', why: 'too long' }]
  await store.db.turn.update({
    where: { id },
    data: { context: { ...report, parts: [{ ...part, leftOut: why }, { ...empty }] } as Prisma.InputJsonObject },
  })
  const older = { report: { parts: [{ ...part, omitted: why }] } }
  expect(await ofReply(ana)).toMatchObject(older)
  expect(await findLastContext(store.db, threadId)).toMatchObject(older)
  const { name, tokens, limit, items } = part
  for (const omitted of [why, why.map(({ what, why }) => [what, why])]) {
    const context = { ...report, parts: [[name, tokens, limit, items, omitted]] } as Prisma.InputJsonObject
    await store.db.turn.update({ where: { id }, data: { context } })
    expect(await ofReply(ana)).toMatchObject(older)
  }

  await store.db.$executeRaw`UPDATE turns SET context = NULL WHERE id = ${id}`
  expect(await ofReply(ana)).toBe('gone')
})
