import type { Clock } from '../../../src/core/ports/clock.ts'
import type { FormFile } from '../form.ts'
import { Ephemeral } from './ephemeral.ts'
import { type FakeChat, type FakeMessage, type FakePerson, type QuotedMessage, Refusal } from './types.ts'

export interface Sent {
  readonly chatId: number
  readonly topicId?: number
  /** 0 for what one person alone sees. */
  readonly messageId: number
  readonly text: string
}

export interface Draft {
  readonly chatId: number
  readonly topicId?: number
  readonly draftId: number
  readonly text: string
  readonly canStop: boolean
}

/** Such as typing. */
export interface ChatAction {
  readonly chatId: number
  readonly topicId?: number
  readonly action: string
}

export interface MenuEntry {
  readonly command: string
  readonly description: string
  /** Sent so that the bot alone sees it. */
  readonly is_ephemeral?: boolean
}

/** What the bot can fetch by its id. */
export interface StoredFile {
  readonly path: string
  readonly content: Uint8Array
}

/** As in the Bot API, with the two kinds of restricted people. */
export type MemberRole = 'creator' | 'administrator' | 'member' | 'restricted' | 'restricted-outside' | 'left' | 'kicked'

/** People, chats and what was written in them, as Telegram keeps it; and a record of what the bot did. */
export class World {
  readonly bot: FakePerson = { id: 7_000_000_001, is_bot: true, first_name: 'Throughline', username: 'throughline_bot' }
  readonly #chats = new Map<number, FakeChat>()
  readonly #messages = new Map<number, FakeMessage[]>()
  readonly blocked = new Set<number>()
  readonly #people = new Map<number, FakePerson>()
  /** Groups in which the bot is an administrator. */
  readonly admins = new Set<number>()
  /** Whether privacy mode is off. */
  readsAllMessages = false
  /** What people are in a group, by "<chat> <person>". Members if they are not here. */
  readonly roles = new Map<string, MemberRole>()
  /** Groups whose members only administrators see. */
  readonly hidingMembers = new Set<number>()
  readonly ephemeral = new Ephemeral(this)
  /** By id. */
  readonly files = new Map<string, StoredFile>()
  /** Telegram does not always say how long a file is. */
  sizesAreKnown = true
  /** Emoji that people put on messages, by "<chat> <message> <person>". */
  readonly reactions = new Map<string, readonly string[]>()
  /** Old chat id to new, of groups that became supergroups. */
  readonly upgraded = new Map<number, number>()
  #ids = 1000

  /** In the order in which they were taken; `sent` and `edits` have the text of that moment. */
  readonly sent: Sent[] = []
  readonly edits: Sent[] = []
  readonly drafts: Draft[] = []
  readonly documents: (FormFile & { readonly chatId: number })[] = []
  readonly actions: ChatAction[] = []
  readonly answeredPresses: string[] = []
  /** By scope, such as all_private_chats. */
  readonly commands = new Map<string, readonly MenuEntry[]>()
  /** Presses that the bot may still answer. */
  readonly openPresses = new Set<string>()

  constructor(readonly clock: Clock) {}

  nextId(): number {
    this.#ids += 1
    return this.#ids
  }

  /** Seconds. */
  now(): number {
    return Math.floor(this.clock.now().getTime() / 1000)
  }

  addPerson(person: FakePerson): FakePerson {
    this.#people.set(person.id, person)
    return person
  }

  get people(): readonly FakePerson[] {
    return [...this.#people.values()]
  }

  person(id: number): FakePerson {
    const person = this.#people.get(id)
    if (!person) throw new Refusal(400, 'Bad Request: user not found')
    return person
  }

  /** Whoever is not a bot and exists is in all groups, unless they have left. */
  hasMember(chat: FakeChat, personId: number): boolean {
    return this.#people.get(personId)?.is_bot === false && !['left', 'kicked', 'restricted-outside'].includes(this.role(chat, personId))
  }

  /** What somebody is in a group. */
  role(chat: FakeChat, personId: number): MemberRole {
    if (personId !== this.bot.id) return this.roles.get(`${chat.id} ${personId}`) ?? 'member'
    if (this.blocked.has(chat.id)) return 'kicked'
    return this.admins.has(chat.id) ? 'administrator' : 'member'
  }

  addChat(chat: FakeChat): FakeChat {
    this.#chats.set(chat.id, chat)
    this.#messages.set(chat.id, [])
    return chat
  }

  chat(id: unknown): FakeChat {
    const chat = this.#chats.get(Number(id))
    if (!chat) throw new Refusal(400, 'Bad Request: chat not found')
    return chat
  }

  /** The chat, if the bot may write there now. */
  writableChat(id: unknown): FakeChat {
    const chat = this.chat(id)
    const movedTo = this.upgraded.get(chat.id)
    if (movedTo !== undefined) {
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: movedTo })
    }
    if (this.blocked.has(chat.id)) {
      throw new Refusal(
        403,
        chat.type === 'private' ? 'Forbidden: bot was blocked by the user' : 'Forbidden: bot was kicked from the group chat',
      )
    }
    return chat
  }

  messages(chatId: number): readonly FakeMessage[] {
    return this.#messages.get(chatId) ?? []
  }

  message(chatId: number, messageId: unknown): FakeMessage | undefined {
    return this.messages(chatId).find(({ message_id }) => message_id === Number(messageId))
  }

  /** Numbers begin anew in each chat, so that one taken for another chat's is noticed. */
  write(chat: FakeChat, content: Omit<FakeMessage, 'message_id' | 'chat' | 'date'>): FakeMessage {
    const messages = this.#messages.get(chat.id) ?? []
    const message = { ...content, message_id: (messages.at(-1)?.message_id ?? 0) + 1, chat, date: this.now() } as FakeMessage
    messages.push(message)
    return message
  }

  remove(chatId: number, messageId: unknown): boolean {
    const messages = this.#messages.get(chatId) ?? []
    const index = messages.findIndex(({ message_id }) => message_id === Number(messageId))
    if (index >= 0) messages.splice(index, 1)
    return index >= 0
  }

  replace(chatId: number, changed: FakeMessage): FakeMessage {
    const messages = this.#messages.get(chatId) ?? []
    messages[messages.findIndex(({ message_id }) => message_id === changed.message_id)] = changed
    return changed
  }
}

export function quoted(message: FakeMessage): QuotedMessage {
  const { reply_to_message: _, ...rest } = message
  return rest as QuotedMessage
}
