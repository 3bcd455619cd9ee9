import type { ToolResult } from '../../agent/call-tool.ts'
import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import { clip, storable } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'

/** What a reply was built from. Shown by /context and stored with the turn. */
export interface ContextReport {
  /** Tokens of all parts, counted before the call, and their limit. */
  readonly total: number
  readonly limit: number
  /** The model they were counted for. */
  readonly model: string
  /** In the order in which the model sees them. */
  readonly parts: readonly PartReport[]
}

export interface PartReport {
  readonly name: string
  readonly tokens: number
  /** The most it could have been in this context. */
  readonly limit: number
  /** Messages or summaries in it. */
  readonly items: number
  readonly leftOut: readonly OmittedContent[]
}

/** Returns whether a part has content or omissions to report. */
export const isWorthShowing = ({ tokens, leftOut }: PartReport): boolean => tokens > 0 || leftOut.length > 0

export interface OmittedContent {
  readonly what: string
  readonly why: string
}

/** The report as stored with a turn. Bounded in size, with no texts but the arguments of tools. */
export interface StoredReport extends ContextReport {
  readonly toolCalls?: readonly StoredToolCall[]
  /** The number of calls that were not stored. */
  readonly moreToolCalls?: number
}

export interface StoredToolCall {
  readonly name: string
  /** As the model wrote them, truncated. */
  readonly arguments: string
  readonly ms: number
  /** Absent in older reports. */
  readonly failed?: boolean
}

/** What a reply was built from. */
export interface ReplyContext {
  readonly report: StoredReport
  readonly model: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** What the last reply was built from. */
export interface LastContext extends ReplyContext {
  readonly startedAt: Date
}

const keptCalls = 50
const nameLength = 100
const argumentsLength = 500

/** The most omissions stored per part, and the most characters of each. */
const keptLeftOut = 20
const leftOutLength = 200

/** The number of latest turns of a thread that keep their reports. */
const turnsWithReports = 50

/** The most reports trimmed at the end of a turn. After an update there may be very many. */
const clearedAtOnce = 200

/** Whether a turn still has its full report. Older turns keep only the token total. */
const isKept = Prisma.sql`(context -> 'parts') IS NOT NULL`

/** Converts a report to its stored form. */
export function toStoredReport(report: ContextReport, calls: readonly ToolResult[] = []): StoredReport {
  const toolCalls = calls.slice(0, keptCalls).map(({ call, ms, failed }) => ({
    name: clip(storable(call.name), nameLength),
    arguments: clip(storable(call.arguments), argumentsLength),
    ms,
    failed,
  }))
  const more = calls.length - toolCalls.length
  return { ...report, parts: report.parts.map(toStoredPart), toolCalls, ...(more > 0 && { moreToolCalls: more }) }
}

function toStoredPart({ leftOut, ...part }: PartReport): PartReport {
  const kept = leftOut.slice(0, keptLeftOut).map(({ what, why }) => ({ what: clipped(what), why: clipped(why) }))
  const more = leftOut.length - kept.length
  const rest: OmittedContent[] = more > 0 ? [{ what: `${more} more`, why: 'too many to list' }] : []
  return { ...part, leftOut: [...kept, ...rest] }
}

const clipped = (text: string) => clip(storable(text), leftOutLength)

/** Reduces the reports of older turns of a thread to their token totals. Relies on turns_reports_idx, read from its end. */
export async function trimOldReports(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.$executeRaw`
    UPDATE turns SET context = jsonb_build_object('total', context -> 'total') WHERE id IN (
      SELECT id FROM turns WHERE thread_id = ${threadId} AND ${isKept} ORDER BY id DESC OFFSET ${turnsWithReports} LIMIT ${clearedAtOnce})`
}

/** What the last reply of a thread was built from; undefined before the first. Relies on turns_reports_idx. Its shape is that of `keptReport`. */
export async function findLastContext(db: Db, threadId: ThreadId): Promise<LastContext | undefined> {
  const [turn] = await db.$queryRaw<LastContext[]>`
    SELECT context AS report, model, input_tokens AS "inputTokens", output_tokens AS "outputTokens", started_at AS "startedAt"
    FROM turns WHERE thread_id = ${threadId} AND ${isKept} ORDER BY id DESC LIMIT 1`
  return turn
}

/**
 * What a reply was built from. `gone`: no longer stored, or never stored. Undefined for what is no reply, and for what
 * the scope may not see. Relies on messages_pkey and turns_reply_id_idx.
 */
export async function findReplyContext(db: Db, scope: Scope, replyId: MessageId): Promise<ReplyContext | 'gone' | undefined> {
  const [row] = await db.$queryRaw<(Omit<ReplyContext, 'report'> & { report: StoredReport | null })[]>`
    SELECT CASE WHEN ${isKept} THEN t.context END AS report, t.model, t.input_tokens AS "inputTokens", t.output_tokens AS "outputTokens"
    FROM messages m LEFT JOIN turns t ON t.reply_id = m.id AND t.thread_id = m.thread_id
    WHERE m.id = ${replyId} AND ${visibleTo(scope, 'm')} AND m.role = 'assistant' AND m.kind = 'chat' AND m.deleted_at IS NULL
    ORDER BY t.id DESC NULLS LAST LIMIT 1`
  if (!row) return undefined
  const { report, ...rest } = row
  return report ? { ...rest, report } : 'gone'
}
