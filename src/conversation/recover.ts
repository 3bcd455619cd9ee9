import { expireLinks } from '../accounts/close-links.ts'
import type { MessageId, ThreadId } from '../core/domain/ids.ts'
import { enqueue, enqueueTurn } from '../jobs/job-list.ts'
import { deleteExpiredAccessData } from '../people/access.ts'
import { findPendingExports } from '../privacy/export/request-export.ts'
import { findPendingForgetRequests } from '../privacy/forget/forget-request.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Store } from '../store/store.ts'
import { deleteExpiredLeases, isLeased } from '../threads/lease.ts'
import { replaceExpiredTexts } from '../threads/messages/expiring-text.ts'
import { discardInvocations } from '../threads/messages/pending-messages.ts'
import { isServed } from '../threads/places.ts'
import { isBeingErased } from '../threads/thread.ts'
import type { ConversationDeps } from './deps.ts'
import { commandJobOf, isSeparateLine, isStopLine } from './receive/run-command.ts'

/** The maximum number of pending items of each kind that one sweep enqueues. The next sweep enqueues the rest. */
const batchSize = 100

/** No platform accepts the answer to an invocation after this many ms. */
const invocationMs = 30 * 60_000

const dayMs = 86_400_000

/**
 * The sweep: finds pending work in the database and enqueues it, in case its job was lost. Skips work that another worker
 * holds a lease on. Also removes what has expired.
 */
export async function recoverPendingWork(deps: ConversationDeps): Promise<void> {
  const { store, senders } = deps
  const { db } = store
  const now = deps.clock.now()
  for (const threadId of await findPendingThreads(deps, now)) await enqueueTurn(deps, threadId)
  for (const { messageId, text } of await findPendingCommands(deps, now)) await enqueue(deps, commandJobOf(text), { messageId })
  for (const messageId of await findPendingDeliveries(deps, now)) await enqueue(deps, 'deliver-message', { messageId })

  // Without its invocation, a delivery is sent to its place as an ordinary message.
  const invokedBefore = new Date(now.getTime() - invocationMs)
  await db.delivery.updateMany({
    where: { state: { in: ['pending', 'sending'] }, invocation: { not: null }, updatedAt: { lt: invokedBefore } },
    data: { invocation: null },
  })
  await discardInvocations(db, invokedBefore)

  await removeExpiredTexts(store, now)
  await expireLinks(deps)
  await deleteExpiredAccessData(db, now)

  for (const forgetRequestId of await findPendingForgetRequests(db, now)) await enqueue(deps, 'forget', { forgetRequestId })
  for (const exportId of await findPendingExports(db, senders, now)) await enqueue(deps, 'export', { exportId })

  await deleteExpiredLeases(db, new Date(now.getTime() - dayMs))
}

/** Returns the threads with messages to answer or a turn to resume. Relies on messages_pending_idx and turns_running_key. */
async function findPendingThreads({ store, senders, settings }: ConversationDeps, now: Date): Promise<ThreadId[]> {
  const sentBefore = new Date(now.getTime() - settings.debounceMs)
  const rows = await store.db.$queryRaw<{ threadId: ThreadId }[]>`
    SELECT DISTINCT pending.thread_id AS "threadId" FROM (
      SELECT m.thread_id FROM messages m WHERE m.pending AND m.kind = 'chat' AND m.sent_at <= ${sentBefore} AND ${isServed(senders)}
      UNION SELECT thread_id FROM turns WHERE state = 'running'
    ) pending
    WHERE NOT ${isLeased('thread', Prisma.sql`pending.thread_id`, now)}
      AND NOT ${isBeingErased(Prisma.sql`pending.thread_id`)}
    ORDER BY pending.thread_id LIMIT ${batchSize}`
  return rows.map(({ threadId }) => threadId)
}

interface PendingCommand {
  readonly messageId: MessageId
  readonly text: string
}

async function findPendingCommands({ store, senders }: ConversationDeps, now: Date): Promise<PendingCommand[]> {
  return store.db.$queryRaw<PendingCommand[]>`
    SELECT m.id AS "messageId", m.text FROM messages m
    WHERE m.pending AND m.kind = 'command' AND ${isServed(senders)} AND (${isStopLine} OR NOT ${isBeingErased(Prisma.sql`m.thread_id`)})
      AND NOT ${isLeased('command', Prisma.sql`m.id`, now)}
      AND (${isSeparateLine} OR NOT ${isLeased('commands', Prisma.sql`m.thread_id`, now)})
    ORDER BY m.id LIMIT ${batchSize}`
}

/** Returns one message for each place with parts that are due. Relies on deliveries_pending_idx. */
async function findPendingDeliveries({ store, senders }: ConversationDeps, now: Date): Promise<MessageId[]> {
  const rows = await store.db.$queryRaw<{ messageId: MessageId }[]>`
    SELECT min(m.id)::int AS "messageId" FROM deliveries d JOIN messages m ON m.id = d.message_id
    WHERE ${isServed(senders)} AND d.state IN ('pending', 'sending') AND m.kind <> 'draft' AND (d.not_before IS NULL OR d.not_before <= ${now})
      AND NOT ${isLeased('place', Prisma.sql`m.place_id`, now)}
    GROUP BY m.place_id ORDER BY min(m.id) LIMIT ${batchSize}`
  return rows.map(({ messageId }) => messageId)
}

const expiredText = 'This contained a one-time code or link that has expired.'

/** Removes expired one-time codes and links, including those in sent parts. */
async function removeExpiredTexts(store: Store, now: Date): Promise<void> {
  await store.transaction(async (tx) => {
    const ids = await replaceExpiredTexts(tx, now, expiredText)
    if (ids.length > 0)
      await tx.delivery.updateMany({ where: { messageId: { in: ids } }, data: { text: expiredText, buttons: Prisma.DbNull } })
  })
}
