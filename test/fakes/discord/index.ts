import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import { Gateway } from './gateway.ts'
import { type FakeInteraction, Interactions } from './interactions.ts'
import { render } from './render.ts'
import { serve } from './server.ts'
import { serverControls } from './servers.ts'
import type { Failure, FakeChannel, FakeMessage, FakeUser, Kept, RegisteredCommand } from './types.ts'
import { World } from './world.ts'

export type { FakeInteraction } from './interactions.ts'
export type { FakeChannel, FakeGuild, FakeMessage, FakeUser } from './types.ts'

export interface MessageInput {
  readonly from: FakeUser
  /** The direct chat of `from` with the bot where absent. */
  readonly channel?: FakeChannel
  readonly text?: string
  /** The id of a message in the same channel. */
  readonly replyTo?: string
  readonly files?: readonly { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }[]
  /** Other fields, such as { flags: 8192 }. */
  readonly fields?: Readonly<Record<string, unknown>>
}

/** A message as it can be seen now, edits applied. */
export interface Seen {
  readonly id: string
  readonly from: string
  readonly byBot: boolean
  /** As it was sent. */
  readonly content: string
  readonly text: string
  /** With its formatting in tags, see render. */
  readonly markup: string
  readonly buttons: readonly string[]
  readonly replyTo?: string
  readonly flags: number
  /** Whom it called, over all its versions. */
  readonly pings: readonly string[]
  /** The person who alone sees it. */
  readonly onlyFor?: string
}

export type FakeDiscord = Awaited<ReturnType<typeof startFakeDiscord>>

const loading = 128

/**
 * Discord on 127.0.0.1, for one bot: give `url` to the bot as DISCORD_API_BASE, and `token` as its token.
 * Times of messages, of interactions and of nonces come from `clock`.
 */
