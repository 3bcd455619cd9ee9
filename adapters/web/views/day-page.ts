import type { ChangeSeq, DayLabel, MessageId, MonthLabel } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import { findDraft } from '../../../src/people/drafts.ts'
import { resolveTimezone, type User } from '../../../src/people/users.ts'
import { findSamplesState } from '../../../src/privacy/forget/forget-samples.ts'
import {
  findLatestDay,
  findMessageById,
  findNextDay,
  findReadableDay,
  findSegment,
  listLatestTimes,
  loadDayWindow,
} from '../../../src/threads/messages/read-messages.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { findFirstUnseen } from '../../../src/threads/seen.ts'
import { findChangeSeq } from '../../../src/threads/thread.ts'
import { platformName } from '../address.ts'
import type { WebDeps } from '../options.ts'
import type { ContinuousView } from '../pages/continuous.tsx'
import type { DayList } from '../pages/days.tsx'
import type { EarlierBatch, EarlierView } from '../pages/earlier.tsx'
import { findModelInUse } from '../routes/model-form.ts'
import { maxFiles } from '../server/limits.ts'
import { loadDaySessions } from './day-sessions.ts'
import { findScope, findToday, loadCalendar, loadDayList, loadSummaryView } from './day-view.ts'
import { findEditable } from './editable.ts'
import { loadLoopPanel } from './loops-page.ts'
import { findSegmentState, loadShownMessages, type SegmentState } from './shown-messages.ts'
import { buildTimeline, findFirstShown, findSessionStart, isRunning, type ShownMessage, type TimelineItem } from './timeline.ts'

/** The number of messages of a day to show at once. */
export const messagesAtOnce = 200

export interface DayRequest {
  /** If absent, the day of the requested message, or today. */
  readonly day?: DayLabel
  readonly message?: MessageId
  /** The month of the calendar. If absent, that of the day. */
  readonly month?: MonthLabel
  /** The message that the next one replies to. */
  readonly replyingTo?: MessageId
  /** The message whose text is being changed. */
  readonly editing?: MessageId
  readonly commands: readonly CommandDeclaration[]
}

/** Loads everything that the page of a day shows. Undefined if the requested message does not exist for this user. */
export async function loadDayPage(deps: WebDeps, user: User, request: DayRequest): Promise<ContinuousView | undefined> {
  const scope = await findScope(deps, user)
  const today = await findToday(deps, user, scope)
  const wanted = scope && request.message && (await loadShownMessage(deps, scope, request.message))
  if (request.message && !wanted) return undefined
  const replyingTo = scope && request.replyingTo && (await loadRepliable(deps, scope, request.replyingTo))
  if (request.replyingTo && !replyingTo) return undefined
  const editing = request.editing && (await findEditable(deps, user, request.editing))
  if (request.editing && !editing) return undefined
  const opened = scope && (await openDay(deps, scope, { day: request.day ?? today, wanted, today }))
  const day = opened?.day ?? request.day ?? today
  const list = await loadDayList(deps, scope, { today, selected: day })
  const previousDay = scope && (await findDayBefore(deps, scope, list, day))
  const earlier = scope && opened && (await findEarlier(deps, scope, { ...opened, today }))
  const nextDay = scope && day < today ? (await findNextDay(deps.store.db, scope.threadId, day))?.dayLabel : undefined
  return {
    account: user.id,
    day,
    today,
    seq: opened?.seq ?? (0 as ChangeSeq),
    timezone: opened?.segment?.timezone ?? resolveTimezone(user, deps.defaultTimezone),
    asksTimezone: user.timezone === null,
    list,
    calendar: await loadCalendar(deps, scope, { today, selected: day, ...(request.month && { month: request.month }) }),
    loops: await loadLoopPanel(deps, user, scope),
    sessions: await loadDaySessions(deps, scope, day),
    samples: await findSamplesState(deps.store.db, user.id),
    firstVisit: { isOwner: user.isOwner, model: findModelInUse(deps) },
    summary: loadSummaryView(deps, day, opened?.segment),
    items: opened?.items ?? [],
    commands: request.commands,
    draft: day === today ? await findDraft(deps.store.db, user.id) : '',
    filesLimit: { count: maxFiles, bytes: deps.attachmentMaxBytes },
    takesVoiceNotes: deps.languageModels.transcriber !== undefined,
    hasLater: opened?.hasLater ?? false,
    ...(wanted && { highlighted: wanted.id }),
    ...(replyingTo && { replyingTo }),
    ...(editing && { editing }),
    ...(opened?.newSince && { newSince: opened.newSince }),
    ...(earlier && { earlier }),
    ...(previousDay && { previousDay }),
    ...(nextDay && { nextDay }),
  }
}

