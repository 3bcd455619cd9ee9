import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { FakeMessage } from './types.ts'
import type { World } from './world.ts'

const intent = { guildMessages: 1 << 9, guildReactions: 1 << 10, directMessages: 1 << 12, directReactions: 1 << 13, content: 1 << 15 }

interface Session {
  readonly id: string
  readonly intents: number
  readonly log: { readonly s: number; readonly t: string; readonly d: object }[]
  socket: WebSocket | undefined
}

export interface GatewayParts {
  readonly world: World
  readonly tokens: ReadonlySet<string>
  readonly changed: () => void
}

/** The gateway over WebSocket. Sessions live on without a connection, and replay what they missed. https://discord.com/developers/docs/events/gateway */
export class Gateway {
  readonly #server = new WebSocketServer({ noServer: true })
  #session: Session | undefined
  /** Answered by nobody: as if the network were gone. */
  unreachable = false
  /** Whether the portal gives the bot the content of all messages. */
  contentAllowed = true
  /** The code with which every new session is refused. */
  refusal: number | undefined
  heartbeatIntervalMs = 45_000
  /** The address that is told to clients. */
  url = ''

  // What was seen, in order.
  connections = 0
  readonly identified: number[] = []
  resumed = 0
  heartbeats = 0
  /** Connections tried while it was unreachable. */
  turnedAway = 0

  constructor(readonly parts: GatewayParts) {
    parts.world.dispatch = (type, data) => this.dispatch(type, data)
  }

