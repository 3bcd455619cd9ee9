import type { ForgettingId } from '../../core/ids.ts'
import type { JobRun } from '../../core/jobs.ts'
import { counted } from '../../core/text.ts'
import { hint } from '../../jobs/hint.ts'
import { daysWithout } from '../../summaries/owed.ts'
import { withLease } from '../../threads/lease.ts'
import type { RightsParts } from '../parts.ts'
import { tell } from '../tell.ts'
import { type Confirmed, confirmedForgetting } from './confirmed.ts'
import { eraseNext } from './erase.ts'
import { forgetNext } from './forget-next.ts'

/** The wait for whoever is in the way, in ms. */
const busyMs = 1_000

/**
 * Forgets what was confirmed, a part after the other, so that nobody waits for long. Whatever it is interrupted by, it goes on
 * where it was; `find-owed` sees to it. While a part is being forgotten no command is answered: it could quote what it has read.
 */
export async function runForgetting(parts: RightsParts, id: ForgettingId, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const outcome = await withLease(parts, `forget:${id}`, async (lease, lost) => {
    while (!signal.aborted && !lost.aborted) {
      const forgetting = await confirmedForgetting(parts.store.db, id)
      if (!forgetting) return 'nothing'
      const next = forgetting.kind === 'everything' ? eraseNext : forgetNext
      const left = await withLease(parts, `commands:${forgetting.threadId}`, () => next(parts, forgetting, lease))
      if (left === 'busy') return 'busy'
      if (left === 'none') await followUp(parts, forgetting)
    }
    return 'interrupted'
  })
  if (outcome === 'busy') await hint(parts, 'forget', { forgettingId: id }, busyMs)
}

/** What is left of the days is made ready again, and the person is told. */
async function followUp(parts: RightsParts, forgetting: Confirmed): Promise<void> {
  const { userId, threadId, kind, placeId, isDirect } = forgetting
  parts.log.info({ forgettingId: forgetting.id, threadId, kind }, 'something was forgotten')
  await hint(parts, 'index-thread', { threadId })
  for (const segmentId of await daysWithout(parts.store.db, threadId)) await hint(parts, 'summarize-day', { segmentId, mode: 'heuristic' })
  parts.broadcast.publish({ type: 'thread-changed', userId, threadId })
  if (kind !== 'deletion') await tell(parts, userId, { text: doneText(forgetting), ...(isDirect && { placeId }) })
}

function doneText({ kind, messageIds, memoryIds }: Confirmed): string {
  if (kind === 'everything') return 'Everything is forgotten. Our conversation begins anew here.'
  const counts = [
    ...(messageIds.length > 0 ? [counted(messageIds.length, 'message')] : []),
    ...(memoryIds.length > 0 ? [counted(memoryIds.length, 'memory', 'memories')] : []),
  ]
  return `Forgotten: ${counts.join(' and ')}, with all that was made from that.`
}
