import type { Api } from 'grammy'
import { PlatformError } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { PlatformSender, ReplyPart } from '../../src/core/platform.ts'
import type { ChatAddress } from './address.ts'
import { groupScope } from './commands.ts'
import { describeError, lacksRights, platformError } from './errors.ts'
import { type GivenCommand, parseInvocation } from './invocation.ts'

export interface AnswerParts {
  readonly api: Api
  /** Sends a part, with these parameters besides its own. */
  readonly send: (to: ChatAddress, part: ReplyPart, more: EphemeralParameters) => Promise<SentAnswer>
}

export interface EphemeralParameters {
  readonly ephemeral_message_parameters: { receiver_user_id: number; callback_query_id?: string }
  readonly reply_parameters?: { ephemeral_message_id: number }
}

interface SentAnswer {
  readonly chat: { readonly id: number }
  readonly message_id: number
  readonly ephemeral_message_id?: number
}

/**
 * Answers a command in a group so that only its author sees it. Every bot may, within 15 seconds, to a press of a button and
 * to a command that was sent for the bot alone; administrators may at any time.
 * https://core.telegram.org/bots/api#ephemeral-messages-and-commands
 */
export function createAnswer({ api, send }: AnswerParts): NonNullable<PlatformSender['answer']> {
  let known: boolean | undefined
  /** Chats in which the bot is no administrator: there a command that all have seen cannot be answered to one. */
  const closed = new Set<number>()

  /**
   * A Bot API server that is too old passes over the parameters of private answers, and shows the answer to everybody.
   * It passes over the mark of private commands in the menu too, by which it is found out before.
   */
  async function assertKnown(): Promise<void> {
    known ??= await api.getMyCommands({ scope: groupScope }).then(
      (menu) => menu.some(({ is_ephemeral }) => is_ephemeral === true),
      (error) => {
        // Nothing was sent yet.
        throw new PlatformError('transient', `Telegram: ${describeError(error)}`)
      },
    )
    if (!known) throw new PlatformError('rejected', 'This Bot API server knows no messages that one person alone sees in a group.')
  }

  return async (invocation, part) => {
    const command = parseInvocation(invocation)
    const hasProof = command.pressId !== undefined || command.ephemeralId !== undefined
    if (!hasProof && closed.has(command.chat.chatId)) throw new PlatformError('rejected', 'The bot is no administrator of this group.')
    await assertKnown()
    try {
      const { chat, message_id, ephemeral_message_id: id } = await send(command.chat, part, parametersOf(command))
      if (id !== undefined) return `ephemeral:${id}` as PlatformMessageId
      known = false
      const gone = await api.deleteMessage(chat.id, message_id).catch(() => false)
      throw new PlatformError('rejected', `An answer for one person was shown to the whole group${gone ? ', and deleted' : ''}.`)
    } catch (error) {
      if (!hasProof && lacksRights(error)) closed.add(command.chat.chatId)
      throw platformError(error)
    }
  }
}

function parametersOf({ personId, pressId, ephemeralId }: GivenCommand): EphemeralParameters {
  return {
    ephemeral_message_parameters: { receiver_user_id: personId, ...(pressId !== undefined && { callback_query_id: pressId }) },
    ...(ephemeralId !== undefined && { reply_parameters: { ephemeral_message_id: ephemeralId } }),
  }
}
