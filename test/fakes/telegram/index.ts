import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import { foundEntities } from './entities.ts'
import { fileFields, type MessageInput, type PersonMessage, type ReactionInput, reactionOf, referenceFields } from './inputs.ts'
import { memberObject } from './member-methods.ts'
import { asOlder } from './methods.ts'
import { labelsOf, type Seen, seen } from './seen.ts'
import { serve } from './server.ts'
import type { Failure, FakeChat, FakeMessage, FakePerson, Params, UpdateContent } from './types.ts'
import { UpdateQueue } from './update-queue.ts'
import { type ChatAction, type Draft, type MemberRole, type MenuEntry, quoted, type Sent, World } from './world.ts'

export type { MessageFile, PersonMessage } from './inputs.ts'
export type { Seen } from './seen.ts'
export type { FakeChat, FakePerson } from './types.ts'

export type FakeTelegram = Awaited<ReturnType<typeof startFakeTelegram>>

/**
 * Telegram on 127.0.0.1, for one bot: give `url` to the bot as TELEGRAM_API_ROOT, and `token` as its token.
 * Dates of messages come from `clock`; waits of long polls are real.
 */
export async function startFakeTelegram({ clock = systemClock }: { readonly clock?: Clock } = {}) {
  const world = new World(clock)
  const token = `${world.bot.id}:fake-token-of-a-bot-that-does-not-exist`
  const tokens = new Set([token])
  const failures = new Map<string, Failure[]>()
  const calls: { readonly method: string; readonly params: Params }[] = []
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watch of watchers) watch()
  }
  const queue = new UpdateQueue(changed)
  const delivered = new Map<UpdateContent, number>()
  let older = false
  let refusesPolls = false
  /** Parameters that the next call which has them is understood without. */
  const dropped = new Set<string>()
  const server = await serve({
    world,
    queue,
    tokens,
    understood(method, params) {
      const kept = Object.entries(params).filter(([name]) => !dropped.delete(name))
      return older ? asOlder(method, Object.fromEntries(kept)) : Object.fromEntries(kept)
    },
    failureOf: (method) => (method === 'getUpdates' && refusesPolls ? 'cut-before' : failures.get(method)?.shift()),
    called(method, params) {
      calls.push({ method, params })
      changed()
    },
  })

  function deliver(update: UpdateContent, times = 1): void {
    for (let time = 0; time < times; time += 1) delivered.set(update, queue.add(update, chatIdIn(update)))
  }

  function chatOf(place: FakeChat | FakePerson): FakeChat {
    return 'type' in place ? place : world.chat(place.id)
  }

  function said(message: FakeMessage, update: UpdateContent, tell = true): PersonMessage {
    if (tell) deliver(update)
    return { chat: message.chat, id: message.message_id, update }
  }

  /** Edits applied, oldest first; in a topic, only what was written there. */
  function view(place: FakeChat | FakePerson, topic?: number): readonly Seen[] {
    return world
      .messages(chatOf(place).id)
      .filter((message) => topic === undefined || message.message_thread_id === topic)
      .map((message) => seen(message, world.bot.id))
  }

  return {
    url: server.url,
    token,
    /** The bot as a person of Telegram. */
    bot: world.bot,

    // What the bot did, in the order in which it was taken.
    sent: world.sent as readonly Sent[],
    edits: world.edits as readonly Sent[],
    drafts: world.drafts as readonly Draft[],
    /** Files of the bot. */
    documents: world.documents as readonly { readonly chatId: number; readonly name: string; readonly content: Uint8Array }[],
    actions: world.actions as readonly ChatAction[],
    answeredPresses: world.answeredPresses as readonly string[],
    /** Menus by scope, such as all_private_chats. */
    commands: world.commands as ReadonlyMap<string, readonly MenuEntry[]>,
    /** Every call that reached the server with a valid token, failed ones too, when it was answered. */
    calls: calls as readonly { readonly method: string; readonly params: Params }[],

    /** A person with a private chat with the bot. */
    person(input: { readonly name: string; readonly username?: string; readonly language?: string; readonly isBot?: boolean }): FakePerson {
      const [first = '', ...rest] = input.name.split(' ')
      const person: FakePerson = {
        id: world.nextId(),
        is_bot: input.isBot ?? false,
        first_name: first,
        ...(rest.length > 0 && { last_name: rest.join(' ') }),
        ...(input.username !== undefined && { username: input.username }),
        ...(input.language !== undefined && { language_code: input.language }),
      }
      world.addChat({ id: person.id, type: 'private', first_name: first })
      return world.addPerson(person)
    },

    /** A group with the bot in it, and all people: a supergroup, unless it is said to be a basic one. */
    group(title: string, { basic, forum, admin }: { basic?: boolean; forum?: boolean; admin?: boolean } = {}): FakeChat {
      const number = world.nextId()
      const id = basic ? -number : -1_000_000_000_000 - number
      if (admin) world.admins.add(id)
      return world.addChat({ id, type: basic ? 'group' : 'supergroup', title, ...(forum && { is_forum: true }) })
    },

    /** Somebody writes, and the bot is told. */
    message(input: MessageInput): PersonMessage {
      const chat = input.chat ?? world.chat(input.from.id)
      const replied = input.replyTo === undefined ? undefined : world.message(chat.id, input.replyTo)
      const entities = [...foundEntities(input.text ?? input.caption ?? ''), ...(input.entities ?? [])]
      const content = {
        from: input.from,
        ...(input.text !== undefined && { text: input.text }),
        ...(input.caption !== undefined && { caption: input.caption }),
        ...(entities.length > 0 && { [input.text === undefined ? 'caption_entities' : 'entities']: entities }),
        ...(replied && { reply_to_message: quoted(replied) }),
        ...referenceFields(world, input, replied),
        ...(input.topic !== undefined && { message_thread_id: input.topic, is_topic_message: true }),
        ...(input.file && fileFields(world, input.file)),
        ...input.fields,
      }
      const message = input.ephemeral ? world.ephemeral.command(chat, content) : world.write(chat, content)
      return said(message, { message }, input.delivered ?? true)
    },

    /** The author changes what they wrote, and the bot is told. */
    edit(original: PersonMessage, text: string): PersonMessage {
      const before = world.message(original.chat.id, original.id)
      if (!before) throw new Error(`There is no message ${original.id} in ${original.chat.id}`)
      const { entities: _, ...kept } = before
      const entities = foundEntities(text)
      const edited = { ...kept, text, ...(entities.length > 0 && { entities }), edit_date: world.now() } as FakeMessage
      world.replace(original.chat.id, edited)
      return said(edited, { edited_message: edited })
    },

    /** Somebody presses the button with this label, by default under the newest message that has it. */
    pressButton({ from, chat, label, message }: { from: FakePerson; chat?: FakeChat; label: string; message?: number }): PersonMessage {
      const place = chat ?? world.chat(from.id)
      const visible = [...world.messages(place.id), ...world.ephemeral.answers(place, from)]
      const under = visible.reverse().find((candidate) => {
        return (message === undefined || candidate.message_id === message) && labelsOf(candidate).includes(label)
      })
      const button = under?.reply_markup?.inline_keyboard.flat().find(({ text }) => text === label)
      if (!under || !button) throw new Error(`There is no button "${label}" to press in ${place.id}`)
      const id = String(9_000_000_000_000_000 + world.nextId())
      world.openPresses.add(id)
      world.ephemeral.pressed(id, place, from)
      return said(under, { callback_query: { id, from, chat_instance: '1', message: under, data: button.callback_data } })
    },

    /** The person puts an emoji on a message, or takes it away. From groups only administrators are told. */
    react({ from, chat, message, emoji, present = true }: ReactionInput): void {
      const place = chat ?? world.chat(from.id)
      const key = `${place.id} ${message} ${from.id}`
      const before = world.reactions.get(key) ?? []
      const others = before.filter((other) => other !== emoji)
      const after = present ? [...others, emoji] : others
      world.reactions.set(key, after)
      if (place.type !== 'private' && !world.admins.has(place.id)) return
      deliver({
        message_reaction: {
          chat: place,
          message_id: message,
          user: from,
          date: world.now(),
          old_reaction: before.map(reactionOf),
          new_reaction: after.map(reactionOf),
        },
      })
    },

    /** The person presses the button that stops a draft from being written on. */
    stopDraft(draft: Draft): void {
      const topic = draft.topicId === undefined ? {} : { message_thread_id: draft.topicId }
      deliver({ stopped_message_generation: { chat: world.chat(draft.chatId), draft_id: draft.draftId, ...topic } })
    },

    /** Tells the bot of an update, again or for the first time, as often as wanted; each time under a new number. */
    deliver,
    /** Gives the bot anything at all. */
    deliverRaw: (update: unknown) => queue.addRaw(update),

    /** Whether the bot has acknowledged what it was last told of this. */
    acknowledged(message: PersonMessage): boolean {
      const number = delivered.get(message.update)
      return number !== undefined && queue.acknowledged(number)
    },

    /** Whether the bot is waiting for updates just now. */
    get polling(): boolean {
      return queue.polling
    },

    /** The group becomes a supergroup: it has a new id, and the old one is of no use. */
    upgrade(group: FakeChat, by: FakePerson): FakeChat {
      const supergroup = world.addChat({ ...group, id: -1_000_000_000_000 - world.nextId(), type: 'supergroup' })
      const message = world.write(group, { from: by, migrate_to_chat_id: supergroup.id })
      world.upgraded.set(group.id, supergroup.id)
      deliver({ message })
      return supergroup
    },

    view,
    /** What the bot wrote in a group for this person alone. */
    viewPrivately: (chat: FakeChat, person: FakePerson): readonly Seen[] =>
      world.ephemeral.answers(chat, person).map((message) => seen(message, world.bot.id)),
    /** What the bot wrote there, as it reads now. */
    botTexts: (place: FakeChat | FakePerson): readonly string[] =>
      view(place)
        .filter(({ byBot }) => byBot)
        .map(({ text }) => text),

    /** The next call of a method fails so; more than once said, one after the other. */
    failNext(method: string, failure: Failure): void {
      failures.set(method, [...(failures.get(method) ?? []), failure])
    },
    /** The person blocks the bot, or the group throws it out. */
    block: (place: FakePerson | FakeChat) => void world.blocked.add(place.id),
    /** What somebody is in a group from now on. */
    setRole: (chat: FakeChat, person: FakePerson, role: MemberRole) => void world.roles.set(`${chat.id} ${person.id}`, role),
    /** The bot becomes an administrator of a group, or no longer is one. */
    setAdmin: (chat: FakeChat, isAdmin: boolean) => void (isAdmin ? world.admins.add(chat.id) : world.admins.delete(chat.id)),
    /** From now on only administrators see who is in a group. */
    hideMembers: (chat: FakeChat) => void world.hidingMembers.add(chat.id),
    /** Its owner turns the privacy mode of the bot off. */
    turnPrivacyOff(): void {
      world.readsAllMessages = true
    },
    /** Somebody removes the bot from a group, or, alone with it, blocks it; and the bot is told. */
    removeBot(place: FakeChat | FakePerson, by: FakePerson): void {
      const chat = chatOf(place)
      const was = memberObject(world, chat, world.bot.id)
      world.blocked.add(chat.id)
      const membership = {
        chat,
        from: by,
        date: world.now(),
        old_chat_member: was,
        new_chat_member: memberObject(world, chat, world.bot.id),
      }
      deliver({ my_chat_member: membership })
    },
    unblock: (place: FakePerson | FakeChat) => void world.blocked.delete(place.id),
    /** From now on it is a Bot API server from before drafts, rich messages and ephemeral ones. */
    becomeOlder(): void {
      older = true
    },
    /** The next call that has this parameter is understood without it. */
    dropNext(param: string): void {
      dropped.add(param)
    },
    /** From now on files are given without their size, as Telegram may. */
    forgetSizes(): void {
      world.sizesAreKnown = false
    },
    /** The network between the bot and its updates breaks. */
    refusePolls(refuses: boolean): void {
      refusesPolls = refuses
    },
    revokeToken: () => void tokens.delete(token),
    restoreToken: () => void tokens.add(token),

    /** Where the https address of the webhook leads on this machine, as a proxy would do it. */
    routeWebhookTo(port: number): void {
      queue.webhookPort = port
    },
    get webhookUrl(): string | undefined {
      return queue.webhookUrl
    },

    /** What the condition gives, as soon as it is neither false nor undefined; looks again after every call of the bot. */
    async waitFor<T>(condition: () => T | false | undefined, what = 'a condition', timeoutMs = 15_000): Promise<T> {
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
          const last = calls.slice(-10).map(({ method, params }) => `${method} ${JSON.stringify(params).slice(0, 200)}`)
          end(() => reject(new Error(`Waited ${timeoutMs} ms in vain for ${what}. The bot's last calls:\n${last.join('\n')}`)))
        }, timeoutMs)
        // The condition may look at what the fake does not hear of.
        const again = setInterval(look, 20)
        watchers.add(look)
        look()
      })
    },

    async close(): Promise<void> {
      await queue.close()
      await server.close()
    },
  }
}

function chatIdIn(update: UpdateContent): number | undefined {
  const [content] = Object.values(update) as { chat?: FakeChat; message?: FakeMessage }[]
  return content?.chat?.id ?? content?.message?.chat.id
}
