import type { InboundAttachment, InboundEdit, InboundMessage } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Tx } from '../../store/store.ts'
import { ensureSegment } from '../../threads/days/day-segment.ts'
import { insertMessages } from '../../threads/messages/insert-messages.ts'
import { findUserMessage } from '../../threads/messages/read-messages.ts'
import { insertReferences, isForwarded } from '../../threads/messages/references.ts'
import { findPlaceById } from '../../threads/places.ts'
import { lockThread } from '../../threads/thread.ts'
import type { ChannelDeps } from '../deps.ts'
import { findLoggedChannel, type LoggedChannel, mayBeLogged } from './find-logged-channel.ts'

export type LogDeps = Pick<ChannelDeps, 'store' | 'clock' | 'jobs' | 'log'>

/** A message that does not address the bot. */
export type LoggedMessage = InboundMessage | InboundEdit

/**
 * Stores what somebody says in a channel that is switched on, without addressing the bot. Files are counted, not stored. Skips bots,
 * authors who are blocked or have opted out, and what was said while the channel was off or its author had opted out. Idempotent. Resolves
 * with whether the message is new.
 */
export async function logMessage(deps: LogDeps, message: LoggedMessage): Promise<boolean> {
  const { store } = deps
  const { place, author } = message
  if (author.isBot) return false
  const found = await findLoggedChannel(store.db, place, author.id)
  if (!found || !mayBeLogged(found, message.sentAt)) return false
  const isNew = await store.transaction(async (tx) => {
    if (!(await lockThread(tx, found.threadId))) return false
    // Under the lock, because the channel may have been switched off, or the author may have opted out, meanwhile.
    const channel = await findLoggedChannel(tx, place, author.id)
    return (
      channel !== undefined &&
      mayBeLogged(channel, message.sentAt) &&
      insertLoggedMessage(tx, channel, { ...message, now: deps.clock.now() })
    )
  })
  if (isNew) await enqueue(deps, 'index-thread', { threadId: found.threadId })
  return isNew
}

async function insertLoggedMessage(
  tx: Tx,
  { threadId, placeId, audience, timezone }: LoggedChannel,
  { id, order, author, text, sentAt, replyTo, refersTo = [], attachments = [], now, ...rest }: LoggedMessage & { readonly now: Date },
): Promise<boolean> {
  // Messages to the bot are in their authors' threads.
  // Relies on messages_place_id_platform_message_id_thread_id_key.
  if (await tx.message.findFirst({ where: { placeId, platformMessageId: id }, select: { id: true } })) return false
  const { segment } = await ensureSegment(tx, { threadId, sentAt, timezone, now })
  const replied = replyTo && (await findUserMessage(tx, { threadId, placeId, platformMessageId: replyTo }))
  const [stored] = await insertMessages(tx, threadId, [
    {
      segmentId: segment.id,
      ...{ placeId, audience, role: 'user', kind: 'chat', text, sentAt },
      authorName: author.name,
      platformOrder: order,
      platformMessageId: id,
      ...(replied && { replyToId: replied.message.id }),
      ...('editedAt' in rest && { editedAt: rest.editedAt }),
    },
  ])
  if (!stored) return false
  const { id: authorId } = await tx.channelAuthor.upsert({
    where: { placeId_platformUserId: { placeId, platformUserId: author.id } },
    create: { placeId, platformUserId: author.id },
    update: {},
    select: { id: true },
  })
  await tx.channelMessage.create({ data: { messageId: stored.id, authorId, ...countFiles(attachments) } })
  // Only that it is a forward. What it quotes may be by somebody who opted out.
  const placed = isForwarded(refersTo) ? await findPlaceById(tx, placeId) : undefined
  if (placed) await insertReferences(tx, { messageId: stored.id }, [{ kind: 'forward', author: { name: '' }, text: '', place: placed }])
  return true
}

/** Counts what came with a message. */
export function countFiles(attachments: readonly InboundAttachment[]): { readonly imageCount: number; readonly fileCount: number } {
  const imageCount = attachments.filter(({ mediaType }) => mediaType.startsWith('image/')).length
  return { imageCount, fileCount: attachments.length - imageCount }
}
