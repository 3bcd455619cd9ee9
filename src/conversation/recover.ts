import { expireLinks } from '../accounts/close-links.ts'
import type { MessageId, ThreadId } from '../core/domain/ids.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteExpiredAccessData } from '../people/access.ts'
import { findPendingExports } from '../privacy/export/request-export.ts'
import { findPendingForgetRequests } from '../privacy/forget/pending.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { isServed } from '../threads/places.ts'
import { isBeingErased } from '../threads/privacy/tombstones.ts'
import type { ConversationDeps } from './deps.ts'
import { isStopLine } from './receive/run-command.ts'

/** How many of each kind one look takes up; the next look takes up the rest. */
const atOnce = 100

/** Longer than that no platform takes an answer to a command, in ms; the token in it is not kept. */
const invocationMs = 30 * 60_000

/**
 * Finds in the database what is pending and queues it: at start, and every few seconds in case a job was lost. What
 * somebody works on just now is left to them, by their lease.
 */
export async function recoverPendingWork(deps: ConversationDeps): Promise<void> {
  const { db } = deps.store
  const now = deps.clock.now()
  const waitedLongEnough = new Date(now.getTime() - deps.settings.debounceMs)

  // Relies on messages_pending_idx and turns_running_key.
  const threads = await db.$queryRaw<{ threadId: ThreadId }[]>`
    SELECT DISTINCT pending.thread_id AS "threadId" FROM (
      SELECT m.thread_id FROM messages m WHERE m.pending AND m.kind = 'chat' AND m.sent_at <= ${waitedLongEnough} AND ${isServed(deps.senders)}
      UNION SELECT thread_id FROM turns WHERE state = 'running'
    ) pending
    WHERE NOT EXISTS (SELECT 1 FROM leases l WHERE l.name = 'thread:' || pending.thread_id AND l.until > ${now})
      AND NOT ${isBeingErased(Prisma.sql`pending.thread_id`)}
    ORDER BY pending.thread_id LIMIT ${atOnce}`
  for (const { threadId } of threads) await enqueue(deps, 'answer-thread', { threadId })

  const commands = await db.$queryRaw<{ messageId: MessageId }[]>`
    SELECT m.id AS "messageId" FROM messages m
    WHERE m.pending AND m.kind = 'command' AND ${isServed(deps.senders)} AND (${isStopLine} OR NOT ${isBeingErased(Prisma.sql`m.thread_id`)})
      AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.until > ${now}
        AND (l.name = 'command:' || m.id OR (l.name = 'commands:' || m.thread_id AND NOT ${isStopLine})))
    ORDER BY m.id LIMIT ${atOnce}`
  for (const { messageId } of commands) await enqueue(deps, 'run-command', { messageId })

  // One message of each place that has parts to send now, where there is somebody to send them. Relies on deliveries_pending_idx.
  const deliveries = await db.$queryRaw<{ messageId: MessageId }[]>`
    SELECT min(m.id)::int AS "messageId" FROM deliveries d JOIN messages m ON m.id = d.message_id
    WHERE ${isServed(deps.senders)} AND d.state IN ('pending', 'sending') AND m.kind <> 'draft' AND (d.not_before IS NULL OR d.not_before <= ${now})
      AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.name = 'place:' || m.place_id AND l.until > ${now})
    GROUP BY m.place_id ORDER BY min(m.id) LIMIT ${atOnce}`
  for (const { messageId } of deliveries) await enqueue(deps, 'deliver-message', { messageId })

  // An answer that could not be given in the platform's own way for so long goes to the person's own chat.
  const invokedBefore = new Date(now.getTime() - invocationMs)
  await db.$executeRaw`UPDATE deliveries SET invocation = NULL WHERE state IN ('pending', 'sending') AND invocation IS NOT NULL AND updated_at < ${invokedBefore}`
  await db.$executeRaw`UPDATE messages SET invocation = NULL WHERE pending AND invocation IS NOT NULL AND sent_at < ${invokedBefore}`

  await deleteExpiredTexts(db, now)
  await expireLinks(deps)
  await deleteExpiredAccessData(db, now)

  for (const forgetRequestId of await findPendingForgetRequests(db, now)) await enqueue(deps, 'forget', { forgetRequestId })
  for (const exportId of await findPendingExports(db, deps.senders, now)) await enqueue(deps, 'export', { exportId })

  // Those of single commands and forgettings would grow without end; whoever held one that long ago is gone.
  await db.$executeRaw`DELETE FROM leases WHERE (name LIKE 'command:%' OR name LIKE 'forget:%' OR name LIKE 'export:%') AND until < ${new Date(now.getTime() - 86_400_000)}`
}

/** What a message says once it opens nothing any more. */
const spent = 'What stood here could be used once, and is no longer good.'

/** Takes away one-time codes and links whose time is over, wherever they were written down. Relies on messages_text_expires_at_idx. */
async function deleteExpiredTexts(db: Db, now: Date): Promise<void> {
  await db.$executeRaw`
    WITH m AS (UPDATE messages SET text = ${spent}, text_expires_at = NULL WHERE text_expires_at <= ${now} RETURNING id)
    UPDATE deliveries d SET text = ${spent}, buttons = NULL FROM m WHERE d.message_id = m.id`
}
