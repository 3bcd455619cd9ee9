import { ModelError, messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { MessageId } from '../../core/domain/ids.ts'
import { formatSize } from '../../core/domain/text.ts'
import { createBackoff } from '../../core/lib/backoff.ts'
import { late, withTimeout } from '../../core/lib/with-timeout.ts'
import type { Transcriber } from '../../core/ports/transcriber.ts'
import { enqueue } from '../../jobs/enqueue.ts'
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
import { watchCancellation } from './cancel.ts'
import type { Turn } from './turn.ts'

/** Attachments that are fetched at once, or transcribed; each is as much memory as it is long. */
const atOnce = 3

/** As many of the newest are fetched in one turn, and as many transcribed; the others are named to the model. */
const filesPerTurn = 20

/** The longest that all of a turn may take together, in ms: whoever asked waits for it. */
const prepareWithinMs = 90_000

/** The longest that fetching one may take, in ms, how often it is tried, and the longest wait in between. */
const fetchWithinMs = 60_000
const fetchTries = 4
const longestWaitMs = 15_000

/** How long the sign that the bot is at work is renewed after, in ms; shorter than any platform shows it. */
const typingMs = 4_000

/** What a turn is prepared under. */
export interface TurnGuard {
  readonly lease: Lease
  readonly signal: AbortSignal
}

/**
 * Fetches what came with the messages of a turn, and turns voice notes into text: into the text of their messages, so
 * that it is to be read anew. What cannot be had is never in the way of the turn: what is gone for good is noted with the
 * reason, and the rest stays as it is until the messages are answered again. A turn that is cut short leaves the rest to
 * whoever resumes it. Throws LeaseLost.
 */
export async function prepareAttachments(deps: ConversationDeps, turn: Turn, { lease, signal }: TurnGuard): Promise<void> {
  const ids = turn.messages.map(({ id }) => id)
  const pending = await listPendingAttachments(deps.store.db, ids)
  const speech = deps.transcriber ? (await listAttachments(deps.store.db, turn.scope, ids)).filter(isUnheard) : []
  if (pending.length + speech.length === 0) return
  const stop = watchCancellation(deps, turn.id)
  const over = new AbortController()
  const typing = showTyping(deps, turn, over.signal)
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
  /** When it must be over, in ms since 1970. */
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
    if (isStored) changed.add(attachment.messageId)
  })
  if (changed.size === 0) return
  await markMessagesChanged(deps, { threadId: turn.threadId, messageIds: [...changed], lease })
  publish(deps, turn)
}

/** An error is for good; what is `not now` may be had another time. */
type FetchOutcome = { readonly content: Uint8Array } | { readonly error: string } | 'not now'

async function fetchOne(deps: ConversationDeps, preparing: PreparationRun, attachment: PendingAttachment): Promise<FetchOutcome> {
  if ((attachment.bytes ?? 0) > deps.settings.attachmentMaxBytes) return { error: tooLarge(deps.settings) }
  const fetched = await runBeforeDeadline(deps, preparing, (signal) => attemptFetch(deps, { ...preparing, signal }, attachment))
  if (fetched !== late) return fetched
  deps.log.warn({ platform: preparing.turn.place.platform, attachmentId: attachment.id }, 'an attachment was not fetched in time')
  return 'not now'
}

/** What is done to one attachment, if there is time for it; LATE otherwise, and whatever still goes on is told to end. */
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
  // A platform that is switched off may be there again for the next try.
  if (!sender) return 'not now'
  if (!sender.fetchAttachment) return { error: 'its platform hands out no files' }
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

/** Speech that was not listened to yet; also what is still to be fetched. */
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

/** A transcript is a change of its message: the page and the index follow it. */
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

async function showTyping({ senders, clock, log }: ConversationDeps, { place }: Turn, over: AbortSignal): Promise<void> {
  const sender = senders.get(place.platform)
  while (sender?.showTyping && !over.aborted) {
    await sender.showTyping(place.address).catch((error: unknown) => {
      log.debug({ platform: place.platform, error: messageOf(error) }, 'it could not be shown that a reply is coming')
    })
    await clock.sleep(typingMs, over)
  }
}

/** Works through a list, a few at once. What was begun has ended when it throws the first failure. */
async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  for (const outcome of await Promise.allSettled(Array.from({ length: atOnce }, lane)))
    if (outcome.status === 'rejected') throw outcome.reason
}
