import type { MessageId } from '../../core/domain/ids.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { type ConversationTopic, findLatestTopic, isBeforeTopic } from '../../threads/thread.ts'
import type { ContextBudgets } from './budgets.ts'
import { type FitInput, fitRows, frameTokens, isCutCall } from './messages.ts'
import type { OmittedContent } from './report.ts'
import { type ContextRow, loadNewestRows, loadRowsById, mostCharactersPerToken, sortRows, toContextRow } from './rows.ts'
import type { BuiltContextPart, ContextPartInput, FitPart } from './section.ts'

/**
 * Part 9: today's messages, and the last turns of the current session even if they are from yesterday, provided that they belong to the
 * latest topic. Also the messages that the incoming messages reply to, regardless of day and topic.
 */
export async function prepareRecentMessages(input: ContextPartInput): Promise<FitPart> {
  const { turn, budgets } = input
  const { store } = input.deps
  const incoming = turn.messagesToAnswer.map((message) => toContextRow(message, turn.place))
  const [{ recent, session }, topic] = await Promise.all([
    selectRecentRows(input, incoming),
    findLatestTopic(store.db, turn.scope.threadId),
  ])
  const window = topic ? recent.filter((row) => !isBeforeTopic(topic, row)) : recent

  const ids = new Set(incoming.flatMap(({ replyToId }) => replyToId ?? []))
  const repliedTo = await loadRowsById(store.db, turn.scope, {
    ids: [...ids].filter((id) => ![...incoming, ...window].some((row) => row.id === id)).slice(-budgets.sessionTurns),
    charactersRead: budgets.charactersRead,
  })
  return (room) => formatRecentPart(input, { window, session, repliedTo, room, topic, earlier: recent.length - window.length })
}

interface RecentWindow {
  readonly window: readonly ContextRow[]
  readonly session: ReadonlySet<MessageId>
  readonly repliedTo: readonly ContextRow[]
  readonly topic: ConversationTopic | undefined
  /** The number of rows that belong to an earlier topic. */
  readonly earlier: number
  readonly room: number
}

function formatRecentPart(
  { turn, budgets, count }: ContextPartInput,
  { window, session, repliedTo, topic, earlier, room }: RecentWindow,
): BuiltContextPart {
  const fitting = (row: ContextRow, limit: number): FitInput => ({
    row,
    limit,
    frame: frameTokens(row, { timezone: turn.timezone, placeId: turn.place.id }, count),
    cutTo: row.role === 'tool' ? budgets.cutToolOutput : budgets.cutMessage,
  })
  const quoted = fitRows(
    repliedTo.map((row) => fitting(row, Math.min(budgets.repliedTo, room))),
    count,
  )
  const most = (row: ContextRow) => (session.has(row.id) ? budgets.rawWindowWithSession : budgets.rawWindow)
  const fitted = fitRows(
    window.map((row) => fitting(row, Math.min(most(row), room) - quoted.tokens)),
    count,
  )
  const rows = [...quoted.rows, ...fitted.rows].sort(byOrder)
  const tokens = quoted.tokens + fitted.tokens
  const cutCalls = rows.filter(({ row }) => row.tool && isCutCall(row.tool)).length
  return {
    rows,
    tokens,
    items: rows.length,
    leftOut: [
      ...describeOmitted({ dropped: fitted.dropped + quoted.dropped, cut: fitted.cut + quoted.cut, tokens }),
      ...(cutCalls > 0 ? [{ what: `all but the beginning of the arguments of ${cutCalls} tool calls`, why: 'too long' }] : []),
      ...(topic && earlier > 0 ? [describeEarlierTopic(topic, { count: earlier, ...turn })] : []),
    ],
  }
}

/** The number of rows read first, and the growth factor for further reads. Most contexts need few rows, and reading all of them is slow. */
const usuallyEnough = 60
const growth = 3

interface RecentMessages {
  /** The rows from today or the current session. */
  readonly recent: readonly ContextRow[]
  readonly session: ReadonlySet<MessageId>
}

async function selectRecentRows(
  input: ContextPartInput,
  incoming: readonly ContextRow[],
  rowsRead = usuallyEnough,
): Promise<RecentMessages> {
  const { turn, budgets } = input
  const { store } = input.deps
  const read = await loadNewestRows(store.db, turn.scope, { ...budgets, rowsRead })
  const waiting = new Set(incoming.map(({ id }) => id))
  const newest = read.filter(({ id }) => !waiting.has(id))
  const session = findCurrentSession(newest, { incoming, ...budgets })
  const todaySegment = turn.messagesToAnswer.at(-1)?.segmentId
  const isRecent = (row: ContextRow) => session.has(row.id) || row.segmentId === todaySegment
  const mayGoOn = read.length === rowsRead && rowsRead < budgets.rowsRead && (newest[0] === undefined || isRecent(newest[0]))
  return mayGoOn && !fillsWindow(newest, budgets)
    ? selectRecentRows(input, incoming, Math.min(rowsRead * growth, budgets.rowsRead))
    : { recent: newest.filter(isRecent), session }
}

/** Whether the rows alone fill the window, even if each is cut and its tokens are long. Older rows would not fit then. */
function fillsWindow(rows: readonly ContextRow[], { cutMessage, cutToolOutput, rawWindowWithSession }: ContextBudgets): boolean {
  const fewestTokens = ({ role, text: { head, tail } }: ContextRow) =>
    Math.min(role === 'tool' ? cutToolOutput : cutMessage, (head.length + tail.length) / mostCharactersPerToken)
  return rows.reduce((sum, row) => sum + fewestTokens(row), 0) >= rawWindowWithSession
}

interface SessionInput {
  readonly incoming: readonly ContextRow[]
  readonly sessionGapMs: number
  readonly sessionTurns: number
}

/** Returns the messages of the last turns of the current session. A session begins after a long pause. */
function findCurrentSession(newest: readonly ContextRow[], { incoming, sessionGapMs, sessionTurns }: SessionInput): ReadonlySet<MessageId> {
  const found = new Set<MessageId>()
  const waiting = new Set(incoming.map(({ id }) => id))
  let turns = 0
  let later: ContextRow | undefined
  for (const row of sortRows([...newest, ...incoming]).reverse()) {
    if (later && later.sentAt.getTime() - row.sentAt.getTime() >= sessionGapMs) break
    // A turn starts with the user's first message after an answer. Going backwards, this row therefore belongs to the previous turn.
    const endsTurn = row.role !== 'user' && later?.role === 'user'
    if (endsTurn && !waiting.has(later?.id ?? row.id) && ++turns === sessionTurns) break
    if (!waiting.has(row.id)) found.add(row.id)
    later = row
  }
  return found
}

function byOrder(a: { row: ContextRow }, b: { row: ContextRow }): number {
  return sortRows([a.row, b.row])[0] === a.row ? -1 : 1
}

function describeOmitted({ dropped, cut, tokens }: { dropped: number; cut: number; tokens: number }): OmittedContent[] {
  const why = `the newest fill ${tokens} tokens`
  return [
    ...(dropped > 0 ? [{ what: `${dropped} earlier messages, or more`, why }] : []),
    ...(cut > 0 ? [{ what: `the middle of ${cut} long messages or tool outputs`, why }] : []),
  ]
}

function describeEarlierTopic({ sentAt }: ConversationTopic, { count, timezone }: { count: number; timezone: string }): OmittedContent {
  const began = `${formatDay(dayLabelOf(sentAt, timezone))}, ${timeOfDay(sentAt, timezone)}`
  return { what: `${count} earlier messages, or more`, why: `a new topic began on ${began}` }
}
