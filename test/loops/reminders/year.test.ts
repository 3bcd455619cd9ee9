import { expect, test } from 'vitest'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { addDays } from '../../../src/core/ports/clock.ts'
import { addLoop } from '../../../src/loops/add-loop.ts'
import { sendReminders } from '../../../src/loops/reminders/send-reminders.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { loopBench } from '../bench.ts'

// A simulated year with 1,000 reminders in four timezones, whose clocks change in different weeks and directions. Two processes look for
// due reminders at once. One of them often dies: before its transaction ends, or after it and before the job is enqueued.

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata']
const reminderCount = 1_000
const minuteMs = 60_000
const start = Date.parse('2026-12-31T00:00:00Z')
const end = Date.parse('2028-01-02T00:00:00Z')

/** A linear congruential generator, so that each run is the same. */
function createGenerator(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

/** The offset of a timezone at an instant, by another path than the code under test takes. */
function localTime(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant)
  return parts.replace(' ', 'T')
}

test('each of 1,000 reminders of a year comes once, at its local time, through clock changes, deaths and two processes', {
  timeout: 300_000,
}, async () => {
  const store = await testStore()
  const bench = loopBench(store, new Date(start).toISOString())
  const next = createGenerator(7)
  const people: TestPerson[] = []
  for (const timezone of zones) people.push(await testPerson(store, { timezone }))
  for (const person of people) await person.say('hello', '2026-12-30T12:00:00Z')

  const wanted = new Map<string, { readonly local: string; readonly timezone: string }>()
  for (let index = 0; index < reminderCount; index++) {
    const person = people[index % people.length]!
    const day = addDays('2027-01-01' as DayLabel, next(365))
    const time = `${String(next(24)).padStart(2, '0')}:${String(next(60)).padStart(2, '0')}`
    const text = `reminder ${index}`
    const loop = { owner: 'user' as const, text, due: { day, time }, origin: 'request' as const }
    await store.transaction((tx) => addLoop(tx, bench.context(person), loop))
    wanted.set(text, { local: `${day}T${time}`, timezone: person.timezone })
  }

  /** A process that dies now and then. */
  const process = (name: string) => ({
    ...bench,
    workerName: name,
    post: async (...args: Parameters<typeof bench.post>) => {
      const id = await bench.post(...args)
      if (next(8) === 0) throw new Error(`${name} died before its transaction ended`)
      return id
    },
    jobs: {
      add: async () => {
        if (next(8) === 0) throw new Error(`${name} died before the job was enqueued`)
      },
    },
  })
  const processes = [process('one'), process('two')]
  const cameAt = new Map<string, Date[]>()
  let seen = 0
  const due = await store.db.reminder.findMany({ orderBy: { dueAt: 'asc' }, select: { dueAt: true } })
  // When each is due, and ten seconds later, as the scheduler runs. For all others, these instants are too early or too late.
  const instants = [...new Set(due.flatMap(({ dueAt }) => [dueAt.getTime(), dueAt.getTime() + 10_000]))]
  for (const instant of [...instants, end].sort((a, b) => a - b)) {
    bench.clock.set(new Date(instant))
    await Promise.all(processes.map(sendReminders))
    const fresh = await store.db.message.findMany({ where: { kind: 'notice', id: { gt: seen } }, orderBy: { id: 'asc' } })
    for (const { id, text } of fresh) {
      seen = id
      const key = text.split('\n')[0]!.replace('⏰ ', '')
      cameAt.set(key, [...(cameAt.get(key) ?? []), new Date(instant)])
    }
    // Sent, so that the follow-up has nothing to do.
    if (fresh.length > 0)
      await store.db.delivery.updateMany({ where: { state: 'pending' }, data: { state: 'sent', platformMessageId: 'x' } })
  }

  expect([...cameAt.values()].flat()).toHaveLength(reminderCount)
  const reminders = await store.db.reminder.findMany({ include: { loop: true } })
  expect(reminders).toHaveLength(reminderCount)
  let onTime = 0
  for (const { dueAt, loop } of reminders) {
    const { local, timezone } = wanted.get(loop.text)!
    const shown = localTime(dueAt, timezone)
    // A time in the gap of a clock change comes as long after it as the gap is.
    const isInGap = localTime(new Date(dueAt.getTime() - 60 * minuteMs), timezone) < local && shown > local
    expect(shown === local || isInGap, `${loop.text}: ${local} is due at ${shown} in ${timezone}`).toBe(true)
    const [at, ...again] = cameAt.get(loop.text) ?? []
    expect(again, loop.text).toEqual([])
    const delay = (at?.getTime() ?? Number.NaN) - dueAt.getTime()
    expect(delay, `${loop.text} came early or never`).toBeGreaterThanOrEqual(0)
    if (delay <= 11_000) onTime++
  }
  // The others waited for the next run of the scheduler, because both processes died.
  expect(onTime).toBeGreaterThan(0.95 * reminderCount)
})
