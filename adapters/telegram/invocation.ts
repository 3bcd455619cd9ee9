import { PlatformError } from '../../src/core/domain/errors.ts'
import type { Invocation } from '../../src/core/domain/ids.ts'
import { formatAddress, parseAddress, type TelegramAddress } from './payloads.ts'

/** A command in a group: its author, and the button press or private message, if any, that permits a private answer. */
export interface TelegramInvocation {
  readonly chat: TelegramAddress
  readonly userId: number
  /** The id of a button press. */
  readonly callbackQueryId?: string
  /** The id of a command that only its author and the bot can see. */
  readonly ephemeralMessageId?: number
}

/** Formats "<chat> <user>", followed by " press:<id>", " ephemeral:<id>" or nothing. */
export function formatInvocation({ chat, userId, callbackQueryId, ephemeralMessageId }: TelegramInvocation): Invocation {
  const trigger =
    callbackQueryId !== undefined
      ? [`press:${callbackQueryId}`]
      : ephemeralMessageId !== undefined
        ? [`ephemeral:${ephemeralMessageId}`]
        : []
  return [formatAddress(chat), userId, ...trigger].join(' ') as Invocation
}

/** Throws PlatformError('rejected') for an invocation that this adapter did not create. */
export function parseInvocation(invocation: Invocation): TelegramInvocation {
  const [, address, user, trigger, id] = /^(\S+) (\d+)(?: (press|ephemeral):(\S+))?$/.exec(invocation) ?? []
  if (address === undefined) throw new PlatformError('rejected', 'This is not the address of a Telegram command.')
  return {
    chat: parseAddress(address as ReturnType<typeof formatAddress>),
    userId: Number(user),
    ...(trigger === 'press' && id !== undefined && { callbackQueryId: id }),
    ...(trigger === 'ephemeral' && { ephemeralMessageId: Number(id) }),
  }
}
