import type { SegmentId } from '../../core/domain/ids.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { buildTimezoneQuestion } from '../../people/timezone-question.ts'
import { claimTimezoneQuestion, resolveTimezone } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import type { ConversationDeps } from '../deps.ts'
import { lastOf, type Turn } from './claim-turn.ts'

/**
 * Posts the question for the timezone after a reply, unless the user has a timezone or was asked before. Call it in the transaction that
 * commits the reply.
 */
export async function askTimezone(
  deps: ConversationDeps,
  tx: Tx,
  { turn, segmentId }: { turn: Turn; segmentId: SegmentId },
): Promise<void> {
  const now = deps.clock.now()
  const { user, threadId, place } = turn
  if (!(await claimTimezoneQuestion(tx, user.id, now))) return
  const { sentAt, platformOrder } = lastOf(turn)
  // The reply may be one ms later than now.
  const after = { sentAt: new Date(Math.max(now.getTime(), sentAt.getTime()) + 1), platformOrder }
  const question = buildTimezoneQuestion(translatorOf(user.language), resolveTimezone(user, deps.defaultTimezone))
  await deps.post(tx, { threadId, segmentId, placeId: place.id, kind: 'notice', after, ...question })
}
