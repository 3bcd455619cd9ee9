import { ModelError, messageOf, PlatformError } from '../core/errors.ts'
import { growingWaits } from '../core/growing-waits.ts'
import type { MessageId } from '../core/ids.ts'
import { sizeInWords } from '../core/text.ts'
import type { Transcriber } from '../core/transcriber.ts'
import { LATE, within } from '../core/within.ts'
import { hint } from '../jobs/hint.ts'
import {
  type Attachment,
  attachmentsOf,
  type PendingAttachment,
  pendingAttachments,
  storeContent,
  storedAttachment,
  storeFailure,
  storeUnheard,
} from '../threads/attachments.ts'
import { addTranscript, markChanged } from '../threads/change.ts'
import type { ConversationParts } from './parts.ts'
import { watchStop } from './stop.ts'
import type { Turn } from './turn.ts'

export type AttachmentParts = Pick<
  ConversationParts,
  'store' | 'clock' | 'log' | 'jobs' | 'broadcast' | 'senders' | 'settings' | 'transcriber'
>

/** Attachments that are fetched at once, or transcribed; each is as much memory as it is long. */
const atOnce = 3

/** The longest that fetching one may take, in ms, how often it is tried, and the longest wait in between. */
const fetchWithinMs = 60_000
const fetchTries = 4
const longestWaitMs = 15_000

/** How long the sign that the bot is at work is renewed after, in ms; shorter than any platform shows it. */
const typingMs = 4_000

/**
 * Fetches what came with the messages of a turn, and turns voice notes into text: into the text of their messages, so
 * that it is to be read anew. What cannot be had is noted with the reason, and never in the way of the turn. A turn that is cut
 * short leaves the rest to whoever resumes it.
 */
export async function prepareAttachments(parts: AttachmentParts, turn: Turn, signal: AbortSignal): Promise<void> {
  const ids = turn.messages.map(({ id }) => id)
  const pending = await pendingAttachments(parts.store.db, ids)
  const speech = parts.transcriber ? (await attachmentsOf(parts.store.db, turn.scope, ids)).filter(isUnheard) : []
  if (pending.length + speech.length === 0) return
  const stop = watchStop(parts, turn.id)
  const over = new AbortController()
  const typing = showTyping(parts, turn, over.signal)
  try {
    const preparing = { turn, signal: AbortSignal.any([signal, stop.signal]) }
    await fetchAll(parts, preparing, pending)
    const { transcriber } = parts
    if (transcriber) await transcribeAll(parts, { ...preparing, transcriber }, speech)
  } finally {
    stop.end()
    over.abort()
    await typing
  }
}

interface Preparing {
  readonly turn: Turn
  readonly signal: AbortSignal
}

async function fetchAll(parts: AttachmentParts, preparing: Preparing, pending: readonly PendingAttachment[]): Promise<void> {
  const { turn, signal } = preparing
  const changed = new Set<MessageId>()
  await forEach(pending, async (attachment) => {
    if (signal.aborted) return
    const fetched = await fetchOne(parts, preparing, attachment)
    if (fetched === 'interrupted') return
    const isStored =
      'content' in fetched
        ? await storeContent(parts.store.db, attachment.id, fetched.content)
        : await storeFailure(parts.store.db, attachment.id, fetched.error)
    if (isStored) changed.add(attachment.messageId)
  })
  if (changed.size === 0) return
  await markChanged(parts, turn.threadId, [...changed])
  publish(parts, turn)
}

type Fetched = { readonly content: Uint8Array } | { readonly error: string } | 'interrupted'

async function fetchOne(parts: AttachmentParts, { turn, signal }: Preparing, attachment: PendingAttachment): Promise<Fetched> {
  const { settings, clock } = parts
  if ((attachment.bytes ?? 0) > settings.attachmentMaxBytes) return { error: tooLarge(settings) }
  const own = new AbortController()
  const work = tryToFetch(parts, { turn, signal: AbortSignal.any([signal, own.signal]) }, attachment)
  const fetched = await within(clock, fetchWithinMs, work)
  own.abort()
  return fetched === LATE ? { error: 'its platform took too long' } : fetched
}

