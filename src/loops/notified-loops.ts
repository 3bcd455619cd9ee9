import { InputError } from '../core/domain/errors.ts'
import type { LoopId } from '../core/domain/ids.ts'
import type { Translate } from '../core/messages/messages.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Tx } from '../store/store.ts'
import { type AnsweringContext, applyAndNotify, type ChangeNotice, type NotifiedChangeDeps } from '../threads/notified-change.ts'
import { type AddLoopResult, addLoop, type NewLoop } from './add-loop.ts'
import { closeLoop, snoozeLoop } from './change-loop.ts'
import { dropButton, formatLoop, reopenButton } from './format-loop.ts'
import { type LoopDue, type LoopState, type LoopWriteContext, loadLoop, type OpenLoop } from './open-loop.ts'
import { createUndoMoveAction, undoMoveAction } from './undo-move.ts'

export interface NotifiedLoopDeps extends NotifiedChangeDeps {
  readonly clock: Clock
}

/** The context of a change that the bot makes while it answers, and the user's timezone. */
export interface LoopAnsweringContext extends AnsweringContext {
  /** IANA name. */
  readonly timezone: string
}

/** The maximum number of loops added, moved and closed per message, so that no prompt, whatever its source, can close everything. */
const maxChangesPerMessage = 8

/** Adds a loop and notifies the user, with a button to undo it. One that is open already moves instead, if a due time is given. */
export function addLoopAndNotify(
  deps: NotifiedLoopDeps,
  context: LoopAnsweringContext,
  loop: Omit<NewLoop, 'source' | 'origin'>,
): Promise<AddLoopResult> {
  return applyAndNotify(deps, context, async (tx) => {
    await assertChangeLimit(tx, context)
    const source = { source: context.answeredMessageId, origin: 'request' as const }
    const added = await addLoop(tx, toWriteContext(deps, context), { ...loop, ...source })
    const write = toWriteContext(deps, context)
    if (added.isNew) return { result: added, notice: (translate) => buildAddedLoopNotice(added.loop, write, translate) }
    const { loop: moved, undoAction } = added
    return {
      result: added,
      ...(undoAction && { notice: (translate: Translate) => buildMovedNotice(moved, { undoAction, ...write }, translate) }),
    }
  })
}

/** Closes a loop and notifies the user, with a button to open it again. Throws InputError if there is no such open loop. */
export function closeLoopAndNotify(
  deps: NotifiedLoopDeps,
  context: LoopAnsweringContext,
  { id, state }: { readonly id: LoopId; readonly state: Exclude<LoopState, 'open'> },
): Promise<OpenLoop> {
  return applyAndNotify(deps, context, async (tx) => {
    await assertChangeLimit(tx, context)
    const closing = { id, state, origin: 'request' as const, messageId: context.answeredMessageId }
    const loop = await closeLoop(tx, toWriteContext(deps, context), closing)
    if (!loop) throw new InputError(describeNotOpen(id))
    return { result: loop, notice: (translate) => buildClosedLoopNotice(loop, toWriteContext(deps, context), translate) }
  })
}

/** Postpones a loop and notifies the user, with a button to undo it. Throws InputError if there is no such open loop. */
export function snoozeLoopAndNotify(
  deps: NotifiedLoopDeps,
  context: LoopAnsweringContext,
  { id, due }: { readonly id: LoopId; readonly due: LoopDue },
): Promise<OpenLoop> {
  return applyAndNotify(deps, context, async (tx) => {
    await assertChangeLimit(tx, context)
    const write = toWriteContext(deps, context)
    const before = await loadLoop(tx, context.scope, id)
    const undoAction = before && (await createUndoMoveAction(tx, before))
    const after = await snoozeLoop(tx, write, { id, due })
    if (!after || !undoAction) throw new InputError(describeNotOpen(id))
    return { result: after, notice: (translate) => buildMovedNotice(after, { undoAction, ...write }, translate) }
  })
}

const describeNotOpen = (id: LoopId): string => `There is no open loop ${id}. Use loop_list to find ids.`

const toWriteContext = ({ clock }: NotifiedLoopDeps, { scope, timezone }: LoopAnsweringContext): LoopWriteContext => ({
  scope,
  timezone,
  now: clock.now(),
})

/** Builds the notice about a new loop, or about one that was stated again. */
export function buildAddedLoopNotice(loop: OpenLoop, time: Pick<LoopWriteContext, 'now' | 'timezone'>, translate: Translate): ChangeNotice {
  const text = formatLoop(loop, time, translate)
  return {
    text: translate(loop.due ? 'remind.set' : 'loops.noted', { text }),
    buttons: [dropButton(loop.id, translate('button.undo'))],
  }
}

/** Builds the notice about a loop whose due time has changed. */
const buildMovedNotice = (
  loop: OpenLoop,
  { undoAction, ...time }: Pick<LoopWriteContext, 'now' | 'timezone'> & { readonly undoAction: string },
  translate: Translate,
): ChangeNotice => ({
  text: translate('loops.moved', { text: formatLoop(loop, time, translate) }),
  buttons: [{ label: translate('button.undo'), action: undoAction }, dropButton(loop.id, translate('loops.drop'))],
})

/** Builds the notice about a loop that was closed. */
export function buildClosedLoopNotice(
  loop: OpenLoop,
  time: Pick<LoopWriteContext, 'now' | 'timezone'>,
  translate: Translate,
): ChangeNotice {
  const text = formatLoop({ ...loop, due: null }, time, translate)
  return {
    text: translate(loop.state === 'done' ? 'loops.closed' : 'loops.dropped', { text }),
    buttons: [reopenButton(loop.id, translate('loops.reopen'))],
  }
}

async function assertChangeLimit(tx: Tx, { scope: { userId }, answeredMessageId }: AnsweringContext): Promise<void> {
  const changed = await tx.openLoop.count({
    where: { userId, OR: [{ sourceMessageId: answeredMessageId }, { closingMessageId: answeredMessageId }] },
  })
  // Moves are counted by their notices, which follow the answered message.
  const [row] = await tx.$queryRaw<{ moved: number }[]>`
    SELECT count(DISTINCT n.id)::int AS moved FROM messages m JOIN messages n
      ON n.place_id = m.place_id AND n.kind = 'notice' AND n.sent_at >= m.sent_at AND n.platform_order = m.platform_order
      AND n.thread_id = m.thread_id JOIN deliveries d ON d.message_id = n.id
    WHERE m.id = ${answeredMessageId} AND d.buttons::text LIKE ${`%"${undoMoveAction} %`}`
  if (changed + (row?.moved ?? 0) >= maxChangesPerMessage)
    throw new InputError(
      `${maxChangesPerMessage} loops were changed for this message, which is the limit. Ask the person which others matter.`,
    )
}
