import { expect, test } from 'vitest'
import { lockUsersForMerge, mergeUsers } from '../../src/accounts/merge-users.ts'
import { personalData } from '../../src/app.ts'
import { receive } from '../../src/conversation/receive/receive.ts'
import { runCommand } from '../../src/conversation/receive/run-command.ts'
import { answerThread } from '../../src/conversation/turn/answer.ts'
import type { PlatformMessageId, SegmentId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { summarizeDay } from '../../src/summaries/run/summarize-day.ts'
import { gate, type Harness, harness, running, saidIn, type Talker, turnsOf, until } from '../conversation/harness.ts'
import { type Script, ScriptedModel, toolCall } from '../support/scripted-model.ts'
import { summaryBench, summaryText, unstopped } from '../support/summaries.ts'

interface Bench extends Harness {
  readonly model: ScriptedModel
  readonly ada: Talker
  readonly bob: Talker
  answer(threadId: ThreadId): Promise<void>
  /** Bob becomes part of Ada. */
  merge(): Promise<void>
}

async function bench(script: Script, options: Omit<Parameters<typeof harness>[0], 'model'> = {}): Promise<Bench> {
  const model = new ScriptedModel(script)
  const base = await harness({ model, ...options })
  const [ada, bob] = [await base.person('ada'), await base.person('bob')]
  return {
    ...base,
    model,
    ada,
    bob,
    answer: (threadId) => answerThread(base.deps, threadId, { signal: running() }),
    merge: () =>
      base.store.transaction(async (tx) => {
        const pair = await lockUsersForMerge(tx, { from: bob.userId, into: ada.userId }, base.clock.now())
        if (!pair) throw new Error('They could not be made one.')
        await mergeUsers(tx, personalData, pair)
      }),
  }
}

const shownTo = (b: Bench, who: Talker) => b.chat.screen(who.direct.address)

/** Begins each reply, shows so much of it, and waits; those that are begun after that are written at once. */
function halfway(shown: string): { readonly script: Script; goOn(): void } {
  const door = gate()
  let replies = 0
  let isOpen = false
  return {
    script: ({ messages }) => {
      if (isOpen) return { text: `Reply ${++replies}.` }
      const isBegun = messages.some(({ role }) => role === 'tool')
      return isBegun ? { text: 'Half a reply', after: door.opened } : { text: shown, calls: [toolCall('nothing', {})] }
    },
    goOn() {
      isOpen = true
      door.open()
    },
  }
}

test.each([
  { shown: '', what: 'nothing of it' },
  { shown: 'Half', what: 'a part of it' },
])('a reply that is being written where it goes, with $what shown, is written once where it comes into', async ({ shown }) => {
  const half = halfway(shown)
  const b = await bench(half.script)
  await b.bob.writes('A question.')
  const answered = b.answer(b.bob.threadId)
  await b.model.called(2)
  // What is shown is recorded, too.
  await until(async () => (await b.store.db.delivery.count({ where: { state: 'sent' } })) === (shown ? 1 : 0))
  await b.merge()
  half.goOn()
  await answered
  await b.answer(b.ada.threadId)
  expect(shownTo(b, b.bob)).toEqual(['Reply 1.'])
  expect(await saidIn(b, b.ada.threadId)).toEqual(['user: A question.', 'assistant: Reply 1.'])
  expect(await turnsOf(b)).toMatchObject([{ state: 'done', threadId: b.ada.threadId }])
})

test('where both are being answered, each is, one after the other, and what was shown of the one that goes says so', async () => {
  const half = halfway('Half')
  const b = await bench(half.script)
  await b.ada.writes('What does Ada ask?')
  await b.bob.writes('What does Bob ask?')
  const answered = [b.answer(b.ada.threadId), b.answer(b.bob.threadId)]
  await b.model.called(4)
  // Both are shown, and recorded as shown.
  await until(async () => (await b.store.db.delivery.count({ where: { state: 'sent' } })) === 2)
  await b.merge()
  half.goOn()
  await Promise.all(answered)
  await b.answer(b.ada.threadId)
  const asked = b.model.requests.slice(4).map(({ messages }) => messages.at(-1)?.content)
  expect(asked).toEqual([expect.stringContaining('Ada ask'), expect.stringContaining('Bob ask')])
  expect((await turnsOf(b)).map(({ state }) => state).sort()).toEqual(['done', 'done', 'stopped'])
  expect(shownTo(b, b.ada)).toEqual(['Reply 1.'])
  expect(shownTo(b, b.bob)).toEqual(['This reply was started again below.', 'Reply 2.'])
  expect(await b.store.db.message.count({ where: { pending: true } })).toBe(0)
})

test('a reply that is being written where it comes into is begun again, and knows what came', async () => {
  const b = await bench((_, call) => ({ text: `Try ${call}.`, ...(call === 1 && { after: b.merge() }) }), { abilities: { edit: false } })
  await b.bob.say('The spare key is under the pot.', '2026-11-18T08:00:00Z')
  await b.ada.writes('Where is the key?')
  await b.answer(b.ada.threadId)
  expect(shownTo(b, b.ada)).toEqual(['Try 2.'])
  expect(JSON.stringify(b.model.requests[1])).toContain('under the pot')
})

test('a message that was on its way ends in the merged conversation, and is answered where it was written', async () => {
  const b = await bench([{ text: 'A reply.' }])
  const author = { id: 'bob', name: 'bob', isBot: false }
  const write = (number: number) =>
    receive(b.deps, {
      ...{ type: 'message', place: b.bob.direct, id: `late-${number}` as PlatformMessageId, order: BigInt(number), author },
      ...{ text: `Number ${number}`, addressed: true, sentAt: b.clock.now() },
    })
  await write(0)
  await Promise.all([b.merge(), ...[1, 2, 3, 4].map(write)])
  await write(5)
  expect(await b.store.db.message.count({ where: { threadId: b.ada.threadId } })).toBe(6)
  expect(await b.store.db.thread.count()).toBe(1)
  await b.answer(b.ada.threadId)
  expect(shownTo(b, b.bob)).toEqual(['A reply.'])
})

test('a command that is being run is run again, and answered once', async () => {
  const door = gate()
  let runs = 0
  const runCommandLine = async () => {
    if (++runs === 1) await door.opened
    return { text: 'Done.' }
  }
  const b = await bench([], { runCommand: runCommandLine })
  const { id } = await b.bob.writes('/days')
  const first = runCommand(b.deps, id, running())
  await until(() => runs === 1)
  await b.merge()
  door.open()
  await first
  await runCommand(b.deps, id, running())
  expect(shownTo(b, b.bob)).toEqual(['Done.'])
})

test('a summary that is being written is regenerated, of what there is then', async () => {
  const door = gate()
  const b = await bench([{ text: 'A reply.' }])
  const said = await b.bob.say('The boat leaves on Friday.', '2026-11-10T08:00:00Z')
  const model = new ScriptedModel((_, call) => ({
    text: summaryText({ narrative: `Summary ${call}.` }),
    ...(call === 1 && { after: door.opened }),
  }))
  const summaries = summaryBench(b.store, { model, clock: b.clock })
  const asked = { segmentId: said.segmentId as SegmentId, mode: 'nightly' as const }
  const written = summarizeDay(summaries, asked, unstopped)
  await model.called()
  await b.merge()
  door.open()
  expect(await written).toBe('gone')
  expect(await summarizeDay(summaries, asked, unstopped)).toBe('written')
  expect(await b.store.db.daySummary.findMany({ select: { markdown: true } })).toEqual([
    { markdown: expect.stringContaining('Summary 2.') },
  ])
  expect((await b.store.db.summaryRun.findMany({ orderBy: { id: 'asc' } })).map(({ state }) => state)).toEqual(['superseded', 'done'])
})

const settingsOf = (b: Bench, id: UserId) =>
  b.store.db.user.findUniqueOrThrow({
    where: { id },
    select: { timezone: true, language: true, digest: true, isLocal: true },
  })

test('what was set stays; where nothing was set, what the other has set is taken', async () => {
  const b = await bench([])
  await b.store.db.user.update({ where: { id: b.ada.userId }, data: { timezone: null, digest: '07:30' } })
  await b.store.db.user.update({
    where: { id: b.bob.userId },
    data: { timezone: 'Asia/Tokyo', language: 'de', languageSource: 'choice', digest: 'off', isLocal: true },
  })
  await b.ada.say('Late in the evening', '2026-11-10T21:00:00Z')
  await b.merge()
  expect(await settingsOf(b, b.ada.userId)).toEqual({
    timezone: 'Asia/Tokyo',
    language: 'de',
    digest: '07:30',
    isLocal: true,
  })
  // Their first timezone, so the days are cut by it.
  expect(await b.store.db.daySegment.findMany({ select: { dayLabel: true } })).toEqual([{ dayLabel: '2026-11-11' }])
})

test('nobody is made one while something of theirs is being forgotten, and what was only listed is to be listed again', async () => {
  const b = await bench([])
  const { placeId } = await b.bob.say('Forget me', '2026-11-10T21:00:00Z')
  const now = b.clock.now()
  const forgetting = { userId: b.bob.userId, placeId, kind: 'everything', requestedAt: now, expiresAt: now }
  const { id } = await b.store.db.forgetRequest.create({ data: { ...forgetting, state: 'confirmed' } })
  await expect(b.merge()).rejects.toThrow(/is being deleted/)
  await b.store.db.forgetRequest.update({ where: { id }, data: { state: 'previewed' } })
  await b.merge()
  expect(await b.store.db.forgetRequest.count()).toBe(0)
})
