import type { LoopId } from '../core/domain/ids.ts'
import { parseDayLabel } from '../core/ports/clock.ts'
import type { Tx } from '../store/store.ts'
import { rescheduleLoop } from './change-loop.ts'
import { type LoopDue, type LoopWriteContext, loadLoop, type OpenLoop } from './open-loop.ts'

/** The beginning of the action that undoes a move. */
export const undoMoveAction = '/loop back'

/**
 * Returns the action of the button that gives a loop back the due time that it has now. Call it before the loop moves. A repeated loop gets
 * back its rule.
 */
export async function createUndoMoveAction(tx: Tx, { id, due }: Pick<OpenLoop, 'id' | 'due'>): Promise<string> {
  const isFixed = (await tx.reminder.count({ where: { loopId: id, state: 'waiting', isFixed: true } })) > 0
  const earlier = due && !due.repeat ? [due.day, due.time, isFixed && 'fixed'] : []
  return [undoMoveAction, id, ...earlier].filter(Boolean).join(' ')
}

/**
 * Gives a loop back an earlier due time, as the button states it, with its reminder if that is still ahead. Returns undefined if there is no
 * such open loop, or the text is none of the button.
 */
export async function undoMove(
  tx: Tx,
  context: LoopWriteContext,
  { id, earlier }: { readonly id: LoopId; readonly earlier: string },
): Promise<OpenLoop | undefined> {
  const due = readEarlierDue(earlier)
  const loop = due && (await loadLoop(tx, context.scope, id))
  if (!loop) return undefined
  return rescheduleLoop(tx, context, { id, due: loop.due?.repeat ? loop.due : due.at, onlyAhead: true })
}

/** Reads what follows the number in the action of the button. `at` is absent if the loop had no due time. Undefined for any other text. */
function readEarlierDue(text: string): { readonly at?: LoopDue } | undefined {
  if (text.trim() === '') return {}
  const [, written = '', time, fixed] = /^(\S+)(?: ((?:[01]\d|2[0-3]):[0-5]\d))?( fixed)?$/.exec(text.trim()) ?? []
  const day = parseDayLabel(written)
  return day && { at: { day, ...(time && { time }), ...(fixed && { isFixed: true }) } }
}
