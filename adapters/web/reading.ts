import type { ChangeSeq, DayLabel } from '../../src/core/domain/ids.ts'
import { dayLabelOf } from '../../src/core/ports/clock.ts'
import { resolveTimezone } from '../../src/people/settings.ts'
import type { User } from '../../src/people/users.ts'
import { findLatestDay, listDays } from '../../src/threads/messages/read-messages.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'
import type { SegmentState } from './decorate.ts'
import type { WebDeps } from './options.ts'
import type { DayList } from './pages/days.tsx'
import type { SummaryView } from './pages/summary.tsx'

/** Days in the selector, and in each page that is loaded after. */
const daysAtOnce = 30

/** Everything in the user's own thread; undefined until they have written for the first time. */
export async function findScope(parts: WebDeps, user: User): Promise<Scope | undefined> {
  const threadId = await findContinuousThread(parts.store.db, user.id)
  return threadId && { userId: user.id, threadId, audience: 'private' }
}

/** The day people are on: never before their latest one, even when they have travelled west. */
export async function findToday(parts: WebDeps, user: User, scope: Scope | undefined): Promise<DayLabel> {
  const today = dayLabelOf(parts.clock.now(), resolveTimezone(user, parts.defaultTimezone))
  const latest = scope && (await findLatestDay(parts.store.db, scope.threadId))
  return latest && latest.dayLabel > today ? latest.dayLabel : today
}

export interface DayListRequest {
  readonly today: DayLabel
  readonly before?: DayLabel
  readonly selected?: DayLabel
}

export async function loadDayList(parts: WebDeps, scope: Scope | undefined, { today, before, selected }: DayListRequest): Promise<DayList> {
  const page = { limit: daysAtOnce + 1, ...(before && { before }) }
  const days = scope ? await listDays(parts.store.db, scope.threadId, page) : []
  return { days: days.slice(0, daysAtOnce), more: days.length > daysAtOnce, today, ...(selected && { selected }) }
}

export function loadSummaryView(parts: WebDeps, day: DayLabel, segment?: SegmentState): SummaryView {
  return {
    day,
    now: parts.clock.now(),
    possible: segment?.hasMessages ?? false,
    stale: segment?.summary?.stale ?? false,
    ...(segment?.summary && { markdown: segment.summary.markdown, updatedAt: segment.summary.updatedAt }),
  }
}

/** The last change of the thread so far. */
export async function findChangeSeq(parts: WebDeps, scope: Scope): Promise<ChangeSeq> {
  const thread = await parts.store.db.thread.findUnique({ where: { id: scope.threadId }, select: { changeSeq: true } })
  return (thread?.changeSeq ?? 0) as ChangeSeq
}
