import { ModelError, messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { formatSize } from '../../core/domain/text.ts'
import { createBackoff, late, withTimeout } from '../../core/ports/clock.ts'
import type { Transcriber } from '../../core/ports/transcriber.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import {
  type Attachment,
  listAttachments,
  listPendingAttachments,
  loadStoredAttachment,
  type PendingAttachment,
  storeContent,
  storeFailure,
  storeTranscriptionError,
} from '../../threads/messages/attachments.ts'
import { addTranscript, markMessagesChanged } from '../../threads/messages/edit-message.ts'
import type { ConversationDeps } from '../deps.ts'
import { countFile } from '../limits.ts'
import { type CancellationWatch, watchCancellation } from './cancel.ts'
import type { Turn } from './claim-turn.ts'

/** The number of attachments fetched or transcribed at the same time. Each is held in memory. */
const atOnce = 3

/**
 * The maximum number of attachments fetched per turn, and of voice notes transcribed per turn. The newest are chosen, and the model is
 * only told the names of the others.
 */
const filesPerTurn = 20

/** The time limit for all attachments of a turn together, in ms. The user is waiting meanwhile. */
const prepareWithinMs = 90_000

/** The time limit for one attachment in ms, the maximum number of attempts, and the longest wait between them in ms. */
const fetchWithinMs = 60_000
const fetchTries = 4
const longestWaitMs = 15_000

/** The interval between renewals of the typing indicator, in ms. Every platform shows the indicator for longer than that. */
const typingMs = 4_000

export interface TurnGuard {
  readonly lease: Lease
  readonly signal: AbortSignal
}

/**
 * Fetches the attachments of a turn's messages. Transcribes voice notes into the text of their messages, which must be reloaded
 * afterwards. Failures never block the turn: permanent ones are recorded with their reason, and temporary ones are retried when the
 * messages are answered again. An interrupted turn leaves the rest to the worker that resumes it. Throws LeaseLostError.
 */
export async function prepareAttachments(deps: ConversationDeps, turn: Turn, { lease, signal }: TurnGuard): Promise<void> {
  const ids = turn.messages.map(({ id }) => id)
  const pending = await listPendingAttachments(deps.store.db, ids)
  const speech = deps.transcriber ? (await listAttachments(deps.store.db, turn.scope, ids)).filter(isUnheard) : []
  if (pending.length + speech.length === 0) return
  const stop = watchCancellation(deps, turn.id)
  const over = new AbortController()
  const typing = showTyping(deps, turn, { stop, over: over.signal })
  const until = deps.clock.now().getTime() + prepareWithinMs
  try {
    const preparing = { turn, lease, signal: AbortSignal.any([signal, stop.signal]), until }
    await fetchAll(deps, preparing, pending.slice(-filesPerTurn))
    const { transcriber } = deps
    if (transcriber) await transcribeAll(deps, { ...preparing, transcriber }, speech.slice(-filesPerTurn))
  } finally {
    stop.end()
    over.abort()
    await typing
  }
}

interface PreparationRun extends TurnGuard {
  readonly turn: Turn
  /** The deadline, in ms since 1970. */
  readonly until: number
}

async function fetchAll(deps: ConversationDeps, preparing: PreparationRun, pending: readonly PendingAttachment[]): Promise<void> {
  const { turn, lease, signal } = preparing
  const changed = new Set<MessageId>()
  await forEachConcurrently(pending, async (attachment) => {
    if (signal.aborted) return
    const fetched = await fetchOne(deps, preparing, attachment)
    if (fetched === 'not now') return
    const isStored = await deps.store.transaction(async (tx) => {
      await assertLease(tx, lease)
      return 'content' in fetched ? storeContent(tx, attachment.id, fetched.content) : storeFailure(tx, attachment.id, fetched.error)
    })
    if (!isStored) return
    changed.add(attachment.messageId)
    if (attachment.bytes === null && 'content' in fetched) await countFile(deps, turn.user.id, fetched.content)
  })
  if (changed.size === 0) return
  await markMessagesChanged(deps, { threadId: turn.threadId, messageIds: [...changed], lease })
  publish(deps, turn)
}

/** An `error` is permanent, but `not now` may succeed later. */
type FetchOutcome = { readonly content: Uint8Array } | { readonly error: string } | 'not now'

async function fetchOne(deps: ConversationDeps, preparing: PreparationRun, attachment: PendingAttachment): Promise<FetchOutcome> {
  if ((attachment.bytes ?? 0) > deps.settings.attachmentMaxBytes) return { error: tooLarge(deps.settings) }
  const fetched = await runBeforeDeadline(deps, preparing, (signal) => attemptFetch(deps, { ...preparing, signal }, attachment))
  if (fetched !== late) return fetched
  deps.log.warn({ platform: preparing.turn.place.platform, attachmentId: attachment.id }, 'fetching an attachment timed out')
  return 'not now'
}

