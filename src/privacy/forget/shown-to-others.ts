import type { ChangeSeq, MessageId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Audience } from '../../core/domain/messages.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Db, Tx } from '../../store/store.ts'
import { membersSql } from '../../threads/places.ts'
import { tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import { bumpRevision, lockThread } from '../../threads/thread.ts'
import type { PrivacyDeps } from '../deps.ts'
import { outputTextSql } from './derived-rows.ts'
import { buildQuotePatterns, type QuotePatterns, quotesForgotten } from './quote-matcher.ts'

/*
 * What somebody says in a shared place is found by the searches of all members there. The results of these searches are in the threads of
 * those members, and are deleted with what they show. Each thread is changed in a transaction of its own, because locks on several threads
 * would have to be taken in one order with merges.
 */

/** What others may have been shown of the messages that are being deleted. */
export interface SharedContent {
  /** Whose messages they are. */
  readonly threadId: ThreadId
  /** Where they were said. */
  readonly audiences: readonly Audience[]
  /** When the first of them was said. Nothing shows them earlier. */
  readonly since: Date
  /** For the output of tools, which may be truncated. */
  readonly patterns: QuotePatterns
}

/** Loads what others may have been shown of some messages. Undefined if none was said in a shared place. */
export async function loadSharedContent(db: Db, threadId: ThreadId, ids: readonly MessageId[]): Promise<SharedContent | undefined> {
  const rows = await db.$queryRaw<{ id: MessageId; audience: Audience; text: string; sentAt: Date }[]>`
    SELECT m.id, m.audience, m.text, m.sent_at AS "sentAt" FROM messages m
    WHERE m.id = ANY(${[...ids]}::int[]) AND m.thread_id = ${threadId} AND m.audience <> 'private' AND m.kind = 'chat' AND m.role IN ('user', 'assistant')
    ORDER BY m.sent_at`
  const [first] = rows
  if (!first) return undefined
  return {
    threadId,
    audiences: [...new Set(rows.map(({ audience }) => audience))],
    since: first.sentAt,
    patterns: buildQuotePatterns({ messageIds: rows.map(({ id }) => id), memoryIds: [], texts: rows.map(({ text }) => text) }),
  }
}

/** The number of messages whose traces are searched for together. */
const pageSize = 1_000

/** Deletes what others were shown of all that a user said in shared places, for the deletion of everything. Idempotent. */
export async function forgetAllShownToOthers(deps: PrivacyDeps, threadId: ThreadId): Promise<void> {
  for (let after = 0; ; ) {
    // Relies on messages_thread_id_change_seq_key.
    const page = await deps.store.db.message.findMany({
      where: { threadId, changeSeq: { gt: after }, audience: { not: 'private' }, kind: 'chat' },
      orderBy: { changeSeq: 'asc' },
      take: pageSize,
      select: { id: true, changeSeq: true },
    })
    await forgetShownToOthers(
      deps,
      await loadSharedContent(
        deps.store.db,
        threadId,
        page.map(({ id }) => id as MessageId),
      ),
    )
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.changeSeq
  }
}

/**
 * Deletes the output of tools and commands in the threads of others that cites or repeats deleted messages, and discards the replies that
 * are being written there. Idempotent. Call it before the messages are deleted, so that an interruption leaves nothing behind, and again
 * afterwards, for what was found meanwhile.
 */
export async function forgetShownToOthers(deps: PrivacyDeps, content: SharedContent | undefined): Promise<void> {
  if (!content) return
  const { db } = deps.store
  for (const { threadId, userId, isReplying } of await listOthers(db, content)) {
    const messageIds = await findOutput(db, threadId, content)
    if (messageIds.length === 0 && !isReplying) continue
    await deps.store.transaction((tx) => deleteOutput(tx, deps, { threadId, userId, messageIds }))
    if (messageIds.length === 0) continue
    deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
    await enqueue(deps, 'index-thread', { threadId })
  }
}

interface OtherMember {
  readonly threadId: ThreadId
  readonly userId: UserId
  /** Whether a reply is being written in one of the places. */
  readonly isReplying: boolean
}

/** Lists the others who wrote in the places. Relies on messages_audience_thread_idx and turns_running_key. */
async function listOthers(db: Db, { threadId, audiences }: SharedContent): Promise<OtherMember[]> {
  const members = new Map<ThreadId, OtherMember>()
  for (const audience of audiences) {
    const found = await db.$queryRaw<OtherMember[]>`
      WITH RECURSIVE ${membersSql(audience)}
      SELECT c.thread_id AS "threadId", c.user_id AS "userId", EXISTS (
        SELECT 1 FROM turns t JOIN places p ON p.id = t.place_id
        WHERE t.thread_id = c.thread_id AND t.state = 'running' AND p.audience = ANY(${[...audiences]})
      ) AS "isReplying"
      FROM members JOIN continuous_threads c ON c.thread_id = members.thread_id WHERE c.thread_id <> ${threadId}`
    for (const member of found) members.set(member.threadId, member)
  }
  return [...members.values()]
}

interface OutputRow {
  readonly id: MessageId
  readonly changeSeq: ChangeSeq
  readonly role: string
  readonly text: string
}

/** The number of outputs read at a time. */
const outputPageSize = 500

/**
 * Returns the output that shows the content: the results of tools in the places, and answers to commands wherever they were sent. An answer
 * always cites what it shows. By words alone, it could be about something else. Relies on messages_thread_id_change_seq_key.
 */
async function findOutput(db: Db, threadId: ThreadId, { audiences, since, patterns }: SharedContent): Promise<MessageId[]> {
  const byId: QuotePatterns = { ...patterns, fragmentsByLength: new Map() }
  const found: MessageId[] = []
  for (let after = 0; ; ) {
    const page = await db.$queryRaw<OutputRow[]>`
      SELECT m.id, m.change_seq AS "changeSeq", m.role, ${outputTextSql} AS text FROM messages m
      WHERE m.thread_id = ${threadId} AND m.change_seq > ${after} AND m.sent_at >= ${since} AND m.deleted_at IS NULL
        AND (m.kind = 'notice' OR (m.role = 'tool' AND m.audience = ANY(${[...audiences]})))
      ORDER BY m.change_seq LIMIT ${outputPageSize}`
    found.push(...page.filter(({ role, text }) => quotesForgotten(text, role === 'tool' ? patterns : byId)).map(({ id }) => id))
    const last = page.at(-1)
    if (!last || page.length < outputPageSize) return found
    after = last.changeSeq
  }
}

/** Deletes output in one thread. Output that a merge has just moved to another thread stays there until the next call. */
async function deleteOutput(
  tx: Tx,
  { personalData, clock }: PrivacyDeps,
  { threadId, userId, messageIds }: Omit<OtherMember, 'isReplying'> & { readonly messageIds: readonly MessageId[] },
): Promise<void> {
  if (!(await lockThread(tx, threadId))) return
  if (messageIds.length === 0) return bumpRevision(tx, threadId)
  const now = clock.now()
  const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: false })
  const forgotten = { userId, threadId, messageIds, segmentIds, summaryIds: [], memoryIds: [], now }
  for (const { forget } of personalData) await forget?.(tx, forgotten)
}
