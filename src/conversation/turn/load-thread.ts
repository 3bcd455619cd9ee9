import { messageOf } from '../../core/domain/errors.ts'
import { late, withTimeout } from '../../core/ports/clock.ts'
import type { Lease } from '../../threads/lease.ts'
import { addThreadReferences, maxReferences } from '../../threads/messages/references.ts'
import type { ConversationDeps } from '../deps.ts'
import { lastOf, type Turn } from './claim-turn.ts'

/** The time limit for loading the earlier messages of a thread, in ms. The user is waiting meanwhile. */
const loadWithinMs = 10_000

/**
 * Loads the earlier messages of the platform's thread and stores those that are not stored yet. Returns whether the place is a thread. If
 * the platform does not provide them, the reply continues with those that are stored. Throws LeaseLostError.
 */
export async function loadThread(deps: ConversationDeps, turn: Turn, lease: Lease): Promise<boolean> {
  const { place, threadId } = turn
  const sender = deps.senders.get(place.platform)
  const { id: messageId, platformMessageId } = lastOf(turn)
  if (!sender?.loadThread || platformMessageId === null || place.kind === 'direct') return false
  const loaded = await withTimeout(deps.clock, loadWithinMs, sender.loadThread(place.address, platformMessageId, maxReferences)).catch(
    (error: unknown) => ({ error: messageOf(error) }),
  )
  if (loaded === undefined) return false
  if (loaded === late || 'error' in loaded) {
    const error = loaded === late ? 'it took too long' : loaded.error
    deps.log.warn({ platform: place.platform, error }, 'the earlier messages of a thread were not loaded; the reply continues without them')
    return true
  }
  await addThreadReferences(deps.store, { threadId, place, messageId, lease }, loaded)
  return true
}
