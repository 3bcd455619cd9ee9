import { onLoggedMessageDeleted } from '../../channels/log/change-log.ts'
import type { InboundDeletion } from '../../core/ports/platform.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { requestPlatformDeletion } from '../../privacy/forget/platform-deletion.ts'
import { removeQuotes } from '../../privacy/forget/quotes.ts'
import { deleteMessage } from '../../threads/messages/edit-message.ts'
import { findReferencesTo } from '../../threads/privacy/references.ts'
import type { ConversationDeps } from '../deps.ts'

/**
 * Handles a deletion on the platform as if the user had requested it with /forget. The text of the message is removed at once, also where
 * others quote it.
 */
export async function receiveDeletion(deps: ConversationDeps, { place, id }: InboundDeletion): Promise<void> {
  const forgetRequestId = await requestPlatformDeletion(deps, { place, platformMessageId: id })
  const deleted = await deleteMessage(deps, place, id)
  await removeQuotes(deps, await findReferencesTo(deps.store.db, { place, platformMessageId: id }))
  if (forgetRequestId) await enqueue(deps, 'forget', { forgetRequestId })
  if (typeof deleted === 'string') return
  const { userId, threadId } = deleted
  if (userId === null) return onLoggedMessageDeleted(deps, deleted)
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
}
