import type { MemoryId, SegmentId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Db, Tx } from '../../store/store.ts'
import { findDaysMissingSummary } from '../../summaries/stale-days.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import {
  type LocatedReference,
  loadQuotedContent,
  type QuotedContent,
  type ReferenceChange,
  removeReferences,
} from '../../threads/privacy/references.ts'
import { tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type DerivedRows, type ForgetSelection, findDerivedRows } from './derived-rows.ts'

type FollowUpDeps = Pick<ThreadDeps, 'store' | 'jobs' | 'broadcast' | 'log' | 'clock'>
type QuoteDeps = FollowUpDeps & Pick<PrivacyDeps, 'personalData'>

/** What was derived from quotations in a thread, and the thread's last change before that was searched for. */
interface KnownRows extends DerivedRows {
  readonly changeSeq: number
}

/**
 * Deletes what messages of any user quote, and what was derived from it: summaries, posted copies of them, output of tools and commands,
 * and memories learned from forwards. The messages stay. Idempotent.
 */
export async function removeQuotes(deps: QuoteDeps, references: readonly LocatedReference[]): Promise<void> {
  const { db } = deps.store
  // Searches before the locks are taken. Inside the transactions, only later changes are searched.
  const known = new Map<number, KnownRows>()
  for (const content of await loadQuotedContent(db, references)) {
    const { changeSeq } = await db.thread.findUniqueOrThrow({ where: { id: content.threadId }, select: { changeSeq: true } })
    known.set(content.threadId, { ...(await findDerivedRows(db, await toSelection(db, content), 0)), changeSeq })
  }
  const changes = await removeReferences(deps.store, references, async (tx, present) => {
    for (const content of await loadQuotedContent(tx, present))
      await deleteDerived(tx, deps, { content, known: known.get(content.threadId) })
  })
  await followUpQuoteChanges(deps, changes)
}

async function toSelection(db: Db, { userId, threadId, messageIds, forwardIds, texts }: QuotedContent): Promise<ForgetSelection> {
  // What a user says about a quotation is their own, and so is what was learned from that.
  const memories = await db.memoryItem.findMany({ where: { userId, sourceMessageId: { in: [...forwardIds] } }, select: { id: true } })
  return {
    scope: { userId, threadId, audience: 'private' },
    messageIds,
    memoryIds: memories.map(({ id }) => id as MemoryId),
    withAnswers: false,
    texts,
  }
}

interface DerivedContent {
  readonly content: QuotedContent
  /** Undefined if a merge has just moved the messages. */
  readonly known: KnownRows | undefined
}

async function deleteDerived(tx: Tx, { personalData, clock }: QuoteDeps, { content, known }: DerivedContent): Promise<void> {
  const { userId, threadId } = content
  const selection = await toSelection(tx, content)
  const later = await findDerivedRows(tx, selection, known?.changeSeq ?? 0)
  const quoting = new Set(content.messageIds)
  const messageIds = [...new Set([...(known?.messageIds ?? []), ...later.messageIds])].filter((id) => !quoting.has(id))
  const summaryIds = [...new Set([...(known?.summaryIds ?? []), ...later.summaryIds])]
  const now = clock.now()
  const segmentIds = await tombstoneMessages(tx, { threadId, messageIds, now, dropNames: false })
  const { memoryIds } = selection
  for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, summaryIds, memoryIds, now })
}

/** Derives again what was derived from messages whose quotations changed. Call it after the commit. */
export async function followUpQuoteChanges(deps: FollowUpDeps, changes: readonly ReferenceChange[]): Promise<void> {
  const { db } = deps.store
  for (const { threadId, userId, segmentIds } of changes) {
    deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
    await enqueue(deps, 'index-thread', { threadId })
    const summaries = await db.daySummary.findMany({ where: { segmentId: { in: [...segmentIds] } }, select: { segmentId: true } })
    const missing = await findDaysMissingSummary(db, threadId)
    for (const segmentId of new Set([...summaries.map((summary) => summary.segmentId as SegmentId), ...missing]))
      await enqueue(deps, 'summarize-day', { segmentId, mode: 'heuristic' })
  }
}
