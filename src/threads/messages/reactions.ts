import type { ThreadId } from '../../core/domain/ids.ts'
import type { InboundReaction } from '../../core/ports/platform.ts'
import type { UserAccount } from '../../people/users.ts'
import type { Store } from '../../store/store.ts'
import { findPlatformMessage } from './read-messages.ts'

/**
 * Records that a user added or removed a reaction to a message in their thread. Returns the thread, or undefined if the message is not in
 * the user's thread. The newest event wins, in whatever order events arrive, so removals are stored too.
 */
export async function recordReaction(store: Store, userAccount: UserAccount, reaction: InboundReaction): Promise<ThreadId | undefined> {
  const message = await findPlatformMessage(store.db, userAccount.user.id, { place: reaction.place, platformMessageId: reaction.id })
  if (!message || message.deletedAt) return undefined
  const { emoji, present, at } = reaction
  // If two events have the same time, the one that arrives later wins, because some platforms report whole seconds.
  await store.db.$executeRaw`
    INSERT INTO reactions (message_id, account_id, emoji, present, at) VALUES (${message.id}, ${userAccount.accountId}, ${emoji}, ${present}, ${at})
    ON CONFLICT (message_id, account_id, emoji) DO UPDATE SET present = EXCLUDED.present, at = EXCLUDED.at
    WHERE reactions.at <= EXCLUDED.at`
  return message.threadId
}
