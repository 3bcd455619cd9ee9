import { messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { MessageId, PlaceAddress, PlaceId, PlatformMessageId } from '../../core/domain/ids.ts'
import { type BackoffOptions, computeBackoffMs } from '../../core/ports/clock.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { followUpQuoteChanges } from '../../privacy/forget/quotes.ts'
import { Prisma } from '../../store/generated/client.ts'
import { holdLease, type Lease, leaseName } from '../../threads/lease.ts'
import type { Place } from '../../threads/places.ts'
import { updateReferencesTo } from '../../threads/privacy/references.ts'
import type { ConversationDeps } from '../deps.ts'
import { type DeliveryOutcome, type DeliveryPart, deleteSurplusPart, findNextPart, surplusText, updatePart } from './outbox.ts'
import { warnOfUnknownDeliveries } from './unknown-deliveries.ts'

/** How long after its message was written an unsent part is still retried, in ms. */
const retryPeriodMs = 24 * 3_600_000
const retryBackoff: BackoffOptions = { firstMs: 1_000, longestMs: 60_000 }

/** Sends the pending parts in the place that a message belongs to. */
export async function deliverMessage(deps: ConversationDeps, messageId: MessageId, signal: AbortSignal): Promise<void> {
  const message = await deps.store.db.message.findUnique({ where: { id: messageId }, select: { placeId: true } })
  if (message) await deliverPlace(deps, message.placeId as PlaceId, signal)
}

/**
 * Sends the pending parts of one place in order, one worker at a time. A worker that adds a part calls this function as well. If another
 * worker holds the lease, that worker sends the part, so it does not wait for the sweep. Starts no further part once `signal` is aborted.
 */
export async function deliverPlace(deps: ConversationDeps, placeId: PlaceId, signal: AbortSignal): Promise<void> {
  const isServed = Prisma.sql`EXISTS (SELECT 1 FROM places p WHERE p.id = ${placeId} AND p.platform = ANY(${[...deps.senders.keys()]}))`
  for (;;) {
    const outcome = await holdLease(
      deps,
      leaseName('place', placeId),
      (lease, lost) => deliverAll(deps, placeId, { lease, signal: AbortSignal.any([lost, signal]) }),
      { isNeeded: isServed },
    )
    if (outcome === 'busy' || signal.aborted || !outcome.isWanted) return
  }
}

interface DeliveryRun {
  readonly lease: Lease
  readonly signal: AbortSignal
}

interface PartDelivery extends DeliveryRun {
  readonly sender: PlatformSender
}

async function deliverAll(deps: ConversationDeps, placeId: PlaceId, delivering: DeliveryRun): Promise<void> {
  let announced: DeliveryPart | undefined
  for (;;) {
    if (delivering.signal.aborted) return
    const part = await findNextPart(deps.store.db, placeId)
    const sender = part && deps.senders.get(part.platform)
    if (!sender) return
    const waitMs = part.notBefore ? part.notBefore.getTime() - deps.clock.now().getTime() : 0
    if (waitMs > 0) {
      // Later parts wait too, because a place receives its parts in order.
      await enqueue(deps, 'deliver-message', { messageId: part.messageId }, waitMs)
      return
    }
    // The next part is the warning. Another worker may have posted it.
    if (part.needsWarning && !part.isPlaceClosed && part.id !== announced?.id) {
      await warnBefore(deps, part)
      announced = part
      continue
    }
    await deliverPart(deps, { ...delivering, sender }, part)
  }
}

const warnBefore = (deps: ConversationDeps, { threadId, segmentId, writtenAt, placeId }: DeliveryPart) =>
  warnOfUnknownDeliveries(deps, { threadId, placeId, segmentId, before: writtenAt })

async function deliverPart(deps: ConversationDeps, delivering: PartDelivery, part: DeliveryPart): Promise<void> {
  if (part.isReplacement) await updateQuotesOfPart(deps, part)
  if (part.isPlaceClosed) {
    await recordOutcome(deps, delivering, part, { state: 'failed', error: 'The account of this chat was unlinked or blocked.' })
    return
  }
  if (part.text === surplusText) return removePart(deps, delivering, part)
  if (isInDoubt(part) && !isRepeatSafe(deps, delivering, part)) {
    // The worker that was sending the part is gone, or did not learn the outcome.
    await recordOutcome(deps, delivering, part, {
      state: 'unknown',
      error: part.error ?? 'The process was interrupted while sending this part.',
    })
    return
  }
  let current = { ...part, sendStartedAt: part.sendStartedAt ?? deps.clock.now() }
  const updateDelivery = async (changes: Pick<DeliveryOutcome, 'platformMessageId' | 'invocation'>) => {
    current = { ...current, ...changes }
    await recordOutcome(deps, delivering, current, { state: 'sending', ...changes })
  }
  try {
    // The part may have been deleted since it was found.
    if (!(await recordOutcome(deps, delivering, current, { state: 'sending', sendStartedAt: current.sendStartedAt }))) return
    // The message to edit is gone, so the part is sent again.
    if (current.platformMessageId && !(await editPart(delivering, current))) await updateDelivery({ platformMessageId: null })
    const shown = current.platformMessageId ?? (await answerInvocation(delivering, current))
    if (!shown && current.invocation) await updateDelivery({ invocation: null })
    const platformMessageId = shown ?? (await sendPart(delivering, current, part.platformMessageId))
    // A platform that recognizes the repeat keeps the first text, which may be an unfinished draft, so the part is also edited.
    if (isInDoubt(part) && !shown) {
      await updateDelivery({ platformMessageId })
      await editPart(delivering, current)
    }
    await recordOutcome(deps, delivering, current, { state: 'sent', platformMessageId, error: null })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    await recordOutcome(deps, delivering, current, planAfterFailure(deps, delivering, { part: current, inDoubt: isInDoubt(part), error }))
  }
}

/** Updates what others quote of a part whose text was replaced. Called before it is sent, so that an interruption repeats it. Idempotent. */
async function updateQuotesOfPart(deps: ConversationDeps, { platformMessageId, text, ...place }: DeliveryPart): Promise<void> {
  if (!platformMessageId) return
  const change = { text, isWithdrawn: text === surplusText }
  await followUpQuoteChanges(deps, await updateReferencesTo(deps.store, { place, platformMessageId }, change))
}

/** Whether the part may have been sent before, with an unknown outcome. */
const isInDoubt = ({ platformMessageId, state, sendStartedAt }: DeliveryPart) =>
  !platformMessageId && (state === 'sending' || sendStartedAt !== null)

/** Whether a send that may have happened can be repeated without showing the part twice. */
function isRepeatSafe({ clock }: ConversationDeps, { sender }: PartDelivery, { sendStartedAt, invocation }: DeliveryPart): boolean {
  return !invocation && sendStartedAt !== null && clock.now().getTime() - sendStartedAt.getTime() < (sender.repeatSafeMs ?? 0)
}

const contentOf = (part: DeliveryPart): ReplyPart => ({
  text: part.text,
  ...(part.buttons && { buttons: part.buttons }),
  ...(part.replyTo && { replyTo: part.replyTo }),
  ...(part.collapsed && { collapsed: true }),
  ...(part.silent && { silent: true }),
  ...(part.part > 0 && { continues: true }),
})

/** Sends a part. If it takes the place of a message that cannot be edited, the platform must not treat it as a repeat of that message. */
function sendPart({ sender }: PartDelivery, part: DeliveryPart, inPlaceOf: PlatformMessageId | null): Promise<PlatformMessageId> {
  const key = deliveryKey(part.messageId, part.part)
  return sender.send(part.address, contentOf(part), inPlaceOf === null ? key : (`${key}.${inPlaceOf}` as DeliveryKey))
}

/** Removes the message of a part that is no longer needed, or else its text. */
async function removePart(deps: ConversationDeps, delivering: PartDelivery, part: DeliveryPart): Promise<void> {
  try {
    if (part.platformMessageId) await removeMessage(delivering, part.address, part.platformMessageId)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const outcome = planAfterFailure(deps, delivering, { part, inDoubt: false, error })
    if (outcome.state === 'pending') {
      await recordOutcome(deps, delivering, part, outcome)
      return
    }
    deps.log.warn({ platform: part.platform, deliveryId: part.id, error: error.message }, 'a part could not be removed')
  }
  await deleteSurplusPart(deps.store.db, delivering.lease, part)
}

async function removeMessage({ sender }: PartDelivery, address: PlaceAddress, id: PlatformMessageId): Promise<void> {
  try {
    if (sender.remove) return await sender.remove(address, id)
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'rejected')) throw error
  }
  await sender.edit?.(address, id, { text: emptiedText })
}

