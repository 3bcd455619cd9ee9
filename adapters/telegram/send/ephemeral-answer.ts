import type { Api } from 'grammy'
import { PlatformError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { PlatformSender, ReplyPart } from '../../../src/core/ports/platform.ts'
import { describeError, lacksRights, toPlatformError } from '../errors.ts'
import { parseInvocation, type TelegramInvocation } from '../invocation.ts'
import type { TelegramAddress } from '../payloads.ts'
import { groupCommandScope } from '../register-commands.ts'

export interface EphemeralAnswerOptions {
  readonly api: Api
  /** Sends a part with additional parameters. */
  readonly send: (to: TelegramAddress, part: ReplyPart, extraParameters: EphemeralParameters) => Promise<SentEphemeralMessage>
}

export interface EphemeralParameters {
  readonly ephemeral_message_parameters: { receiver_user_id: number; callback_query_id?: string }
  readonly reply_parameters?: { ephemeral_message_id: number }
}

interface SentEphemeralMessage {
  readonly chat: { readonly id: number }
  readonly message_id: number
  readonly ephemeral_message_id?: number
}

/**
 * Answers a command in a group so that only its author sees the answer. Any bot may do so within 15 seconds of a button press, or of a
 * command visible only to the bot. A bot that is an administrator may do so at any time.
 * https://core.telegram.org/bots/api#ephemeral-messages-and-commands
 */
export function createEphemeralAnswer({ api, send }: EphemeralAnswerOptions): NonNullable<PlatformSender['answer']> {
  let isSupported: boolean | undefined
  /** Chats in which the bot is not an administrator, so that it cannot answer a public command privately. */
  const chatsWithoutAdminRights = new Set<number>()

  /**
   * Throws if the Bot API server is too old. Such a server ignores the parameters of private answers, and shows the answer to everyone. It
   * also ignores the flag of private commands in the menu, which is how it is detected.
   */
  async function assertSupported(): Promise<void> {
    isSupported ??= await api.getMyCommands({ scope: groupCommandScope }).then(
      (menu) => menu.some(({ is_ephemeral }) => is_ephemeral === true),
      (error) => {
        // Nothing was sent yet.
        throw new PlatformError('transient', `Telegram: ${describeError(error)}`)
      },
    )
    if (!isSupported)
      throw new PlatformError('rejected', 'This Bot API server does not support messages that only one person in a group can see.')
  }

  return async (invocation, part) => {
    const command = parseInvocation(invocation)
    const hasTrigger = command.callbackQueryId !== undefined || command.ephemeralMessageId !== undefined
    if (!hasTrigger && chatsWithoutAdminRights.has(command.chat.chatId))
      throw new PlatformError('rejected', 'The bot is not an administrator of this group.')
    await assertSupported()
    try {
      const { chat, message_id, ephemeral_message_id: id } = await send(command.chat, part, toEphemeralParameters(command))
      if (id !== undefined) return `ephemeral:${id}` as PlatformMessageId
      isSupported = false
      const deleted = await api.deleteMessage(chat.id, message_id).catch(() => false)
      throw new PlatformError('rejected', `An answer for one person was shown to the whole group${deleted ? ', then deleted' : ''}.`)
    } catch (error) {
      if (!hasTrigger && lacksRights(error)) chatsWithoutAdminRights.add(command.chat.chatId)
      throw toPlatformError(error)
    }
  }
}

function toEphemeralParameters({ userId, callbackQueryId, ephemeralMessageId }: TelegramInvocation): EphemeralParameters {
  return {
    ephemeral_message_parameters: {
      receiver_user_id: userId,
      ...(callbackQueryId !== undefined && { callback_query_id: callbackQueryId }),
    },
    ...(ephemeralMessageId !== undefined && { reply_parameters: { ephemeral_message_id: ephemeralMessageId } }),
  }
}
