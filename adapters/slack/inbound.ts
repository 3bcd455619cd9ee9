import type { Clock } from '../../src/core/clock.ts'
import type { CommandDeclaration } from '../../src/core/commands.ts'
import type { AttachmentSource, PlatformMessageId } from '../../src/core/ids.ts'
import type { Log } from '../../src/core/log.ts'
import type { Author, InboundAttachment, InboundEvent, InboundMessage, PlaceRef } from '../../src/core/platform.ts'
import { addressIn, addressOf, dateOf, isDirectChannel, orderOf, type SlackAddress } from './address.ts'
import type { Directory, Identity, Person } from './directory.ts'
import { emojiNamed } from './emoji.ts'
import { describeError } from './errors.ts'
import { invocationOf } from './invocation.ts'
import type { Memory } from './memory.ts'
import type { SlackFile, SlackMessage, SlackReaction, SlackSaid, SlackStopped } from './payloads.ts'
import { mentionedChannels, mentionedPeople, toMarkdown } from './to-markdown.ts'
import { typedCommand } from './typed-commands.ts'

export interface InboundParts {
  readonly me: Identity
  readonly directory: Directory
  readonly memory: Memory
  readonly commands: readonly CommandDeclaration[]
  readonly clock: Clock
  readonly log: Log
}

export const platformName = 'slack'

/** Messages of people; all other subtypes tell of something else: a topic, a member, another bot. */
const subtypesOfPeople = new Set<string | null | undefined>([undefined, null, 'file_share', 'thread_broadcast', 'me_message'])

/** How long names and time zones are waited for, in ms: Slack wants its acknowledgement within three seconds. */
const lookUpMs = 1_000

/** What a message event is to us; undefined when it is nothing: from a bot, about the channel, an unfurled link. */
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

async function said(
  parts: InboundParts,
  channel: string,
  message: SlackSaid & { readonly type?: SlackMessage['type'] },
): Promise<InboundMessage | undefined> {
  const { me, memory, directory } = parts
  const { user, ts } = message
  if (!user || user === me.userId || message.bot_id || !subtypesOfPeople.has(message.subtype)) return undefined
  const author = await personOf(parts, user)
  if (author.isBot) return undefined

  const attachments = (message.files ?? []).flatMap(attachmentOf)
  const raw = (message.text ?? '').replaceAll('\0', ' ')
  const text = (await readable(parts, withoutMention(raw, me.userId))).trim()
  if (text === '' && attachments.length === 0 && raw.trim() === '') return undefined

  const threadTs = message.thread_ts ?? undefined
  const direct = isDirectChannel(channel)
  if (direct) {
    directory.learnDirectChannel(user, channel)
    memory.wroteDirectly(user, { ts, ...(threadTs !== undefined && { threadTs }) })
  } else memory.placeMessage(channel, ts, threadTs)
  const addressed =
    direct || message.type === 'app_mention' || raw.includes(`<@${me.userId}`) || (await isToTheBot(parts, channel, message, raw))
  const place = await placeOf(parts, addressIn(channel, user, threadTs))
  if (!direct && addressed) {
    memory.addressedIn(place.address, user)
    if (threadTs !== undefined) memory.joinThread(channel, threadTs)
  }

  // Slack has no slash commands in threads: there, and where the bot is mentioned, a command is said without the slash.
  const command = addressed && (!direct || threadTs !== undefined) ? typedCommand(parts.commands, text) : undefined
  const line = command ?? text
  return {
    type: 'message',
    place,
    id: ts as PlatformMessageId,
    order: orderOf(ts),
    author,
    text: line || (attachments.length > 0 ? wordFor(message.files?.[0]) : await readable(parts, raw)),
    addressed,
    // A thread is all of replies; the first message of it is where it began.
    ...(threadTs !== undefined && threadTs !== ts && { replyTo: threadTs as PlatformMessageId }),
    ...(attachments.length > 0 && { attachments }),
    ...(addressed &&
      !direct &&
      line.startsWith('/') && { invocation: invocationOf({ channel, user, ...(threadTs !== undefined && { threadTs }) }) }),
    sentAt: dateOf(ts),
  }
}

