import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Translate } from '../core/messages/messages.ts'
import { deliverPush } from './deliver-push.ts'
import type { PushDeps } from './deps.ts'
import { findPushKeys } from './push-keys.ts'
import { writeTestNotice } from './push-notice.ts'
import { findSubscription, type PushSession, removeSubscription } from './subscriptions.ts'

/** Sends a notification to the browser of a session at once. Throws LocalizedInputError if that fails. */
export async function sendTestPush(deps: PushDeps, { sessionId, userId }: PushSession, translate: Translate): Promise<void> {
  const keys = await findPushKeys(deps.store.db, deps.encryptionKey)
  const target = await findSubscription(deps.store.db, sessionId)
  if (!keys || !target) throw new LocalizedInputError('push.off')
  const outcome = await deliverPush(deps, { target, keys, notice: writeTestNotice(userId, translate) })
  if (outcome.kind === 'gone') {
    await removeSubscription(deps.store.db, sessionId)
    throw new LocalizedInputError('push.off')
  }
  if (outcome.kind === 'failed') throw new LocalizedInputError('push.failed', { reason: outcome.reason })
}
