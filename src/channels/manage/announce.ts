import type { Localized } from '../../core/messages/messages.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { ensureSegment } from '../../threads/days/day-segment.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'

/** Tells everyone in a channel something, in the language of the channel. */
export async function announce(
  deps: ThreadDeps,
  { placeId, threadId, timezone, language }: Channel,
  text: Localized<string>,
): Promise<void> {
  const now = deps.clock.now()
  const messageId = await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const { segment } = await ensureSegment(tx, { threadId, sentAt: now, timezone, now })
    return deps.post(tx, { threadId, segmentId: segment.id, placeId, kind: 'notice', text: text(translatorOf(language)) })
  })
  await enqueue(deps, 'deliver-message', { messageId })
}
