import type { Clock } from '../../../src/core/ports/clock.ts'
import { type FakeChat, type FakeMessage, type FakePerson, type Params, Refusal } from './types.ts'

/** What is asked of the world around. */
interface Around {
  readonly bot: FakePerson
  readonly clock: Clock
  /** Groups in which the bot is an administrator. */
  readonly admins: ReadonlySet<number>
  /** Seconds. */
  now(): number
  person(id: number): FakePerson
  hasMember(chat: FakeChat, personId: number): boolean
}

/** How long a press and an ephemeral command can be answered so that one person alone sees it. */
const answerableMs = 15_000

/** Something that a person did in a group, which the bot may answer to them alone for a while. */
interface Occasion {
  readonly chatId: number
  readonly personId: number
  readonly at: Date
}

/** What one person and the bot alone see of a group. */
export class Ephemeral {
  readonly #world: Around
  readonly #presses = new Map<string, Occasion>()
  readonly #commands = new Map<number, Occasion>()
  readonly #answers: { readonly personId: number; readonly message: FakeMessage }[] = []
  #ids = 0

  constructor(world: Around) {
    this.#world = world
  }

  /** The answers that this person sees there. */
  answers(chat: FakeChat, person: FakePerson): readonly FakeMessage[] {
    return this.#answers
      .filter(({ message, personId }) => message.chat.id === chat.id && personId === person.id)
      .map(({ message }) => message)
  }

  pressed(pressId: string, chat: FakeChat, person: FakePerson): void {
    this.#presses.set(pressId, this.#occasion(chat, person))
  }

  /** A message of a person that the bot alone receives: it has no number in the chat. */
  command(chat: FakeChat, content: Pick<FakeMessage, 'from'> & Readonly<Record<string, unknown>>): FakeMessage {
    this.#ids += 1
    this.#commands.set(this.#ids, this.#occasion(chat, content.from))
    const { bot } = this.#world
    return { ...content, message_id: 0, ephemeral_message_id: this.#ids, receiver_user: bot, chat, date: this.#world.now() }
  }

  #occasion(chat: FakeChat, person: FakePerson): Occasion {
    return { chatId: chat.id, personId: person.id, at: this.#world.clock.now() }
  }

  /** The message, for its receiver alone. Throws Refusal where the bot may not send it. */
  answer(chat: FakeChat, params: Params, content: Pick<FakeMessage, 'from'> & Readonly<Record<string, unknown>>): FakeMessage {
    const { receiver_user_id: personId, callback_query_id: pressId } = params['ephemeral_message_parameters'] as {
      receiver_user_id: number
      callback_query_id?: string
    }
    const commandId = (params['reply_parameters'] as { ephemeral_message_id?: number } | undefined)?.ephemeral_message_id
    if (chat.type === 'private') throw new Refusal(400, 'Bad Request: ephemeral messages can be sent only to groups')
    if (!this.#world.hasMember(chat, personId)) throw new Refusal(400, 'Bad Request: USER_NOT_PARTICIPANT')
    if (commandId !== undefined) this.#check(this.#commands.get(commandId), chat, personId)
    else if (pressId !== undefined) this.#check(this.#presses.get(pressId), chat, personId)
    else if (!this.#world.admins.has(chat.id))
      throw new Refusal(400, 'Bad Request: not enough rights to send ephemeral messages to the chat')
    this.#ids += 1
    const receiver = this.#world.person(personId)
    const message = { ...content, message_id: 0, ephemeral_message_id: this.#ids, receiver_user: receiver, chat, date: this.#world.now() }
    this.#answers.push({ personId, message })
    return message
  }

  #check(occasion: Occasion | undefined, chat: FakeChat, personId: number): void {
    const isOpen = occasion && this.#world.clock.now().getTime() - occasion.at.getTime() <= answerableMs
    if (!isOpen || occasion.chatId !== chat.id || occasion.personId !== personId) {
      throw new Refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
    }
  }
}
