import type { CommandDeclaration } from '../../src/core/commands.ts'
import type { AttachmentSource, PlatformMessageId } from '../../src/core/ids.ts'
import type { InboundAttachment, InboundEvent, InboundMessage } from '../../src/core/platform.ts'
import { addressIn, addressOf, dateOf, isDirectChannel, orderOf } from './address.ts'
import { emojiNamed } from './emoji.ts'
import { invocationOf } from './invocation.ts'
import { type LookUpParts, messageAt, personOf, placeOf } from './look-ups.ts'
import type { Memory } from './memory.ts'
import type { SlackFile, SlackMessage, SlackReaction, SlackSaid, SlackStopped } from './payloads.ts'
import { rawText, standInFor, textOf } from './said.ts'
import { typedCommand } from './typed-commands.ts'

export interface InboundParts extends LookUpParts {
  readonly memory: Memory
  readonly commands: readonly CommandDeclaration[]
}

/** What people write, and bots that are users of their own; all other subtypes tell of something else: a topic, a member. */
const spokenSubtypes = new Set<string | null | undefined>([undefined, null, 'file_share', 'thread_broadcast', 'me_message'])

/** What a message event is to us; undefined when it is nothing: from the bot itself, about the channel, an unfurled link. */
export async function messageEvent(parts: InboundParts, event: SlackMessage): Promise<InboundEvent | undefined> {
  if (event.subtype === 'message_deleted') return deletion(parts, event.channel, { said: event.previous_message, ts: event.deleted_ts })
  if (event.subtype !== 'message_changed') return said(parts, event.channel, event)
  const { message: now, previous_message: before } = event
  // A message that others answered is not deleted but replaced by a sign that it was there.
  if (now?.subtype === 'tombstone')
    return deletion(parts, event.channel, { said: { ...now, user: before?.user, bot_id: before?.bot_id }, ts: now.ts })
  // Links that unfold, reactions and our own streams change messages too, all the time.
  if (!now?.edited || (before && before.text === now.text)) return undefined
  const edited = await said(parts, event.channel, now)
  return edited && { ...edited, type: 'edit', editedAt: dateOf(now.edited.ts) }
}

type Said = SlackSaid & { readonly type?: SlackMessage['type'] }

/** What somebody said, kept in mind for the sending side; undefined when nobody did. */
async function said(parts: InboundParts, channel: string, given: Said): Promise<InboundMessage | undefined> {
  const message = await messageIn(parts, channel, given)
  if (message) remember(parts, channel, { message, threadTs: given.thread_ts ?? undefined })
  return message
}

async function messageIn(parts: InboundParts, channel: string, given: Said): Promise<InboundMessage | undefined> {
  const { user, ts } = given
  if (!user || user === parts.me.userId || !spokenSubtypes.has(given.subtype)) return undefined
  const found = await personOf(parts, user)
  // An app can also speak in the name of a person.
  const author = given.bot_id ? { ...found, isBot: true } : found

  const raw = rawText(given)
  if (raw.trim() === '' && standInFor(given) === undefined) return undefined
  const attachments = (given.files ?? []).flatMap(attachmentOf)
  const text = await textOf(parts, given)
  const threadTs = given.thread_ts ?? undefined
  const direct = isDirectChannel(channel)
  const addressed = direct || (await isToTheBot(parts, channel, { ...given, text: raw, isOfBot: author.isBot }))

  // Slack has no slash commands in threads: there, and where the bot is mentioned, a command is said without the slash.
  const command = addressed && (!direct || threadTs !== undefined) ? typedCommand(parts.commands, text) : undefined
  const line = command ?? text
  const answerable = addressed && !direct && line.startsWith('/')
  return {
    type: 'message',
    place: await placeOf(parts, addressIn(channel, user, threadTs)),
    id: ts as PlatformMessageId,
    order: orderOf(ts),
    author,
    text: line,
    addressed,
    // A thread is all of replies; the first message of it is where it began.
    ...(threadTs !== undefined && threadTs !== ts && { replyTo: threadTs as PlatformMessageId }),
    ...(attachments.length > 0 && { attachments }),
    ...(answerable && { invocation: invocationOf({ channel, user, ...(threadTs !== undefined && { threadTs }) }) }),
    sentAt: dateOf(ts),
  }
}

