import { beforeEach, expect, test } from 'vitest'
import type { ReminderId } from '../../../src/core/domain/ids.ts'
import { closeLoop } from '../../../src/loops/change-loop.ts'
import { loadDueList } from '../../../src/loops/reminders/due-list.ts'
import { postForUser } from '../../../src/loops/reminders/post-for-user.ts'
import { postReminder } from '../../../src/loops/reminders/post-reminder.ts'
import { moveRemindersToTimezone } from '../../../src/loops/reminders/schedule-reminder.ts'
import { sendReminders } from '../../../src/loops/reminders/send-reminders.ts'
import type { Store } from '../../../src/store/store.ts'
import { postDigests } from '../../../src/summaries/digest/post-digests.ts'
import { setTimezone } from '../../../src/threads/days/set-timezone.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { movesReminders } from '../../support/timezone-change.ts'
import { day, idOf, type LoopBench, loopBench } from '../bench.ts'

let store: Store
let bench: LoopBench
let ana: TestPerson

beforeEach(async () => {
  store = await testStore()
  bench = loopBench(store, '2026-11-18T09:00:00Z')
  ana = await testPerson(store, { name: 'Ana' })
  await ana.say('hello', '2026-11-18T08:50:00Z')
})

const texts = async () => (await bench.notices()).map(({ text }) => text)
const callAnn = { text: 'call Ann', due: { day: day('2026-11-20'), time: '09:00' } }

test('a reminder comes at its time, once, where the user was last active alone, with sound and buttons', async () => {
  const id = idOf(await bench.add(ana, callAnn))
  await ana.say('from the phone', '2026-11-18T09:01:00Z', { place: directPlace('Ana-phone') })
  await ana.say('in a group', '2026-11-18T09:02:00Z', { place: sharedPlace('team') })
  await bench.remindAt('2026-11-20T07:59:59Z')
  expect(await texts()).toEqual([])
  await bench.remindAt('2026-11-20T08:00:02Z')
  await Promise.all([sendReminders(bench), sendReminders(bench)])
  expect(await bench.notices()).toMatchObject([
    {
      text: '⏰ call Ann',
      placeAddress: 'direct:Ana-phone',
      dayLabel: '2026-11-20',
      actions: [`/loop done ${id}`, `/loop snooze ${id} in 1 hour`, `/loop snooze ${id} tomorrow`],
      silent: false,
    },
  ])
  expect(bench.queued.filter(({ name }) => name === 'deliver-message')).toHaveLength(1)
})

test('one with a time comes at that time, also in quiet hours', async () => {
  await bench.add(ana, { text: 'take the pills', due: { day: day('2026-11-20'), time: '03:30' } })
  await bench.remindAt('2026-11-20T02:30:00Z')
  expect(await texts()).toEqual(['⏰ take the pills'])
})

test('one that comes late says when it was due, in the language of the user', async () => {
  const lea = await testPerson(store, { name: 'Lea', language: 'de' })
  await lea.say('hallo', '2026-11-18T08:51:00Z')
  await bench.add(ana, callAnn)
  await bench.add(lea, { ...callAnn, text: 'Ann anrufen' })
  await bench.remindAt('2026-11-21T12:00:00Z')
  expect(await texts()).toEqual([
    '⏰ call Ann\n_This comes late. It was due: Fri 20 Nov, 09:00._',
    expect.stringMatching(/^⏰ Ann anrufen\n_Diese Erinnerung kommt verspätet\. Fällig war: Fr\., 20\. Nov\., 09:00 Uhr\._$/),
  ])
})

