import { messageOf } from '../../core/domain/errors.ts'
import type { ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Broadcast } from '../../core/ports/broadcast.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Store } from '../../store/store.ts'

export interface CancelDeps {
  readonly store: Store
  readonly clock: Clock
  readonly broadcast: Broadcast
  readonly log: Log
}

/** How often a running turn looks whether it is to stop, in ms, should the news of it not have come. */
const lookEveryMs = 2_000

/** Asks the running turn of a thread to stop, in whatever process it runs. */
export async function cancelTurn(parts: CancelDeps, { threadId }: { threadId: ThreadId }): Promise<{ stopped: boolean }> {
  // Relies on turns_running_key.
  const turns = await parts.store.db.$queryRaw<{ id: TurnId }[]>`
    UPDATE turns SET stop_requested = TRUE WHERE thread_id = ${threadId} AND state = 'running' RETURNING id`
  for (const { id } of turns) parts.broadcast.publish({ type: 'stop-turn', turnId: id })
  return { stopped: turns.length > 0 }
}

/** A signal that is aborted when somebody asks a turn to stop. The request is in the database; the news only brings it sooner. */
export function watchCancellation(parts: CancelDeps, turnId: TurnId): { readonly signal: AbortSignal; end(): void } {
  const stop = new AbortController()
  const over = new AbortController()
  const unsubscribe = parts.broadcast.subscribe((news) => {
    if (news.type === 'stop-turn' && news.turnId === turnId) stop.abort()
  })
  void pollCancellation(parts, turnId, { stop, over: over.signal })
  return {
    signal: stop.signal,
    end() {
      over.abort()
      unsubscribe()
    },
  }
}

async function pollCancellation(
  parts: CancelDeps,
  turnId: TurnId,
  { stop, over }: { stop: AbortController; over: AbortSignal },
): Promise<void> {
  while (!over.aborted && !stop.signal.aborted) {
    try {
      const turn = await parts.store.db.turn.findUnique({ where: { id: turnId }, select: { stopRequested: true } })
      if (turn?.stopRequested) stop.abort()
    } catch (error) {
      parts.log.warn({ turnId, error: messageOf(error) }, 'it could not be seen whether a turn is to stop')
    }
    await parts.clock.sleep(lookEveryMs, over)
  }
}
