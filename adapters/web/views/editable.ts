import type { MessageId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { User } from '../../../src/people/users.ts'
import { findMessageById, findPlatformMessage } from '../../../src/threads/messages/read-messages.ts'
import { pagePlace } from '../address.ts'
import type { WebDeps } from '../options.ts'
import { findScope } from './day-view.ts'

/** A message that was written on the page. */
export type EditableMessage = Message & { readonly platformMessageId: PlatformMessageId }

/** Returns a message that the user wrote on this page and may change here. */
export async function findEditable(deps: WebDeps, user: User, id: MessageId): Promise<EditableMessage | undefined> {
  const scope = await findScope(deps, user)
  const message = scope && (await findMessageById(deps.store.db, scope, id))
  if (message?.role !== 'user' || message.kind !== 'chat' || message.deletedAt || message.platformMessageId === null) return undefined
  const { platformMessageId } = message
  const isOfPage = (await findPlatformMessage(deps.store.db, user.id, { place: pagePlace(user.id), platformMessageId }))?.id === id
  return isOfPage ? { ...message, platformMessageId } : undefined
}
