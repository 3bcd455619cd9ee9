import { dayLabelOf } from '../../core/ports/clock.ts'
import type { InboundAction } from '../../core/ports/platform.ts'
import { resolveTimezone, type UserAccount } from '../../people/users.ts'
import { findMessageDay, findPlatformMessage } from '../../threads/messages/read-messages.ts'
import type { ConversationDeps } from '../deps.ts'

/** Fills in an action's placeholder for the message that the action was chosen on. See `ChosenMessage`. */
export async function resolveActionText(
  { store: { db }, ...deps }: ConversationDeps,
  { user }: UserAccount,
  event: InboundAction,
): Promise<string> {
  const { action, about, place } = event
  if (!about) return action
  const key = { place, platformMessageId: about.id }
  const placeholders = {
    '{day}': async () => (await findMessageDay(db, user.id, key)) ?? dayLabelOf(about.sentAt, resolveTimezone(user, deps.defaultTimezone)),
    '{number}': async () => (await findMessageNumber(db, user.id, key)) ?? 'of others',
    '{message}': async () => (await findMessageNumber(db, user.id, key)) ?? about.text ?? '',
  }
  const [placeholder, resolve] = Object.entries(placeholders).find(([one]) => action.includes(one)) ?? []
  if (!placeholder || !resolve) return action
  const text = await resolve()
  // Replaced through a function, because the text may contain "$&".
  return action.replace(placeholder, () => text)
}

async function findMessageNumber(...key: Parameters<typeof findPlatformMessage>): Promise<string | undefined> {
  const message = await findPlatformMessage(...key)
  return message && `#${message.id}`
}
