import { findNeighboringMonth, monthOf } from '../../../src/core/dates/calendar.ts'
import type { DayLabel, MonthLabel } from '../../../src/core/domain/ids.ts'
import { topicOf } from '../../../src/core/lib/excerpt.ts'
import { dayLabelOf } from '../../../src/core/ports/clock.ts'
import { resolveTimezone, type User } from '../../../src/people/users.ts'
import { loadSummaryTexts } from '../../../src/summaries/read.ts'
import { findFirstDayWithMessages, listDaysWithMessagesIn } from '../../../src/threads/days/days-with-messages.ts'
import { findLatestDay, listDays } from '../../../src/threads/messages/read-messages.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { findContinuousThread } from '../../../src/threads/thread.ts'
import type { WebDeps } from '../options.ts'
import type { CalendarView } from '../pages/calendar.tsx'
import type { DayList } from '../pages/days.tsx'
import type { SummaryView } from '../pages/summary.tsx'
import type { SegmentState } from './shown-messages.ts'

/** The number of days per page of the selector. */
const daysAtOnce = 30

/** Returns the scope of the user's whole thread. Undefined until the user has written. */
export async function findScope(deps: WebDeps, user: User): Promise<Scope | undefined> {
  const threadId = await findContinuousThread(deps.store.db, user.id)
  return threadId && { userId: user.id, threadId, audience: 'private' }
}

/** Returns the user's current day. It is never before their latest day, even after they travel west. */
export async function findToday(deps: WebDeps, user: User, scope: Scope | undefined): Promise<DayLabel> {
  const today = dayLabelOf(deps.clock.now(), resolveTimezone(user, deps.defaultTimezone))
  const latest = scope && (await findLatestDay(deps.store.db, scope.threadId))
  return latest && latest.dayLabel > today ? latest.dayLabel : today
}

export interface DayListRequest {
  readonly today: DayLabel
  readonly before?: DayLabel
  readonly selected?: DayLabel
}

export async function loadDayList(deps: WebDeps, scope: Scope | undefined, { today, before, selected }: DayListRequest): Promise<DayList> {
  const page = { limit: daysAtOnce + 1, ...(before && { before }) }
  const days = scope ? await listDays(deps.store.db, scope.threadId, page) : []
  const shown = days.slice(0, daysAtOnce)
  const summaries = await loadSummaryTexts(
    deps.store.db,
    shown.filter(({ hasSummary }) => hasSummary).map(({ segmentId }) => segmentId),
  )
  const topics = new Map([...summaries].map(([segmentId, markdown]) => [segmentId, topicOf(markdown)]))
  return { days: shown, topics, more: days.length > daysAtOnce, today, ...(selected && { selected }) }
}

export interface CalendarRequest {
  readonly today: DayLabel
  /** The day shown. */
  readonly selected?: DayLabel
  /** If absent, the month of the day shown, or of today. */
  readonly month?: MonthLabel
}

export async function loadCalendar(deps: WebDeps, scope: Scope | undefined, request: CalendarRequest): Promise<CalendarView> {
  const { today, selected } = request
  const { db } = deps.store
  const month = request.month ?? monthOf(selected ?? today)
  const last = monthOf(today)
  const firstDay = scope && (await findFirstDayWithMessages(db, scope.threadId))
  const first = firstDay ? monthOf(firstDay) : last
  return {
    month,
    days: scope ? await listDaysWithMessagesIn(db, scope.threadId, month) : [],
    today,
    ...(selected && { selected }),
    // From a month outside of these, the links lead to the nearest one.
    ...(month > first && { previous: month > last ? last : findNeighboringMonth(month, -1) }),
    ...(month < last && { next: month < first ? first : findNeighboringMonth(month, 1) }),
  }
}

export function loadSummaryView(deps: WebDeps, day: DayLabel, segment?: SegmentState): SummaryView {
  return {
    day,
    now: deps.clock.now(),
    possible: segment?.hasMessages ?? false,
    stale: segment?.summary?.stale ?? false,
    overLimit: segment?.summary?.overLimit ?? false,
    ...(segment?.summary && {
      markdown: segment.summary.markdown,
      updatedAt: segment.summary.updatedAt,
      cited: segment.cited,
    }),
  }
}