/** Loads a message that can be shown. Drafts cannot be shown yet. */
async function loadShownMessage({ store }: WebDeps, scope: Scope, id: MessageId): Promise<Message | undefined> {
  const message = await findMessageById(store.db, scope, id)
  return message?.kind === 'draft' ? undefined : message
}

/** Loads a message that the next one can reply to. */
export async function loadRepliable(deps: WebDeps, scope: Scope, id: MessageId): Promise<Message | undefined> {
  const message = await loadShownMessage(deps, scope, id)
  return message?.deletedAt ? undefined : message
}

interface DayView {
  readonly day: DayLabel
  readonly segment: SegmentState | undefined
  readonly seq: ChangeSeq
  readonly items: readonly TimelineItem[]
  /** The oldest message shown. */
  readonly oldest: ShownMessage | undefined
  /** Whether the day of the oldest message has earlier ones. */
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  /** The first message that has arrived since the last visit. It may be of an earlier day. */
  readonly newSince: MessageId | undefined
}

interface OpenDayRequest {
  readonly day: DayLabel
  /** The requested message. Its day takes precedence over `day`. */
  readonly wanted: Message | undefined
  readonly today: DayLabel
}

/** Loads the newest messages of a day, or the messages around the requested one. */
async function openDay(deps: WebDeps, scope: Scope, request: OpenDayRequest): Promise<DayView> {
  const { db } = deps.store
  const { wanted, today } = request
  // Read before the messages, so that changes in between are sent twice instead of being missed.
  const seq = await findChangeSeq(deps.store.db, scope.threadId)
  const segmentId = wanted?.segmentId ?? (await findSegment(db, scope.threadId, request.day))?.id
  const segment = segmentId && (await findSegmentState(deps, scope, segmentId))
  const window = segmentId && (await loadDayWindow(db, scope, segmentId, { limit: messagesAtOnce, around: wanted }))
  const day = segment?.dayLabel ?? request.day
  const sentAt = await listLatestTimes(deps.store.db, scope.threadId, 500)
  const runningSince = findSessionStart(sentAt)
  const newSince = await findFirstUnseen(db, scope, platformName)
  const items = buildTimeline({
    messages: window ? await loadShownMessages(deps, scope, window.messages) : [],
    coveredSeq: segment?.coveredSeq ?? (0 as ChangeSeq),
    ...(segment?.summary && { summaryUpdatedAt: segment.summary.updatedAt }),
    ...(runningSince && { runningSince }),
    ...(newSince && { newSince }),
  })
  const isWhole = !window?.hasEarlier && !window?.hasLater
  const carriesOn = day === today && isWhole && isRunning(sentAt, deps.clock.now())
  const carried = runningSince && carriesOn ? await findCarriedOver(deps, scope, { day, since: runningSince, newSince }) : undefined
  const shown = [...(carried?.items ?? []), ...items]
  return {
    day,
    segment,
    seq,
    items: shown,
    oldest: findFirstShown(shown),
    hasEarlier: carried?.hasEarlier ?? window?.hasEarlier ?? false,
    hasLater: window?.hasLater ?? false,
    newSince,
  }
}

