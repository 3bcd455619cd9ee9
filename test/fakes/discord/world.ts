import type { Clock } from '../../../src/core/ports/clock.ts'
import type { FormFile } from '../form.ts'
import {
  type FakeChannel,
  type FakeGuild,
  type FakeMember,
  type FakeMessage,
  type FakeRole,
  type FakeUser,
  type Kept,
  Refusal,
  type RegisteredCommand,
  unknownChannel,
  unknownMessage,
} from './types.ts'

const discordEpochMs = 1_420_070_400_000

export interface NewMessage {
  readonly author: FakeUser
  readonly content: string
  readonly type?: number
  readonly flags?: number
  readonly replyTo?: FakeMessage
  readonly onlyFor?: string
  readonly pings?: readonly string[]
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Tells the bot, if it wants to be told. */
export type Dispatch = (type: string, data: object) => void

/** People, servers, channels and what was written in them, as Discord keeps it; and a record of what the bot did. */
export class World {
  readonly bot: FakeUser
  readonly applicationId: string
  readonly users = new Map<string, FakeUser>()
  /** The languages of people's apps, where they are not English. */
  readonly locales = new Map<string, string>()
  readonly guilds = new Map<string, FakeGuild>()
  readonly channels = new Map<string, FakeChannel>()
  readonly roles = new Map<string, FakeRole>()
  /** The members of servers and threads, by the id of the server or thread, then of the person. */
  readonly members = new Map<string, Map<string, FakeMember>>()
  readonly #messages = new Map<string, Kept[]>()
  readonly files = new Map<string, { readonly content: Uint8Array; readonly mediaType: string }>()
  readonly filesSent: (FormFile & { readonly channelId: string })[] = []
  /** People who take no messages of the bot, and channels that it may not see. */
  readonly closedTo = new Set<string>()
  /** By server, or 'global'. */
  readonly commands = new Map<string, readonly RegisteredCommand[]>()
  /** Ids of channels in which the bot was seen typing. */
  readonly typing: string[] = []
  readonly #nonces = new Map<string, { readonly messageId: string; readonly at: number }>()
  dispatch: Dispatch = () => {}
  #ids = 0n

  constructor(readonly clock: Clock) {
    this.bot = this.addUser('throughline', { bot: true })
    this.applicationId = this.bot.id
  }

