import type { ThreadId } from '../core/ids.ts'
import type { InboundReaction } from '../core/platform.ts'
import type { Person } from '../people/users.ts'
import type { Store } from '../store/store.ts'
import { messageOfPlatform } from './read.ts'

/**
 * Keeps or takes away an emoji of a person on a message of their thread; the thread, or undefined where the message is in
 * none of theirs. An emoji is kept once, however often it is told.
 */
export async function react(store: Store, person: Person, reaction: InboundReaction): Promise<ThreadId | undefined> {
  const message = await messageOfPlatform(store.db, person.user.id, { place: reaction.place, platformMessageId: reaction.id })
  if (!message || message.deletedAt) return undefined
  const key = { messageId: message.id, accountId: person.accountId, emoji: reaction.emoji }
  if (reaction.present)
    await store.db.$executeRaw`
      INSERT INTO reactions (message_id, account_id, emoji, at) VALUES (${key.messageId}, ${key.accountId}, ${key.emoji}, ${reaction.at})
      ON CONFLICT DO NOTHING`
  else await store.db.reaction.deleteMany({ where: key })
  return message.threadId
}
