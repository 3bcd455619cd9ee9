import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { Clock } from '../core/ports/clock.ts'
import { hashGist } from '../memory/items/gist.ts'
import type { ProcessedSession } from '../sessions/deps.ts'
import type { FoundLoop, LoopClosing, SessionNotes } from '../sessions/session-notes.ts'
import type { Tx } from '../store/store.ts'
import { lockThread } from '../threads/thread.ts'
import { addLoop } from './add-loop.ts'
import { closeLoop, reopenLoop, rescheduleLoop } from './change-loop.ts'
import { findSameLoops } from './list-session-loops.ts'
import { type LoopDue, type LoopWriteContext, loadLoop } from './open-loop.ts'
import { readDue } from './read-due.ts'
import { deleteSessionLoops, reopenClosings } from './undo-session-loops.ts'

/**
 * Stores what a session opens and closes, in the transaction that stores its notes. What an earlier revision of the session opened or
 * closed, and this one does not, is undone, unless the user has changed it since. Returns whether other loops are open to later sessions
 * than before.
 */
export async function saveSessionLoops(
  tx: Tx,
  clock: Clock,
  session: ProcessedSession,
  notes: Pick<SessionNotes, 'newLoops' | 'closings'>,
): Promise<boolean> {
  const { userId, threadId, audience, timezone, messageIds } = session
  const context: LoopWriteContext = { scope: { userId, threadId, audience }, now: clock.now(), timezone }
  await lockThread(tx, threadId)
  const newLoops = notes.newLoops.map((loop) => ({ ...loop, gist: hashGist(loop.text) }))
  const closed = notes.closings.map(({ loopId }) => loopId)
  const changes = [
    await deleteSessionLoops(tx, context.scope, { messageIds, keep: newLoops }),
    await reopenClosings(tx, context, { messageIds, keep: closed }),
  ]
  for (const closing of notes.closings) changes.push(await closeInSession(tx, context, { session, closing }))
  for (const loop of newLoops) changes.push(await openInSession(tx, context, { session, loop }))
  return changes.includes(true)
}

interface ClosingInSession {
  readonly session: ProcessedSession
  readonly closing: LoopClosing
}

/** Closes a loop. One that a later session closed is closed by this one instead. One that the user closed stays as it is. */
async function closeInSession(tx: Tx, context: LoopWriteContext, { session, closing }: ClosingInSession): Promise<boolean> {
  const { loopId: id, messageId, state } = closing
  if (await closeLoop(tx, context, { id, state, origin: 'session', messageId })) return true
  const closed = (await loadLoop(tx, context.scope, id))?.closingMessageId
  const { count } = await tx.openLoop.updateMany({
    where: { id, closingOrigin: 'session', closingMessageId: closed ?? -1 },
    data: { state, closingMessageId: messageId },
  })
  return count > 0 && !session.messageIds.some((member) => member === closed)
}

interface LoopInSession {
  readonly session: ProcessedSession
  readonly loop: FoundLoop & { readonly gist: string }
}

/**
 * Opens a loop, unless it is open before the session, and keeps its due time then. One that the session opened before, or that a later
 * session opened, becomes this one. What the user has changed or closed stays as it is.
 */
async function openInSession(tx: Tx, context: LoopWriteContext, { session, loop }: LoopInSession): Promise<boolean> {
  const same = await findSameLoops(tx, session, loop.gist)
  const messageIds: readonly (MessageId | null)[] = session.messageIds
  const position = (messageId: MessageId | null) => messageIds.indexOf(messageId)
  const own = same.find(({ sourceMessageId }) => position(sourceMessageId) >= 0)
  const isDone = same.some(({ closingMessageId }) => position(closingMessageId) >= position(loop.messageId))
  if (isDone || same.some((other) => other !== own && other.isOpenBefore)) {
    if (!own || own.isOfUser) return false
    await tx.openLoop.delete({ where: { id: own.id } })
    return true
  }
  const open = own ?? same.find(({ state }) => state === 'open')
  if (open?.isOfUser) return false
  const due = loop.due === undefined ? undefined : await readSourceDue(tx, session, { ...loop, due: loop.due })
  if (open) {
    const isReopened = open.isClosedBefore && (await reopenLoop(tx, context, { id: open.id, origin: 'session' })) !== undefined
    await restateLoop(tx, context, { id: open.id, loop, due })
    return open !== own || isReopened
  }
  const { owner, ownerName, text, messageId: source } = loop
  await addLoop(tx, context, { owner, ownerName, text, source, origin: 'session', due })
  return true
}

interface RestatedLoop {
  readonly id: LoopId
  readonly loop: FoundLoop
  readonly due: LoopDue | undefined
}

/** Gives a loop the source, the words and the due time of a session that opens it. Its reminder stays if it is due at the same time. */
async function restateLoop(tx: Tx, context: LoopWriteContext, { id, loop, due }: RestatedLoop): Promise<void> {
  const { owner, ownerName = null, text, messageId: sourceMessageId } = loop
  const before = await tx.openLoop.update({ where: { id }, data: { owner, ownerName, text, sourceMessageId } })
  const after = { dueDay: due?.day ?? null, dueTime: due?.time ?? null, repeat: due?.repeat ?? null }
  if (before.dueDay === after.dueDay && before.dueTime === after.dueTime && before.repeat === after.repeat) return
  // One that is closed has no reminder.
  if (!(await rescheduleLoop(tx, context, { id, due, onlyAhead: true }))) await tx.openLoop.update({ where: { id }, data: after })
}

/** Reads the due time as it was meant when the message was written. */
async function readSourceDue(
  tx: Tx,
  { language, timezone }: ProcessedSession,
  { due, messageId }: FoundLoop & { readonly due: string },
): Promise<LoopDue | undefined> {
  const { sentAt } = await tx.message.findUniqueOrThrow({ where: { id: messageId }, select: { sentAt: true } })
  return readDue(due, { now: sentAt, timezone, languages: [...new Set([language, 'en'])] })
}
