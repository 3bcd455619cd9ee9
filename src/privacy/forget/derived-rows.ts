import type { ChangeSeq, MemoryId, MessageId, SegmentId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type AffectedSummary, findAffectedSummaries } from '../../summaries/privacy/forget.ts'
import { loggedBy } from '../../threads/privacy/logged-messages.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { buildQuotePatterns, type ForgottenContent, type QuotePatterns, quotesForgotten } from './quote-matcher.ts'

/** What is being deleted, as confirmed in the preview. */
export interface ForgetSelection {
  /** The private scope of the user. */
  readonly scope: Scope
  readonly messageIds: readonly MessageId[]
  readonly memoryIds: readonly MemoryId[]
  /** Whether the bot's answers to the user's messages are deleted too. */
  readonly withAnswers: boolean
  /** What is deleted of the messages, if they stay. Absent if they are deleted, with what was learned from them. */
  readonly texts?: readonly string[]
}

/** Everything that is deleted together with a selection. */
export interface DerivedRows {
  readonly messageIds: readonly MessageId[]
  /** The days whose summaries are deleted and regenerated from what remains. */
  readonly summaryIds: readonly SegmentId[]
}

/**
 * Returns all messages to delete together with the selected ones: the tool output created for them, posted summaries of their days, and
 * later output of commands and tools that cites or repeats them; and the affected summaries. `since` is a change number: output is searched
 * only from there on.
 */
export async function findDerivedRows(db: Db, selection: ForgetSelection, since: number): Promise<DerivedRows> {
  const { scope, messageIds, memoryIds } = selection
  const sourceIds = [...messageIds, ...(selection.withAnswers ? await findAnswers(db, scope, messageIds) : [])]
  const collectedIds = new Set(sourceIds)
  const summaryIds = new Set<SegmentId>()
  const texts = selection.texts ?? (await loadTexts(db, scope, sourceIds))
  const memories = await findLearnedMemories(db, scope, { messageIds: selection.texts ? [] : sourceIds, memoryIds })
  let newContent = { texts: [...texts, ...memories.map(({ content }) => content)], memoryIds: memories.map(({ id }) => id) }
  for (
    let newest = [...sourceIds, ...(await findToolMessages(db, scope, sourceIds))];
    newest.length > 0 || newContent.memoryIds.length > 0;
  ) {
    const forgotten = { ...newContent, messageIds: newest }
    const summaries = await findStaleSummaries(db, forgotten)
    // Of a summary, only the lines about what is deleted. The others are also in the texts of other days.
    const patterns = buildQuotePatterns({ ...forgotten, texts: [...newContent.texts, ...summaries.flatMap(({ lines }) => lines)] })
    for (const { segmentId } of summaries) summaryIds.add(segmentId)
    const digestIds = summaries.flatMap(({ messageId }) => messageId ?? [])
    for (const id of newest) collectedIds.add(id)
    newest = [...digestIds, ...(await findQuotingMessages(db, scope, { patterns, since }))].filter((id) => !collectedIds.has(id))
    newContent = { texts: [], memoryIds: [] }
  }
  return { messageIds: [...collectedIds], summaryIds: [...summaryIds] }
}

interface StaleSummary extends AffectedSummary {
  /** Its lines that cite or repeat what is deleted. */
  readonly lines: readonly string[]
}

/**
 * Returns the summaries that are made from deleted messages, or cite or repeat them. The next day's summary, which had such a summary as
 * context, often does neither.
 */
async function findStaleSummaries(
  db: Db,
  forgotten: ForgottenContent & { readonly messageIds: readonly MessageId[] },
): Promise<StaleSummary[]> {
  const patterns = buildQuotePatterns(forgotten)
  const summaries = await findAffectedSummaries(db, forgotten.messageIds)
  return summaries
    .map((summary) => ({ ...summary, lines: summary.markdown.split('\n').filter((line) => quotesForgotten(line, patterns)) }))
    .filter(({ isOwnDay, lines }) => isOwnDay || lines.length > 0)
}

