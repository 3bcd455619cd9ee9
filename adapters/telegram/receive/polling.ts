import type { Api } from 'grammy'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { toGrammySignal } from '../client.ts'
import { describeError, getRetryAfterMs, isConflict, isInvalidToken } from '../errors.ts'
import { allowedUpdates, parseUpdateId } from '../payloads.ts'
import { createUpdateQueue, type UpdateHandler } from './update-queue.ts'

export interface PollingOptions {
  readonly api: Api
  readonly clock: Clock
  readonly log: Log
  /** Rejects if the update must be delivered again. */
  readonly handleUpdate: UpdateHandler
}

/** Seconds that Telegram holds a call open without updates. */
export const pollTimeoutSeconds = 30

/**
 * Polls until `signal` is aborted. A getUpdates call acknowledges all updates below its offset, so the offset only moves up to the first
 * update
 * that was not stored. grammY's own loop moves it before, and its runner while, updates are processed: both would lose updates that
 * the inbox rejected, or that were in progress when the process was killed. https://core.telegram.org/bots/api#getupdates
 */
export async function pollUpdates(options: PollingOptions, signal: AbortSignal): Promise<void> {
  const { api, clock, log } = options
  const processBatch = createUpdateQueue(options, signal)
  const fetchBackoff = createBackoff(60_000)
  // Shorter: other chats wait together with the one whose message was rejected.
  const storeBackoff = createBackoff(8000)
  let offset = 0
  let acknowledgedOffset = 0

  while (!signal.aborted) {
    const batch = await fetchBatch()
    if (!batch) continue
    const pendingIds = await processBatch(batch)
    const nextOffsets = batch.map((raw) => (parseUpdateId(raw) ?? -1) + 1)
    offset = pendingIds.length > 0 ? Math.min(...pendingIds) : Math.max(offset, ...nextOffsets)
    if (pendingIds.length === 0) storeBackoff.reset()
    else await clock.sleep(storeBackoff.next(), signal)
  }
  if (offset > acknowledgedOffset) await acknowledgeLastBatch()

  async function fetchBatch(): Promise<readonly unknown[] | undefined> {
    try {
      const batch = await api.getUpdates({ offset, timeout: pollTimeoutSeconds, allowed_updates: allowedUpdates }, toGrammySignal(signal))
      // Requesting the same batch at once would loop forever.
      if (!isReadableBatch(batch)) throw new Error('the answer to getUpdates is not a list of updates')
      acknowledgedOffset = offset
      fetchBackoff.reset()
      return batch
    } catch (error) {
      if (signal.aborted) return undefined
      const waitMs = Math.max(fetchBackoff.next(), getRetryAfterMs(error))
      log.warn({ reason: describeError(error), waitMs }, adviceFor(error))
      await clock.sleep(waitMs, signal)
      return undefined
    }
  }

  /** Acknowledges the last batch, so that it does not come again at the next start. A shutdown does not wait long for it. */
  async function acknowledgeLastBatch(): Promise<void> {
    const done = new AbortController()
    const call = api.getUpdates({ offset, limit: 1, timeout: 0 }).catch((error) => {
      log.debug({ reason: describeError(error) }, 'The last Telegram updates could not be acknowledged; they will come again')
    })
    await Promise.race([call, clock.sleep(2000, done.signal)])
    done.abort()
  }
}

function isReadableBatch(batch: unknown): boolean {
  return Array.isArray(batch) && (batch.length === 0 || batch.some((raw) => parseUpdateId(raw) !== undefined))
}

function adviceFor(error: unknown): string {
  if (isConflict(error))
    return 'Another program receives the messages of this Telegram bot. One at a time can: stop the other one, or give this one a bot of its own'
  if (isInvalidToken(error))
    return 'Telegram no longer accepts the token: it was revoked. Set TELEGRAM_BOT_TOKEN to the new one and start again'
  return 'Telegram could not be asked for messages; trying again'
}
