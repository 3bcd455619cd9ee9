import type { LoopId, MessageId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { loadReaderTimezone } from '../threads/days/day-segment.ts'
import type { Scope } from '../threads/scope.ts'
import { reopenLoop } from './change-loop.ts'
import type { LoopWriteContext } from './open-loop.ts'

/** Rows that sessions alone have written: the user has neither changed, nor closed, nor reopened them. */
const untouched: Prisma.OpenLoopWhereInput = { origin: 'session', reopenedAt: null, OR: [{ state: 'open' }, { closingOrigin: 'session' }] }

interface OpenedLoops {
  readonly messageIds: readonly MessageId[]
  /** What the messages open now: one row of each stays. */
  readonly keep: readonly { readonly gist: string; readonly messageId: MessageId }[]
}

/** Deletes the loops that messages opened and no longer do. Returns whether there was any. */
export async function deleteSessionLoops(tx: Tx, { userId, audience }: Scope, { messageIds, keep }: OpenedLoops): Promise<boolean> {
  const loops = await tx.openLoop.findMany({
    where: { userId, audience, sourceMessageId: { in: [...messageIds] }, ...untouched },
    select: { id: true, gist: true, sourceMessageId: true },
    orderBy: { id: 'asc' },
  })
  const kept = keep.map(({ gist, messageId }) => {
    const same = loops.filter((loop) => loop.gist === gist)
    return (same.find(({ sourceMessageId }) => sourceMessageId === messageId) ?? same[0])?.id
  })
  const ids = loops.map(({ id }) => id).filter((id) => !kept.includes(id))
  await tx.openLoop.deleteMany({ where: { id: { in: ids } } })
  return ids.length > 0
}

interface ClosedLoops {
  readonly messageIds: readonly MessageId[]
  /** What the messages close now. */
  readonly keep: readonly LoopId[]
}

/** Opens the loops again that messages closed and no longer do. Returns whether there was any. */
export async function reopenClosings(tx: Tx, context: LoopWriteContext, { messageIds, keep }: ClosedLoops): Promise<boolean> {
  const { userId, audience } = context.scope
  const loops = await tx.openLoop.findMany({
    where: {
      ...{ userId, closingOrigin: 'session', closingMessageId: { in: [...messageIds] }, id: { notIn: [...keep] } },
      ...(audience !== 'private' && { audience }),
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of loops) await reopenClosed(tx, context, id as LoopId)
  return loops.length > 0
}

/** Opens a loop again. Of this and an open one that says the same, the one that was stated first stays, unless the user has changed one. */
async function reopenClosed(tx: Tx, context: LoopWriteContext, id: LoopId): Promise<void> {
  const rows = await tx.$queryRaw<{ id: LoopId; origin: string }[]>`
    SELECT l.id, l.origin FROM open_loops r JOIN open_loops l ON l.user_id = r.user_id AND l.audience = r.audience AND l.gist = r.gist
    LEFT JOIN messages m ON m.id = l.source_message_id
    WHERE r.id = ${id} AND (l.id = r.id OR l.state = 'open')
    ORDER BY l.origin, COALESCE(m.sent_at, l.created_at), m.platform_order, m.id`
  const [kept, dropped] = rows
  if (dropped?.origin === 'session') await tx.openLoop.delete({ where: { id: dropped.id } })
  if (kept?.id === id) await reopenLoop(tx, context, { id, origin: 'session' })
}

/** Undoes what deleted messages of a thread opened and closed. Returns whether there was any. The thread must be locked. */
export async function undoSessionLoops(
  tx: Tx,
  clock: Clock,
  { threadId, messageIds }: { readonly threadId: ThreadId; readonly messageIds: readonly MessageId[] },
): Promise<boolean> {
  const binding = await tx.continuousThread.findUnique({ where: { threadId }, select: { userId: true } })
  if (!binding) return false
  const userId = binding.userId as UserId
  const scope: Scope = { userId, threadId, audience: 'private' }
  const { count } = await tx.openLoop.deleteMany({ where: { userId, sourceMessageId: { in: [...messageIds] }, ...untouched } })
  const context = { scope, now: clock.now(), timezone: await loadReaderTimezone(tx, scope) }
  return (await reopenClosings(tx, context, { messageIds, keep: [] })) || count > 0
}