/** What is left of a message that cannot be removed. */
const emptiedText = '…'

/** Shows the part as the answer to its command. Returns undefined if that is impossible, in which case the part is sent to its place. */
async function answerInvocation({ sender }: PartDelivery, part: DeliveryPart): Promise<PlatformMessageId | undefined> {
  if (!part.invocation || !sender.answer) return undefined
  try {
    return await sender.answer(part.invocation, contentOf(part), deliveryKey(part.messageId, part.part))
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'unreachable')) return undefined
    throw error
  }
}

/** Edits a part that was sent before. Returns false if that is impossible. */
async function editPart({ sender }: PartDelivery, part: DeliveryPart): Promise<boolean> {
  if (!part.platformMessageId || !sender.edit) return false
  try {
    await sender.edit(part.address, part.platformMessageId, contentOf(part))
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return false
    throw error
  }
}

export const deliveryKey = (messageId: MessageId, part: number) => `${messageId}.${part}` as DeliveryKey

interface DeliveryFailure {
  readonly part: DeliveryPart
  /** Whether the part was in doubt before this attempt. */
  readonly inDoubt: boolean
  readonly error: PlatformError
}

function planAfterFailure(deps: ConversationDeps, delivering: PartDelivery, { part, inDoubt, error }: DeliveryFailure): DeliveryOutcome {
  const text = messageOf(error)
  const now = deps.clock.now().getTime()
  const again = (ms: number, attempts = part.attempts): DeliveryOutcome => ({
    state: 'pending',
    error: text,
    notBefore: new Date(now + ms),
    attempts,
  })
  const later = () => again(computeBackoffMs(part.attempts + 1, retryBackoff), Math.min(part.attempts + 1, 20))
  // This attempt sent nothing. The outcome of earlier attempts stays unknown.
  const notSent = inDoubt ? {} : { sendStartedAt: null }
  const isInTime = now - part.writtenAt.getTime() < retryPeriodMs
  switch (error.kind) {
    case 'rate_limited':
    case 'deferred':
      return { ...again(Math.max(error.retryAfterMs ?? 0, retryBackoff.firstMs)), ...notSent }
    case 'transient':
      return isInTime ? { ...later(), ...notSent } : { state: 'failed', error: text }
    // Edits are idempotent. So are sends if the platform recognizes repeats.
    case 'unknown':
      if (part.platformMessageId) return isInTime ? later() : { state: 'unknown', error: text }
      return isRepeatSafe(deps, delivering, part) ? later() : { state: 'unknown', error: text }
    case 'unreachable':
    case 'rejected':
      return { state: 'failed', error: text }
  }
}

