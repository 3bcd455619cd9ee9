import { setTimeout as wait } from 'node:timers/promises'
import type { UserId } from '../../src/core/domain/ids.ts'
import { dayLabelOf, timeOfDay } from '../../src/core/ports/clock.ts'
import type { Store } from '../../src/store/store.ts'
import type { BotProcess } from '../support/bot-process.ts'
import type { Stage, StagePerson } from '../support/stages/stage.ts'
import { patienceMs, until } from './questions.ts'

/** One message that reminds somebody of a numbered chore. */
export interface ShownReminder {
  readonly at: Date
  /** Whether it says that it may have arrived before. */
  readonly isRepeated: boolean
}

/** Sees each reminder when it arrives. */
export interface ReminderWatch {
  /** The reminders of one chore so far, oldest first. */
  shown(number: number): readonly ShownReminder[]
  stop(): void
}

/** Shorter than anybody could call early, in ms. */
const lookEveryMs = 20

export function watchReminders(stage: Stage, people: readonly StagePerson[]): ReminderWatch {
  const seen = new Map<string, ShownReminder & { readonly number: number }>()
  const look = () => {
    for (const person of people)
      for (const { id, text } of stage.shown(person)) {
        const [, number] = /^⏰[^\n]*\bchore (\d+)\b/.exec(text) ?? []
        const key = `${person.id} ${id}`
        if (number === undefined || seen.has(key)) continue
        seen.set(key, { number: Number(number), at: new Date(), isRepeated: text.includes('may have received this before') })
      }
  }
  const timer = setInterval(look, lookEveryMs)
  return {
    shown: (number) => [...seen.values()].filter((one) => one.number === number),
    stop: () => clearInterval(timer),
  }
}

/** More than the time between two runs of the job that sends reminders, in ms. */
const stillMs = 13_000

/** Waits until no reminder has arrived for a while, also none that may have arrived before. */
export async function untilStill({ shown }: ReminderWatch): Promise<void> {
  const count = () => Array.from({ length: 1_000 }, (_, number) => shown(number).length).join()
  for (let before = count(), end = Date.now() + stillMs; Date.now() < end; await wait(100)) {
    const now = count()
    if (now !== before) end = Date.now() + stillMs
    before = now
  }
}

/** Has each person ask in plain words to be reminded of a chore, and waits until the bot has confirmed it. Returns the chores. */
export async function requestChores({
  stage,
  people,
  from,
}: {
  readonly stage: Stage
  readonly people: readonly StagePerson[]
  readonly from: number
}): Promise<readonly number[]> {
  const asked = people.map((person, index) => ({ person, number: from + index }))
  for (const { person, number } of asked) stage.say({ by: person, text: `Remind me in 1 minute to finish chore ${number}` })
  const confirms = (number: number) => new RegExp(`I will remind you: [^\n]*chore ${number}\\b`)
  const isConfirmed = ({ person, number }: (typeof asked)[number]) => stage.shown(person).some(({ text }) => confirms(number).test(text))
  if (!(await until(() => asked.every(isConfirmed), patienceMs))) throw new Error('A request in plain words was not confirmed.')
  return asked.map(({ number }) => number)
}

/** Every how many chores one is repeated every day. */
const repeatedEvery = 4
/** Until the bot runs again, in ms. What falls due before is sent late. */
const firstDueMs = 5_000

/** Writes loops with reminders that fall due to the second, which no request in words can ask for. Returns the chores. */
export async function plantChores(
  { db }: Store,
  { from, count, windowMs }: { readonly from: number; readonly count: number; readonly windowMs: number },
): Promise<readonly number[]> {
  const users = await db.user.findMany({ where: { loops: { some: {} } }, orderBy: { id: 'asc' }, select: { id: true } })
  const numbers = Array.from({ length: count }, (_, index) => from + index)
  const now = Date.now()
  for (const [index, number] of numbers.entries()) {
    const dueAt = new Date(now + firstDueMs + (index * windowMs) / count)
    const userId = users[index % users.length]?.id as UserId
    await db.openLoop.create({
      data: {
        ...{ userId, audience: 'private', owner: 'user', text: `Finish chore ${number}`, gist: `chore ${number}`, state: 'open' },
        ...{ origin: 'request', createdAt: new Date(now), dueDay: dayLabelOf(dueAt, 'UTC'), dueTime: timeOfDay(dueAt, 'UTC') },
        ...(index % repeatedEvery === 0 && { repeat: 'FREQ=DAILY' }),
        reminders: { create: { dueAt, postAt: dueAt, isTimed: true, state: 'waiting' } },
      },
    })
  }
  return numbers
}

export interface Killing {
  readonly stage: Stage
  readonly bots: readonly BotProcess[]
  /** In ms since the epoch. */
  readonly until: number
  readonly choose: (below: number) => number
}

/** Longer than between two runs of the job that sends reminders, in ms. */
const sendPatienceMs = 12_000

/** Kills processes and starts them again: one at any moment, or all while the platform has not answered a send. Returns how often. */
export async function killWhileDue({ stage, bots, until: end, choose }: Killing): Promise<number> {
  let kills = 0
  while (Date.now() < end) {
    const isMidSend = choose(2) === 0
    if (isMidSend) {
      const calls = stage.calls()
      stage.failNextSend('silent')
      // Which process sends is not seen from outside.
      await until(() => stage.calls() > calls, sendPatienceMs)
    }
    await wait(choose(2_000))
    const killed = isMidSend ? bots : bots.slice(choose(bots.length)).slice(0, 1)
    await Promise.all(killed.map((bot) => bot.kill()))
    kills += killed.length
    await Promise.all(killed.map((bot) => bot.start()))
    await wait(choose(3_000))
  }
  return kills
}
