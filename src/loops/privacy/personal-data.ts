import type { ErasedUser, ForgetBatch, PersonalData, ThreadSplit } from '../../core/ports/personal-data.ts'
import { rereadSessionsSince } from '../../sessions/reread-sessions.ts'
import type { Tx } from '../../store/store.ts'
import { mergeLoops } from './merge.ts'

export const loopsPersonalData: PersonalData<Tx> = {
  feature: 'loops',
  tables: {
    open_loops: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'openLoops',
        columns: [
          ...['id', 'audience', 'owner', 'owner_name', 'text', 'gist', 'state', 'due_day', 'due_time', 'repeat', 'origin'],
          ...['source_message_id', 'closing_origin', 'closing_message_id', 'created_at', 'closed_at', 'reopened_at'],
        ],
        key: ['id'],
        refersTo: { source_message_id: 'messages', closing_message_id: 'messages' },
        restored: { user_id: '$1' },
      },
    },
    reminders: {
      ofPerson: 't.loop_id IN (SELECT l.id FROM open_loops l WHERE l.user_id = $1)',
      exported: {
        section: 'reminders',
        columns: ['id', 'loop_id', 'due_at', 'is_timed', 'is_fixed', 'state', 'post_at', 'message_id', 'is_repeated'],
        key: ['id'],
        partOf: { loop_id: 'open_loops' },
        refersTo: { message_id: 'messages' },
        // An import must not send what was due before it.
        as: { state: "CASE WHEN t.state = 'posted' THEN 'done' ELSE t.state END" },
        settled: "UPDATE reminders SET state = 'done' WHERE state = 'waiting' AND post_at < now()",
      },
    },
  },
  merge: mergeLoops,
  split: splitLoops,
  forget: forgetLoops,
  erase: eraseLoops,
}

/** Moves the loops that come from leaving messages. */
async function splitLoops(tx: Tx, { from, to, messageIds }: ThreadSplit): Promise<void> {
  await tx.openLoop.updateMany({
    where: { userId: from.userId, sourceMessageId: { in: [...messageIds] } },
    data: { userId: to.userId },
  })
  // What showed that a loop is done is with somebody else now.
  await tx.$executeRaw`
    UPDATE open_loops l SET closing_message_id = NULL
    WHERE l.closing_message_id = ANY(${[...messageIds]}::int[]) AND l.user_id = ${from.userId}`
}

/**
 * Deletes loops that come from deleted messages. Those that such a message closed stay closed. Reminders are deleted with their loops.
 * Relies on open_loops_source_message_id_idx.
 */
async function forgetLoops(tx: Tx, { userId, threadId, messageIds, now }: ForgetBatch): Promise<void> {
  const ids = [...messageIds]
  const [first] = await tx.$queryRaw<{ since: Date | null }[]>`
    SELECT min(m.sent_at) AS since FROM open_loops l JOIN messages m ON m.id = l.source_message_id
    WHERE l.user_id = ${userId} AND m.id = ANY(${ids}::int[])`
  // They may have stated again what is forgotten here.
  if (first?.since) await rereadSessionsSince(tx, { threadId, since: first.since, now })
  await tx.openLoop.deleteMany({ where: { userId, sourceMessageId: { in: ids } } })
  await tx.openLoop.updateMany({ where: { userId, closingMessageId: { in: ids } }, data: { closingMessageId: null } })
}

async function eraseLoops(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await tx.openLoop.deleteMany({ where: { userId } })
}