  /** Snowflakes of the clock's time, apart from each other. */
  nextId(): string {
    this.#ids += 1n
    return String((BigInt(this.clock.now().getTime() - discordEpochMs) << 22n) + (this.#ids << 12n))
  }

  now(): string {
    return this.clock.now().toISOString()
  }

  addUser(username: string, { bot = false, name }: { readonly bot?: boolean; readonly name?: string } = {}): FakeUser {
    const user: FakeUser = {
      id: this.nextId(),
      username,
      global_name: name ?? null,
      discriminator: '0',
      avatar: null,
      ...(bot && { bot: true as const }),
    }
    this.users.set(user.id, user)
    return user
  }

  addChannel(channel: Omit<FakeChannel, 'id'>): FakeChannel {
    const added = { ...channel, id: this.nextId() }
    this.channels.set(added.id, added)
    this.#messages.set(added.id, [])
    return added
  }

  /** The direct chat with a person; it comes into being when it is first asked for. */
  directChannel(user: FakeUser): FakeChannel {
    const existing = [...this.channels.values()].find(({ type, recipients }) => type === 1 && recipients?.[0]?.id === user.id)
    return existing ?? this.addChannel({ type: 1, recipients: [user] })
  }

  /** The channel, if the bot can be there. */
  channel(id: string): FakeChannel {
    const channel = this.channels.get(id)
    if (!channel) throw unknownChannel()
    const guild = channel.guild_id === undefined ? undefined : this.guilds.get(channel.guild_id)
    const stranger = channel.type === 3 || (channel.type === 1 && channel.recipients?.length !== 1) || guild?.hasBot === false
    if (stranger || (channel.type !== 1 && this.closedTo.has(id))) throw new Refusal(403, 50001, 'Missing Access')
    return channel
  }

  /** The channel, if the bot may write there now. */
  writableChannel(id: string): FakeChannel {
    const channel = this.channel(id)
    const [person] = channel.recipients ?? []
    if (person && this.closedTo.has(person.id)) throw new Refusal(403, 50007, 'Cannot send messages to this user')
    return channel
  }

  kept(channelId: string): readonly Kept[] {
    return this.#messages.get(channelId) ?? []
  }

  /** Without those that one person alone sees. */
  messages(channelId: string): readonly FakeMessage[] {
    return this.kept(channelId)
      .filter(({ onlyFor }) => onlyFor === undefined)
      .map(({ message }) => message)
  }

  message(channelId: string, messageId: string): FakeMessage {
    const found = this.kept(channelId).find(({ message }) => message.id === messageId)
    if (!found) throw unknownMessage()
    return found.message
  }

  write(channel: FakeChannel, { author, content, replyTo, ...more }: NewMessage): FakeMessage {
    const id = this.nextId()
    const message: FakeMessage = {
      id,
      channel_id: channel.id,
      type: more.type ?? (replyTo ? 19 : 0),
      author,
      content,
      timestamp: new Date(Number(BigInt(id) >> 22n) + discordEpochMs).toISOString(),
      edited_timestamp: null,
      flags: more.flags ?? 0,
      mentions: this.mentionsIn(content),
      attachments: [],
      components: [],
      ...(replyTo && {
        message_reference: { message_id: replyTo.id, channel_id: channel.id },
        referenced_message: withoutReference(replyTo),
      }),
      ...more.fields,
    }
    const { onlyFor, pings = [] } = more
    this.#messages.get(channel.id)?.push({ message, pings, ...(onlyFor !== undefined && { onlyFor }) })
    if (onlyFor === undefined) this.dispatch('MESSAGE_CREATE', this.dispatched(message))
    return message
  }

  change(before: FakeMessage, changes: Partial<FakeMessage>, pings: readonly string[] = []): FakeMessage {
    const kept = this.#messages.get(before.channel_id) ?? []
    const index = kept.findIndex(({ message }) => message.id === before.id)
    const found = kept[index]
    if (!found) throw unknownMessage()
    const message = { ...found.message, ...changes, mentions: this.mentionsIn(changes.content ?? found.message.content) }
    kept[index] = { ...found, message, pings: [...found.pings, ...pings] }
    if (found.onlyFor === undefined) this.dispatch('MESSAGE_UPDATE', this.dispatched(message))
    return message
  }

  remove(channelId: string, ids: readonly string[]): void {
    const kept = this.#messages.get(channelId) ?? []
    const gone = kept.filter(({ message }) => ids.includes(message.id))
    this.#messages.set(
      channelId,
      kept.filter((each) => !gone.includes(each)),
    )
    const guild = this.guildOf(channelId)
    if (gone.every(({ onlyFor }) => onlyFor !== undefined)) return
    if (ids.length === 1) this.dispatch('MESSAGE_DELETE', { id: ids[0], channel_id: channelId, ...guild })
    else this.dispatch('MESSAGE_DELETE_BULK', { ids, channel_id: channelId, ...guild })
  }

  /** A message as the gateway tells it; history and answers leave the server out. */
  dispatched(message: FakeMessage): object {
    const guild = this.guildOf(message.channel_id)
    return { ...message, ...guild, ...('guild_id' in guild && { member: { nick: null, roles: [] } }) }
  }

  guildOf(channelId: string): { guild_id?: string } {
    const guildId = this.channels.get(channelId)?.guild_id
    return guildId === undefined ? {} : { guild_id: guildId }
  }

  mentionsIn(content: string): FakeUser[] {
    const ids = new Set([...content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id))
    return [...ids].flatMap((id) => this.users.get(id) ?? [])
  }

  /** The message that was sent with this nonce in the last minutes. */
  sentWith(nonce: string): FakeMessage | undefined {
    const sent = this.#nonces.get(nonce)
    if (!sent || this.clock.now().getTime() - sent.at > 5 * 60_000) return undefined
    return [...this.#messages.values()].flat().find(({ message }) => message.id === sent.messageId)?.message
  }

  noteNonce(nonce: string, { id }: FakeMessage): void {
    this.#nonces.set(nonce, { messageId: id, at: this.clock.now().getTime() })
  }
}

function withoutReference({ referenced_message: _, ...message }: FakeMessage): Omit<FakeMessage, 'referenced_message'> {
  return message as Omit<FakeMessage, 'referenced_message'>
}