/** Runs the work on one attachment. If it exceeds its time limit, aborts it and returns `late`. */
async function runBeforeDeadline<T>(
  { clock }: ConversationDeps,
  { signal, until }: PreparationRun,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof late> {
  const ms = Math.min(fetchWithinMs, until - clock.now().getTime())
  if (ms <= 0) return late
  const own = new AbortController()
  try {
    return await withTimeout(clock, ms, work(AbortSignal.any([signal, own.signal])))
  } finally {
    own.abort()
  }
}

async function attemptFetch(
  deps: ConversationDeps,
  { turn, signal }: PreparationRun,
  attachment: PendingAttachment,
): Promise<FetchOutcome> {
  const { platform } = turn.place
  const sender = deps.senders.get(platform)
  const maxBytes = deps.settings.attachmentMaxBytes
  // A disabled platform may be back at the next attempt.
  if (!sender) return 'not now'
  if (!sender.fetchAttachment) return { error: 'its platform does not provide files' }
  const waits = createBackoff(longestWaitMs)
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const content = await sender.fetchAttachment(attachment.source, { maxBytes, signal })
      return content.length > maxBytes ? { error: tooLarge(deps.settings) } : { content }
    } catch (error) {
      if (signal.aborted) break
      deps.log.warn({ platform, attachmentId: attachment.id, attempt, error: messageOf(error) }, 'an attachment was not fetched')
      if (!(error instanceof PlatformError) || error.kind === 'unreachable') break
      if (error.kind === 'rejected') return { error: `gone, or ${tooLarge(deps.settings)}` }
      if (attempt === fetchTries) break
      await deps.clock.sleep(error.retryAfterMs ?? waits.next(), signal)
    }
  }
  return 'not now'
}

const tooLarge = ({ attachmentMaxBytes }: ConversationDeps['settings']) => `larger than ${formatSize(attachmentMaxBytes)}`

/** Whether an attachment is a voice note without a transcript. It may still have to be fetched. */
const isUnheard = ({ mediaType, state, transcript }: Attachment) =>
  mediaType.startsWith('audio/') && state !== 'failed' && transcript === null

interface TranscriptionRun extends PreparationRun {
  readonly transcriber: Transcriber
}

async function transcribeAll(deps: ConversationDeps, transcribing: TranscriptionRun, speech: readonly Attachment[]): Promise<void> {
  const { turn, lease, signal, transcriber } = transcribing
  await forEachConcurrently(speech, async (attachment) => {
    const recording = signal.aborted ? undefined : await loadStoredAttachment(deps.store.db, turn.scope, attachment.id)
    if (!recording) return
    const text = await runBeforeDeadline(deps, transcribing, (own) => transcriber.transcribe(recording, own)).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error
      deps.log.warn({ attachmentId: attachment.id, kind: error.kind, error: error.message }, 'a voice note was not transcribed')
      return undefined
    })
    if (typeof text === 'string') return applyTranscript(deps, transcribing, { attachment, text })
    if (signal.aborted) return
    await deps.store.transaction(async (tx) => {
      await assertLease(tx, lease)
      await storeTranscriptionError(tx, attachment.id, 'it could not be transcribed')
    })
  })
}

/** Stores a transcript in its message, which makes the web page and the index reload the message. */
async function applyTranscript(
  deps: ConversationDeps,
  { turn, lease }: PreparationRun,
  { attachment, text }: { attachment: Attachment; text: string },
): Promise<void> {
  const message = { id: attachment.messageId, threadId: turn.threadId }
  const changed = await addTranscript(deps, { attachmentId: attachment.id, message, userId: turn.user.id, text, lease })
  if (changed === 'unchanged') return
  publish(deps, turn)
  await enqueue(deps, 'index-thread', { threadId: turn.threadId })
}

const publish = ({ broadcast }: ConversationDeps, { user, threadId }: Turn) =>
  broadcast.publish({ type: 'thread-changed', userId: user.id, threadId })

interface TypingRun {
  readonly stop: CancellationWatch
  readonly over: AbortSignal
}

async function showTyping({ senders, clock, log }: ConversationDeps, { place }: Turn, { stop, over }: TypingRun): Promise<void> {
  const sender = senders.get(place.platform)
  while (sender?.showTyping && !over.aborted) {
    if (await stop.isCancelled()) return
    await sender.showTyping(place.address).catch((error: unknown) => {
      log.debug({ platform: place.platform, error: messageOf(error) }, 'the typing indicator could not be shown')
    })
    await clock.sleep(typingMs, over)
  }
}

/** Processes a list, a few items at a time. Throws the first failure once all started items have ended. */
async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  for (const outcome of await Promise.allSettled(Array.from({ length: atOnce }, lane)))
    if (outcome.status === 'rejected') throw outcome.reason
}
