import type { Clock } from '../../../src/core/ports/clock.ts'
import { type FakeChannel, type FakeFile, type FakeMessage, type FakePerson, Refusal, type Telling } from './types.ts'

export interface Ephemeral {
  readonly channel: string
  readonly user: string
  readonly message: FakeMessage
}

export interface Status {
  readonly channel: string
  readonly threadTs: string
  readonly status: string
}

export interface NewMessage {
  readonly user: string
  readonly text: string
  readonly threadTs?: string
  readonly rest?: Partial<FakeMessage>
}

/** People, channels and what was written in them, as Slack keeps it; and a record of what the app did. */
export class World {
  readonly team = { id: 'T0ACME', url: 'https://acme.slack.com/' }
  readonly bot = { id: 'U0BOT', botId: 'B0BOT' }
  readonly people = new Map<string, FakePerson>()
  readonly channels = new Map<string, FakeChannel>()
  readonly files = new Map<string, { readonly file: FakeFile; readonly content: Uint8Array }>()
  readonly archived = new Set<string>()
  /** People in each channel. The bot is in those that it has joined. */
  readonly members = new Map<string, Set<string>>()
  readonly disabled = new Set<string>()
  readonly #messages = new Map<string, FakeMessage[]>()
  #ids = 100
  #lastMicros = 0n

  /** In the order in which they were taken. */
  readonly ephemerals: Ephemeral[] = []
  readonly statuses: Status[] = []
  /** Files that were promised, by their id, and what came of them. */
  readonly uploads = new Map<string, { readonly name: string; readonly length: number; content?: Uint8Array }>()
  readonly shared: { readonly channel: string; readonly threadTs?: string; readonly name: string; readonly content: Uint8Array }[] = []
  readonly prompts: { readonly channel: string; readonly threadTs: string | undefined; readonly titles: readonly string[] }[] = []
  readonly views: { readonly trigger: string; readonly view: Readonly<Record<string, unknown>> }[] = []
  /** Pieces of streams, by channel and time of their message. */
  readonly pieces = new Map<string, string[]>()
  /** Whether the app is one that may stream. */
  isAgent = true
  scopes: readonly string[] = []
  /** Messages that a page of history has at most: 15 for some apps. */
  longestHistory = 999
  /** Slack shows this much of a trigger: it is good once. */
  readonly triggers = new Set<string>()

  constructor(
    readonly clock: Clock,
    readonly tell: (telling: Telling) => void,
  ) {}

  nextId(prefix: string): string {
    this.#ids += 1
    return `${prefix}0${this.#ids}`
  }

  /** Never the same twice, as in one channel of Slack. */
  nextTs(): string {
    const now = BigInt(this.clock.now().getTime()) * 1000n
    this.#lastMicros = now > this.#lastMicros ? now : this.#lastMicros + 1n
    return `${this.#lastMicros / 1_000_000n}.${String(this.#lastMicros % 1_000_000n).padStart(6, '0')}`
  }

  channel(id: unknown): FakeChannel {
    const channel = this.channels.get(String(id))
    if (!channel) throw new Refusal('channel_not_found')
    return channel
  }

  /** Members as Slack lists them, the bot too. */
  membersOf(channel: FakeChannel): readonly string[] {
    return [...(this.members.get(channel.id) ?? []), ...(this.channel(channel.id).joined ? [this.bot.id] : [])]
  }

  /** The channel, if the bot can know of it. */
  visibleChannel(id: unknown): FakeChannel {
    const channel = this.channel(id)
    if (channel.isPrivate && !channel.joined) throw new Refusal('channel_not_found')
    return channel
  }

  /** Refuses what the token has no scope for. A token of which no scopes are known has all. */
  requireScope(scope: string): void {
    if (this.scopes.length > 0 && !this.scopes.includes(scope)) throw new Refusal('missing_scope')
  }

  /** The channel, if the bot may write there now. */
  writableChannel(id: unknown): FakeChannel {
    const channel = this.channel(id)
    if (!channel.joined) throw new Refusal('not_in_channel')
    if (this.archived.has(channel.id)) throw new Refusal('is_archived')
    return channel
  }

  messages(channel: string): readonly FakeMessage[] {
    return this.#messages.get(channel) ?? []
  }

  message(channel: string, ts: unknown): FakeMessage | undefined {
    return this.messages(channel).find((message) => message.ts === String(ts))
  }

  write(channel: string, { user, text, threadTs, rest }: NewMessage): FakeMessage {
    const root = threadTs === undefined ? undefined : this.message(channel, threadTs)
    const message: FakeMessage = {
      type: 'message',
      ts: this.nextTs(),
      user,
      text,
      ...(threadTs !== undefined && { thread_ts: threadTs }),
      ...(root && { parent_user_id: root.user }),
      ...rest,
    }
    this.#messages.set(channel, [...this.messages(channel), message])
    // From its first reply on, the first message of a thread names itself. https://docs.slack.dev/messaging/retrieving-messages
    if (root) this.replace(channel, { ...root, thread_ts: root.ts })
    return message
  }

  replace(channel: string, changed: FakeMessage): FakeMessage {
    this.#messages.set(
      channel,
      this.messages(channel).map((message) => (message.ts === changed.ts ? changed : message)),
    )
    return changed
  }

  remove(channel: string, ts: string): void {
    this.#messages.set(
      channel,
      this.messages(channel).filter((message) => message.ts !== ts),
    )
  }

  /** The app is told of an event in a channel. */
  event(channel: string, event: Readonly<Record<string, unknown>>): Telling {
    const telling: Telling = {
      type: 'events_api',
      place: channel,
      payload: {
        type: 'event_callback',
        team_id: this.team.id,
        event_id: this.nextId('Ev'),
        event: { channel, channel_type: channel.startsWith('D') ? 'im' : 'channel', event_ts: this.nextTs(), ...event },
      },
    }
    this.tell(telling)
    return telling
  }

  /** As Slack does it for every change of a message, the app's own ones included. */
  changed(channel: string, before: FakeMessage, now: FakeMessage): Telling {
    return this.event(channel, {
      type: 'message',
      subtype: 'message_changed',
      hidden: true,
      ts: this.nextTs(),
      message: now,
      previous_message: before,
    })
  }
}