/**
 * Mentions the bot, or is a reply in a thread that it takes part in, unless it begins by calling somebody else. Another bot has to
 * mention it: two that answer each other in a thread would never end.
 */
async function isToTheBot(
  parts: InboundParts,
  channel: string,
  message: Said & { readonly text: string; readonly isOfBot: boolean },
): Promise<boolean> {
  const { me, memory } = parts
  const { thread_ts: threadTs, text } = message
  if (message.type === 'app_mention' || text.includes(`<@${me.userId}`)) return true
  if (message.isOfBot || !threadTs || threadTs === message.ts || /^\s*<@/.test(text)) return false
  if (message.parent_user_id === me.userId || memory.isInThread(channel, threadTs)) return true
  // Asked once for each thread: before a restart the bot may have answered there.
  const root = await messageAt(parts, channel, threadTs)
  return root?.authors.includes(me.userId) ?? false
}

interface Received {
  readonly message: InboundMessage
  readonly threadTs: string | undefined
}

function remember({ directory, memory }: InboundParts, channel: string, { message, threadTs }: Received): void {
  const { place, author, id: ts, addressed } = message
  if (place.kind === 'direct') {
    directory.learnDirectChannel(author.id, channel)
    memory.wroteDirectly(author.id, { ts, ...(threadTs !== undefined && { threadTs }) })
    return
  }
  memory.placeMessage(channel, ts, threadTs)
  if (!addressed || author.isBot) return
  memory.addressedIn(place.address, author.id)
  if (threadTs !== undefined) memory.joinThread(channel, threadTs)
}

interface Deleted {
  /** As it was, as far as it could be read. */
  readonly said: SlackSaid | undefined
  readonly ts: string | undefined
}

async function deletion(parts: InboundParts, channel: string, { said: before, ts }: Deleted): Promise<InboundEvent | undefined> {
  if (before?.user === parts.me.userId || before?.bot_id || ts === undefined) return undefined
  // Direct conversations are known by the person; in a channel it takes nobody's name to say what is gone.
  const user = before?.user ?? undefined
  if (user === undefined && isDirectChannel(channel)) return undefined
  const threadTs = before?.thread_ts ?? parts.memory.threadOf(channel, ts)
  return { type: 'deletion', place: await placeOf(parts, addressIn(channel, user ?? '', threadTs)), id: ts as PlatformMessageId }
}

/** The stop button of Slack's agent view. */
export async function stopEvent(parts: InboundParts, event: SlackStopped): Promise<InboundEvent> {
  return {
    type: 'action',
    place: await placeOf(parts, addressIn(event.channel, event.user, event.thread_ts)),
    id: `stop:${event.event_ts}` as PlatformMessageId,
    order: orderOf(event.event_ts),
    author: await personOf(parts, event.user),
    action: '/stop',
    sentAt: dateOf(event.event_ts),
  }
}

export async function reactionEvent(parts: InboundParts, event: SlackReaction): Promise<InboundEvent | undefined> {
  const { channel, ts } = event.item
  if (event.user === parts.me.userId) return undefined
  const author = await personOf(parts, event.user)
  if (author.isBot) return undefined
  const place = await placeOf(parts, addressIn(channel, event.user))
  // Last, because it can fail: all else is known by then, and not asked for again when the reaction comes again.
  const threadTs = isDirectChannel(channel) ? undefined : await threadOf(parts, channel, ts)
  return {
    type: 'reaction',
    place: { ...place, address: addressOf(addressIn(channel, event.user, threadTs)) },
    id: ts as PlatformMessageId,
    author,
    emoji: emojiNamed(event.reaction),
    present: event.type === 'reaction_added',
    at: dateOf(event.event_ts),
  }
}

/** A reaction does not say which thread its message is in. */
async function threadOf(parts: InboundParts, channel: string, ts: string): Promise<string | undefined> {
  const known = parts.memory.threadOf(channel, ts)
  if (known !== undefined) return known ?? undefined
  const found = await messageAt(parts, channel, ts)
  return found?.threadTs === ts ? undefined : found?.threadTs
}

function attachmentOf(file: SlackFile): InboundAttachment[] {
  // Files beyond the workspace's limit, and some from other workspaces, have no address.
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