export async function startFakeDiscord({ clock = systemClock }: { readonly clock?: Clock } = {}) {
  const world = new World(clock)
  const token = 'fake-token.of-a-bot.that-does-not-exist'
  const tokens = new Set([token])
  const failures = new Map<string, Failure[]>()
  const calls: { readonly route: string; readonly body: Readonly<Record<string, unknown>> }[] = []
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watch of watchers) watch()
  }
  const gateway = new Gateway({ world, tokens, changed })
  const interactions = new Interactions(world)
  const application: Record<string, unknown> = { flags: 1 << 19, integration_types_config: { '0': {}, '1': {} } }
  const server = await serve({
    world,
    gateway,
    interactions,
    application,
    tokens,
    failureOf: (route) => failures.get(route)?.shift(),
    called(route, body) {
      calls.push({ route, body })
      changed()
    },
  })
  gateway.url = server.gatewayUrl

  const channelOf = (place: FakeChannel | FakeUser): FakeChannel => ('type' in place ? place : world.directChannel(place))

  /** Every message there, with those that one person alone sees; not answers that are still to come. */
  function all(place: FakeChannel | FakeUser): Seen[] {
    return world
      .kept(channelOf(place).id)
      .filter(({ message }) => !(message.flags & loading))
      .map((kept) => seen(kept, world.bot.id))
  }

  async function waitFor<T>(condition: () => T | false | undefined, what = 'a condition', timeoutMs = 15_000): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const end = (settle: () => void) => {
        watchers.delete(look)
        clearTimeout(late)
        clearInterval(again)
        settle()
      }
      const look = () => {
        try {
          const found = condition()
          if (found !== false && found !== undefined) end(() => resolve(found))
        } catch (error) {
          end(() => reject(error))
        }
      }
      const late = setTimeout(() => {
        const last = calls.slice(-10).map(({ route, body }) => `${route} ${JSON.stringify(body).slice(0, 200)}`)
        end(() => reject(new Error(`Waited ${timeoutMs} ms in vain for ${what}. The bot's last calls:\n${last.join('\n')}`)))
      }, timeoutMs)
      // The condition may look at what the fake does not hear of.
      const again = setInterval(look, 20)
      watchers.add(look)
      look()
    })
  }

  return {
    url: `${server.url}/api`,
    token,
    bot: world.bot,
    applicationId: world.applicationId,
    /** What the Developer Portal says about the application; tests change it. */
    application,
    gateway,

    // What the bot did, in the order in which it was taken.
    /** Every call that reached the server, failed ones too, when it was answered. */
    calls: calls as readonly { readonly route: string; readonly body: Readonly<Record<string, unknown>> }[],
    /** Ids of channels. */
    typing: world.typing as readonly string[],
    /** Files of the bot. */
    filesSent: world.filesSent as readonly { readonly channelId: string; readonly name: string; readonly content: Uint8Array }[],
    /** By the id of a server, or 'global'. */
    commands: world.commands as ReadonlyMap<string, readonly RegisteredCommand[]>,

    /** `locale`: the language of their app, with which each of their interactions comes. */
    person(name: string, locale?: string): FakeUser {
      const user = world.addUser(name.toLowerCase().replaceAll(' ', '.'), { name })
      if (locale !== undefined) world.locales.set(user.id, locale)
      return user
    },
    otherBot: (name: string): FakeUser => world.addUser(name, { bot: true }),
    ...serverControls(world),
    /** Two people, without the bot. */
    privateChat: (people: readonly FakeUser[]): FakeChannel => world.addChannel({ type: people.length > 2 ? 3 : 1, recipients: people }),
    direct: (person: FakeUser): FakeChannel => world.directChannel(person),

    /** Somebody writes, and the bot is told if it may be. */
    message({ from, channel = world.directChannel(from), text = '', replyTo, files = [], fields = {} }: MessageInput): FakeMessage {
      const attachments = files.map(({ name, mediaType, content }) => {
        const id = world.nextId()
        const path = `/attachments/${channel.id}/${id}/${name}`
        world.files.set(path, { content, mediaType })
        return { id, filename: name, content_type: mediaType, size: content.length, url: `${server.url}${path}?ex=1&is=2&hm=3` }
      })
      return world.write(channel, {
        author: from,
        content: text,
        ...(replyTo !== undefined && { replyTo: world.message(channel.id, replyTo) }),
        fields: { attachments, ...fields },
      })
    },
    edit: (message: FakeMessage, text: string): FakeMessage => world.change(message, { content: text, edited_timestamp: world.now() }),
    /** Discord has looked at the links of a message, and changes it without an edit. */
    unfurl: (message: FakeMessage): FakeMessage => world.change(message, {}),
    remove: (channel: FakeChannel | FakeUser, ...ids: readonly string[]): void => world.remove(channelOf(channel).id, ids),
    react(message: { readonly id: string; readonly channel_id: string }, by: FakeUser, emoji: string, present = true): void {
      const guild = world.guildOf(message.channel_id)
      world.dispatch(present ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE', {
        user_id: by.id,
        channel_id: message.channel_id,
        message_id: message.id,
        emoji: { id: null, name: emoji },
        burst: false,
        type: 0,
        ...guild,
        ...(present && 'guild_id' in guild && { member: { user: by, nick: null, roles: [] } }),
      })
    },
    /** Tells the bot of a message again. */
    redeliver(channel: FakeChannel | FakeUser, id: string): void {
      world.dispatch('MESSAGE_CREATE', world.dispatched(world.message(channelOf(channel).id, id)))
    },

    /** The id and the token of something that somebody wants of the bot, and that it is told of by a frame. */
    interaction: (channel: FakeChannel, from: FakeUser, token: string): FakeInteraction => interactions.open(channel, from, token),
    /** Somebody gives a slash command. */
    command(input: { from: FakeUser; channel?: FakeChannel; name: string; args?: Readonly<Record<string, string>> }): FakeInteraction {
      const { from, channel = world.directChannel(from), name, args = {} } = input
      const { options = [] } = interactions.registered(channel, name)
      const given = Object.entries(args).map(([option, value]) => {
        const declared = options.find((each) => each.name === option)
        if (!declared) throw new Error(`/${name} has no option "${option}"`)
        if (declared.choices && !declared.choices.some((choice) => choice.value === value))
          throw new Error(`"${value}" is no choice of ${option}`)
        return { name: option, type: declared.type, value }
      })
      const missing = options.find(({ name: option, required }) => required && !(option in args))
      if (missing) throw new Error(`/${name} needs "${missing.name}"`)
      return interactions.begin(channel, from, { type: 2, data: { id: '1', type: 1, name, options: given } })
    },
    /** Somebody chooses an entry in the menu of a message. */
    chooseAction({ from, message, label }: { from: FakeUser; message: FakeMessage; label: string }): FakeInteraction {
      const channel = world.channels.get(message.channel_id)
      if (!channel || interactions.registered(channel, label).type !== 3) throw new Error(`"${label}" is not in the menus of messages`)
      const data = { id: '1', type: 3, name: label, target_id: message.id, resolved: { messages: { [message.id]: message } } }
      return interactions.begin(channel, from, { type: 2, data })
    },
    /** Somebody presses the button with this label, by default under the newest message that has it. */
    pressButton({
      from,
      channel = world.directChannel(from),
      label,
      message,
    }: {
      from: FakeUser
      channel?: FakeChannel
      label: string
      message?: string
    }): FakeInteraction {
      const under = world
        .kept(channel.id)
        .map((kept) => kept.message)
        .findLast((each) => (message === undefined || each.id === message) && labelsOf(each).includes(label))
      const button = under?.components.flatMap(({ components }) => components).find((each) => each.label === label)
      if (!under || !button) throw new Error(`There is no button "${label}" to press`)
      return interactions.begin(channel, from, { type: 3, data: { custom_id: button.custom_id, component_type: 2 }, message: under })
    },
    /** Somebody types an argument: what they are offered. */
    async suggestions(input: { from: FakeUser; channel?: FakeChannel; command: string; argument: string; text: string }) {
      const { from, channel = world.directChannel(from), command, argument, text } = input
      const option = interactions.registered(channel, command).options?.find(({ name }) => name === argument)
      if (!option?.autocomplete) throw new Error(`"${argument}" of /${command} is not completed`)
      const data = { id: '1', type: 1, name: command, options: [{ name: argument, type: 3, value: text, focused: true }] }
      const interaction = interactions.begin(channel, from, { type: 4, data })
      return waitFor(() => interaction.choices, 'suggestions')
    },

    /** Edits applied, oldest first, without what one person alone sees. */
    view: (place: FakeChannel | FakeUser): readonly Seen[] => all(place).filter(({ onlyFor }) => onlyFor === undefined),
    /** What this person alone sees there. */
    privately: (person: FakeUser, place: FakeChannel): readonly Seen[] => all(place).filter(({ onlyFor }) => onlyFor === person.id),
    /** What the bot wrote there, as it reads now. */
    botTexts: (place: FakeChannel | FakeUser): readonly string[] =>
      all(place)
        .filter(({ byBot, onlyFor }) => byBot && onlyFor === undefined)
        .map(({ text }) => text),
    /** Answers that were promised there and are still to come. */
    thinking: (place: FakeChannel | FakeUser): number =>
      world.kept(channelOf(place).id).filter(({ message }) => message.flags & loading).length,

    /** The next call of a route, such as "POST /channels/:id/messages", fails so; more than once said, one after the other. */
    failNext(route: string, failure: Failure): void {
      failures.set(route, [...(failures.get(route) ?? []), failure])
    },
    /** The person takes no messages of the bot, or it may not see the channel any more. */
    block: (place: FakeUser | FakeChannel) => void world.closedTo.add(place.id),
    resetToken: () => void tokens.delete(token),
    restoreToken: () => void tokens.add(token),

    /** What the condition gives, as soon as it is neither false nor undefined; looks again after every call of the bot. */
    waitFor,
    close: () => server.close(),
  }
}

function seen({ message, onlyFor, pings }: Kept, botId: string): Seen {
  return {
    id: message.id,
    from: message.author.username,
    byBot: message.author.id === botId,
    content: message.content,
    ...render(message.content),
    buttons: labelsOf(message),
    flags: message.flags,
    pings,
    ...(message.message_reference && { replyTo: message.message_reference.message_id }),
    ...(onlyFor !== undefined && { onlyFor }),
  }
}

function labelsOf({ components }: FakeMessage): readonly string[] {
  return components.flatMap((row) => row.components).map(({ label }) => label)
}
