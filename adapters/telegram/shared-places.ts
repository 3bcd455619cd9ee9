import { type Api, GrammyError } from 'grammy'
import { z } from 'zod'
import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import type { SharedPlaces } from '../../src/core/ports/shared-places.ts'
import { readableItems } from '../kit/payload-fields.ts'
import { toIdempotentCallError } from './errors.ts'
import { isInChat, parseAddress, type TelegramMember, telegramMember, toPlaceKind } from './payloads.ts'

const managerRoles: readonly string[] = ['creator', 'administrator']

const administrator = z.object({ status: z.string(), user: z.object({ id: z.int() }) })
const Bot = z.object({ id: z.int(), can_read_all_group_messages: z.boolean().optional() })

/**
 * Tells who manages and reads groups. A topic has the managers and readers of its group. Bots cannot read history, and cannot list the
 * members of a group.
 */
export function createSharedPlaces(api: Api): SharedPlaces {
  /** Returns undefined for somebody who was never in a group, and for a group that is gone, or that the bot is not in. */
  const findMember = (chatId: number, userId: number): Promise<TelegramMember | undefined> =>
    find(async () => telegramMember.parse(await api.getChatMember(chatId, userId)))

  /** Telegram answers about single members only if the bot is an administrator, or the members are not hidden. */
  async function isAdministrator(chatId: number, userId: number): Promise<boolean> {
    const list = await find(async () => readableItems(administrator).parse(await api.getChatAdministrators(chatId)))
    return list?.some(({ status, user }) => user.id === userId && managerRoles.includes(status)) ?? false
  }

  return {
    deliveryHint: 'channel.hint.telegram',
    historyHint: 'history.hint.telegram',

    async isManager(place, platformUserId) {
      const question = parseQuestion(place, platformUserId)
      if (!question) return false
      const member = await findMember(question.chatId, question.userId)
      return member ? managerRoles.includes(member.status) : isAdministrator(question.chatId, question.userId)
    },

    async isReader(place, platformUserId) {
      const question = parseQuestion(place, platformUserId)
      if (!question) return false
      const member = await findMember(question.chatId, question.userId)
      return member ? isInChat(member) : isAdministrator(question.chatId, question.userId)
    },

    async canAllRead(place, other) {
      const [here, there] = [parseAddress(place), parseAddress(other)]
      return toPlaceKind(here) === 'shared' && here.chatId === there.chatId
    },

    async findLogObstacle(place) {
      const { chatId } = parseAddress(place)
      const me = await ask(async () => Bot.parse(await api.getMe()))
      const membership = await findMember(chatId, me.id)
      if (!membership || !isInChat(membership)) return 'no-access'
      // In privacy mode, only administrators receive every message.
      const receivesAll = me.can_read_all_group_messages || membership.status === 'administrator'
      return receivesAll ? undefined : 'not-delivered'
    },
  }
}

/** Returns which member of which group is meant. Undefined if it is not about a group, or not about a user: chats can post messages, too. */
function parseQuestion(place: PlaceAddress, platformUserId: string): { readonly chatId: number; readonly userId: number } | undefined {
  const address = parseAddress(place)
  const isAboutMember = toPlaceKind(address) === 'shared' && /^\d{1,16}$/.test(platformUserId)
  return isAboutMember ? { chatId: address.chatId, userId: Number(platformUserId) } : undefined
}

/** Makes a call that changes nothing. Throws PlatformError, never of kind 'unknown'. */
async function ask<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw toIdempotentCallError(error)
  }
}

/** Returns what a call finds. Undefined if Telegram has no such thing, or hides it from the bot. */
function find<T>(request: () => Promise<T>): Promise<T | undefined> {
  return ask(async () => {
    try {
      return await request()
    } catch (error) {
      if (error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403)) return undefined
      throw error
    }
  })
}
