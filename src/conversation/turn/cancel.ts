import { messageOf } from '../../core/domain/errors.ts'
import type { PlaceId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import type { Clock } from '../../core/ports/clock.ts'
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

/** Whether a running turn is cancelled or was ended by others. */
async function isCancelled({ store }: Pick<ThreadDeps, 'store'>, turnId: TurnId): Promise<boolean> {
  const turn = await store.db.turn.findUnique({ where: { id: turnId }, select: { state: true, stopRequested: true } })
  return turn?.state !== 'running' || turn.stopRequested
}

export interface CancellationWatch {
  /** Aborted when the turn is cancelled. */
  readonly signal: AbortSignal
  /** Whether the turn had just been claimed when the watch began, so that it was not cancelled yet. */
  readonly isFresh: boolean
  /**
   * Checks the database. Call it before anything is shown, because the place may belong to another user now. Never rejects: true if the
   * database cannot tell.
   */
  isCancelled(): Promise<boolean>
  end(): void
}

/** Watches whether a turn is cancelled. The database holds the request; the broadcast only speeds it up. */
export function watchCancellation(
  deps: ThreadDeps,
  turnId: TurnId,
  { isFresh = false }: Partial<Pick<CancellationWatch, 'isFresh'>> = {},
): CancellationWatch {
  const stop = new AbortController()
  const over = new AbortController()
  const unsubscribe = deps.broadcast.subscribe((news) => {
    if (news.type === 'stop-turn' && news.turnId === turnId) stop.abort()
  })
  let asking: Promise<boolean> | undefined
  const ask = async () => {
    // Shares a query that has just been sent.
    asking ??= isCancelled(deps, turnId).finally(() => {
      asking = undefined
    })
    try {
      if (await asking) stop.abort()
      return stop.signal.aborted
    } catch (error) {
      deps.log.warn({ turnId, error: messageOf(error) }, 'checking whether a turn is cancelled failed')
      return true
    }
  }
  if (!isFresh) void ask()
  void pollCancellation(deps.clock, ask, { stop: stop.signal, over: over.signal })
  return {
    signal: stop.signal,
    isFresh,
    isCancelled: ask,
    end() {
      over.abort()
      unsubscribe()
    },
  }
}

async function pollCancellation(
  clock: Clock,
  ask: () => Promise<boolean>,
  { stop, over }: { stop: AbortSignal; over: AbortSignal },
): Promise<void> {
  while (!over.aborted && !stop.aborted) {
    await clock.sleep(lookEveryMs, over)
    if (!over.aborted) await ask()
  }
}