/** Fails the parts after one that was not sent, because the rest of a message without its beginning only confuses. */
async function failLaterParts({ store, clock }: ConversationDeps, { messageId, part }: DeliveryPart): Promise<void> {
  await store.db.delivery.updateMany({
    where: { messageId, part: { gt: part }, state: 'pending' },
    data: { state: 'failed', error: 'An earlier part of this message was not sent.', updatedAt: clock.now() },
  })
}

/** Records the outcome of a part. Returns false if the part is no longer pending. Throws LeaseLostError. */
async function recordOutcome(
  deps: ConversationDeps,
  { lease }: DeliveryRun,
  part: DeliveryPart,
  settled: DeliveryOutcome,
): Promise<boolean> {
  const { state } = settled
  const isAboutText = state === 'sent' || state === 'failed'
  const at = deps.clock.now()
  if (await updatePart(deps.store.db, lease, part, { at, outcome: settled, ...(isAboutText && { text: part.text }) })) {
    if (state === 'sending') return true
    if (state === 'failed') await failLaterParts(deps, part)
    reportOutcome(deps, { platform: part.platform, deliveryId: part.id, state, error: settled.error })
    return true
  }
  if (!isAboutText) return false
  // The text was replaced meanwhile, so the part is sent again, as an edit if it has a message.
  const { platformMessageId = part.platformMessageId } = settled
  const again = { state: 'pending', platformMessageId, ...(state === 'failed' && { sendStartedAt: null }) } as const
  return updatePart(deps.store.db, lease, part, { at, outcome: again })
}

interface ReportedOutcome extends Pick<Place, 'platform'>, Pick<DeliveryOutcome, 'state'> {
  readonly error?: string | null | undefined
  readonly deliveryId?: number
  readonly messageId?: MessageId
}

/** Counts the outcome of a part. Logs it if the part was not delivered. */
export function reportOutcome({ metrics, log }: ConversationDeps, { platform, state, ...details }: ReportedOutcome): void {
  metrics.count('deliveries', { platform, outcome: state })
  if (state !== 'sent') log.warn({ platform, ...details, state }, 'a part was not delivered')
}
