import { InteractionType } from 'discord.js'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration, Suggest } from '../../../src/core/ports/commands.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { InboundEvent } from '../../../src/core/ports/platform.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import type { OrderedInbox } from '../../kit/ordered-inbox.ts'
import type { DiscordAddress } from '../address.ts'
import type { DiscordRest } from '../client.ts'
import type { DiscordDirectChannels } from '../direct-channels.ts'
import { describeError } from '../errors.ts'
import { type DiscordDispatch, type DiscordInteraction, type DiscordMessage, parseDispatch, parseDispatchType } from '../payloads.ts'
import { registerCommands } from '../register-commands.ts'
import {
  createMissedMessageLoader,
  type DiscordCatchUpPoint,
  type DiscordChannelPosition,
  resolveChannelId,
  toChannelPosition,
} from './catch-up.ts'
import { type DepartureOptions, listDepartures } from './departures.ts'
import { createGuildChannels } from './guild-channels.ts'
import { type DiscordInboundContext, toInboundDeletion, toInboundEdit, toInboundMessage, toInboundReaction } from './inbound-events.ts'
import { receiveInteraction, respondToAutocomplete } from './interactions.ts'
import type { DiscordNames } from './names.ts'

export interface ListenerOptions {
  readonly rest: DiscordRest
  /** For first responses to interactions. */
  readonly interactionRest: DiscordRest
  readonly directChannels: DiscordDirectChannels
  /** Learns the names that Discord reports. */
  readonly names: DiscordNames
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly testGuild?: string
  readonly loadLastStored?: () => Promise<readonly DiscordCatchUpPoint[]>
  readonly clock: Clock
  readonly log: Log
}

export type DispatchHandler = (packet: unknown) => void

type DispatchData<Type extends DiscordDispatch['t']> = Extract<DiscordDispatch, { t: Type }>['d']

/**
 * Converts gateway dispatches to events for the inbox, across sessions. Calls `onReady` whenever Discord starts a session. The gateway has
 * no acknowledgement per event, so events that the inbox rejects are retried here. Throws if a session starts in a form that it cannot read.
 */
