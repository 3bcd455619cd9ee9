import { messageOf } from '../../core/domain/errors.ts'
import type { ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { TurnDeps } from '../deps.ts'

/** How often a running turn polls for its cancellation, in ms, in case the broadcast was lost. */
const lookEveryMs = 2_000

/** Cancels the running turn of a thread, in whatever process it runs. */
export async function cancelTurn(deps: TurnDeps, { threadId }: { threadId: ThreadId }): Promise<{ stopped: boolean }> {
  // Relies on turns_running_key.
  const turns = await deps.store.db.$queryRaw<{ id: TurnId }[]>`
    UPDATE turns SET stop_requested = TRUE WHERE thread_id = ${threadId} AND state = 'running' RETURNING id`
  for (const { id } of turns) deps.broadcast.publish({ type: 'stop-turn', turnId: id })
  return { stopped: turns.length > 0 }
}

/** Returns a signal that is aborted when a turn is cancelled. The database holds the request; the broadcast only speeds it up. */
export function watchCancellation(deps: TurnDeps, turnId: TurnId): { readonly signal: AbortSignal; end(): void } {
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
  deps: TurnDeps,
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
