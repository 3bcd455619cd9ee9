import { PlatformError } from '../../core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../core/domain/ids.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../core/ports/platform.ts'
import { type DeliveryPart, deliveryKey } from './next-part.ts'

const contentOf = (part: DeliveryPart): ReplyPart => ({
  text: part.text,
  ...(part.buttons && { buttons: part.buttons }),
  ...(part.replyTo && { replyTo: part.replyTo }),
  ...(part.collapsed && { collapsed: true }),
  ...(part.silent && { silent: true }),
  ...(part.part > 0 && { continues: true }),
})

/** Sends a part. If it takes the place of a message that cannot be edited, the platform must not treat it as a repeat of that message. */
export function sendPart(sender: PlatformSender, part: DeliveryPart, inPlaceOf: PlatformMessageId | null): Promise<PlatformMessageId> {
  const key = deliveryKey(part.messageId, part.part)
  return sender.send(part.address, contentOf(part), inPlaceOf === null ? key : (`${key}.${inPlaceOf}` as DeliveryKey))
}

/** Removes a message of the bot, or else its text. */
export async function removeMessage(sender: PlatformSender, address: PlaceAddress, id: PlatformMessageId): Promise<void> {
  try {
    if (sender.remove) return await sender.remove(address, id)
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'rejected')) throw error
  }
  await sender.edit?.(address, id, { text: emptiedText })
}

/** What is left of a message that cannot be removed. */
const emptiedText = '…'

/** Shows the part as the answer to its command. Returns undefined if that is impossible, in which case the part is sent to its place. */
export async function answerInvocation(sender: PlatformSender, part: DeliveryPart): Promise<PlatformMessageId | undefined> {
  if (!part.invocation || !sender.answer) return undefined
  try {
    return await sender.answer(part.invocation, contentOf(part), deliveryKey(part.messageId, part.part))
  } catch (error) {
    if (error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'unreachable')) return undefined
    throw error
  }
}

/** Edits a part that was sent before. Returns false if that is impossible. */
export async function editPart(sender: PlatformSender, part: DeliveryPart): Promise<boolean> {
  if (!part.platformMessageId || !sender.edit) return false
  try {
    await sender.edit(part.address, part.platformMessageId, contentOf(part))
    return true
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'rejected') return false
    throw error
  }
}