export function createGatewayListener(options: ListenerOptions, inbox: OrderedInbox, onReady: () => void): DispatchHandler {
  const { clock, log, directChannels, names } = options
  /** The last message seen in each channel since startup. Used to catch up if a session could not be resumed. */
  const lastSeen = new Map<string, DiscordChannelPosition>()
  const departureOptions: DepartureOptions = { names, guildChannels: createGuildChannels(), loadStored: loadStoredPlaces }
  let botId = ''
  let hasConnected = false
  /** Places whose missed messages have not been loaded since startup. */
  let pendingCatchUps: Promise<Map<PlaceAddress, DiscordCatchUpPoint>> = Promise.resolve(new Map())

  function handleDispatch(packet: unknown): void {
    names.learn(packet)
    departureOptions.guildChannels.learn(packet)
    const dispatch = parseDispatch(packet)
    if (dispatch === 'unreadable') handleUnreadable(packet)
    if (typeof dispatch === 'string') return
    const inboundContext: DiscordInboundContext = { botId, names, clock }
    switch (dispatch.t) {
      case 'READY':
        startSession(dispatch.d)
        break
      case 'MESSAGE_CREATE':
        handleMessage(inboundContext, dispatch.d)
        break
      case 'MESSAGE_UPDATE': {
        const event = toInboundEdit(inboundContext, dispatch.d)
        if (event) void inbox.storeWithRetry(dispatch.d.channel_id, [event])
        break
      }
      case 'MESSAGE_DELETE':
        handleDeletion({ ...dispatch.d, ids: [dispatch.d.id] })
        break
      case 'MESSAGE_DELETE_BULK':
        handleDeletion(dispatch.d)
        break
      case 'GUILD_DELETE':
      case 'CHANNEL_DELETE':
      case 'THREAD_DELETE':
        void handleDeparture(dispatch)
        break
      case 'MESSAGE_REACTION_ADD':
      case 'MESSAGE_REACTION_REMOVE': {
        const event = toInboundReaction(inboundContext, dispatch.d, dispatch.t === 'MESSAGE_REACTION_ADD')
        if (event) void inbox.storeWithRetry(dispatch.d.channel_id, [event])
        break
      }
      case 'INTERACTION_CREATE':
        handleInteraction(dispatch.d)
        break
    }
  }

  function handleUnreadable(packet: unknown): void {
    const type = parseDispatchType(packet)
    if (type === 'READY') throw new Error('Discord started a session without naming the bot')
    log.warn({ type, shape: describeShape(packet) }, 'A Discord event could not be read; skipped it')
  }

  function handleMessage(inboundContext: DiscordInboundContext, message: DiscordMessage): void {
    const event = toInboundMessage(inboundContext, message)
    // In a tracked channel, messages that are not for us are recorded too, so that catching up does not load them again.
    if (event || lastSeen.has(message.channel_id)) recordSeen(message)
    if (!event) return
    if (event.place.kind === 'direct') directChannels.remember(event.author.id, message.channel_id)
    void inbox.storeWithRetry(message.channel_id, () => loadMissedBeforeStart(event.place.address, message.channel_id))
    void inbox.storeWithRetry(message.channel_id, [event])
  }

  function recordSeen({ id, channel_id: channelId, guild_id: guildId }: DiscordMessage): void {
    const before = lastSeen.get(channelId)
    if (before && BigInt(before.lastId) >= BigInt(id)) return
    lastSeen.set(channelId, { lastId: id, ...(guildId !== undefined && { guildId }) })
  }

  function handleDeletion({ ids, channel_id: channelId, guild_id: guildId }: DispatchData<'MESSAGE_DELETE_BULK'>): void {
    void inbox.storeWithRetry(channelId, async () => {
      const address: DiscordAddress =
        guildId === undefined
          ? { kind: 'direct', userId: await directChannels.resolveUserId(channelId) }
          : { kind: 'shared', guildId, channelId }
      return ids.map((id) => toInboundDeletion(names, address, id))
    })
  }

  async function handleDeparture(dispatch: Parameters<typeof listDepartures>[1]): Promise<void> {
    for (const { channelId, event } of await listDepartures(departureOptions, dispatch)) {
      lastSeen.delete(channelId)
      void inbox.storeWithRetry(channelId, [event])
    }
  }

  function handleInteraction(interaction: DiscordInteraction): void {
    const interactionParts = { ...options, botId }
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete) {
      void respondToAutocomplete(interactionParts, interaction)
      return
    }
    const received = receiveInteraction(interactionParts, interaction)
    if (!received) return
    void inbox.storeWithRetry(received.channelId, async () => {
      const event = await received.event
      if (event.place.kind === 'direct') directChannels.remember(event.author.id, received.channelId)
      return [event]
    })
  }

  /** Starts a new session. Discord does not repeat events that an earlier session missed. */
  function startSession({ user, application }: DispatchData<'READY'>): void {
    botId = user.id
    log.info({ bot: user.username }, 'Discord is connected')
    // Runs before any event of this session, so that missed messages come first.
    for (const [channelId, last] of lastSeen) catchUp(channelId, last)
    if (!hasConnected) {
      hasConnected = true
      void registerCommands(options, application?.id ?? user.id)
      pendingCatchUps = loadPendingCatchUps()
      void catchUpAfterRestart()
    }
    onReady()
  }

  function catchUp(channelId: string, last: DiscordChannelPosition): void {
    const loadMissed = createMissedMessageLoader(options, channelId, last)
    void inbox.storeWithRetry(channelId, async () => toEvents(await loadMissed()))
  }

  function toEvents(messages: readonly DiscordMessage[]): InboundEvent[] {
    for (const message of messages) recordSeen(message)
    return messages.map((message) => toInboundMessage({ botId, names, clock }, message)).filter((event) => event !== undefined)
  }

  /** Loads the missed messages of all places that have stored messages. */
  async function catchUpAfterRestart(): Promise<void> {
    for (const place of (await pendingCatchUps).values()) {
      // The channel of a direct chat must be requested first.
      void inbox.storeWithRetry(place.address, async () => {
        const channelId = await resolveChannelId(options, place)
        void inbox.storeWithRetry(channelId, () => loadMissedBeforeStart(place.address, channelId))
        return []
      })
    }
  }

  /**
   * Loads the messages that were sent to a place while the program was not running. Runs once per place, before the first message there in
   * this session.
   */
  async function loadMissedBeforeStart(address: PlaceAddress, channelId: string): Promise<InboundEvent[]> {
    const places = await pendingCatchUps
    const place = places.get(address)
    if (!place) return []
    try {
      const last = toChannelPosition(place)
      if (!lastSeen.has(channelId)) lastSeen.set(channelId, last)
      const messages = await createMissedMessageLoader(options, channelId, last)()
      places.delete(address)
      return toEvents(messages)
    } catch (error) {
      // Messages that Discord does not show, or no longer shows, must not block new ones.
      if (!(error instanceof PlatformError) || !['unreachable', 'rejected'].includes(error.kind)) throw error
      places.delete(address)
      log.info({ reason: error.message }, 'The missed messages of a Discord channel cannot be read; skipped them')
      return []
    }
  }

  async function loadPendingCatchUps(): Promise<Map<PlaceAddress, DiscordCatchUpPoint>> {
    return new Map((await loadStoredPlaces()).map((place) => [place.address, place]))
  }

  async function loadStoredPlaces(): Promise<readonly DiscordCatchUpPoint[]> {
    return (await options.loadLastStored?.().catch(logUnknownPlaces)) ?? []
  }

  function logUnknownPlaces(error: unknown): [] {
    log.warn({ reason: describeError(error) }, 'The stored Discord channels could not be listed; missed messages may be missing')
    return []
  }

  return handleDispatch
}
