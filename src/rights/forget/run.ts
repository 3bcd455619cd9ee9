import type { ForgettingId, MessageId, ThreadId } from '../../core/ids.ts'
import type { JobRun } from '../../core/jobs.ts'
import { hint } from '../../jobs/hint.ts'
import { daysWithout } from '../../summaries/owed.ts'
import { withLease } from '../../threads/lease.ts'
import type { RightsParts } from '../parts.ts'
import { send } from '../tell.ts'
import { type Confirmed, confirmedForgetting } from './confirmed.ts'
import { eraseNext } from './erase.ts'
import { forgetNext } from './forget-next.ts'
import type { Settled } from './settle.ts'

/** The wait for whoever is in the way, in ms. */
const busyMs = 1_000

/**
 * Forgets what was confirmed, a part after the other, so that nobody waits for long. Whatever it is interrupted by, it goes on
 * where it was; `find-owed` sees to it. While a part is being forgotten no command is answered: it could quote what it has read.
 * While everything is, nothing is answered from the first part to the last.
 */
export async function runForgetting(parts: RightsParts, id: ForgettingId, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const outcome = await withLease(parts, `forget:${id}`, async (lease, lost) => {
    while (!signal.aborted && !lost.aborted) {
      const forgetting = await confirmedForgetting(parts.store.db, id)
      if (!forgetting) return 'nothing'
      const { threadId, kind } = forgetting
      const next = kind === 'everything' ? eraseNext : forgetNext
      const left = await withLease(parts, `commands:${threadId}`, (commands) => next(parts, forgetting, [lease, commands]))
      if (left === 'busy') return 'busy'
      if (left !== 'some') await followUp(parts, forgetting, left)
      await hintCommands(parts, threadId)
    }
    return 'interrupted'
  })
  if (outcome === 'busy') await hint(parts, 'forget', { forgettingId: id }, busyMs)
}

/** The person is told, what is left of the days is made ready again, and what waited is answered. */
async function followUp(parts: RightsParts, { id, userId, threadId, kind }: Confirmed, { noticed }: Settled): Promise<void> {
  parts.log.info({ forgettingId: id, threadId, kind }, 'something was forgotten')
  parts.broadcast.publish({ type: 'thread-changed', userId, threadId })
  await send(parts, noticed)
  await hint(parts, 'index-thread', { threadId })
  for (const segmentId of await daysWithout(parts.store.db, threadId)) await hint(parts, 'summarize-day', { segmentId, mode: 'heuristic' })
  if (kind === 'everything') await hint(parts, 'answer-thread', { threadId })
}

/** Whoever was to answer commands meanwhile went away. One is enough: with it goes what comes after it. */
async function hintCommands(parts: RightsParts, threadId: ThreadId): Promise<void> {
  // Relies on messages_owed_idx.
  const [oldest] = await parts.store.db.$queryRaw<{ messageId: MessageId }[]>`
    SELECT m.id AS "messageId" FROM messages m WHERE m.thread_id = ${threadId} AND m.owed AND m.kind = 'command' ORDER BY m.id LIMIT 1`
  if (oldest) await hint(parts, 'run-command', oldest)
}
