import { findChannelOf } from '../../channels/find-channel.ts'
import { findMissingMessages } from '../../channels/log/find-missing.ts'
import { logMessage } from '../../channels/log/log-message.ts'
import { findDueHistories, findReading, type HistoryReading, postponeReading, storePageRead } from '../../channels/manage/history.ts'
import type { SharedPlacesOf } from '../../channels/manage/managers.ts'
import { messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import type { HistoryPage, PastMessage } from '../../core/ports/shared-places.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { findPlaceById, type Place } from '../../threads/places.ts'
import type { ConversationDeps } from '../deps.ts'
import { receive } from './receive.ts'

export interface HistoryDeps extends ConversationDeps {
  readonly sharedPlaces: SharedPlacesOf
}

/** Enqueues the reading of what channels missed, or were asked to read. Scheduled. */
export async function queueHistories(deps: HistoryDeps): Promise<void> {
  const platforms = [...deps.sharedPlaces].flatMap(([name, { loadHistory }]) => (loadHistory ? [name] : []))
  for (const placeId of await findDueHistories(deps, platforms)) await enqueue(deps, 'read-history', { placeId })
}

/** How long to wait after the platform failed, in ms, if it does not say. */
const retryDelayMs = 5 * 60_000

/** What is said to the bot is answered if it is not older than this, in ms. It is logged otherwise. */
const answeredAgeMs = 3_600_000

/**
 * Reads the history of a channel on its platform, page by page, and logs what is missing. What was edited or deleted meanwhile is edited or
 * deleted in the log. Goes on where it stopped, also after an interruption. Idempotent.
 */
export async function readHistory(deps: HistoryDeps, placeId: PlaceId, signal: AbortSignal): Promise<void> {
  const { db } = deps.store
  for (let reading = await findReading(db, placeId); reading && !signal.aborted; reading = await findReading(db, placeId)) {
    const place = await findPlaceById(db, placeId)
    if (!place) return
    const startedAt = deps.clock.now()
    const page = await loadPage(deps, place, reading)
    if (!page) return
    let count = 0
    for (const message of page.messages) if (await takePast(deps, place, message)) count++
    await deleteMissing(deps, place, page)
    await storePageRead(db, reading, { next: page.next, count, startedAt })
  }
}

/** Returns the next page. Undefined if the platform fails, in which case it is read later. */
async function loadPage(
  deps: HistoryDeps,
  { id, platform, address }: Place,
  { since, next }: HistoryReading,
): Promise<HistoryPage | undefined> {
  const places = deps.sharedPlaces.get(platform)
  try {
    return await places?.loadHistory?.(address, { since, ...(next !== null && { from: next }) })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    deps.log.info({ placeId: id, reason: messageOf(error) }, 'the history of a channel could not be read; trying again later')
    await postponeReading(deps.store.db, id, new Date(deps.clock.now().getTime() + (error.retryAfterMs ?? retryDelayMs)))
    return undefined
  }
}

/** Logs a past message, or has it answered if it was said to the bot a moment ago. Returns whether it is new. */
async function takePast(deps: HistoryDeps, { kind, platform, tenant, address, title }: Place, message: PastMessage): Promise<boolean> {
  const past = { ...message, place: { kind, platform, tenant, address, title } }
  if (past.addressed && deps.clock.now().getTime() - past.sentAt.getTime() <= answeredAgeMs) {
    await receive(deps, past)
    return false
  }
  const isNew = await logMessage(deps, { ...past, addressed: false })
  if (!isNew && past.type === 'edit') await receive(deps, { ...past, addressed: false })
  return isNew
}

/** Deletes what the log has of the time of a page and the platform did not list, as if the platform had reported each deletion. */
async function deleteMissing(deps: HistoryDeps, place: Place, { messages, listed: ids }: HistoryPage): Promise<void> {
  const { db } = deps.store
  const [first, last] = [messages[0], messages.at(-1)]
  const channel = await findChannelOf(db, place.id)
  if (!first || !last || !channel) return
  for (const id of await findMissingMessages(db, channel, { from: first.sentAt, to: last.sentAt, ids }))
    await receive(deps, { type: 'deletion', place, id })
}
