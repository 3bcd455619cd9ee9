import type { ToolResult } from '../../agent/call-tool.ts'
import type { RequestPlan } from '../../agent/request-size.ts'
import type { AgentAnswer } from '../../agent/run.ts'
import type { MessageId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import { clip, formatCount, storable } from '../../core/domain/text.ts'
import { isMessageKey, type Translate } from '../../core/messages/messages.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'

/** What a reply was built from. Shown by /context and stored with the turn. */
export interface ContextReport {
  /** The total number of tokens in all parts, counted before the call, and its limit. */
  readonly total: number
  readonly limit: number
  /** The model that the tokens were counted for. */
  readonly model: string
  /** In the order in which the model sees them. */
  readonly parts: readonly PartReport[]
}

export interface PartReport {
  readonly name: string
  readonly tokens: number
  /** The maximum number of tokens that the part could use in this context. */
  readonly limit: number
  /** The number of messages or summaries in the part. */
  readonly items: number
  readonly omitted: readonly OmittedContent[]
}

/** Formats the name of a part: "9 raw window". Reports of other versions can have parts without a message. */
export function formatPartName(name: string, translate: Translate): string {
  const [number] = name.split(' ', 1)
  const key = `context.part.${number}`
  return isMessageKey(key) ? `${number} ${translate(key)}` : name
}

/** Returns whether a part has content or omissions to report. */
const isWorthShowing = ({ tokens, omitted }: PartReport): boolean => tokens > 0 || omitted.length > 0

export interface OmittedContent {
  readonly what: string
  readonly why: string
}

/** The reason why something exceeds the budget of its part. */
export const describeBudget = (tokens: number): string => `the budget is ${formatCount(tokens, 'token')}`

/** A report with the calls of tools, without the parts that have nothing to report. */
export interface ReplyReport extends ContextReport {
  readonly toolCalls?: readonly StoredToolCall[]
  /** The number of calls that were not stored. */
  readonly moreToolCalls?: number
}

/** A report as stored with a turn. Bounded in size. Contains no message text except in the arguments of tool calls. */
export interface StoredReport extends Omit<ReplyReport, 'parts' | 'model'> {
  /** Absent if it is that of the turn. */
  readonly model?: string
  readonly parts: readonly StoredPart[]
}

/** The values of a `PartReport`, without the names of its fields, which would take more space than all else that is stored with a turn. */
type StoredPart = readonly [name: string, tokens: number, limit: number, items: number, omitted?: readonly StoredOmission[]]

/** Earlier versions stored the names, too. */
type StoredOmission = readonly [what: string, why: string] | OmittedContent

/** A part as earlier versions stored it. */
type EarlierPart = Omit<PartReport, 'omitted'> & { readonly omitted?: PartReport['omitted']; readonly leftOut?: PartReport['omitted'] }

export interface StoredToolCall {
  readonly name: string
  /** As the model wrote them, truncated. */
  readonly arguments: string
  readonly ms: number
  /** Absent in older reports. */
  readonly failed?: boolean
}

/** What a reply was built from, with its model and token usage. */
export interface ReplyContext {
  readonly report: ReplyReport
  readonly model: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** What the last reply of a thread was built from. */
export interface LastContext extends ReplyContext {
  /** Those of the input tokens that the server read from its cache. Null if it did not report them. */
  readonly cachedTokens: number | null
  readonly startedAt: Date
}

const keptCalls = 50
const nameLength = 100
const argumentsLength = 500

/** The maximum number of omissions stored per part, and of characters in each. */
const keptOmissions = 20
const omissionLength = 200

/** The number of latest turns of a thread that keep their reports. */
const turnsWithReports = 50

/** The maximum number of reports trimmed at the end of a turn. There may be very many after an update. */
const clearedAtOnce = 200

/** SQL for whether a turn still has its full report. Older turns keep only the token total. */
const isKept = Prisma.sql`(context -> 'parts') IS NOT NULL`

/** Converts a report to its stored form, for a turn with a model. */
export function toStoredReport({ model, ...report }: ContextReport, turnModel: string, calls: readonly ToolResult[] = []): StoredReport {
  const toolCalls = calls.slice(0, keptCalls).map(({ call, ms, failed }) => ({
    name: clip(storable(call.name), nameLength),
    arguments: clip(storable(call.arguments), argumentsLength),
    ms,
    failed,
  }))
  const more = calls.length - toolCalls.length
  return {
    ...report,
    ...(model !== turnModel && { model }),
    parts: report.parts.filter(isWorthShowing).map(toStoredPart),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(more > 0 && { moreToolCalls: more }),
  }
}

function toStoredPart({ name, tokens, limit, items, omitted }: PartReport): StoredPart {
  if (omitted.length === 0) return [name, tokens, limit, items]
  const kept = omitted.slice(0, keptOmissions).map(({ what, why }) => [clipReason(what), clipReason(why)] as const)
  const more = omitted.length - kept.length
  const rest: StoredOmission[] = more > 0 ? [[`${more} more`, 'too many to list']] : []
  return [name, tokens, limit, items, [...kept, ...rest]]
}

/** Reads the stored report of a turn. Those of earlier versions have all parts. */
const readReport = (report: StoredReport, model: string | null): ReplyReport => ({
  ...report,
  model: report.model ?? model ?? '',
  parts: report.parts.map(readPart).filter(isWorthShowing),
})

function readPart(part: StoredPart | EarlierPart): PartReport {
  if (!('name' in part)) {
    const [name, tokens, limit, items, omitted = []] = part
    return { name, tokens, limit, items, omitted: omitted.map(readOmission) }
  }
  const { leftOut = [], omitted = leftOut, ...rest } = part
  return { ...rest, omitted }
}

const readOmission = (stored: StoredOmission): OmittedContent => ('what' in stored ? stored : { what: stored[0], why: stored[1] })

const clipReason = (text: string) => clip(storable(text), omissionLength)

/** Reduces the reports of older turns of a thread to their token totals. */
export async function trimOldReports(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.$executeRaw(trimReportsSql(threadId))
}

/**
 * SQL that does so. With `ending`, a turn whose report the same statement stores, and which takes the place of one. Relies on
 * turns_reports_idx, read from its end.
 */
export const trimReportsSql = (threadId: ThreadId, ending?: TurnId) => Prisma.sql`
  UPDATE turns SET context = json_build_object('total', context -> 'total') WHERE id IN (
    SELECT id FROM turns WHERE thread_id = ${threadId} AND ${isKept} AND id <> ${ending ?? 0}
    ORDER BY id DESC OFFSET ${turnsWithReports - (ending ? 1 : 0)} LIMIT ${clearedAtOnce})`

/**
 * Returns what the last reply of a thread was built from, or undefined if there is no report yet. Relies on turns_reports_idx, whose
 * condition is `isKept`.
 */
export async function findLastContext(db: Db, threadId: ThreadId): Promise<LastContext | undefined> {
  const [turn] = await db.$queryRaw<(Omit<LastContext, 'report'> & { report: StoredReport })[]>`
    SELECT context AS report, model, input_tokens AS "inputTokens", output_tokens AS "outputTokens", cached_tokens AS "cachedTokens", started_at AS "startedAt"
    FROM turns WHERE thread_id = ${threadId} AND ${isKept} ORDER BY id DESC LIMIT 1`
  return turn && { ...turn, report: readReport(turn.report, turn.model) }
}

/**
 * Returns what a reply was built from. `gone`: the report is no longer stored, or never was. Undefined if the message is not a reply, or
 * the scope may not see it. Relies on messages_pkey and turns_reply_id_idx.
 */
export async function findReplyContext(db: Db, scope: Scope, replyId: MessageId): Promise<ReplyContext | 'gone' | undefined> {
  const [row] = await db.$queryRaw<(Omit<ReplyContext, 'report'> & { report: StoredReport | null })[]>`
    SELECT CASE WHEN ${isKept} THEN t.context END AS report, t.model, t.input_tokens AS "inputTokens", t.output_tokens AS "outputTokens"
    FROM messages m LEFT JOIN turns t ON t.reply_id = m.id AND t.thread_id = m.thread_id
    WHERE m.id = ${replyId} AND ${visibleTo(scope, 'm')} AND m.role = 'assistant' AND m.kind = 'chat' AND m.deleted_at IS NULL
    ORDER BY ${isKept} DESC NULLS LAST, t.id DESC NULLS LAST LIMIT 1`
  if (!row) return undefined
  const { report, ...rest } = row
  return report ? { ...rest, report: readReport(report, rest.model) } : 'gone'
}

/** Adds the tool declarations to the report on a context. */
export function addTools(report: ContextReport, { tools, toolTokens, omitted }: RequestPlan): ContextReport {
  const limit = report.limit + toolTokens
  const part = {
    name: '12 tools',
    tokens: toolTokens,
    limit: toolTokens,
    items: tools.length,
    omitted: omitted.map((what) => ({ what, why: `tools may take 12% of ${limit} tokens, and at most 800` })),
  }
  return { ...report, total: report.total + toolTokens, limit, parts: [...report.parts, part] }
}

/** Adds the tool results to the report on a context, with their size in the last request. */
export const addResults = (report: ContextReport, { toolCalls, resultTokens: tokens }: AgentAnswer): ContextReport => ({
  ...report,
  parts: [...report.parts, { name: '13 tool results', tokens, limit: report.limit, items: toolCalls.length, omitted: [] }],
})
