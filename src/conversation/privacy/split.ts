import type { ThreadSplit } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { stopRunningTurn } from './merge.ts'

/** Moves the turns of leaving messages. A running turn stops, because it has read messages of both sides, and is started again. */
export async function splitTurns(tx: Tx, { from, to, messageIds, now }: ThreadSplit): Promise<void> {
  await stopRunningTurn(tx, { threadId: from.threadId, error: 'Its conversation was separated.', now })
  // The report of the context is about both sides.
  await tx.$executeRaw`
    UPDATE turns t SET thread_id = ${to.threadId}, context = NULL
    WHERE t.thread_id = ${from.threadId} AND t.id IN (SELECT m.turn_id FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]))`
}
