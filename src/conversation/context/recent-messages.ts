import type { MessageId } from '../../core/domain/ids.ts'
import { formatCount, mostCharactersPerToken, type TruncatedText } from '../../core/domain/text.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import {
  dayMomentsSql,
  fromMomentJson,
  fromSessionJson,
  latestSessionsSql,
  type PastSession,
  type SessionMoment,
} from '../../sessions/read.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type DaySummary, fromDaySummaryJson, summariesUpToSql } from '../../summaries/read.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { type ConversationTopic, findLatestTopic, isBeforeTopic } from '../../threads/thread.ts'
import type { ContextBudgets } from './budgets.ts'
import { type FitInput, fitRows, frameTokens, isCutCall } from './messages.ts'
import type { OmittedContent } from './report.ts'
import {
  type ContextRow,
  contextColumns,
  type HiddenRows,
  isConversation,
  loadRowsAndLists,
  loadRowsById,
  type MessageToAnswer,
  type ReadLimits,
  sortRows,
  unsummarizedRowsSql,
} from './rows.ts'
import type {
  BuiltContextPart,
  ContextPartInput,
  ContextTurn,
  FitPart,
  ReadTurn,
  RecentConversation,
  StoredConversation,
} from './section.ts'
import { othersRowsSql } from './shared-rows.ts'

export interface NewestRowsLimits extends ReadLimits, HiddenRows, Pick<ContextBudgets, 'rawWindowMax' | 'cutMessage' | 'cutToolOutput'> {
  /** Only rows before this one. */
  readonly before?: Pick<ContextRow, 'sentAt' | 'platformOrder' | 'id'> | undefined
}

/** At least so many of the newest messages are read: they also tell when a session started, and what was asked before. */
const leastRowsRead = 60

/**
 * SQL for the newest messages that fill the raw window even if each is cut and its tokens are long. Older ones would not fit. Reads the end
 * of messages_conversation_idx, or of messages_shared_idx in a shared place, up to the limit.
 */
export const newestRowsSql = (scope: Scope, { rowsRead, charactersRead, before, hidden, ...budgets }: NewestRowsLimits) => Prisma.sql`
  SELECT ${contextColumns(charactersRead)} FROM (
    SELECT m.*, row_number() OVER newest AS number, sum(tokens) OVER newest - tokens AS "newerTokens" FROM (
      SELECT m.*, ${fewestTokensSql(budgets)} AS tokens FROM messages m
      WHERE ${isConversation(scope, hidden)} ${before ? isBefore(before) : Prisma.empty} ORDER BY ${newestFirst} LIMIT ${rowsRead}) m
    WINDOW newest AS (ORDER BY ${newestFirst} ROWS UNBOUNDED PRECEDING)) m
  WHERE m.number <= ${leastRowsRead} OR m."newerTokens" < ${budgets.rawWindowMax}`

/** The length of a text, in bytes, from which it has the most tokens that are counted. It need not be read to know that. */
const manyBytes = (most: number) => 4 * most * mostCharactersPerToken

/** SQL for the number of tokens that a message takes at least in the raw window. */
function fewestTokensSql({ cutMessage, cutToolOutput }: Pick<ContextBudgets, 'cutMessage' | 'cutToolOutput'>): Prisma.Sql {
  const count = (most: number) => Prisma.sql`
    CASE WHEN octet_length(m.text) > ${manyBytes(most)}::int THEN ${most}::int ELSE least(${most}::int, length(m.text)::float8 / ${mostCharactersPerToken}) END`
  return Prisma.sql`CASE m.role WHEN 'tool' THEN ${count(cutToolOutput)} ELSE ${count(cutMessage)} END`
}

const isBefore = ({ sentAt, platformOrder, id }: NonNullable<NewestRowsLimits['before']>) =>
  Prisma.sql`AND (m.sent_at, m.platform_order, m.id) < (${sentAt}::timestamptz, ${platformOrder}::bigint, ${id}::int)`

/** The maximum number of posted messages read. More would not fit. */
const postedRead = 40

/**
 * SQL for the newest messages that the bot posted by itself, without those that expire, because they hold secrets. Relies on
 * messages_posted_idx, or on messages_posted_shared_idx in a shared place.
 */
export const postedRowsSql = (scope: Scope, { charactersRead }: Pick<ReadLimits, 'charactersRead'>) => Prisma.sql`
  SELECT ${contextColumns(charactersRead)} FROM messages m
  WHERE ${visibleTo(scope, 'm')} ${scope.audience === 'private' ? Prisma.empty : Prisma.sql`AND m.audience <> 'private'`}
    AND m.kind IN ('digest', 'notice') AND m.role = 'system' AND m.deleted_at IS NULL AND m.text_expires_at IS NULL
  ORDER BY ${newestFirst} LIMIT ${postedRead}`

type RowsInput = Pick<ContextPartInput, 'budgets' | 'deps' | 'today'> & { readonly turn: ReadTurn }

/** How many of the latest sessions are read to find the last one. */
const sessionsRead = 3

