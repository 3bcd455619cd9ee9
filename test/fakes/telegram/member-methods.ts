import type { Method } from './method.ts'
import { type FakeChat, Refusal } from './types.ts'
import type { World } from './world.ts'

/** Methods about who is in a group. */
export const memberMethods: Readonly<Record<string, Method>> = {
  getChatMember: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    const userId = Number(params['user_id'])
    // What it says of others is certain only if the bot is an administrator. https://core.telegram.org/bots/api#getchatmember
    if (userId !== world.bot.id && world.hidingMembers.has(chat.id) && !world.admins.has(chat.id))
      throw new Refusal(400, 'Bad Request: member list is inaccessible')
    return memberObject(world, chat, userId)
  },

  // Other bots are not among them. https://core.telegram.org/bots/api#getchatadministrators
  getChatAdministrators: ({ world }, params) => {
    const chat = world.writableChat(params['chat_id'])
    if (chat.type === 'private') throw new Refusal(400, 'Bad Request: there are no administrators in the private chat')
    const ids = [...world.people.filter(({ is_bot }) => !is_bot).map(({ id }) => id), world.bot.id]
    return ids.filter((id) => ['creator', 'administrator'].includes(world.role(chat, id))).map((id) => memberObject(world, chat, id))
  },
}

/** https://core.telegram.org/bots/api#chatmember */
export function memberObject(world: World, chat: FakeChat, userId: number): object {
  const user = userId === world.bot.id ? world.bot : world.person(userId)
  const role = world.role(chat, userId)
  if (role === 'restricted' || role === 'restricted-outside')
    return { status: 'restricted', user, is_member: role === 'restricted', can_send_messages: false, until_date: 0 }
  if (role === 'creator') return { status: role, user, is_anonymous: false }
  if (role === 'administrator') return { status: role, user, is_anonymous: false, can_be_edited: false, can_manage_chat: true }
  return { status: role, user, ...(role === 'kicked' && { until_date: 0 }) }
}