async function tryToFetch(parts: AttachmentParts, { turn, signal }: Preparing, attachment: PendingAttachment): Promise<Fetched> {
  const { platform } = turn.place
  const sender = parts.senders.get(platform)
  const maxBytes = parts.settings.attachmentMaxBytes
  if (!sender?.fetchAttachment) return { error: 'its platform hands out no files' }
  const waits = growingWaits(longestWaitMs)
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const content = await sender.fetchAttachment(attachment.source, { maxBytes, signal })
      return content.length > maxBytes ? { error: tooLarge(parts.settings) } : { content }
    } catch (error) {
      if (signal.aborted) break
      parts.log.warn({ platform, attachmentId: attachment.id, attempt, error: messageOf(error) }, 'an attachment was not fetched')
      if (!(error instanceof PlatformError)) return { error: 'its platform failed' }
      if (error.kind === 'rejected') return { error: `gone, or ${tooLarge(parts.settings)}` }
      if (error.kind === 'unreachable' || attempt === fetchTries) return { error: 'its platform does not give it' }
      await parts.clock.sleep(error.retryAfterMs ?? waits.next(), signal)
    }
  }
  return 'interrupted'
}

const tooLarge = ({ attachmentMaxBytes }: AttachmentParts['settings']) => `larger than ${sizeInWords(attachmentMaxBytes)}`

/** Speech that was not listened to yet; also what is still to be fetched. */
const isUnheard = ({ mediaType, state, transcript }: Attachment) =>
  mediaType.startsWith('audio/') && state !== 'failed' && transcript === null

interface Transcribing extends Preparing {
  readonly transcriber: Transcriber
}

async function transcribeAll(parts: AttachmentParts, transcribing: Transcribing, speech: readonly Attachment[]): Promise<void> {
  await forEach(speech, async (attachment) => {
    const { turn, signal, transcriber } = transcribing
    const recording = signal.aborted ? undefined : await storedAttachment(parts.store.db, turn.scope, attachment.id)
    if (!recording) return
    try {
      const text = await transcriber.transcribe(recording, signal)
      await follow(parts, turn, { attachment, text })
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      if (signal.aborted) return
      parts.log.warn({ attachmentId: attachment.id, kind: error.kind, error: error.message }, 'a voice note was not transcribed')
      await storeUnheard(parts.store.db, attachment.id, 'it could not be transcribed')
    }
  })
}

/** A transcript is a change of its message: the page and the index follow it. */
async function follow(parts: AttachmentParts, turn: Turn, { attachment, text }: { attachment: Attachment; text: string }): Promise<void> {
  const message = { id: attachment.messageId, threadId: turn.threadId }
  const changed = await addTranscript(parts, { attachmentId: attachment.id, message, userId: turn.user.id, text })
  if (changed === 'unchanged') return
  publish(parts, turn)
  await hint(parts, 'index-thread', { threadId: turn.threadId })
}

const publish = ({ broadcast }: AttachmentParts, { user, threadId }: Turn) =>
  broadcast.publish({ type: 'thread-changed', userId: user.id, threadId })

async function showTyping({ senders, clock, log }: AttachmentParts, { place }: Turn, over: AbortSignal): Promise<void> {
  const sender = senders.get(place.platform)
  while (sender?.showTyping && !over.aborted) {
    await sender.showTyping(place.address).catch((error: unknown) => {
      log.debug({ platform: place.platform, error: messageOf(error) }, 'it could not be shown that a reply is coming')
    })
    await clock.sleep(typingMs, over)
  }
}

/** Works through a list, a few at once. What was begun has ended when it throws the first failure. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  for (const outcome of await Promise.allSettled(Array.from({ length: atOnce }, lane)))
    if (outcome.status === 'rejected') throw outcome.reason
}