/** The number of messages of others that the previous exchange is looked for in. */
const exchangeRows = 8

export async function loadConversation({ turn, budgets, deps, today }: RowsInput): Promise<StoredConversation> {
  const { scope } = turn
  const hidden = listHiddenIds(turn)
  const parts = {
    newest: newestRowsSql(scope, { ...budgets, hidden, before: findLatestShown(turn) }),
    posted: postedRowsSql(scope, budgets),
    unsummarized: unsummarizedRowsSql(scope, today, { ...budgets, hidden }),
    ...(scope.audience !== 'private' && { others: othersRowsSql(scope, { ...budgets, rowsRead: exchangeRows }) }),
  }
  const lists = {
    summaries: summariesUpToSql(scope, { day: today, limit: budgets.summarizedDaysMax + 1 }),
    moments: dayMomentsSql(scope, today),
    sessions: latestSessionsSql(scope, { before: deps.clock.now(), limit: sessionsRead }),
  }
  const read = await loadRowsAndLists<keyof typeof parts, { summaries: DaySummary; moments: SessionMoment; sessions: PastSession }>(
    deps.store.db,
    scope,
    { parts, lists },
  )
  const { summaries, moments, sessions } = read.lists
  return {
    rowsOf: read.rowsOf,
    summaries: summaries.map(fromDaySummaryJson),
    moments: moments.map(fromMomentJson),
    sessions: sessions.map(fromSessionJson),
  }
}

export async function loadRecentConversation(
  input: RowsInput & Pick<ContextPartInput, 'turn'>,
  stored: Promise<StoredConversation>,
): Promise<RecentConversation> {
  const { turn, deps, budgets } = input
  const before = findLatestShown(turn)
  const readTopic = turn.asClaimed?.hasTopic === false ? undefined : findLatestTopic(deps.store.db, turn.scope.threadId)
  const [{ rowsOf }, topic] = await Promise.all([stored, readTopic])
  const newest = { rows: rowsOf('newest'), isWhole: areAll(rowsOf('newest'), budgets) }
  // What was posted before the oldest message that was read may be far older.
  const [oldest] = newest.rows
  const posted = rowsOf('posted').map((row) => ({ ...row, text: toOneLine(row.text) }))
  const shown = before ? posted.filter(({ sentAt }) => sentAt < before.sentAt) : posted
  const withPosted = sortRows([...newest.rows, ...shown.filter((row) => newest.isWhole || (oldest && row.sentAt >= oldest.sentAt))])
  const rows = topic ? withPosted.filter((row) => !isBeforeTopic(topic, row)) : withPosted
  return {
    rows,
    isWhole: newest.isWhole || rows.length < withPosted.length,
    topic,
    earlier: withPosted.length - rows.length,
    others: rowsOf('others'),
  }
}

/** Removes line breaks and the characters that would end a quote in a label. */
function toOneLine({ head, tail, cut }: TruncatedText): TruncatedText {
  const plain = (text: string) =>
    text
      .replace(/[[\]\s]+/g, ' ')
      .replaceAll('"', "'")
      .replaceAll('\\', '/')
  return { head: plain(head), tail: plain(tail), cut }
}

/** The number of messages that each get a budget before a longer one gets more: six turns. */
const messagesInSmallWindow = 12
const leastMessageTokens = 24

/** The maximum share of the window for the messages replied to, so that the last exchange always fits. */
const repliedToShare = 0.5

/** Returns the messages that the other parts must not show: those to answer, and what they were answered with before. */
export const listHiddenIds = ({ messagesToAnswer, replaced }: ReadTurn): ReadonlySet<MessageId> =>
  new Set([...messagesToAnswer.map(({ id }) => id), ...(replaced?.ids ?? [])])

/** Returns the message that the raw window ends before. Undefined if the messages are answered for the first time, after all others. */
export const findLatestShown = ({ messagesToAnswer, replaced }: ReadTurn): MessageToAnswer | undefined =>
  replaced && messagesToAnswer.at(-1)

/** Returns the ids of the messages that the messages to answer reply to. */
export const repliedToIn = ({ messagesToAnswer }: ContextTurn): ReadonlySet<MessageId> =>
  new Set(messagesToAnswer.flatMap(({ replyToId }) => replyToId ?? []))

/** Part 9: the recent conversation, and the messages that the incoming messages reply to, regardless of day and topic. */
export async function prepareRecentMessages(input: ContextPartInput): Promise<FitPart> {
  const { turn, budgets, deps } = input
  const hidden = listHiddenIds(turn)
  const ids = [...repliedToIn(turn)].filter((id) => !hidden.has(id)).slice(-budgets.maxRepliedTo)
  const [recent, repliedTo] = await Promise.all([input.recent, loadRowsById(deps.store.db, turn.scope, { ...budgets, ids })])
  const frames = new Map<ContextRow, number>()
  const countFrame = (row: ContextRow): number => {
    const counted = frames.get(row) ?? frameTokens(row, { timezone: turn.timezone, placeId: turn.place.id }, input.count)
    frames.set(row, counted)
    return counted
  }
  return (budget) => formatRecentPart(input, { ...recent, repliedTo, budget, countFrame })
}

