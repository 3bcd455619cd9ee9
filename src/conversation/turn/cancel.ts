import { messageOf } from '../../core/domain/errors.ts'
import type { PlaceId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'

/** How often a running turn polls for its cancellation, in ms, in case the broadcast was lost. */
const lookEveryMs = 2_000

/** Cancels the running turn of a thread, whichever process runs it. */
export async function cancelTurn(deps: ThreadDeps, { threadId }: { threadId: ThreadId }): Promise<{ stopped: boolean }> {
  const turnId = await requestCancellation(deps.store.db, { threadId })
  if (turnId !== undefined) deps.broadcast.publish({ type: 'stop-turn', turnId })
  return { stopped: turnId !== undefined }
}

/**
 * Records that the running turn of a thread must stop. With `placeIds`, only if the turn answers in one of these places. Returns the
 * turn's id.
 */
export async function requestCancellation(
  db: Db,
  { threadId, placeIds }: { readonly threadId: ThreadId; readonly placeIds?: readonly PlaceId[] },
): Promise<TurnId | undefined> {
  // Relies on turns_running_key: a thread has at most one running turn.
  const [turn] = await db.turn.updateManyAndReturn({
    where: { threadId, state: 'running', ...(placeIds && { placeId: { in: [...placeIds] } }) },
    data: { stopRequested: true },
    select: { id: true },
  })
  return turn?.id as TurnId | undefined
}

/** Returns a signal that is aborted when a turn is cancelled. The database holds the request; the broadcast only speeds it up. */
export function watchCancellation(deps: ThreadDeps, turnId: TurnId): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController()
  const over = new AbortController()
  const unsubscribe = deps.broadcast.subscribe((news) => {
    if (news.type === 'stop-turn' && news.turnId === turnId) stop.abort()
  })
  void pollCancellation(deps, turnId, { stop, over: over.signal })
  return {
    signal: stop.signal,
    end() {
      over.abort()
      unsubscribe()
    },
  }
}

async function pollCancellation(
  deps: ThreadDeps,
  turnId: TurnId,
  { stop, over }: { stop: AbortController; over: AbortSignal },
): Promise<void> {
  while (!over.aborted && !stop.signal.aborted) {
    try {
      const turn = await deps.store.db.turn.findUnique({ where: { id: turnId }, select: { stopRequested: true } })
      if (turn?.stopRequested) stop.abort()
    } catch (error) {
      deps.log.warn({ turnId, error: messageOf(error) }, 'polling for the cancellation of a turn failed')
    }
    await deps.clock.sleep(lookEveryMs, over)
  }
}