/** Counts the summaries that deleting messages would affect. */
export async function countStaleSummaries(db: Db, scope: Scope, messageIds: readonly MessageId[]): Promise<number> {
  const texts = await loadTexts(db, scope, messageIds)
  return (await findStaleSummaries(db, { messageIds, memoryIds: [], texts })).filter(({ markdown }) => markdown !== '').length
}

/** Returns the bot's answers to messages. Relies on messages_turn_id_idx and messages_reply_to_id_idx. */
export async function findAnswers(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<MessageId[]> {
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT DISTINCT m.id FROM messages incoming
    JOIN messages m ON m.reply_to_id = incoming.id OR m.turn_id = incoming.turn_id
    WHERE incoming.id = ANY(${[...ids]}::int[]) AND incoming.role = 'user' AND ${visibleTo(scope, 'incoming')}
      AND m.role = 'assistant' AND m.kind = 'chat' AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  return rows.map(({ id }) => id)
}

/** Returns tool messages of the same turns. Relies on messages_turn_id_idx. */
async function findToolMessages(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<MessageId[]> {
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT DISTINCT m.id FROM messages source JOIN messages m ON m.turn_id = source.turn_id
    WHERE source.id = ANY(${[...ids]}::int[]) AND m.role = 'tool' AND m.deleted_at IS NULL AND ${visibleTo(scope, 'm')}`
  return rows.map(({ id }) => id)
}

/**
 * Returns the texts of chat messages. Leaves out commands and notices, which repeat the same phrases every day and would match everywhere.
 */
async function loadTexts(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT m.text FROM messages m
    WHERE m.id = ANY(${[...ids]}::int[]) AND m.kind = 'chat' AND m.role IN ('user', 'assistant')
      AND (${visibleTo(scope, 'm')} OR m.id IN ${loggedBy(scope.userId)})`
  return rows.map(({ text }) => text)
}

async function findLearnedMemories(
  db: Db,
  { userId }: Scope,
  { messageIds, memoryIds }: Pick<ForgetSelection, 'messageIds' | 'memoryIds'>,
): Promise<{ id: number; content: string }[]> {
  return db.memoryItem.findMany({
    where: { userId, OR: [{ sourceMessageId: { in: [...messageIds] } }, { id: { in: [...memoryIds] } }] },
    select: { id: true, content: true },
  })
}

interface QuoteCandidate {
  readonly id: MessageId
  readonly changeSeq: ChangeSeq
  readonly text: string
}

/** In rows. */
const pageSize = 500

/** Returns the tool output, notices and posted summaries that quote a deleted text. Relies on messages_thread_id_change_seq_key. */
async function findQuotingMessages(
  db: Db,
  scope: Scope,
  { patterns, since }: { patterns: QuotePatterns; since: number },
): Promise<MessageId[]> {
  const quotingIds: MessageId[] = []
  for (let after = since; ; ) {
    const page = await db.$queryRaw<QuoteCandidate[]>`
      SELECT m.id, m.change_seq AS "changeSeq", ${outputTextSql} AS text FROM messages m WHERE ${visibleTo(scope, 'm')} AND m.change_seq > ${after} AND ${isOutput} AND m.deleted_at IS NULL
      ORDER BY m.change_seq LIMIT ${pageSize}`
    quotingIds.push(...page.filter(({ text }) => quotesForgotten(text, patterns)).map(({ id }) => id))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return quotingIds
    after = last.changeSeq
  }
}

/** SQL for all that the output of commands and tools may show, with the alias m: also the call of the tool, and the buttons. */
export const outputTextSql = Prisma.sql`concat_ws(E'\n', m.tool->>'name', m.tool->>'arguments', m.text,
  (SELECT string_agg(d.buttons::text, ' ') FROM deliveries d WHERE d.message_id = m.id))`

/** SQL for output of commands, tools and the bot itself. The alias is m. */
const isOutput = Prisma.sql`(m.role = 'tool' OR m.kind IN ('notice', 'digest'))`
