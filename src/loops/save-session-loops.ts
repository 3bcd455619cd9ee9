import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { Clock } from '../core/ports/clock.ts'
import { hashGist } from '../memory/items/gist.ts'
import type { ProcessedSession } from '../sessions/deps.ts'
import type { ShownLoop } from '../sessions/session-input.ts'
import type { FoundLoop, SessionNotes } from '../sessions/session-notes.ts'
import type { Db, Tx } from '../store/store.ts'
import { addLoop } from './add-loop.ts'
import { closeLoop, reopenLoop } from './change-loop.ts'
import { type LoopDue, type LoopWriteContext, listLoops, loadLoopsById } from './open-loop.ts'
import { readDue } from './read-due.ts'

/** The maximum number of open loops that a session is compared with, the most urgent and newest. */
const maxCompared = 50

/** Returns the loops that a session may close: those that are open and not repeated, and those that an earlier revision of it closed. */
export async function listLoopsForSession(db: Db, { userId, threadId, audience, messageIds }: ProcessedSession): Promise<ShownLoop[]> {
  const { loops: open } = await listLoops(db, { userId, threadId, audience }, { state: 'open', limit: maxCompared })
  const closed = await db.openLoop.findMany({
    where: { userId, audience, closingOrigin: 'session', closingMessageId: { in: [...messageIds] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const loops = [
    // A repeated one ends only when the user ends it: "took my pills" is about one day.
    ...open.filter(({ due }) => due?.repeat === undefined),
    ...(await loadLoopsById(
      db,
      closed.map(({ id }) => id as LoopId),
    )),
  ]
  return loops.map(({ id, text, owner, due }) => ({ id, text, owner, ...(due && { due: [due.day, due.time].filter(Boolean).join(' ') }) }))
}

/**
 * Stores what a session opens and closes, in the transaction that stores its notes. What an earlier revision of the session opened or
 * closed, and this one does not, is undone, unless the user has changed it since.
 */
export async function saveSessionLoops(tx: Tx, clock: Clock, session: ProcessedSession, notes: SessionNotes): Promise<void> {
  const { userId, threadId, audience, timezone } = session
  const context: LoopWriteContext = { scope: { userId, threadId, audience }, now: clock.now(), timezone }
  const messageIds = [...session.messageIds]
  const gists = notes.newLoops.map(({ text }) => hashGist(text))
  await tx.openLoop.deleteMany({
    where: { userId, audience, origin: 'session', state: 'open', sourceMessageId: { in: messageIds }, gist: { notIn: gists } },
  })
  await reopenUnconfirmed(tx, context, { messageIds, closed: notes.closings.map(({ loopId }) => loopId) })
  for (const loop of notes.newLoops) await openLoop(tx, context, { session, loop })
  for (const { loopId: id, messageId, state } of notes.closings) await closeLoop(tx, context, { id, state, origin: 'session', messageId })
}

/** Opens again what an earlier revision of the session closed, and this one does not. */
async function reopenUnconfirmed(
  tx: Tx,
  context: LoopWriteContext,
  { messageIds, closed }: { readonly messageIds: readonly MessageId[]; readonly closed: readonly number[] },
): Promise<void> {
  const { userId, audience } = context.scope
  const loops = await tx.openLoop.findMany({
    where: { userId, audience, closingOrigin: 'session', closingMessageId: { in: [...messageIds] }, id: { notIn: [...closed] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of loops) await reopenLoop(tx, context, id as LoopId)
}

/** Adds a loop, unless the session has opened it before. One that is already open keeps its due time. */
async function openLoop(
  tx: Tx,
  context: LoopWriteContext,
  { session, loop }: { readonly session: ProcessedSession; readonly loop: FoundLoop },
): Promise<void> {
  const { userId, audience } = context.scope
  const { owner, ownerName, text, messageId: source } = loop
  const gist = hashGist(text)
  const known = await tx.openLoop.count({
    where: { userId, audience, gist, OR: [{ state: 'open' }, { sourceMessageId: { in: [...session.messageIds] } }] },
  })
  if (known > 0) return
  const due = loop.due === undefined ? undefined : await readSourceDue(tx, session, { ...loop, due: loop.due })
  await addLoop(tx, context, { owner, ownerName, text, source, origin: 'session', due })
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
