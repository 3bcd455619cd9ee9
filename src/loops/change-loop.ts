import type { LoopId, MessageId } from '../core/domain/ids.ts'
import { clip, storable } from '../core/domain/text.ts'
import { hashGist } from '../memory/items/gist.ts'
import type { Tx } from '../store/store.ts'
import { ownedBy } from '../threads/scope.ts'
import { lockThread } from '../threads/thread.ts'
import { type LoopDue, type LoopOrigin, type LoopState, type LoopWriteContext, loadLoop, maxLoopChars, type OpenLoop } from './open-loop.ts'
import { scheduleReminder } from './reminders/schedule-reminder.ts'

export interface LoopClosure {
  readonly id: LoopId
  readonly state: Exclude<LoopState, 'open'>
  readonly origin: LoopOrigin
  /** The message that shows that it is done. */
  readonly messageId?: MessageId | undefined
}

/** Closes an open loop and cancels its reminder. Returns undefined if there is no such open loop. */
export async function closeLoop(
  tx: Tx,
  { scope, now }: Omit<LoopWriteContext, 'timezone'>,
  { id, state, origin, messageId }: LoopClosure,
): Promise<OpenLoop | undefined> {
  await lockThread(tx, scope.threadId)
  const closed = await tx.$executeRaw`
    UPDATE open_loops l SET state = ${state}, closed_at = ${now}, closing_origin = ${origin}, closing_message_id = ${messageId ?? null}::int
    WHERE l.id = ${id} AND l.state = 'open' AND ${ownedBy(scope, 'l')}`
  if (closed === 0) return undefined
  await tx.reminder.deleteMany({ where: { loopId: id, state: 'waiting' } })
  return loadLoop(tx, scope, id)
}

/**
 * Opens a closed loop again, with its reminder if that is still ahead. If the user asks for it, nothing that was said before closes it.
 * Returns undefined if there is no such closed loop, or an open one says the same.
 */
export async function reopenLoop(
  tx: Tx,
  context: LoopWriteContext,
  { id, origin }: { readonly id: LoopId; readonly origin: LoopOrigin },
): Promise<OpenLoop | undefined> {
  const { scope, now } = context
  await lockThread(tx, scope.threadId)
  const opened = await tx.$executeRaw`
    UPDATE open_loops l SET state = 'open', closed_at = NULL, closing_origin = NULL, closing_message_id = NULL,
      reopened_at = ${origin === 'request' ? now : null}::timestamptz
    WHERE l.id = ${id} AND l.state <> 'open' AND ${ownedBy(scope, 'l')} AND NOT EXISTS (
      SELECT 1 FROM open_loops same WHERE same.user_id = l.user_id AND same.audience = l.audience AND same.gist = l.gist AND same.state = 'open')`
  if (opened === 0) return undefined
  const loop = await loadLoop(tx, scope, id)
  if (loop?.due) await scheduleReminder(tx, context, { loopId: id, due: loop.due, onlyAhead: true })
  return loop
}

/** Changes when an open loop is due. Without a due day, it has no reminder either. Returns undefined if there is no such open loop. */
export async function rescheduleLoop(
  tx: Tx,
  context: LoopWriteContext,
  { id, due, onlyAhead = false }: { readonly id: LoopId; readonly due?: LoopDue | undefined; readonly onlyAhead?: boolean },
): Promise<OpenLoop | undefined> {
  const { scope } = context
  await lockThread(tx, scope.threadId)
  const changed = await tx.$executeRaw`
    UPDATE open_loops l SET due_day = ${due?.day ?? null}, due_time = ${due?.time ?? null}, repeat = ${due?.repeat ?? null}
    WHERE l.id = ${id} AND l.state = 'open' AND ${ownedBy(scope, 'l')}`
  if (changed === 0) return undefined
  if (due) await scheduleReminder(tx, context, { loopId: id, due, onlyAhead })
  else await tx.reminder.deleteMany({ where: { loopId: id, state: 'waiting' } })
  return loadLoop(tx, scope, id)
}

/**
 * Postpones the next reminder of an open loop, at the same time of the day unless another is given. A repeated loop keeps its rule, and only
 * this occurrence moves. Returns the loop with its new due time. Undefined if there is no such open loop.
 */
export async function snoozeLoop(
  tx: Tx,
  context: LoopWriteContext,
  { id, due: wanted }: { readonly id: LoopId; readonly due: LoopDue },
): Promise<OpenLoop | undefined> {
  const { scope } = context
  await lockThread(tx, scope.threadId)
  const loop = await loadLoop(tx, scope, id)
  if (loop?.state !== 'open') return undefined
  // Changed by the user, so it no longer depends on what the session says.
  await tx.openLoop.update({ where: { id }, data: { origin: 'request' } })
  const time = wanted.time ?? loop.due?.time
  const due = { ...wanted, ...(time && { time }) }
  if (!loop.due?.repeat) return rescheduleLoop(tx, context, { id, due })
  await scheduleReminder(tx, context, { loopId: id, due })
  return { ...loop, due }
}

/** Changes what an open loop says. Returns undefined if there is no such open loop, or another open one says the same. */
export async function renameLoop(
  tx: Tx,
  { scope }: Pick<LoopWriteContext, 'scope'>,
  { id, text: written }: { readonly id: LoopId; readonly text: string },
): Promise<OpenLoop | undefined> {
  await lockThread(tx, scope.threadId)
  const text = clip(storable(written).trim(), maxLoopChars)
  const gist = hashGist(text)
  // Changed by the user, so it no longer depends on what the session says.
  const renamed = await tx.$executeRaw`
    UPDATE open_loops l SET text = ${text}, gist = ${gist}, origin = 'request'
    WHERE l.id = ${id} AND l.state = 'open' AND ${ownedBy(scope, 'l')} AND NOT EXISTS (
      SELECT 1 FROM open_loops same
      WHERE same.user_id = l.user_id AND same.audience = l.audience AND same.gist = ${gist} AND same.state = 'open' AND same.id <> l.id)`
  return renamed > 0 ? loadLoop(tx, scope, id) : undefined
}