interface CarriedOverRequest {
  readonly day: DayLabel
  readonly since: Date
  readonly newSince: MessageId | undefined
}

/** Messages of the evening before, between its line and that of the new day. */
interface CarriedOver {
  readonly items: readonly TimelineItem[]
  readonly hasEarlier: boolean
}

/** Returns the messages of the current session from before midnight. Undefined if there are none. */
async function findCarriedOver(
  deps: WebDeps,
  scope: Scope,
  { day, since, newSince }: CarriedOverRequest,
): Promise<CarriedOver | undefined> {
  const { db } = deps.store
  const evening = await findLatestDay(db, scope.threadId, day)
  if (!evening) return undefined
  const { messages, hasEarlier } = await loadDayWindow(db, scope, evening.id, { limit: messagesAtOnce })
  const carried = await loadShownMessages(
    deps,
    scope,
    messages.filter(({ sentAt }) => sentAt >= since),
  )
  if (carried.length === 0) return undefined
  const items = buildTimeline({ messages: carried, coveredSeq: 0 as ChangeSeq, ...(newSince && { newSince }) })
  return {
    items: [{ type: 'day', day: evening.dayLabel }, ...items, { type: 'day', day }],
    hasEarlier: hasEarlier || carried.length < messages.length,
  }
}

interface OldestShown {
  /** The day that is shown. */
  readonly day: DayLabel
  readonly oldest: ShownMessage | undefined
  readonly hasEarlier: boolean
  readonly today: DayLabel
}

/** Returns what comes before the oldest message shown, or before a day without messages. Undefined if nothing does. */
async function findEarlier({ store }: WebDeps, scope: Scope, shown: OldestShown): Promise<EarlierView | undefined> {
  const { oldest, hasEarlier, today } = shown
  const day = oldest?.day ?? shown.day
  const before = oldest && { before: oldest.message.id }
  // The link names the day unless its messages are those of the page.
  if (hasEarlier) return { ...before, day, today, ...(day !== shown.day && { previousDay: day }) }
  const previous = await findReadableDay(store.db, scope, day)
  return previous && { ...before, day, today, previousDay: previous.dayLabel }
}

/** Requests what comes before a message, or before a day. */
export type EarlierRequest = { readonly today: DayLabel } & ({ readonly message: Message } | { readonly day: DayLabel })

/** Loads the messages of a day before the given one, or the latest of the day before. Undefined if there are none. */
export async function loadEarlier(deps: WebDeps, scope: Scope, request: EarlierRequest): Promise<EarlierBatch | undefined> {
  const { db } = deps.store
  const { today } = request
  const message = 'message' in request ? request.message : undefined
  const own = message && (await findSegmentState(deps, scope, message.segmentId))
  const rest = message && (await loadDayWindow(db, scope, message.segmentId, { limit: messagesAtOnce, before: message }))
  const isOfSameDay = rest !== undefined && rest.messages.length > 0
  const from = 'day' in request ? request.day : own?.dayLabel
  const previous = from && !isOfSameDay ? await findReadableDay(db, scope, from) : undefined
  const segment = isOfSameDay ? own : previous && (await findSegmentState(deps, scope, previous.id))
  const window = previous ? await loadDayWindow(db, scope, previous.id, { limit: messagesAtOnce }) : rest
  if (!segment || !window) return undefined
  const messages = await loadShownMessages(deps, scope, window.messages)
  const day = segment.dayLabel
  return {
    day,
    today,
    messages,
    summary: loadSummaryView(deps, day, segment),
    earlier: await findEarlier(deps, scope, { day, oldest: messages[0], hasEarlier: window.hasEarlier, today }),
  }
}

async function findDayBefore({ store }: WebDeps, scope: Scope, list: DayList, day: DayLabel): Promise<DayLabel | undefined> {
  const listed = list.days.find(({ dayLabel }) => dayLabel < day)
  return (listed ?? (list.more ? await findLatestDay(store.db, scope.threadId, day) : undefined))?.dayLabel
}
