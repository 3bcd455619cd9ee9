import { dayLabelOf } from '../../src/core/clock.ts'
import type { CommandDeclaration } from '../../src/core/commands.ts'
import type { ChangeSeq, DayLabel, MessageId } from '../../src/core/ids.ts'
import type { Message } from '../../src/core/messages.ts'
import { timezoneOf } from '../../src/people/settings.ts'
import type { User } from '../../src/people/users.ts'
import { listDays, messageById, messagesOfSegment, segmentOfDay } from '../../src/threads/read.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { findContinuousThread } from '../../src/threads/thread.ts'
import { type SegmentState, segmentState, showMessages } from './decorate.ts'
import type { WebParts } from './options.ts'
import type { ContinuousView } from './pages/continuous.tsx'
import type { DayList } from './pages/days.tsx'
import type { SummaryView } from './pages/summary.tsx'
import { sessionStart, timelineOf } from './timeline.ts'

/** Days in the selector, and in each page that is loaded after. */
const daysAtOnce = 30
/** Messages of a day that are shown at once. */
export const messagesAtOnce = 200

/** Everything in the user's own thread; undefined until they have written for the first time. */
export async function scopeOf(parts: WebParts, user: User): Promise<Scope | undefined> {
  const threadId = await findContinuousThread(parts.store.db, user.id)
  return threadId && { userId: user.id, threadId, audience: 'private' }
}

/** The day people are on: never before their latest one, even when they have travelled west. */
async function todayOf(parts: WebParts, user: User, scope?: Scope): Promise<DayLabel> {
  const today = dayLabelOf(parts.clock.now(), timezoneOf(parts, user))
  const [latest] = scope ? await listDays(parts.store.db, scope.threadId, { limit: 1 }) : []
  return latest && latest.dayLabel > today ? latest.dayLabel : today
}

export interface DayListRequest {
  readonly before?: DayLabel
  readonly selected?: DayLabel
}

export async function dayListOf(parts: WebParts, user: User, request: DayListRequest): Promise<DayList> {
  const scope = await scopeOf(parts, user)
  const page = { limit: daysAtOnce + 1, ...(request.before && { before: request.before }) }
  const days = scope ? await listDays(parts.store.db, scope.threadId, page) : []
  return {
    days: days.slice(0, daysAtOnce),
    more: days.length > daysAtOnce,
    today: await todayOf(parts, user, scope),
    ...(request.selected && { selected: request.selected }),
  }
}

export interface DayRequest {
  /** Today where absent, or the day of the message that is asked for. */
  readonly day?: DayLabel
  readonly message?: MessageId
  readonly commands: readonly CommandDeclaration[]
}

/** Everything the page of a day shows; undefined when the message that was asked for is not there for this user. */
export async function dayPageOf(parts: WebParts, user: User, request: DayRequest): Promise<ContinuousView | undefined> {
  const { db } = parts.store
  const scope = await scopeOf(parts, user)
  const wanted = request.message && scope ? await messageById(db, scope, request.message) : undefined
  if (request.message && !wanted) return undefined
  const today = await todayOf(parts, user, scope)
  const day = (wanted && scope ? (await segmentState(parts, scope, wanted.segmentId))?.dayLabel : request.day) ?? today
  // Read before the messages: what changes in between is then sent again, never missed.
  const seq = scope ? await changeSeqOf(parts, scope) : (0 as ChangeSeq)
  const segmentId = scope && (await segmentOfDay(db, scope.threadId, day))?.id
  const segment = scope && segmentId && (await segmentState(parts, scope, segmentId))
  const all = scope && segmentId ? await messagesOfSegment(db, scope, segmentId) : []
  const slice = sliceAround(all, wanted?.id)
  const shown = scope ? await showMessages(parts, scope, slice) : []
  const runningSince = scope && sessionStart(await latestTimes(parts, scope))
  const list = await dayListOf(parts, user, { selected: day })
  const [previous] = scope ? await listDays(db, scope.threadId, { before: day, limit: 1 }) : []
  const earlierThan = slice[0] && slice[0].id !== all[0]?.id ? slice[0].id : undefined
  return {
    day,
    today,
    seq,
    timezone: segment?.timezone ?? timezoneOf(parts, user),
    asksTimezone: user.timezone === null,
    list,
    summary: summaryViewOf(parts, day, segment),
    items: timelineOf({
      messages: shown,
      coveredSeq: segment?.coveredSeq ?? (0 as ChangeSeq),
      ...(segment?.summary && { summaryUpdatedAt: segment.summary.updatedAt }),
      ...(runningSince && { runningSince }),
    }),
    commands: request.commands,
    ...(wanted && { highlighted: wanted.id }),
    ...(earlierThan && { earlierThan }),
    ...(previous && { previousDay: previous.dayLabel }),
  }
}

export function summaryViewOf(parts: WebParts, day: DayLabel, segment?: SegmentState): SummaryView {
  return {
    day,
    now: parts.clock.now(),
    possible: (segment?.messages ?? 0) > 0,
    stale: segment?.summary?.stale ?? false,
    ...(segment?.summary && { markdown: segment.summary.markdown, updatedAt: segment.summary.updatedAt }),
  }
}

/** The newest messages of a day, or those around one; in both cases at most `messagesAtOnce`. */
function sliceAround(messages: readonly Message[], id?: MessageId): readonly Message[] {
  const at = messages.findIndex((message) => message.id === id)
  const end = at < 0 ? messages.length : Math.min(messages.length, at + messagesAtOnce / 2)
  return messages.slice(Math.max(0, end - messagesAtOnce), end)
}

async function changeSeqOf(parts: WebParts, scope: Scope): Promise<ChangeSeq> {
  const thread = await parts.store.db.thread.findUnique({ where: { id: scope.threadId }, select: { changeSeq: true } })
  return (thread?.changeSeq ?? 0) as ChangeSeq
}

/** Times of the newest messages, newest first. Relies on messages_thread_id_sent_at_platform_order_id_idx. */
async function latestTimes(parts: WebParts, scope: Scope): Promise<Date[]> {
  const rows = await parts.store.db.message.findMany({
    where: { threadId: scope.threadId, kind: { not: 'draft' } },
    orderBy: { sentAt: 'desc' },
    take: 500,
    select: { sentAt: true },
  })
  return rows.map(({ sentAt }) => sentAt)
}