  get connected(): boolean {
    return this.#session?.socket !== undefined
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.unreachable) {
      this.turnedAway += 1
      socket.destroy()
      return
    }
    this.#server.handleUpgrade(request, socket, head, (client) => this.#accept(client))
  }

  #accept(client: WebSocket): void {
    this.connections += 1
    client.on('error', () => client.terminate())
    client.on('close', (code) => {
      if (this.#session?.socket !== client) return
      this.#session.socket = undefined
      // Closed properly, a session is over.
      if (code === 1000 || code === 1001) this.#session = undefined
      this.parts.changed()
    })
    client.on('message', (data) => this.#receive(client, JSON.parse(String(data))))
    send(client, { op: 10, d: { heartbeat_interval: this.heartbeatIntervalMs } })
  }

  #receive(client: WebSocket, { op, d }: { readonly op: number; readonly d: Readonly<Record<string, unknown>> }): void {
    if (op === 1) {
      this.heartbeats += 1
      send(client, { op: 11 })
    }
    if (op === 2) this.#identify(client, d)
    if (op === 6) this.#resume(client, d)
    this.parts.changed()
  }

  #identify(client: WebSocket, { token, intents }: Readonly<Record<string, unknown>>): void {
    if (!this.parts.tokens.has(String(token))) {
      client.close(4004, 'Authentication failed.')
      return
    }
    if (Number(intents) & intent.content && !this.contentAllowed) {
      client.close(4014, 'Disallowed intent(s).')
      return
    }
    if (this.refusal !== undefined) {
      client.close(this.refusal)
      return
    }
    const { world } = this.parts
    this.#session?.socket?.terminate()
    this.#session = { id: randomUUID(), intents: Number(intents), log: [], socket: client }
    this.identified.push(Number(intents))
    const guilds = [...world.guilds.values()].filter(({ hasBot }) => hasBot)
    this.#tell('READY', {
      v: 10,
      user: world.bot,
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: this.#session.id,
      resume_gateway_url: this.url,
      application: { id: world.applicationId, flags: 0 },
    })
    for (const guild of guilds) this.#tell('GUILD_CREATE', this.#guild(guild.id))
  }

  #guild(id: string): object {
    const { world } = this.parts
    const channels = [...world.channels.values()].filter(({ guild_id: guildId }) => guildId === id)
    return {
      id,
      name: world.guilds.get(id)?.name,
      member_count: 2,
      owner_id: world.guilds.get(id)?.owner_id,
      channels: channels.filter(({ type }) => type < 11).map((channel) => ({ permission_overwrites: [], ...channel, position: 0 })),
      threads: channels
        .filter(({ type }) => type >= 11)
        .map((thread) => ({
          ...thread,
          thread_metadata: { archived: false, locked: false, auto_archive_duration: 60, archive_timestamp: world.now() },
        })),
      roles: [...world.roles.values()]
        .filter(({ guildId }) => guildId === id)
        .map(({ id: roleId, name, permissions }) => ({
          id: roleId,
          name,
          color: 0,
          permissions,
          position: 1,
          hoist: false,
          managed: false,
          mentionable: true,
          flags: 0,
        })),
      members: [],
      emojis: [],
      stickers: [],
      features: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    }
  }

  #resume(client: WebSocket, { token, session_id: sessionId, seq }: Readonly<Record<string, unknown>>): void {
    if (!this.parts.tokens.has(String(token))) {
      client.close(4004, 'Authentication failed.')
      return
    }
    const session = this.#session
    if (!session || session.id !== sessionId) {
      send(client, { op: 9, d: false })
      return
    }
    session.socket = client
    this.resumed += 1
    for (const event of session.log) if (event.s > Number(seq)) send(client, { op: 0, ...event })
    this.#tell('RESUMED', {})
  }

  /** Tells the bot, if it asked for such events: at once, or when it resumes. */
  dispatch(type: string, data: object): void {
    const told = this.#allowed(type, data)
    if (told) this.#tell(type, told)
  }

  #tell(type: string, data: object): void {
    if (!this.#session) return
    const event = { s: this.#session.log.length + 1, t: type, d: data }
    this.#session.log.push(event)
    if (this.#session.socket) send(this.#session.socket, { op: 0, ...event })
  }

  #allowed(type: string, data: object): object | undefined {
    const { world } = this.parts
    const intents = this.#session?.intents ?? 0
    const inGuild = 'guild_id' in data
    const has = (guild: number, direct: number) => (intents & (inGuild ? guild : direct)) !== 0
    if (inGuild && type !== 'INTERACTION_CREATE' && world.guilds.get(String(data.guild_id))?.hasBot === false) return undefined
    if (type.startsWith('MESSAGE_REACTION')) return has(intent.guildReactions, intent.directReactions) ? data : undefined
    if (!type.startsWith('MESSAGE_')) return data
    if (!has(intent.guildMessages, intent.directMessages)) return undefined
    if (type.startsWith('MESSAGE_DELETE') || !inGuild || intents & intent.content) return data
    const { author, mentions } = data as unknown as FakeMessage
    const own = author.id === world.bot.id || mentions.some(({ id }) => id === world.bot.id)
    return own ? data : withoutContent(data)
  }

  /** The connection breaks, as networks do. */
  cut(): void {
    this.#session?.socket?.terminate()
  }

  askToReconnect(): void {
    if (this.#session?.socket) send(this.#session.socket, { op: 7, d: null })
  }

  /** The session is over: what it missed is told to nobody. */
  invalidate(): void {
    const socket = this.#session?.socket
    this.#session = undefined
    if (socket) send(socket, { op: 9, d: false })
  }

  /** The connection breaks, and the session is over when the bot wants to resume it. */
  forgetSession(): void {
    const socket = this.#session?.socket
    this.#session = undefined
    socket?.terminate()
  }

  /** Tells the bot anything at all. */
  raw(type: string, data: object): void {
    this.#tell(type, data)
  }

  /** Sends anything at all over the connection. */
  frame(frame: unknown): void {
    if (this.#session?.socket) this.#session.socket.send(JSON.stringify(frame))
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate()
    this.#server.close()
  }
}

/** What Discord leaves out of other people's messages. https://discord.com/developers/docs/events/gateway#message-content-intent */
export function withoutContent(message: object): object {
  return { ...message, content: '', attachments: [], components: [] }
}

function send(client: WebSocket, payload: object): void {
  client.send(JSON.stringify(payload))
}
