import type { DayLabel, LoopId } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { type AddLoopResult, addLoop, type NewLoop } from '../../src/loops/add-loop.ts'
import { type LoopWriteContext, listLoops } from '../../src/loops/open-loop.ts'
import { sendReminders } from '../../src/loops/reminders/send-reminders.ts'
import type { Store } from '../../src/store/store.ts'
import { TestClock } from '../support/clock.ts'
import type { TestPerson } from '../support/conversation.ts'
import { type SummaryBench, summaryBench } from '../support/summaries.ts'

export const day = (label: string) => label as DayLabel

export interface LoopBench extends SummaryBench {
  context(person: TestPerson, audience?: Audience): LoopWriteContext
  add(person: TestPerson, loop: Partial<NewLoop> & { text: string }): Promise<AddLoopResult>
  openTexts(person: TestPerson): Promise<string[]>
  /** Moves the clock, and runs the scheduled job. */
  remindAt(instant: string): Promise<void>
  /** The notices posted so far, oldest first. */
  notices(): Promise<{ id: number; text: string; placeAddress: string; dayLabel: string; actions: string[]; silent: boolean }[]>
  /** Records what the platform did with the newest notice. */
  settleLast(state: 'sent' | 'failed' | 'unknown'): Promise<void>
}

/** Loops and reminders on a real store. Nothing is sent: tests look at the outbox. */
export function loopBench(store: Store, now: string): LoopBench {
  const bench = summaryBench(store, { clock: new TestClock(now) })
  const context = (person: TestPerson, audience: Audience = 'private'): LoopWriteContext => ({
    scope: { userId: person.userId, threadId: person.threadId, audience },
    now: bench.clock.now(),
    timezone: person.timezone,
  })
  return {
    ...bench,
    context,
    add: (person, loop) => store.transaction((tx) => addLoop(tx, context(person), { owner: 'user', origin: 'request', ...loop })),
    async openTexts(person) {
      const { loops } = await listLoops(store.db, context(person).scope, { state: 'open', limit: 50 })
      return loops.map(({ text }) => text)
    },
    async remindAt(instant) {
      bench.clock.set(instant)
      await sendReminders(bench)
    },
    async notices() {
      const rows = await store.db.message.findMany({
        where: { kind: 'notice' },
        include: { deliveries: true, place: true, segment: true },
        orderBy: { id: 'asc' },
      })
      return rows.map(({ id, text, place, segment, deliveries }) => ({
        ...{ id, text, placeAddress: place.address, dayLabel: segment.dayLabel },
        actions: deliveries.flatMap(({ buttons }) => ((buttons ?? []) as { action: string }[]).map(({ action }) => action)),
        silent: deliveries.every(({ silent }) => silent),
      }))
    },
    async settleLast(state) {
      const last = await store.db.message.findFirstOrThrow({ where: { kind: 'notice' }, orderBy: { id: 'desc' } })
      await store.db.delivery.updateMany({ where: { messageId: last.id }, data: { state } })
    },
  }
}

export const idOf = ({ loop }: AddLoopResult): LoopId => loop.id
