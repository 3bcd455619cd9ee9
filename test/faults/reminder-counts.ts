import type { Store } from '../../src/store/store.ts'
import type { ReminderWatch } from './reminder-scene.ts'

/** How reminders ended, by what is stored and by what people see. */
export interface ReminderCounts {
  readonly due: number
  /** Never seen. */
  readonly lost: number
  /** Seen before they were due. */
  readonly early: number
  /** Seen without a note more than once. */
  readonly doubled: number
  /** Nobody knows whether the first one arrived. */
  readonly unknown: number
  /** Seen with the note that they may have arrived before. */
  readonly repeated: number
  /** Repeated although the first one arrived for sure, or more than once. */
  readonly repeatedWrongly: number
  /** Not as they should be in the database afterwards: ended, with one further occurrence if they recur. */
  readonly leftOpen: number
}

interface StoredChore {
  readonly text: string
  readonly repeat: string | null
  readonly dueAt: Date
  readonly ended: number
  readonly waiting: number
  readonly hasUnknown: boolean
}

/** Counts when all is over. */
export async function countReminders({ db }: Store, watch: ReminderWatch, numbers: readonly number[]): Promise<ReminderCounts> {
  const stored = await db.$queryRaw<StoredChore[]>`
    SELECT l.text, l.repeat, min(r.due_at) AS "dueAt", (count(*) FILTER (WHERE r.state IN ('posted', 'done')))::int AS ended,
      (count(*) FILTER (WHERE r.state = 'waiting'))::int AS waiting,
      bool_or(EXISTS (SELECT 1 FROM deliveries d JOIN messages m ON m.id = d.message_id
        WHERE d.state = 'unknown' AND m.kind = 'notice' AND m.text ~ ('^⏰ ' || l.text || '(\\n|$)'))) AS "hasUnknown"
    FROM open_loops l JOIN reminders r ON r.loop_id = l.id GROUP BY l.id`
  const chores = numbers.map((number) => {
    const own = stored.filter(({ text }) => new RegExp(`chore ${number}$`).test(text))
    const shown = watch.shown(number)
    return { own, shown, plain: shown.filter(({ isRepeated }) => !isRepeated), repeats: shown.filter(({ isRepeated }) => isRepeated) }
  })
  type Chore = (typeof chores)[number]
  const countWhere = (holds: (chore: Chore) => boolean) => chores.filter(holds).length
  return {
    due: chores.length,
    lost: countWhere(({ shown }) => shown.length === 0),
    early: countWhere(({ own, shown }) => shown.some(({ at }) => own.some(({ dueAt }) => at < dueAt))),
    doubled: countWhere(({ plain }) => plain.length > 1),
    unknown: countWhere(({ own }) => own.some(({ hasUnknown }) => hasUnknown)),
    repeated: countWhere(({ repeats }) => repeats.length > 0),
    repeatedWrongly: countWhere(({ own, repeats }) => repeats.length > (own.some(({ hasUnknown }) => hasUnknown) ? 1 : 0)),
    leftOpen: countWhere(({ own: [chore, ...others] }) => {
      if (!chore || others.length > 0) return true
      return chore.ended !== 1 || chore.waiting !== (chore.repeat === null ? 0 : 1)
    }),
  }
}

/** What must not be, in words. */
export function findWrongReminders({ due: _, unknown: __, repeated: ___, ...counts }: ReminderCounts): string[] {
  return Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}, expected 0`]))
}
