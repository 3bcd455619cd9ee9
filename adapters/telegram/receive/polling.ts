import type { Api } from 'grammy'
import { type Clock, computeBackoffMs, createBackoff, withTimeout } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import type { Connection } from '../../kit/receiver.ts'
import { toGrammySignal } from '../client.ts'
import { describeError, getRetryAfterMs, isConflict, isInvalidToken } from '../errors.ts'
import { allowedUpdates, parseUpdate, parseUpdateId, type TelegramUpdate, unreadableUpdate } from '../payloads.ts'

export interface PollingOptions {
  readonly api: Api
  readonly clock: Clock
  readonly log: Log
  /** Resolves with true once the update is stored or given up, or with false if stopped before that. Never rejects. */
  readonly handleUpdate: (update: TelegramUpdate) => Promise<boolean>
}

/** How long to wait before asking for updates that cannot be acknowledged, in ms. */
const unnumberedWaitMs = 1_000

/**
 * How long to wait before the next poll while updates are pending, in ms. Telegram answers such a poll at once, with the pending updates
 * again. New messages of other chats are not requested during the wait, so it grows only while nothing at all can be stored.
 */
const pendingWait = { firstMs: 250, longestMs: 8_000 }

/** How long Telegram holds a call open without updates, in seconds. */
export const pollTimeoutSeconds = 30

/**
 * Polls until `signal` is aborted. A getUpdates call acknowledges all updates below its offset, so the offset moves only up to the first
 * pending update. grammY's own loop moves it before updates are handled, and its runner while they are handled. Both would lose updates
 * that the inbox rejected, or that were in progress when the process died. https://core.telegram.org/bots/api#getupdates
 */
export async function pollUpdates(options: PollingOptions, connection: Omit<Connection, 'inbox'>): Promise<void> {
  const { api, clock, log } = options
  const { signal } = connection
  const fetchBackoff = createBackoff(60_000)
  let offset = 0
  let acknowledgedOffset = 0
  let isConnected = true
  /** Updates from `offset` on, by number. True if the update is stored or given up, false if it is still pending. */
  const isSettled = new Map<number, boolean>()
  const running = new Set<Promise<void>>()
  /** Consecutive waits during which no update was settled. */
  let idleWaits = 0

  /** Whether the last batch had updates without a number. It contains them again until a later update is acknowledged. */
  let hadUnnumbered = false

  while (!signal.aborted) {
    const batch = await fetchBatch()
    for (const raw of batch) startHandling(raw)
    const unnumbered = batch.filter((raw) => parseUpdateId(raw) === undefined)
    if (!hadUnnumbered) for (const raw of unnumbered) log.warn({ shape: describeShape(raw) }, unreadableUpdate)
    hadUnnumbered = unnumbered.length > 0
    // Such a batch is given again at once, so the next poll must wait.
    if (batch.length > 0 && unnumbered.length === batch.length) await clock.sleep(unnumberedWaitMs, signal)
    idleWaits = running.size === 0 ? 0 : idleWaits + 1
    await withTimeout(clock, computeBackoffMs(idleWaits, pendingWait), Promise.all(running))
    moveOffset()
  }
  await Promise.all(running)
  moveOffset()
  if (offset > acknowledgedOffset) await acknowledgeLastBatch()

  /** Starts handling an update, unless that has already happened: each batch contains the pending updates again. */
  function startHandling(raw: unknown): void {
    const updateId = parseUpdateId(raw)
    if (updateId === undefined || isSettled.has(updateId)) return
    const update = parseUpdate(raw)
    isSettled.set(updateId, update === undefined)
    if (!update) {
      log.warn({ update: updateId, shape: describeShape(raw) }, unreadableUpdate)
      return
    }
    const handling = options
      .handleUpdate(update)
      .then((settled) => void isSettled.set(updateId, settled))
      .finally(() => {
        running.delete(handling)
        idleWaits = 0
      })
    running.add(handling)
  }

  function moveOffset(): void {
    const updateIds = [...isSettled.keys()].sort((a, b) => a - b)
    const firstPending = updateIds.find((updateId) => !isSettled.get(updateId))
    offset = firstPending ?? Math.max(offset, ...updateIds.map((updateId) => updateId + 1))
    for (const updateId of updateIds) if (updateId < offset) isSettled.delete(updateId)
  }

  async function fetchBatch(): Promise<readonly unknown[]> {
    // After a failure, the next call returns at once, which shows that Telegram is back.
    const timeout = isConnected ? pollTimeoutSeconds : 0
    try {
      const batch: unknown = await api.getUpdates({ offset, timeout, allowed_updates: allowedUpdates }, toGrammySignal(signal))
      if (!Array.isArray(batch)) throw new Error('the answer to getUpdates is not a list of updates')
      acknowledgedOffset = offset
      fetchBackoff.reset()
      if (!isConnected) connection.onConnected()
      isConnected = true
      return batch
    } catch (error) {
      if (signal.aborted) return []
      isConnected = false
      connection.onUnavailable()
      const waitMs = Math.max(fetchBackoff.next(), getRetryAfterMs(error))
      log.warn({ reason: describeError(error), waitMs }, adviceFor(error))
      await clock.sleep(waitMs, signal)
      return []
    }
  }

  /** Acknowledges the last batch, so that it is not sent again at the next start. A shutdown waits only briefly for this. */
  async function acknowledgeLastBatch(): Promise<void> {
    const done = new AbortController()
    const call = api.getUpdates({ offset, limit: 1, timeout: 0 }).catch((error) => {
      log.debug({ reason: describeError(error) }, 'The last Telegram updates could not be acknowledged; Telegram will send them again')
    })
    await Promise.race([call, clock.sleep(2000, done.signal)])
    done.abort()
  }
}

function adviceFor(error: unknown): string {
  if (isConflict(error))
    return 'Another program receives the messages of this Telegram bot, and only one can. Stop the other one, or give this one its own bot'
  if (isInvalidToken(error)) return 'Telegram rejects the token: it was revoked. Set TELEGRAM_BOT_TOKEN to the new one and restart'
  return 'Telegram messages could not be requested; trying again'
}