interface RecentWindow extends RecentConversation {
  readonly repliedTo: readonly ContextRow[]
  readonly budget: number
  /** Counts the tokens of a message besides its text, once for all budgets that are tried. */
  readonly countFrame: (row: ContextRow) => number
}

function formatRecentPart(
  { turn, budgets, count }: ContextPartInput,
  { rows: recent, isWhole, repliedTo, topic, earlier, budget, countFrame }: RecentWindow,
): BuiltContextPart {
  const lastTurn = recent.slice(recent.findLastIndex(({ role }) => role === 'user'))
  const lastExchange = new Set(lastTurn.flatMap(({ id, role }) => (role === 'user' || role === 'assistant' ? id : [])))
  const { cutToolOutput, cutMessage, posted } = budgets
  const cutTo = { tool: cutToolOutput, system: posted, user: cutMessage, assistant: cutMessage }
  const fitting = (row: ContextRow, limit: number): FitInput => {
    // The messages of the last exchange get equal shares. One more is for their labels and the other messages.
    const shares = lastExchange.has(row.id) ? lastExchange.size + 1 : messagesInSmallWindow
    return {
      row,
      limit,
      frame: countFrame(row),
      cutTo: Math.min(cutTo[row.role], Math.max(leastMessageTokens, Math.floor(limit / shares))),
      ...(row.role === 'system' && { staysCut: true }),
      ...(lastExchange.has(row.id) && { isReserved: true }),
    }
  }
  const quoted = fitRows(
    repliedTo.map((row) => fitting(row, Math.min(budgets.repliedTo, budget * repliedToShare))),
    count,
  )
  const alreadyQuoted = new Set(quoted.rows.map(({ row }) => row.id))
  const inputs = recent.filter(({ id }) => !alreadyQuoted.has(id)).map((row) => fitting(row, budget - quoted.tokens))
  const all = fitRows(inputs, count)
  const fitted = isWhole && all.dropped === 0 ? all : fitRows(inputs, count, { isSteady: true })
  const rows = [...quoted.rows, ...fitted.rows].sort(byOrder)
  const tokens = quoted.tokens + fitted.tokens
  const cutCalls = rows.filter(({ row }) => row.tool && isCutCall(row.tool)).length
  return {
    rows,
    tokens,
    items: rows.length,
    omitted: [
      ...describeOmitted({ dropped: fitted.dropped + quoted.dropped, cut: fitted.cut + quoted.cut, tokens }),
      ...(cutCalls > 0 ? [{ what: `all but the beginning of the arguments of ${cutCalls} tool calls`, why: 'too long' }] : []),
      ...(topic && earlier > 0 ? [describeEarlierTopic(topic, { count: earlier, ...turn })] : []),
    ],
  }
}

/** Whether the rows that were read are all there are: neither the limit of rows nor the window ended the reading. */
function areAll(rows: readonly ContextRow[], { rowsRead, rawWindowMax, cutMessage, cutToolOutput }: ContextBudgets): boolean {
  const countTokens = ({ role, text: { head, tail } }: ContextRow) =>
    Math.min(role === 'tool' ? cutToolOutput : cutMessage, (head.length + tail.length) / mostCharactersPerToken)
  return rows.length < rowsRead && rows.reduce((sum, row) => sum + countTokens(row), 0) < rawWindowMax
}

function byOrder(a: { row: ContextRow }, b: { row: ContextRow }): number {
  return sortRows([a.row, b.row])[0] === a.row ? -1 : 1
}

function describeOmitted({ dropped, cut, tokens }: { dropped: number; cut: number; tokens: number }): OmittedContent[] {
  const why = `the newest fill ${formatCount(tokens, 'token')}`
  return [
    ...(dropped > 0 ? [{ what: `${formatCount(dropped, 'earlier message')}, or more`, why }] : []),
    ...(cut > 0
      ? [{ what: `the middle of ${formatCount(cut, 'long message or tool output', 'long messages or tool outputs')}`, why }]
      : []),
  ]
}

function describeEarlierTopic({ sentAt }: ConversationTopic, { count, timezone }: { count: number; timezone: string }): OmittedContent {
  const began = `${formatDay(dayLabelOf(sentAt, timezone))}, ${timeOfDay(sentAt, timezone)}`
  return { what: `${formatCount(count, 'earlier message')}, or more`, why: `a new topic began on ${began}` }
}

/** Returns the last question and answer before the messages to answer, empty if there are none. In a shared place, any member may have asked. */
export async function findPreviousExchange({ recent }: ContextPartInput): Promise<{ asked: string; answered: string }> {
  const { rows: own, others } = await recent
  const rows = sortRows([...own, ...others])
  const [asked = '', answered = ''] = (['user', 'assistant'] as const).map((role) => rows.findLast((row) => row.role === role)?.text.head)
  return { asked, answered }
}
