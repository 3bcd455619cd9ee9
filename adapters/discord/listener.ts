import { InteractionType } from 'discord.js'
import type { Clock } from '../../src/core/clock.ts'
import type { CommandDeclaration, Suggest } from '../../src/core/commands.ts'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlaceAddress } from '../../src/core/ids.ts'
import type { Log } from '../../src/core/log.ts'
import type { InboundEvent, Inbox } from '../../src/core/platform.ts'
import type { DiscordAddress } from './address.ts'
import { channelOfStored, type LastStored, missedMessages, type SeenChannel, seenOf } from './catch-up.ts'
import { offerCommands } from './commands.ts'
import type { DirectChannels } from './direct-channels.ts'
import { describeError } from './errors.ts'
import { type InboundParts, inboundDeletion, inboundEdit, inboundMessage, inboundReaction } from './inbound.ts'
import { createIntake } from './intake.ts'
import { answerAutocomplete, takeInteraction } from './interactions.ts'
import { type DiscordDispatch, type DiscordInteraction, type DiscordMessage, dispatchType, readDispatch } from './payloads.ts'
import type { DiscordRest } from './rest.ts'
import type { Names } from './said.ts'

export interface ListenerParts {
  readonly rest: DiscordRest
  /** For the first answers to interactions. */
  readonly answering: DiscordRest
  readonly directChannels: DirectChannels
  readonly commands: readonly CommandDeclaration[]
  readonly suggest: Suggest
  readonly testGuild?: string
  readonly lastStored?: () => Promise<readonly LastStored[]>
  readonly clock: Clock
  readonly log: Log
}

export interface Listening {
  readonly inbox: Inbox
  readonly signal: AbortSignal
  /** Called each time Discord has begun a new session with us. */
  readonly ready: () => void
}

export interface Listener {
  readonly dispatched: (packet: unknown, names: Names) => void
  /** Resolves when the inbox is done with what it was given. */
  settled(): Promise<void>
}

type Of<Type extends DiscordDispatch['t']> = Extract<DiscordDispatch, { t: Type }>['d']

