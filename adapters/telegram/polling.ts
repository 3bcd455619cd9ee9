import type { Api } from 'grammy'
import type { Clock } from '../../src/core/clock.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import type { Log } from '../../src/core/log.ts'
import { grammySignal } from './client.ts'
import { askedWaitMs, describeError, isConflict, isWrongToken } from './errors.ts'
import { createTaking, type Take } from './taking.ts'
import { allowedUpdates, updateNumber } from './updates.ts'

export interface PollingParts {
  readonly api: Api
  readonly clock: Clock
  readonly log: Log
  /** Rejects when the update must be delivered again. */
  readonly take: Take
}

/** Seconds that Telegram holds a call open when there is nothing new. */
export const pollSeconds = 30

/**
 * Long polling until `signal` is aborted. A call of getUpdates acknowledges all updates below its offset, so the offset
 * only goes up to the first update that was not taken. grammY's own loop moves it before, and its runner while, updates
 * are handled: both would lose what the inbox refused, or held when the process was killed.
 * https://core.telegram.org/bots/api#getupdates
 */
export async function pollUpdates(parts: PollingParts, signal: AbortSignal): Promise<void> {
  const { api, clock, log } = parts
  const takeBatch = createTaking(parts, signal)
  const fetchWaits = growingWaits(60_000)
  // Shorter: other chats wait with the one whose message was refused.
  const takeWaits = growingWaits(8000)
  let offset = 0
  let acknowledged = 0

  while (!signal.aborted) {
    const batch = await fetchBatch()
    if (!batch) continue
    const open = await takeBatch(batch)
    const behind = batch.map((raw) => (updateNumber(raw) ?? -1) + 1)
    offset = open.length > 0 ? Math.min(...open) : Math.max(offset, ...behind)
    if (open.length === 0) takeWaits.reset()
    else await clock.sleep(takeWaits.next(), signal)
  }
  if (offset > acknowledged) await acknowledgeLast()

  async function fetchBatch(): Promise<readonly unknown[] | undefined> {
    try {
      const batch = await api.getUpdates({ offset, timeout: pollSeconds, allowed_updates: allowedUpdates }, grammySignal(signal))
      // Asking at once for the same again would go on for ever.
      if (!canBeRead(batch)) throw new Error('the answer to getUpdates is not a list of updates')
      acknowledged = offset
      fetchWaits.reset()
      return batch
    } catch (error) {
      if (signal.aborted) return undefined
      const waitMs = Math.max(fetchWaits.next(), askedWaitMs(error))
      log.warn({ reason: describeError(error), waitMs }, adviceFor(error))
      await clock.sleep(waitMs, signal)
      return undefined
    }
  }

  /** So that what was taken last does not come again at the next start. A stop does not wait long for it. */
  async function acknowledgeLast(): Promise<void> {
    const done = new AbortController()
    const call = api.getUpdates({ offset, limit: 1, timeout: 0 }).catch((error) => {
      log.debug({ reason: describeError(error) }, 'The last Telegram updates could not be acknowledged; they will come again')
    })
    await Promise.race([call, clock.sleep(2000, done.signal)])
    done.abort()
  }
}

function canBeRead(batch: unknown): boolean {
  return Array.isArray(batch) && (batch.length === 0 || batch.some((raw) => updateNumber(raw) !== undefined))
}

function adviceFor(error: unknown): string {
  if (isConflict(error))
    return 'Another program receives the messages of this Telegram bot. One at a time can: stop the other one, or give this one a bot of its own'
  if (isWrongToken(error))
    return 'Telegram no longer accepts the token: it was revoked. Set TELEGRAM_BOT_TOKEN to the new one and start again'
  return 'Telegram could not be asked for messages; trying again'
}
