import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import { Deliveries, type HttpTarget } from './deliveries.ts'
import { type Seen, seen } from './markdown.ts'
import { serve } from './server.ts'
import type { Failure, FakeChannel, FakeFile, FakeMessage, FakePerson, Params, PersonFlags, Telling } from './types.ts'
import { World } from './world.ts'

export { signature, signedRequest } from './deliveries.ts'
export type { Seen } from './markdown.ts'
export type { FakeChannel, FakePerson } from './types.ts'

/** Something a person wrote. */
export interface PersonMessage {
  readonly channel: string
  readonly ts: string
  /** What the app is told; `deliver` tells it again. */
  readonly telling: Telling
}

export interface MessageInput {
  readonly from: FakePerson
  /** Alone with the bot where absent. */
  readonly channel?: FakeChannel
  /** In Slack's mrkdwn. */
  readonly text?: string
  /** The time of a message in the same channel: this one stands in its thread. */
  readonly threadTs?: string
  readonly files?: readonly FakeFile[]
  /** Other fields, such as { subtype: 'bot_message' }. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export interface ChannelInput extends Pick<FakeChannel, 'isPrivate' | 'isShared' | 'isGroup'> {
  /** Whether the bot is in there. */
  readonly joined?: boolean
  readonly members?: readonly FakePerson[]
  readonly creator?: FakePerson
}

export type FakeSlack = Awaited<ReturnType<typeof startFakeSlack>>

/**
 * Slack on 127.0.0.1, with one workspace and one app: give `url` to the app as SLACK_API_URL, and the tokens.
 * The app is told over the sockets it opens, or, after `postTo`, by signed requests. Times of messages come from `clock`.
 */
