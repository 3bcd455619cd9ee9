import type { ThreadId } from '../../core/domain/ids.ts'
import type { InboundReaction } from '../../core/ports/platform.ts'
import type { UserAccount } from '../../people/users.ts'
import type { Store } from '../../store/store.ts'
import { findPlatformMessage } from './read-messages.ts'

/**
 * Notes that a person has put an emoji on a message of their thread, or taken it away; the thread, or undefined where the
 * message is in none of theirs. What is newest counts, however often and in whatever order it is told: so what was taken away
 * is kept too.
 */
export async function recordReaction(store: Store, userAccount: UserAccount, reaction: InboundReaction): Promise<ThreadId | undefined> {
  const message = await findPlatformMessage(store.db, userAccount.user.id, { place: reaction.place, platformMessageId: reaction.id })
  if (!message || message.deletedAt) return undefined
  const { emoji, present, at } = reaction
  // Of two at the same time the later told: some platforms count in whole seconds.
  await store.db.$executeRaw`
    INSERT INTO reactions (message_id, account_id, emoji, present, at) VALUES (${message.id}, ${userAccount.accountId}, ${emoji}, ${present}, ${at})
    ON CONFLICT (message_id, account_id, emoji) DO UPDATE SET present = EXCLUDED.present, at = EXCLUDED.at
    WHERE reactions.at <= EXCLUDED.at`
  return message.threadId
}
