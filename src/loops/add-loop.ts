import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { LoopOwner } from '../core/domain/loops.ts'
import { clip, storable } from '../core/domain/text.ts'
import { hashGist } from '../memory/items/gist.ts'
import type { Tx } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'
import { lockThread } from '../threads/thread.ts'
import { rescheduleLoop } from './change-loop.ts'
import { type LoopDue, type LoopOrigin, type LoopWriteContext, loadLoop, maxLoopChars, type OpenLoop } from './open-loop.ts'
import { createUndoMoveAction } from './undo-move.ts'

/** The maximum length of the name of somebody who owes something, in characters. */
const maxNameChars = 60

export interface NewLoop {
  readonly owner: LoopOwner
  /** Who owes it, if `owner` is `other`. */
  readonly ownerName?: string | undefined
  readonly text: string
  readonly due?: LoopDue | undefined
  readonly source?: MessageId | undefined
  readonly origin: LoopOrigin
}

export interface AddLoopResult {
  readonly loop: OpenLoop
  /** False if an open loop says the same, in which case that one is returned, with the new due time if one was given. */
  readonly isNew: boolean
  /** The action of the button that undoes the change of that loop's due time, if it was changed. */
  readonly undoAction?: string
}

/** Adds an open loop for the scope's audience, or merges it with the one that says the same. Locks the thread. */
export async function addLoop(tx: Tx, context: LoopWriteContext, newLoop: NewLoop): Promise<AddLoopResult> {
  const { scope, now } = context
  await lockThread(tx, scope.threadId)
  const text = clip(storable(newLoop.text).trim(), maxLoopChars)
  const ownerName = newLoop.owner === 'other' && newLoop.ownerName ? clip(storable(newLoop.ownerName).trim(), maxNameChars) : null
  const gist = hashGist(text)
  const existing = await findSameLoop(tx, scope, { gist, origin: newLoop.origin })
  const before = existing && newLoop.due && (await loadLoop(tx, scope, existing))
  const undoAction = before && (await createUndoMoveAction(tx, before))
  const id =
    existing ??
    (
      await tx.openLoop.create({
        data: {
          ...{ userId: scope.userId, audience: scope.audience, owner: newLoop.owner, ownerName, text, gist, state: 'open' },
          ...{ origin: newLoop.origin, sourceMessageId: newLoop.source ?? null, createdAt: now },
        },
      })
    ).id
  // From now on it does not depend on what the session says.
  if (existing !== undefined && newLoop.origin === 'request') await tx.openLoop.update({ where: { id }, data: { origin: 'request' } })
  // What a session tells late must not remind of what is past.
  const onlyAhead = newLoop.origin === 'session'
  if (newLoop.due) await rescheduleLoop(tx, context, { id: id as LoopId, due: newLoop.due, onlyAhead })
  const loop = await loadLoop(tx, scope, id as LoopId)
  if (!loop) throw new Error('An open loop was not stored.')
  return { loop, isNew: existing === undefined, ...(undoAction && { undoAction }) }
}

/** Returns the open loop that says the same, if any: for a session only of its audience. Relies on open_loops_gist_key. */
async function findSameLoop(
  tx: Tx,
  scope: Scope,
  { gist, origin }: { readonly gist: string; readonly origin: LoopOrigin },
): Promise<LoopId | undefined> {
  const [row] = await tx.$queryRaw<{ id: LoopId }[]>`
    SELECT l.id FROM open_loops l
    WHERE ${ownedBy(scope, 'l')} AND l.gist = ${gist} AND l.state = 'open' AND (${origin} = 'request' OR l.audience = ${scope.audience})
    ORDER BY l.id LIMIT 1`
  return row?.id
}
