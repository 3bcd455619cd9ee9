import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { PlaceKind } from '../../src/core/domain/messages.ts'

/** A chat, or one topic of it. */
export interface TelegramAddress {
  readonly chatId: number
  readonly topicId?: number
}

/** Formats "<chat>" or "<chat>/<topic>". Persisted, so this form must stay readable. */
export function formatAddress({ chatId, topicId }: TelegramAddress): PlaceAddress {
  return (topicId === undefined ? `${chatId}` : `${chatId}/${topicId}`) as PlaceAddress
}

/** Throws PlatformError('rejected') for an address that this adapter did not create. */
export function parseAddress(address: PlaceAddress): TelegramAddress {
  const [, chat, topic] = /^(-?\d{1,16})(?:\/(\d{1,10}))?$/.exec(address) ?? []
  if (chat === undefined) throw new PlatformError('rejected', `"${address}" is not the address of a Telegram chat.`)
  return { chatId: Number(chat), ...(topic !== undefined && { topicId: Number(topic) }) }
}

/** Users have positive chat ids, and groups have negative ones. */
export function toPlaceKind({ chatId }: TelegramAddress): PlaceKind {
  return chatId > 0 ? 'direct' : 'shared'
}

/** Returns the number of a message on Telegram. Undefined for other ids, such as that of a button press. */
export function toTelegramMessageId(id: PlatformMessageId): number | undefined {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? Number(id) : undefined
}

/**
 * Returns a link for members of a supergroup. Undefined for other chats, which have no links.
 * https://core.telegram.org/api/links#private-message-links
 */
export function buildMessageLink({ chatId, topicId }: TelegramAddress, id: PlatformMessageId): string | undefined {
  const [, group] = /^-100(\d+)$/.exec(String(chatId)) ?? []
  const message = toTelegramMessageId(id)
  if (group === undefined || message === undefined) return undefined
  return ['https://t.me/c', group, ...(topicId === undefined ? [] : [topicId]), message].join('/')
}