export async function startFakeSlack({ clock = systemClock }: { readonly clock?: Clock } = {}) {
  const botToken = 'xoxb-fake-token-of-an-app-that-does-not-exist'
  const appToken = 'xapp-fake-token-of-an-app-that-does-not-exist'
  const botTokens = new Set([botToken])
  const appTokens = new Set([appToken])
  const failures = new Map<string, Failure[]>()
  const calls: { readonly method: string; readonly params: Params }[] = []
  const watchers = new Set<() => void>()
  let refusesSockets = false
  const changed = () => {
    for (const watch of watchers) watch()
  }
  const deliveries = new Deliveries(clock, changed)
  const world = new World(clock, (telling) => void deliveries.tell(telling))
  const server = await serve({
    world,
    deliveries,
    botTokens,
    appTokens,
    failureOf: (method) => failures.get(method)?.shift(),
    called(method, params) {
      calls.push({ method, params })
      changed()
    },
    refuseSocket: () => refusesSockets,
  })

  function person({
    name,
    timezone,
    locale,
    isBot = false,
    teamId,
    flags,
  }: {
    readonly name: string
    readonly timezone?: string
    readonly locale?: string
    readonly isBot?: boolean
    readonly teamId?: string
    readonly flags?: PersonFlags
  }): FakePerson {
    const directChannel = world.nextId('D')
    const made: FakePerson = {
      id: world.nextId('U'),
      name,
      isBot,
      directChannel,
      ...(timezone !== undefined && { timezone }),
      ...(locale !== undefined && { locale }),
      ...(teamId !== undefined && { teamId }),
      ...(flags && { flags }),
    }
    world.people.set(made.id, made)
    world.channels.set(directChannel, { id: directChannel, personId: made.id, joined: true })
    return made
  }

  /** A public channel of the workspace that the bot is in, unless it is told otherwise. */
  function channel(name: string, { joined = true, members = [], creator, ...kind }: ChannelInput = {}): FakeChannel {
    const made = { id: world.nextId('C'), name, joined, ...kind, ...(creator && { creator: creator.id }) }
    world.channels.set(made.id, made)
    world.members.set(made.id, new Set(members.map(({ id }) => id)))
    return made
  }

  /** The bot is no longer in a channel. */
  function leave(where: FakeChannel): void {
    world.channels.set(where.id, { ...world.channel(where.id), joined: false })
  }

  const channelOf = (place: FakeChannel | FakePerson) => ('directChannel' in place ? place.directChannel : place.id)

  function interactive(place: string, payload: Readonly<Record<string, unknown>>) {
    return deliveries.tell({ type: 'interactive', place, payload: { team: { id: world.team.id }, ...payload } })
  }

  function messageOf(channelId: string, ts: string): FakeMessage {
    const message = world.message(channelId, ts)
    if (!message) throw new Error(`There is no message ${ts} in ${channelId}`)
    return message
  }

  const trigger = () => {
    const id = `${world.nextId('')}.${world.nextTs()}`
    world.triggers.add(id)
    return id
  }

  const view = (place: FakeChannel | FakePerson): readonly Seen[] => world.messages(channelOf(place)).map(seen)

  world.people.set(world.bot.id, { id: world.bot.id, name: 'Throughline', isBot: true, directChannel: '' })

  return {
    url: server.url,
    origin: server.origin,
    botToken,
    appToken,
    team: world.team,
    bot: world.bot,
    /** What the text of a person has in place of the bot's name. */
    mention: `<@${world.bot.id}>`,

    /** Every call that reached the server, failed ones too, when it was answered. */
    calls: calls as readonly { readonly method: string; readonly params: Params }[],
    statuses: world.statuses,
    /** Files of the bot. */
    shared: world.shared,
    prompts: world.prompts,
    views: world.views,
    posts: deliveries.posts,
    /** Pieces in which a message was streamed. */
    pieces: (place: FakeChannel | FakePerson, ts: string): readonly string[] => world.pieces.get(`${channelOf(place)}/${ts}`) ?? [],

    person,
    channel,
    file({
      name,
      mimetype,
      content,
      subtype,
    }: {
      readonly name: string
      readonly mimetype: string
      readonly content: Uint8Array
      readonly subtype?: string
    }): FakeFile {
      const id = world.nextId('F')
      const address = `${server.origin}/files/${id}/${encodeURIComponent(name)}`
      const file = {
        id,
        name,
        mimetype,
        size: content.length,
        url_private: address,
        url_private_download: address,
        ...(subtype !== undefined && { subtype }),
      }
      world.files.set(id, { file, content })
      return file
    },

    /** Somebody writes, and the app is told: of a mention in a channel twice, in two events. */
    message({ from, channel: where, text = '', threadTs, files, fields }: MessageInput): PersonMessage {
      const place = where?.id ?? from.directChannel
      const bot = from.isBot ? { bot_id: world.nextId('B') } : {}
      const message = world.write(place, {
        user: from.id,
        text,
        ...(threadTs !== undefined && { threadTs }),
        rest: { ...bot, ...(files && { files, subtype: 'file_share' }), ...fields },
      })
      const telling = world.event(place, { ...message })
      if (text.includes(`<@${world.bot.id}>`) && !place.startsWith('D'))
        world.event(place, { ...message, type: 'app_mention', channel_type: undefined })
      return { channel: place, ts: message.ts, telling }
    },

    /** The bot itself writes, by other means than the app. */
    botMessage(where: FakeChannel, text: string): string {
      const message = world.write(where.id, { user: world.bot.id, text, rest: { bot_id: world.bot.botId } })
      world.event(where.id, { ...message })
      return message.ts
    },

    edit({ channel: place, ts }: Pick<PersonMessage, 'channel' | 'ts'>, text: string): Telling {
      const before = messageOf(place, ts)
      return world.changed(place, before, world.replace(place, { ...before, text, edited: { user: before.user, ts: world.nextTs() } }))
    },

    /** A link in it unfolds: the message changes, and says the same. */
    unfurl({ channel: place, ts }: Pick<PersonMessage, 'channel' | 'ts'>): Telling {
      const before = messageOf(place, ts)
      return world.changed(place, before, world.replace(place, { ...before, ...({ attachments: [{ title: 'A page' }] } as object) }))
    },

    remove({ channel: place, ts }: Pick<PersonMessage, 'channel' | 'ts'>): Telling {
      const before = messageOf(place, ts)
      if (world.messages(place).some(({ thread_ts, ts: own }) => thread_ts === ts && own !== ts)) {
        const stone = { ...before, subtype: 'tombstone', user: 'USLACKBOT', text: 'This message was deleted.' }
        return world.changed(place, before, world.replace(place, stone))
      }
      world.remove(place, ts)
      return world.event(place, {
        type: 'message',
        subtype: 'message_deleted',
        hidden: true,
        ts: world.nextTs(),
        deleted_ts: ts,
        previous_message: before,
      })
    },

    react(
      from: FakePerson,
      { channel: place, ts }: Pick<PersonMessage, 'channel' | 'ts'>,
      { name, present = true }: { readonly name: string; readonly present?: boolean },
    ): void {
      const { channel: _, ...event } = { channel: undefined, type: present ? 'reaction_added' : 'reaction_removed' }
      deliveries.tell({
        type: 'events_api',
        place,
        payload: {
          type: 'event_callback',
          team_id: world.team.id,
          event_id: world.nextId('Ev'),
          event: {
            ...event,
            user: from.id,
            reaction: name,
            item: { type: 'message', channel: place, ts },
            item_user: world.message(place, ts)?.user,
            event_ts: world.nextTs(),
          },
        },
      })
    },

    /** Somebody types a slash command. */
    slash({
      from,
      channel: where,
      command,
      text = '',
    }: {
      readonly from: FakePerson
      readonly channel?: FakeChannel
      readonly command: string
      readonly text?: string
    }) {
      const place = where?.id ?? from.directChannel
      const payload = {
        command,
        text,
        user_id: from.id,
        user_name: from.name,
        channel_id: place,
        channel_name: where?.name ?? 'directmessage',
        team_id: world.team.id,
        trigger_id: trigger(),
        response_url: server.responseUrl({ channel: place, user: from.id }),
      }
      return deliveries.tell({ type: 'slash_commands', place, payload })
    },

    /** Somebody presses the button with this label under a message. */
    press({
      from,
      channel: place,
      ts,
      label,
    }: {
      readonly from: FakePerson
      readonly channel: string
      readonly ts: string
      readonly label: string
    }) {
      const ephemeral = world.ephemerals.find(({ channel: where, user, message }) => {
        return where === place && user === from.id && message.ts === ts
      })
      const message = ephemeral?.message ?? messageOf(place, ts)
      const button = (message.blocks ?? [])
        .flatMap(({ elements }) => elements ?? [])
        .find(({ text }) => typeof text === 'object' && text.text === label)
      if (!button) throw new Error(`There is no button "${label}" to press in ${place}`)
      return interactive(place, {
        type: 'block_actions',
        user: { id: from.id },
        channel: { id: place },
        // What one person alone sees is named by its container. https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
        ...(!ephemeral && { message }),
        container: { type: 'message', message_ts: ts, channel_id: place, is_ephemeral: ephemeral !== undefined },
        trigger_id: trigger(),
        response_url: server.responseUrl({ channel: place, user: from.id }),
        actions: [{ type: 'button', action_id: button.action_id, value: button.value, action_ts: world.nextTs() }],
      })
    },

    /** Somebody chooses an entry in the menu of a message. */
    messageShortcut({
      from,
      channel: place,
      ts,
      callbackId,
    }: {
      readonly from: FakePerson
      readonly channel: string
      readonly ts: string
      readonly callbackId: string
    }) {
      const message = messageOf(place, ts)
      return interactive(place, {
        type: 'message_action',
        callback_id: callbackId,
        user: { id: from.id },
        channel: { id: place },
        message_ts: ts,
        message,
        action_ts: world.nextTs(),
        trigger_id: trigger(),
        response_url: server.responseUrl({ channel: place, user: from.id }),
      })
    },

    /** Somebody chooses an entry in the menu of shortcuts. */
    shortcut: (from: FakePerson, callbackId: string) =>
      interactive(from.id, {
        type: 'shortcut',
        callback_id: callbackId,
        user: { id: from.id },
        action_ts: world.nextTs(),
        trigger_id: trigger(),
      }),

    /** Somebody types into a menu; returns what the app offers. */
    suggest: (from: FakePerson, actionId: string, value: string) =>
      interactive(from.id, { type: 'block_suggestion', action_id: actionId, block_id: 'day', value, user: { id: from.id } }),

    /** Somebody sends a window off, with these values by their blocks. */
    submit: (from: FakePerson, callbackId: string, values: Readonly<Record<string, string>>) =>
      interactive(from.id, {
        type: 'view_submission',
        user: { id: from.id },
        view: {
          id: world.nextId('V'),
          callback_id: callbackId,
          state: {
            values: Object.fromEntries(
              Object.entries(values).map(([block, value]) => [block, { any: { type: 'static_select', selected_option: { value } } }]),
            ),
          },
        },
      }),

    openHome: (from: FakePerson, tab: 'home' | 'messages') =>
      void world.event(from.directChannel, { type: 'app_home_opened', user: from.id, tab }),
    /** Somebody stops the reply that is being written. */
    stopSession: (from: FakePerson, threadTs: string, where?: FakeChannel) =>
      void world.event(where?.id ?? from.directChannel, {
        type: 'agent_session_stopped',
        user: from.id,
        thread_ts: threadTs,
        streaming_message_ts: [],
      }),
    /** The app is told anything else in a channel. */
    event: (where: FakeChannel | FakePerson, event: Readonly<Record<string, unknown>>) => world.event(channelOf(where), event),

    /** Tells the app again, though it may have acknowledged. */
    deliver: (telling: Telling) => deliveries.tell(telling),
    acknowledged: (telling: Telling) => deliveries.acknowledged(telling),
    /** Ids of envelopes. */
    acknowledgedIds: deliveries.acknowledgedIds as ReadonlySet<string>,

    view,
    /** What the bot wrote there, as it reads now. */
    botTexts: (place: FakeChannel | FakePerson): readonly string[] =>
      view(place)
        .filter(({ byBot }) => byBot)
        .map(({ text }) => text),
    /** What one person alone sees there. */
    privately: (place: FakeChannel | FakePerson, to: FakePerson): readonly Seen[] =>
      world.ephemerals
        .filter(({ channel: where, user }) => where === channelOf(place) && user === to.id)
        .map(({ message }) => seen(message)),

    /** The next call of a method fails so; more than once said, one after the other. "response_url" is one too. */
    failNext(method: string, failure: Failure): void {
      failures.set(method, [...(failures.get(method) ?? []), failure])
    },
    archive: (where: FakeChannel) => void world.archived.add(where.id),
    join: (who: FakePerson, where: FakeChannel) => void world.members.get(where.id)?.add(who.id),
    /** Somebody leaves a channel, and the app is told. */
    leave(who: FakePerson, where: FakeChannel): Telling {
      world.members.get(where.id)?.delete(who.id)
      return world.event(where.id, { type: 'member_left_channel', user: who.id, channel_type: 'C', team: world.team.id })
    },
    /** Somebody removes the bot from a channel. https://docs.slack.dev/reference/events/channel_left */
    removeBot(where: FakeChannel, by: FakePerson): Telling {
      leave(where)
      return world.event(where.id, { type: where.isPrivate ? 'group_left' : 'channel_left', actor_id: by.id })
    },
    /** Somebody deletes a channel with all that was said there. */
    deleteChannel(where: FakeChannel, by: FakePerson): Telling {
      world.channels.delete(where.id)
      return world.event(where.id, { type: where.isPrivate ? 'group_deleted' : 'channel_deleted', actor_id: by.id })
    },
    /** From now on a page of history has at most so many messages. */
    limitHistory(longest: number): void {
      world.longestHistory = longest
    },
    disable: (who: FakePerson) => void world.disabled.add(who.id),
    /** The person's client, or Slack itself, ends a stream. */
    endStream(place: FakeChannel | FakePerson, ts: string): void {
      world.replace(channelOf(place), { ...messageOf(channelOf(place), ts), streaming_state: 'completed' })
    },
    noAgent(): void {
      world.isAgent = false
    },
    giveScopes(scopes: readonly string[]): void {
      world.scopes = scopes
    },
    revokeBotToken: () => void botTokens.delete(botToken),
    revokeAppToken: () => void appTokens.delete(appToken),
    restoreTokens(): void {
      botTokens.add(botToken)
      appTokens.add(appToken)
    },

    /** How many sockets the app has open. */
    get sockets(): number {
      return deliveries.sockets.size
    },
    /** The network breaks. */
    cutSockets(): void {
      for (const socket of deliveries.sockets) socket.terminate()
    },
    refuseSockets(refuses: boolean): void {
      refusesSockets = refuses
    },
    /** Slack wants its side of the connection to be renewed. */
    requestDisconnect(reason: 'warning' | 'refresh_requested'): void {
      for (const socket of deliveries.sockets) socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'here' } }))
    },

    /** Something comes over the sockets as it is. */
    sendFrame(frame: string): void {
      for (const socket of deliveries.sockets) socket.send(frame)
    },

    /** From now on the app is told by requests to its address. */
    postTo(target: HttpTarget): void {
      deliveries.target = target
    },

    /** What the condition gives, as soon as it is neither false nor undefined; looks again after every call of the app. */
    async waitFor<T>(condition: () => T | false | undefined, timeoutMs = 5_000): Promise<T> {
      const end = Date.now() + timeoutMs
      for (;;) {
        const found = condition()
        if (found !== false && found !== undefined) return found
        if (Date.now() > end) throw new Error('What was waited for did not happen')
        await new Promise<void>((resolve) => {
          const look = () => {
            watchers.delete(look)
            clearTimeout(timer)
            resolve()
          }
          const timer = setTimeout(look, 20)
          watchers.add(look)
        })
      }
    },

    async close(): Promise<void> {
      await deliveries.close()
      await server.close()
    },
  }
}
