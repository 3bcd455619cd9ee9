import { beforeEach, describe, expect, test } from 'vitest'
import { lockUsersForMerge, mergeUsers } from '../../src/accounts/merge-users.ts'
import type { MessageId, SessionId } from '../../src/core/domain/ids.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import { snoozeLoop } from '../../src/loops/change-loop.ts'
import { listLoopsForSession } from '../../src/loops/list-session-loops.ts'
import { saveSessionLoops } from '../../src/loops/save-session-loops.ts'
import type { ProcessedSession } from '../../src/sessions/deps.ts'
import type { Store } from '../../src/store/store.ts'
import { setTimezone } from '../../src/threads/days/set-timezone.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { privacyDeps } from '../support/privacy.ts'
import { testStore } from '../support/store.ts'
import { movesReminders } from '../support/timezone-change.ts'
import { day, idOf, type LoopBench, loopBench } from './bench.ts'

let store: Store
let bench: LoopBench
let ana: TestPerson
let said: MessageId

beforeEach(async () => {
  store = await testStore()
  bench = loopBench(store, '2026-11-18T09:00:00Z')
  ana = await testPerson(store)
  said = (await ana.say('I will send Maria the file', '2026-11-18T08:00:00Z')).id
})

const session = (): ProcessedSession => ({
  ...{ id: 1 as SessionId, threadId: ana.threadId, userId: ana.userId, audience: 'private', revision: 1, language: 'en' },
  ...{ timezone: 'Europe/Paris', startedAt: new Date(0), endedAt: new Date('2026-11-18T10:00:00Z'), messageIds: [said] },
})

/** Processes the session, which finds one loop. */
const processed = (text: string) =>
  store.transaction((tx) =>
    saveSessionLoops(tx, bench.clock, session(), {
      ...{ summary: '', names: [], moments: [], closings: [], newLoops: [{ owner: 'user', text, messageId: said }] },
    }),
  )

const loops = async () =>
  (await store.db.openLoop.findMany({ orderBy: { id: 'asc' }, include: { reminders: true } })).map(({ text, dueDay, reminders }) => ({
    ...{ text, dueDay, reminders: reminders.length },
  }))

const travel = (to: string) => setTimezone({ ...bench, onTimezoneChange: movesReminders }, ana.userId, to)

describe('a loop that a session found, and the user then changed,', () => {
  test('stays with its reminder when the session finds it in other words', async () => {
    await processed('send Maria the file')
    await bench.add(ana, { text: 'send Maria the file', due: { day: day('2026-11-20'), time: '09:00' }, origin: 'request' })
    await processed('email the file to Maria')
    expect(await loops()).toContainEqual({ text: 'send Maria the file', dueDay: '2026-11-20', reminders: 1 })
  })

  test('stays where it was moved to', async () => {
    await processed('send Maria the file')
    const { id } = await store.db.openLoop.findFirstOrThrow()
    const due = { day: day('2026-11-25'), time: '09:00' }
    await store.transaction((tx) => snoozeLoop(tx, bench.context(ana), { id: id as never, due }))
    await processed('email the file to Maria')
    expect(await loops()).toContainEqual({ text: 'send Maria the file', dueDay: '2026-11-25', reminders: 1 })
  })
})

test('a session cannot close a repeated loop', async () => {
  await bench.add(ana, { text: 'take the pills', due: { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=DAILY' } })
  await bench.add(ana, { text: 'call Ann', due: { day: day('2026-11-20'), time: '09:00' } })
  expect(await listLoopsForSession(store.db, session())).toMatchObject([{ text: 'call Ann' }])
})

test.each([true, false])('a merge keeps the reminder of one of two loops that say the same (the older has it: %s)', async (olderHasIt) => {
  const bo = await testPerson(store)
  const due = { day: day('2026-11-20'), time: '09:00' }
  await bench.add(ana, { text: 'call Ann', ...(olderHasIt && { due }) })
  bench.clock.set('2026-11-18T10:00:00Z')
  await bench.add(bo, { text: 'Call Ann', ...(!olderHasIt && { due }) })
  const parts = privacyDeps({ store, clock: bench.clock, jobs: { add: async () => {} }, broadcast: createLocalBroadcast(silentLog) })
  await store.transaction(async (tx) => {
    const merge = await lockUsersForMerge(tx, { from: bo.userId, into: ana.userId }, bench.clock.now())
    await mergeUsers(tx, parts.personalData, merge!)
  })
  expect(await loops()).toEqual([{ text: 'call Ann', dueDay: '2026-11-20', reminders: 1 }])
})

describe('when the user travels, a repeated reminder', () => {
  test('that was sent this morning is not sent again on the same day', async () => {
    await bench.add(ana, { text: 'stretch', due: { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=DAILY' } })
    await bench.remindAt('2026-11-20T08:00:01Z')
    await travel('America/New_York')
    await bench.remindAt('2026-11-20T14:00:01Z')
    expect(await bench.notices()).toHaveLength(1)
    await bench.remindAt('2026-11-21T14:00:01Z')
    expect(await bench.notices()).toHaveLength(2)
  })

  test('whose time is past at the destination is sent at once', async () => {
    await bench.add(ana, { text: 'bins', due: { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=WEEKLY;BYDAY=FR' } })
    bench.clock.set('2026-11-20T07:30:00Z')
    await travel('Asia/Tokyo')
    await bench.remindAt('2026-11-20T07:31:00Z')
    expect(await bench.notices()).toHaveLength(1)
    expect(await store.db.reminder.findMany({ where: { state: 'waiting' } })).toMatchObject([{ dueAt: new Date('2026-11-27T00:00:00Z') }])
  })

  test('whose next time was moved keeps that day', async () => {
    const id = idOf(await bench.add(ana, { text: 'bins', due: { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=WEEKLY;BYDAY=FR' } }))
    await bench.remindAt('2026-11-20T08:00:01Z')
    await store.transaction((tx) => snoozeLoop(tx, bench.context(ana), { id, due: { day: day('2026-11-21') } }))
    await travel('Europe/London')
    expect(await store.db.reminder.findMany({ where: { state: 'waiting' } })).toMatchObject([{ dueAt: new Date('2026-11-21T09:00:00Z') }])
  })
})