/** A reply in a thread that the bot takes part in, unless it begins by calling somebody else. */
async function isToTheBot(
  { me, memory, directory, log }: InboundParts,
  channel: string,
  message: SlackSaid,
  raw: string,
): Promise<boolean> {
  const { thread_ts: threadTs } = message
  if (!threadTs || threadTs === message.ts || /^\s*<@/.test(raw)) return false
  if (message.parent_user_id === me.userId || memory.isInThread(channel, threadTs)) return true
  try {
    // Asked once for each thread: before a restart the bot may have answered there.
    const root = await directory.message(channel, threadTs)
    return root.authors.includes(me.userId)
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'Slack did not say who takes part in a thread')
    return false
  }
}

interface Deleted {
  /** As it was. */
  readonly said: SlackSaid | undefined
  readonly ts: string | undefined
}

async function deletion(parts: InboundParts, channel: string, { said: before, ts }: Deleted): Promise<InboundEvent | undefined> {
  // Without what it was there is no telling whose conversation it was in.
  if (!before?.user || before.user === parts.me.userId || before.bot_id || ts === undefined) return undefined
  const place = await placeOf(parts, addressIn(channel, before.user, before.thread_ts))
  return { type: 'deletion', place, id: ts as PlatformMessageId }
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
  const threadTs = isDirectChannel(channel) ? undefined : await threadOf(parts, channel, ts)
  return {
    type: 'reaction',
    place: await placeOf(parts, addressIn(channel, event.user, threadTs)),
    id: ts as PlatformMessageId,
    author,
    emoji: emojiNamed(event.reaction),
    present: event.type === 'reaction_added',
    at: dateOf(event.event_ts),
  }
}

/** A reaction does not say which thread its message is in. */
async function threadOf({ memory, directory, log }: InboundParts, channel: string, ts: string): Promise<string | undefined> {
  const known = memory.threadOf(channel, ts)
  if (known !== undefined) return known ?? undefined
  try {
    const { threadTs } = await directory.message(channel, ts)
    return threadTs === ts ? undefined : threadTs
  } catch (error) {
    log.debug({ reason: describeError(error) }, 'Slack did not say which thread a message is in')
    return undefined
  }
}

export async function placeOf(parts: InboundParts, address: SlackAddress): Promise<PlaceRef> {
  const title = address.kind === 'shared' ? await inTime(parts, parts.directory.channelName(address.channel)) : undefined
  return {
    platform: platformName,
    tenant: parts.me.teamId,
    address: addressOf(address),
    kind: address.kind,
    ...(title !== undefined && { title: `#${title}` }),
  }
}

/** A person with what Slack knows of them; with their id alone when it does not say so in time. */
export async function personOf(parts: InboundParts, userId: string): Promise<Author> {
  const found: Person = (await inTime(parts, parts.directory.person(userId))) ?? { name: userId, isBot: false }
  return { id: userId, ...found }
}

/** What was looked up, or undefined when that failed or took too long. */
async function inTime<T>({ clock, log }: InboundParts, lookUp: Promise<T>): Promise<T | undefined> {
  const done = new AbortController()
  const found = lookUp.catch((error: unknown) => {
    log.debug({ reason: describeError(error) }, 'Slack could not be asked for a name')
    return undefined
  })
  const first = await Promise.race([found, clock.sleep(lookUpMs, done.signal).then(() => undefined)])
  done.abort()
  return first
}

/** Without the mention of the bot, and the comma or colon that people put after it when it comes first. */
function withoutMention(text: string, userId: string): string {
  const mention = `<@${userId}(?:\\|[^<>]*)?>`
  return text.replace(new RegExp(`^\\s*${mention}[\\s,:]*`), '').replace(new RegExp(`${mention}\\s*`, 'g'), '')
}

async function readable(parts: InboundParts, mrkdwn: string): Promise<string> {
  const people = new Map<string, string>()
  const channels = new Map<string, string>()
  await Promise.all([
    ...mentionedPeople(mrkdwn).map(async (id) => {
      const person = await inTime(parts, parts.directory.person(id))
      if (person) people.set(id, person.name)
    }),
    ...mentionedChannels(mrkdwn).map(async (id) => {
      const name = await inTime(parts, parts.directory.channelName(id))
      if (name !== undefined) channels.set(id, name)
    }),
  ])
  return toMarkdown(mrkdwn, { person: (id) => people.get(id), channel: (id) => channels.get(id) })
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

/** What stands in place of text. */
function wordFor(file: SlackFile | undefined): string {
  if (file?.subtype === 'slack_audio') return '[voice message]'
  if (file?.subtype === 'slack_video') return '[video message]'
  const [kind = ''] = (file?.mimetype ?? '').split('/')
  return { image: '[photo]', audio: '[audio]', video: '[video]' }[kind] ?? '[file]'
}
