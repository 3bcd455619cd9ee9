import type { Localized } from '../../core/messages/messages.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Tx } from '../../store/store.ts'
import { ensureSegment } from '../../threads/days/day-segment.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'

/**
 * Changes a channel, and tells everyone in it in the language of the channel. Both are stored at once, so that no interruption comes in
 * between. `change` returns undefined if nothing was to be changed, and then nobody is told. Resolves with whether something has changed.
 */
export async function announceChange(
  deps: ThreadDeps,
  change: (tx: Tx) => Promise<Channel | undefined>,
  text: Localized<string>,
): Promise<boolean> {
  const now = deps.clock.now()
  const messageId = await deps.store.transaction(async (tx) => {
    const channel = await change(tx)
    if (!channel) return undefined
    const { placeId, threadId, timezone, language } = channel
    await lockThread(tx, threadId)
    const { segment } = await ensureSegment(tx, { threadId, sentAt: now, timezone, now })
    return deps.post(tx, { threadId, segmentId: segment.id, placeId, kind: 'notice', text: text(translatorOf(language)) })
  })
  if (messageId !== undefined) await enqueue(deps, 'deliver-message', { messageId })
  return messageId !== undefined
}