test('a repeated one comes at each time, names its rule, and can be stopped; what was missed comes once', async () => {
  const due = { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=DAILY' }
  const id = idOf(await bench.add(ana, { text: 'stretch', due }))
  await bench.remindAt('2026-11-20T08:00:05Z')
  await bench.remindAt('2026-11-20T08:00:15Z')
  await bench.remindAt('2026-11-21T08:00:05Z')
  const [first, second, ...others] = await bench.notices()
  expect(others).toEqual([])
  expect(first).toMatchObject({ text: '⏰ stretch\n_every day at 09:00_' })
  expect(second?.actions[0]).toBe(`/loop drop ${id}`)
  // Three days without a running process.
  await bench.remindAt('2026-11-25T10:00:00Z')
  await bench.remindAt('2026-11-25T10:00:10Z')
  expect(await bench.notices()).toHaveLength(3)
  await bench.remindAt('2026-11-26T08:00:05Z')
  expect(await bench.notices()).toHaveLength(4)
  await store.transaction((tx) => closeLoop(tx, bench.context(ana), { id, state: 'dropped', origin: 'request' }))
  await bench.remindAt('2026-11-27T08:00:05Z')
  expect(await bench.notices()).toHaveLength(4)
})

test('a rule that has ended closes its loop', async () => {
  await bench.add(ana, { text: 'pills', due: { day: day('2026-11-20'), time: '09:00', repeat: 'FREQ=DAILY;COUNT=2' } })
  await bench.add(ana, { text: 'bins', due: { day: day('2026-11-20'), repeat: 'FREQ=DAILY;UNTIL=20261120' } })
  await bench.remindAt('2026-11-20T08:00:05Z')
  expect(await bench.openTexts(ana)).toEqual(['pills'])
  await bench.remindAt('2026-11-21T08:00:05Z')
  expect(await bench.openTexts(ana)).toEqual([])
  expect(await texts()).toHaveLength(3)
})

test('it stays at nine o’clock when the clock changes, and moves with the timezone, but not if it was counted from now', async () => {
  await bench.add(ana, { text: 'after the change', due: { day: day('2027-03-28'), time: '09:00' } })
  await bench.add(ana, { text: 'in two days', due: { ...callAnn.due, isFixed: true } })
  await bench.add(ana, { text: 'with the user', due: { day: day('2026-11-21'), time: '09:00' } })
  const dueAt = async () =>
    Object.fromEntries(
      (await store.db.reminder.findMany({ include: { loop: true } })).map((row) => [row.loop.text, row.dueAt.toISOString()]),
    )
  expect(await dueAt()).toMatchObject({ 'after the change': '2027-03-28T07:00:00.000Z' })
  await setTimezone({ ...bench, onTimezoneChange: movesReminders }, ana.userId, 'America/New_York')
  expect(await dueAt()).toEqual({
    'after the change': '2027-03-28T13:00:00.000Z',
    'in two days': '2026-11-20T08:00:00.000Z',
    'with the user': '2026-11-21T14:00:00.000Z',
  })
})

test('one that has moved since it was found due is not sent before its new time, and one that was sent is not sent again', async () => {
  const loopId = idOf(await bench.add(ana, callAnn))
  const { id, dueAt } = await store.db.reminder.findFirstOrThrow()
  const found = { id: id as ReminderId, loopId, userId: ana.userId, dueAt }
  bench.clock.set('2026-11-20T08:00:00Z')
  // Another process has found it, and waits for the thread.
  await store.transaction((tx) => moveRemindersToTimezone(tx, { userId: ana.userId, from: 'Europe/Paris', to: 'America/New_York' }))
  await postForUser(bench, ana.userId, (tx) => postReminder(tx, bench, found))
  expect(await texts()).toEqual([])
  await bench.remindAt('2026-11-20T14:00:00Z')
  await postForUser(bench, ana.userId, (tx) => postReminder(tx, bench, { ...found, dueAt: bench.clock.now() }))
  expect(await texts()).toEqual(['⏰ call Ann'])
})

test('it is never sent in a shared place, and waits while the user has no direct one', async () => {
  const bo = await testPerson(store, { name: 'Bo' })
  await bo.say('in a group', '2026-11-18T09:02:00Z', { place: sharedPlace('team') })
  await bench.add(bo, callAnn)
  await bench.remindAt('2026-11-20T08:00:00Z')
  expect(await texts()).toEqual([])
  await bo.say('hello', '2026-11-20T08:30:00Z')
  await bench.remindAt('2026-11-20T09:00:01Z')
  expect(await bench.notices()).toMatchObject([{ placeAddress: 'direct:Bo' }])
})

test('a blocked user is not reminded, and the others are', async () => {
  const bo = await testPerson(store, { name: 'Bo' })
  await bo.say('hello', '2026-11-18T09:02:00Z')
  for (const person of [bo, ana]) await bench.add(person, callAnn)
  await store.db.user.update({ where: { id: bo.userId }, data: { blockedAt: bench.clock.now() } })
  await bench.remindAt('2026-11-20T08:00:00Z')
  expect((await bench.notices()).map(({ placeAddress }) => placeAddress)).toEqual(['direct:Ana'])
})

test('if the place refuses it, it goes to the next one, and ends with the last', async () => {
  await ana.say('from the phone', '2026-11-18T09:01:00Z', { place: directPlace('Ana-phone') })
  await bench.add(ana, callAnn)
  await bench.remindAt('2026-11-20T08:00:00Z')
  for (const at of ['2026-11-20T08:00:10Z', '2026-11-20T08:00:20Z', '2026-11-20T08:00:30Z']) {
    await bench.settleLast('failed')
    await bench.remindAt(at)
  }
  expect((await bench.notices()).map(({ placeAddress }) => placeAddress)).toEqual(['direct:Ana-phone', 'direct:Ana'])
  expect(await store.db.reminder.findMany()).toMatchObject([{ state: 'done' }])
})

test('if nobody knows whether it arrived, it is sent once more with a note, instead of a warning', async () => {
  await bench.add(ana, callAnn)
  await bench.remindAt('2026-11-20T08:00:00Z')
  for (const at of ['2026-11-20T08:00:10Z', '2026-11-20T08:00:20Z', '2026-11-20T08:00:30Z']) {
    await bench.settleLast('unknown')
    await bench.remindAt(at)
  }
  expect(await texts()).toEqual(['⏰ call Ann', '⏰ call Ann\n_You may have received this before. I could not tell whether it arrived._'])
  const [first] = await store.db.delivery.findMany({ orderBy: { id: 'asc' } })
  expect(first?.warnedAt).not.toBeNull()
})

test.each(['unknown', 'failed'] as const)(
  'a list of what is due stays silent when it is posted again (first delivery: %s)',
  async (state) => {
    await ana.say('from the phone', '2026-11-18T09:01:00Z', { place: directPlace('Ana-phone') })
    await bench.add(ana, { text: 'pay the rent', due: { day: day('2026-11-20') } })
    await bench.remindAt('2026-11-20T08:00:00Z')
    await bench.settleLast(state)
    await bench.remindAt('2026-11-20T08:00:10Z')
    expect((await bench.notices()).map(({ silent }) => silent)).toEqual([true, true])
  },
)

test('one that arrived, or whose loop was closed meanwhile, is not sent again', async () => {
  const id = idOf(await bench.add(ana, callAnn))
  await bench.remindAt('2026-11-20T08:00:00Z')
  await store.transaction((tx) => closeLoop(tx, bench.context(ana), { id, state: 'done', origin: 'request' }))
  await bench.settleLast('failed')
  await bench.remindAt('2026-11-20T08:00:10Z')
  expect(await texts()).toHaveLength(1)
  expect(await store.db.reminder.findMany()).toMatchObject([{ state: 'done' }])
})

test('what is due without a time is listed at nine, silently, once, with what is overdue', async () => {
  const [call, pay] = [
    idOf(await bench.add(ana, { text: 'call Ann', due: { day: day('2026-11-20') } })),
    idOf(await bench.add(ana, { text: 'pay the rent', due: { day: day('2026-11-19') } })),
  ]
  await bench.add(ana, { text: 'not yet', due: { day: day('2026-11-22') } })
  await bench.remindAt('2026-11-19T08:00:10Z')
  await bench.remindAt('2026-11-20T07:59:00Z')
  await bench.remindAt('2026-11-20T08:00:10Z')
  await bench.remindAt('2026-11-20T12:00:00Z')
  await bench.remindAt('2026-11-21T09:00:00Z')
  expect(await bench.notices()).toMatchObject([
    { text: '**Due**\n1. pay the rent – today', silent: true },
    {
      text: '**Due**\n1. call Ann – today\n2. pay the rent – was due Thu 19 Nov',
      actions: [`/loop done ${call}`, `/loop done ${pay}`],
    },
  ])
})

test('it leads the digest, which is then the only message', async () => {
  await bench.add(ana, { text: 'call Ann', due: { day: day('2026-11-19') } })
  await bench.add(ana, { text: 'water the plants', due: { day: day('2026-11-19'), time: '18:00' } })
  const segment = await store.db.daySegment.findFirstOrThrow()
  await store.db.daySummary.create({
    data: {
      segmentId: segment.id,
      markdown: '## Summary\nA day.',
      mode: 'rollover',
      model: 'm',
      language: 'en',
      revision: 1,
      updatedAt: bench.clock.now(),
    },
  })
  await store.db.digest.create({ data: { segmentId: segment.id, state: 'waiting', dueAt: new Date('2026-11-19T08:30:00Z') } })
  // The digest is about to come.
  await bench.remindAt('2026-11-19T08:00:10Z')
  bench.clock.set('2026-11-19T08:30:00Z')
  await postDigests({ ...bench, loadDigestLead: (tx, userId) => loadDueList(tx, bench, userId) })
  await bench.remindAt('2026-11-19T09:00:00Z')
  expect(await texts()).toEqual([])
  const digest = await store.db.message.findFirstOrThrow({ where: { kind: 'digest' }, include: { deliveries: true } })
  expect(digest.text).toMatch(
    /^\*\*Due\*\*\n1\. water the plants – today, 18:00\n2\. call Ann – today\n\n\*\*Summary of Wednesday 18 November 2026\*\*\n\n## Summary/,
  )
  // The one with a time still comes at its time.
  await bench.remindAt('2026-11-19T17:00:05Z')
  expect(await texts()).toEqual(['⏰ water the plants'])
})

test('if the digest does not come, the list comes by itself, and not in quiet hours', async () => {
  await bench.add(ana, { text: 'call Ann', due: { day: day('2026-11-19') } })
  const segment = await store.db.daySegment.findFirstOrThrow()
  await store.db.digest.create({ data: { segmentId: segment.id, state: 'waiting', dueAt: new Date('2026-11-19T20:55:00Z') } })
  await bench.remindAt('2026-11-19T08:00:10Z')
  await bench.remindAt('2026-11-19T21:06:00Z')
  expect(await texts()).toEqual([])
  await bench.remindAt('2026-11-20T07:00:10Z')
  expect(await texts()).toEqual(['**Due**\n1. call Ann – was due Thu 19 Nov'])
})

test('a repeated loop without a time is listed on each of its days', async () => {
  await bench.add(ana, { text: 'bins out', due: { day: day('2026-11-19'), repeat: 'FREQ=WEEKLY;BYDAY=TH' } })
  for (const at of ['2026-11-19T08:00:10Z', '2026-11-20T08:00:10Z', '2026-11-26T08:00:10Z', '2026-11-26T12:00:00Z'])
    await bench.remindAt(at)
  expect(await texts()).toEqual(['**Due**\n1. bins out – every Thursday', '**Due**\n1. bins out – every Thursday'])
})
