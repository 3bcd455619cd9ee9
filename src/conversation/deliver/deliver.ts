import { messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { MessageId, PlaceAddress, PlaceId, PlatformMessageId } from '../../core/domain/ids.ts'
import { type BackoffOptions, computeBackoffMs } from '../../core/ports/clock.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { followUpQuoteChanges } from '../../privacy/forget/quotes.ts'
import { keepLease, type Lease } from '../../threads/lease.ts'
import { updateReferencesTo } from '../../threads/privacy/references.ts'
import type { ConversationDeps } from '../deps.ts'
import {
  type DeliveryOutcome,
  type DeliveryPart,
  deleteSurplusPart,
  deliveryKey,
  failLaterParts,
  findNextPart,
  type PlaceDelivery,
  recordSent,
  reportOutcome,
  type SentPart,
  type TakenPart,
  takePlace,
  updatePart,
} from './next-part.ts'
import { surplusText } from './outbox.ts'
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
 * worker holds the lease, that worker sends the part, which then need not wait for the sweep. Starts no further part once `signal` is aborted.
 * Pass `begun` if the lease is already acquired.
 */
export async function deliverPlace(deps: ConversationDeps, placeId: PlaceId, signal: AbortSignal, begun?: PlaceDelivery): Promise<void> {
  let taken = begun ?? (signal.aborted ? undefined : await takePlace(deps, placeId))
  while (taken) {
    const { lease, next } = taken
    const outcome = await keepLease(deps, lease, async (lost) => {
      const isWanted = await deliverAll(deps, placeId, { lease, signal: AbortSignal.any([lost, signal]), next })
      return { value: undefined, isWanted }
    })
    taken = outcome !== 'busy' && outcome.isWanted && !signal.aborted ? await takePlace(deps, placeId) : undefined
  }
}

interface DeliveryRun {
  readonly lease: Lease
  readonly signal: AbortSignal
}

interface PartDelivery extends DeliveryRun {
  readonly sender: PlatformSender
}

/** Returns whether another worker wanted the lease. Undefined if the lease is not released. */
async function deliverAll(
  deps: ConversationDeps,
  placeId: PlaceId,
  { next, ...delivering }: DeliveryRun & { readonly next: TakenPart | undefined },
): Promise<boolean | undefined> {
  let announced: DeliveryPart | undefined
  let part = next
  for (;;) {
    // A part that is recorded as being sent must be sent.
    if (delivering.signal.aborted && !part?.isStarted) return undefined
    const sender = part && deps.senders.get(part.platform)
    if (!part || !sender) return undefined
    const waitMs = part.notBefore ? part.notBefore.getTime() - deps.clock.now().getTime() : 0
    if (waitMs > 0) {
      // Later parts wait too, because a place receives its parts in order.
      await enqueue(deps, 'deliver-message', { messageId: part.messageId }, { delayMs: waitMs })
      return undefined
    }
    // The next part is the warning. Another worker may have posted it.
    if (part.needsWarning && !part.isPlaceClosed && part.id !== announced?.id) {
      const { threadId, segmentId, writtenAt: before } = part
      await warnOfUnknownDeliveries(deps, { threadId, placeId, segmentId, before })
      announced = part
      part = await findNextPart(deps.store.db, placeId)
      continue
    }
    const sent = await deliverPart(deps, { ...delivering, sender }, part)
    if (sent?.isWanted !== undefined) return sent.isWanted
    part = sent?.next ?? (await findNextPart(deps.store.db, placeId))
  }
}

/** Returns what follows, if that is known. */
async function deliverPart(deps: ConversationDeps, delivering: PartDelivery, part: TakenPart): Promise<SentPart | undefined> {
  const { sender } = delivering
  const inDoubt = !part.isStarted && isInDoubt(part)
  if (part.isReplacement) await updateQuotesOfPart(deps, part)
  if (part.isPlaceClosed) {
    await recordOutcome(deps, delivering, part, { state: 'failed', error: 'The account of this chat was unlinked or blocked.' })
    return undefined
  }
  if (part.text === surplusText) return removePart(deps, delivering, part)
  if (inDoubt && !isRepeatSafe(deps, delivering, part)) {
    // The worker that was sending the part is gone, or did not learn the outcome.
    await recordOutcome(deps, delivering, part, {
      state: 'unknown',
      error: part.error ?? 'The process was interrupted while sending this part.',
    })
    return undefined
  }
  let current = { ...part, sendStartedAt: part.sendStartedAt ?? deps.clock.now() }
  const updateDelivery = async (changes: Pick<DeliveryOutcome, 'platformMessageId' | 'invocation'>) => {
    current = { ...current, ...changes }
    await recordOutcome(deps, delivering, current, { state: 'sending', ...changes })
  }
  try {
    // The part may have been deleted since it was found.
    const isSending = () => recordOutcome(deps, delivering, current, { state: 'sending', sendStartedAt: current.sendStartedAt })
    if (!part.isStarted && !(await isSending())) return undefined
    // The message to edit is gone, so the part is sent again.
    if (current.platformMessageId && !(await editPart(sender, current))) await updateDelivery({ platformMessageId: null })
    const shown = current.platformMessageId ?? (await answerInvocation(sender, current))
    if (!shown && current.invocation) await updateDelivery({ invocation: null })
    const platformMessageId = shown ?? (await sendPart(sender, current, part.platformMessageId))
    // A platform that recognizes the repeat keeps the first text, which may be an unfinished draft, so the part is also edited.
    if (inDoubt && !shown) {
      await updateDelivery({ platformMessageId })
      await editPart(sender, current)
    }
    return await recordDelivered(deps, delivering, { ...current, platformMessageId })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    await recordOutcome(deps, delivering, current, planAfterFailure(deps, delivering, { part: current, inDoubt, error }))
    return undefined
  }
}

/** Records that a part was sent. Returns what follows, unless its text was replaced meanwhile, in which case the part is sent again. */
async function recordDelivered(deps: ConversationDeps, { lease, signal }: DeliveryRun, part: DeliveryPart): Promise<SentPart | undefined> {
  const sent = await recordSent(deps, lease, part, { mayStart: !signal.aborted })
  if (!sent.isRecorded) {
    await sendAgain(deps, lease, part)
    return undefined
  }
  reportOutcome(deps, { platform: part.platform, deliveryId: part.id, state: 'sent' })
  return sent
}

/** Makes a part pending again, because its text was replaced. It is sent as an edit if it has a message. Returns false if it is gone. */
function sendAgain(
  { store, clock }: ConversationDeps,
  lease: Lease,
  part: DeliveryPart,
  changes: Partial<DeliveryOutcome> = {},
): Promise<boolean> {
  const outcome = { state: 'pending', platformMessageId: part.platformMessageId, ...changes } as const
  return updatePart(store.db, lease, part, { at: clock.now(), outcome })
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

/** Removes the message of a part that is no longer needed, or else its text. */
async function removePart(deps: ConversationDeps, delivering: PartDelivery, part: DeliveryPart): Promise<undefined> {
  try {
    if (part.platformMessageId) await removeMessage(delivering.sender, part.address, part.platformMessageId)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const outcome = planAfterFailure(deps, delivering, { part, inDoubt: false, error })
    if (outcome.state === 'pending') {
      await recordOutcome(deps, delivering, part, outcome)
      return undefined
    }
    deps.log.warn({ platform: part.platform, deliveryId: part.id, error: error.message }, 'a part could not be removed')
  }
  await deleteSurplusPart(deps.store.db, delivering.lease, part)
  return undefined
}

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

/** Records the outcome of a part that was not sent. Returns false if the part is no longer pending. Throws LeaseLostError. */
async function recordOutcome(
  deps: ConversationDeps,
  { lease }: DeliveryRun,
  part: DeliveryPart,
  settled: DeliveryOutcome,
): Promise<boolean> {
  const { state } = settled
  const isFailed = state === 'failed'
  if (await updatePart(deps.store.db, lease, part, { at: deps.clock.now(), outcome: settled, ...(isFailed && { text: part.text }) })) {
    if (state === 'sending') return true
    if (isFailed) await failLaterParts(deps, part)
    reportOutcome(deps, { platform: part.platform, deliveryId: part.id, state, error: settled.error })
    return true
  }
  return isFailed && sendAgain(deps, lease, part, { sendStartedAt: null })
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
function sendPart(sender: PlatformSender, part: DeliveryPart, inPlaceOf: PlatformMessageId | null): Promise<PlatformMessageId> {
  const key = deliveryKey(part.messageId, part.part)
  return sender.send(part.address, contentOf(part), inPlaceOf === null ? key : (`${key}.${inPlaceOf}` as DeliveryKey))
}

/** Removes a message of the bot, or else its text. */
async function removeMessage(sender: PlatformSender, address: PlaceAddress, id: PlatformMessageId): Promise<void> {
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
async function answerInvocation(sender: PlatformSender, part: DeliveryPart): Promise<PlatformMessageId | undefined> {
  if (!part.invocation || !sender.answer) return undefined
  try {
    return await sender.answer(part.invocation, contentOf(part), deliveryKey(part.messageId, part.part))
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'unreachable')) return undefined
    throw error
  }
}

/** Edits a part that was sent before. Returns false if that is impossible. */
async function editPart(sender: PlatformSender, part: DeliveryPart): Promise<boolean> {
  if (!part.platformMessageId || !sender.edit) return false
  try {
    await sender.edit(part.address, part.platformMessageId, contentOf(part))
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return false
    throw error
  }
}
