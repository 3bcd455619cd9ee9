import type { AttachmentSource, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { InboundAttachment, InboundEvent, InboundMessage } from '../../../src/core/ports/platform.ts'
import { dateFromTs, findOwnThread, formatAddress, isDirectChannel, orderFromTs, toSlackAddress } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import { formatInvocation } from '../invocation.ts'
import type { SlackFile, SlackMessage, SlackMessageBody, SlackReaction, SlackStopEvent } from '../payloads.ts'
import { toEmoji } from './emoji.ts'
import { findMessage, loadAuthor, loadPlaceRef } from './lookups.ts'
import { describeMedia, extractMessageText, getRawText, toForwards, userMessageSubtypes } from './message-text.ts'
import { parseTypedCommand } from './typed-commands.ts'

/** Converts a message event. Undefined if it is from the bot itself, is about the channel, or only unfurls a link. */
export async function toMessageEvent(deps: SlackDeps, event: SlackMessage): Promise<InboundEvent | undefined> {
  if (event.subtype === 'message_deleted') return toDeletion(deps, event.channel, { body: event.previous_message, ts: event.deleted_ts })
  if (event.subtype !== 'message_changed') return toRecordedMessage(deps, event.channel, event)
  const { message: updated, previous_message: previous } = event
  // A message with replies is not deleted but replaced by a tombstone.
  if (updated?.subtype === 'tombstone')
    return toDeletion(deps, event.channel, { body: { ...updated, user: previous?.user, bot_id: previous?.bot_id }, ts: updated.ts })
  // Unfurled links, reactions and our own streams also change messages.
  if (!updated?.edited || (previous && previous.text === updated.text)) return undefined
  const edited = await toRecordedMessage(deps, event.channel, updated)
  return edited && { ...edited, type: 'edit', editedAt: dateFromTs(updated.edited.ts) }
}

type SlackPostedMessage = SlackMessageBody & { readonly type?: SlackMessage['type'] }

/** Converts a posted message, and records it for the sending side. */
async function toRecordedMessage(deps: SlackDeps, channel: string, body: SlackPostedMessage): Promise<InboundMessage | undefined> {
  const message = await toInboundMessage(deps, channel, body)
  if (message) recordMessage(deps, channel, { message, threadTs: findOwnThread(body) })
  return message
}

/** Converts a posted message. Undefined if it has no author, is from the bot itself, or has no content. */
export async function toInboundMessage(deps: SlackDeps, channel: string, body: SlackPostedMessage): Promise<InboundMessage | undefined> {
  const { user, ts } = body
  if (!user || user === deps.me.userId || !userMessageSubtypes.has(body.subtype)) return undefined
  const knownUser = await loadAuthor(deps, user)
  // An app can also post in a user's name.
  const author = body.bot_id ? { ...knownUser, isBot: true } : knownUser

  const raw = getRawText(body)
  if (raw.trim() === '' && describeMedia(body) === undefined) return undefined
  const attachments = (body.files ?? []).flatMap(toAttachments)
  const [text, forwards] = await Promise.all([extractMessageText(deps, body), toForwards(deps, body)])
  const threadTs = findOwnThread(body)
  const isDirect = isDirectChannel(channel)
  const addressed = isDirect || (await isAddressedToBot(deps, channel, { ...body, text: raw, isFromBot: author.isBot }))

  // Slack has no slash commands in threads. There, and where the bot is mentioned, a command is written without the slash.
  const command = addressed && (!isDirect || threadTs !== undefined) ? parseTypedCommand(deps.commands, text) : undefined
  const line = command ?? text
  const canBeAnswered = addressed && !isDirect && line.startsWith('/')
  return {
    type: 'message',
    place: await loadPlaceRef(deps, toSlackAddress(channel, user, threadTs)),
    id: ts as PlatformMessageId,
    order: orderFromTs(ts),
    author,
    text: line,
    addressed,
    // A message in a thread is a reply to the thread's first message.
    ...(threadTs !== undefined && { replyTo: threadTs as PlatformMessageId }),
    ...(forwards.length > 0 && { refersTo: forwards }),
    ...(attachments.length > 0 && { attachments }),
    ...(canBeAnswered && { invocation: formatInvocation({ channel, user, ...(threadTs !== undefined && { threadTs }) }) }),
    sentAt: dateFromTs(ts),
  }
}

/**
 * Whether a message is addressed to the bot: it mentions the bot, or it is a reply in a thread with the bot and does not begin by
 * mentioning another user. Other bots must mention the bot, because two bots answering each other in a thread would never stop.
 */
async function isAddressedToBot(
  deps: SlackDeps,
  channel: string,
  message: SlackPostedMessage & { readonly text: string; readonly isFromBot: boolean },
): Promise<boolean> {
  const { me, conversationState } = deps
  const { text } = message
  const threadTs = findOwnThread(message)
  if (message.type === 'app_mention' || text.includes(`<@${me.userId}`)) return true
  if (message.isFromBot || threadTs === undefined || /^\s*<@/.test(text)) return false
  if (message.parent_user_id === me.userId || conversationState.hasJoinedThread(channel, threadTs)) return true
  // The thread is requested once, because the bot may have answered there before a restart.
  const root = await findMessage(deps, channel, threadTs)
  return root?.authors.includes(me.userId) ?? false
}

interface SlackRecordedMessage {
  readonly message: InboundMessage
  readonly threadTs: string | undefined
}

function recordMessage({ directory, conversationState }: SlackDeps, channel: string, { message, threadTs }: SlackRecordedMessage): void {
  const { place, author, id: ts, addressed } = message
  if (place.kind === 'direct') {
    directory.rememberDirectChannel(author.id, channel)
    conversationState.recordDirectMessage(author.id, { ts, ...(threadTs !== undefined && { threadTs }) })
    return
  }
  conversationState.recordThread(channel, ts, threadTs)
  if (!addressed || author.isBot) return
  conversationState.recordAuthor(place.address, author.id)
  if (threadTs !== undefined) conversationState.joinThread(channel, threadTs)
}

interface SlackDeletion {
  /** The message before its deletion, if readable. */
  readonly body: SlackMessageBody | undefined
  readonly ts: string | undefined
}

async function toDeletion(deps: SlackDeps, channel: string, { body: previous, ts }: SlackDeletion): Promise<InboundEvent | undefined> {
  if (previous?.user === deps.me.userId || previous?.bot_id || ts === undefined) return undefined
  // A direct conversation is identified by its user. A deletion in a channel needs no user.
  const user = previous?.user ?? undefined
  if (user === undefined && isDirectChannel(channel)) return undefined
  const threadTs = (previous && findOwnThread(previous)) ?? deps.conversationState.getThread(channel, ts)
  return { type: 'deletion', place: await loadPlaceRef(deps, toSlackAddress(channel, user ?? '', threadTs)), id: ts as PlatformMessageId }
}

/** Converts a press of the stop button in Slack's agent view to an event. */
export async function toStopEvent(deps: SlackDeps, event: SlackStopEvent): Promise<InboundEvent> {
  return {
    type: 'action',
    place: await loadPlaceRef(deps, toSlackAddress(event.channel, event.user, event.thread_ts)),
    id: `stop:${event.event_ts}` as PlatformMessageId,
    order: orderFromTs(event.event_ts),
    author: await loadAuthor(deps, event.user),
    action: '/stop',
    sentAt: dateFromTs(event.event_ts),
  }
}

export async function toReactionEvent(deps: SlackDeps, event: SlackReaction): Promise<InboundEvent | undefined> {
  const { channel, ts } = event.item
  const author = await loadAuthor(deps, event.user)
  if (author.isBot) return undefined
  const place = await loadPlaceRef(deps, toSlackAddress(channel, event.user))
  // Looked up last, because it can fail. By then, everything else is known and is not requested again when the event is repeated.
  const threadTs = isDirectChannel(channel) ? undefined : await findThread(deps, channel, ts)
  return {
    type: 'reaction',
    place: { ...place, address: formatAddress(toSlackAddress(channel, event.user, threadTs)) },
    id: ts as PlatformMessageId,
    author,
    emoji: toEmoji(event.reaction),
    present: event.type === 'reaction_added',
    at: dateFromTs(event.event_ts),
  }
}

/** Returns the thread of the message that was reacted to, because a reaction does not name it. */
async function findThread(deps: SlackDeps, channel: string, ts: string): Promise<string | undefined> {
  const knownThread = deps.conversationState.getThread(channel, ts)
  if (knownThread !== undefined) return knownThread ?? undefined
  const found = await findMessage(deps, channel, ts)
  return found?.threadTs === ts ? undefined : found?.threadTs
}

function toAttachments(file: SlackFile): InboundAttachment[] {
  // Files beyond the workspace's limit, and some from other workspaces, have no URL.
  const source = file.url_private_download ?? file.url_private
  if (!source) return []
  return [
    {
      source: source as AttachmentSource,
      name: file.name ?? 'file',
      mediaType: file.mimetype ?? 'application/octet-stream',
      ...(typeof file.size === 'number' && { bytes: file.size }),
    },
  ]
}