/** Turns what the gateway dispatches into events for the inbox, over any number of sessions. */
export function createListener(parts: ListenerParts, { inbox, signal, ready }: Listening): Listener {
  const { clock, log, directChannels } = parts
  /** Where something was said since the start, by channel; asked for what was missed when a session could not be resumed. */
  const seen = new Map<string, SeenChannel>()
  const intake = createIntake({ inbox, clock, log, signal })
  let botId = ''
  let introduced = false
  /** Places that were not asked yet for what was written there while the program was not running. */
  let stored: Promise<Map<PlaceAddress, LastStored>> = Promise.resolve(new Map())

  function dispatched(packet: unknown, names: Names): void {
    const dispatch = readDispatch(packet)
    if (dispatch === 'unreadable') log.warn({ type: dispatchType(packet) }, 'An event of Discord could not be read and was passed over')
    if (typeof dispatch === 'string') return
    const inbound: InboundParts = { botId, names, clock }
    switch (dispatch.t) {
      case 'READY':
        introduce(dispatch.d, names)
        break
      case 'MESSAGE_CREATE':
        said(inbound, dispatch.d)
        break
      case 'MESSAGE_UPDATE': {
        const event = inboundEdit(inbound, dispatch.d)
        if (event) intake.add(dispatch.d.channel_id, async () => [event])
        break
      }
      case 'MESSAGE_DELETE':
        deleted(names, { ...dispatch.d, ids: [dispatch.d.id] })
        break
      case 'MESSAGE_DELETE_BULK':
        deleted(names, dispatch.d)
        break
      case 'MESSAGE_REACTION_ADD':
      case 'MESSAGE_REACTION_REMOVE': {
        const event = inboundReaction(inbound, dispatch.d, dispatch.t === 'MESSAGE_REACTION_ADD')
        if (event) intake.add(dispatch.d.channel_id, async () => [event])
        break
      }
      case 'INTERACTION_CREATE':
        interacted(names, dispatch.d)
        break
    }
  }

  function said(inbound: InboundParts, message: DiscordMessage): void {
    const event = inboundMessage(inbound, message)
    // What is not for us need not be looked at again in a channel that is caught up with.
    if (event || seen.has(message.channel_id)) noteSeen(message)
    if (!event) return
    if (event.place.kind === 'direct') directChannels.note(event.author.id, message.channel_id)
    intake.add(message.channel_id, async () => [...(await missedBefore(inbound.names, event.place.address, message.channel_id)), event])
  }

  function noteSeen({ id, channel_id: channelId, guild_id: guildId }: DiscordMessage): void {
    const before = seen.get(channelId)
    if (before && BigInt(before.lastId) >= BigInt(id)) return
    seen.set(channelId, { lastId: id, ...(guildId !== undefined && { guildId }) })
  }

  function deleted(names: Names, { ids, channel_id: channelId, guild_id: guildId }: Of<'MESSAGE_DELETE_BULK'>): void {
    intake.add(channelId, async () => {
      const address: DiscordAddress =
        guildId === undefined ? { kind: 'direct', userId: await directChannels.userOf(channelId) } : { kind: 'shared', guildId, channelId }
      return ids.map((id) => inboundDeletion(names, address, id))
    })
  }

  function interacted(names: Names, interaction: DiscordInteraction): void {
    const interactionParts = { ...parts, botId, names }
    if (interaction.type === InteractionType.ApplicationCommandAutocomplete) {
      void answerAutocomplete(interactionParts, interaction)
      return
    }
    const given = takeInteraction(interactionParts, interaction)
    if (!given) return
    intake.add(given.channelId, async () => {
      const event = await given.event
      if (event.place.kind === 'direct') directChannels.note(event.author.id, given.channelId)
      return [event]
    })
  }

  /** A new session: Discord gives no event again that an earlier one missed. */
  function introduce({ user, application }: Of<'READY'>, names: Names): void {
    botId = user.id
    log.info({ bot: user.username }, 'Discord is connected')
    // Before any event of this session, so that what was missed comes first.
    for (const [channelId, last] of seen) catchUp(names, channelId, last)
    if (!introduced) {
      introduced = true
      void offerCommands(parts, application.id)
      stored = storedPlaces()
      void catchUpFromBefore(names)
    }
    ready()
  }

  function catchUp(names: Names, channelId: string, last: SeenChannel): void {
    const missed = missedMessages(parts, channelId, last)
    intake.add(channelId, async () => eventsOf(names, await missed()))
  }

  function eventsOf(names: Names, messages: readonly DiscordMessage[]): InboundEvent[] {
    for (const message of messages) noteSeen(message)
    return messages.map((message) => inboundMessage({ botId, names, clock }, message)).filter((event) => event !== undefined)
  }

  /** Asks in the channels of all places of which something is stored for what was written while the program was not running. */
  async function catchUpFromBefore(names: Names): Promise<void> {
    for (const place of (await stored).values()) {
      // The channel of a direct chat must be asked for first.
      intake.add(place.address, async () => {
        const channelId = await channelOfStored(parts, place)
        intake.add(channelId, () => missedBefore(names, place.address, channelId))
        return []
      })
    }
  }

  /** What was written in a place while the program was not running: once, and before the first message of this session there. */
  async function missedBefore(names: Names, address: PlaceAddress, channelId: string): Promise<InboundEvent[]> {
    const places = await stored
    const place = places.get(address)
    if (!place) return []
    try {
      const last = seenOf(place)
      if (!seen.has(channelId)) seen.set(channelId, last)
      const messages = await missedMessages(parts, channelId, last)()
      places.delete(address)
      return eventsOf(names, messages)
    } catch (error) {
      // What Discord does not show (any more) holds up nothing that is said there now.
      if (!(error instanceof PlatformError) || error.kind === 'transient' || error.kind === 'rate_limited') throw error
      places.delete(address)
      log.info({ reason: error.message }, 'What was missed in a place on Discord cannot be read; it was passed over')
      return []
    }
  }

  async function storedPlaces(): Promise<Map<PlaceAddress, LastStored>> {
    const places = (await parts.lastStored?.().catch(unknownPlaces)) ?? []
    return new Map(places.map((place) => [place.address, place]))
  }

  function unknownPlaces(error: unknown): [] {
    log.warn({ reason: describeError(error) }, 'It is not known where messages may have been missed on Discord')
    return []
  }

  return { dispatched, settled: intake.settled }
}
