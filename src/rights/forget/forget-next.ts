import { buryMessages, hideCommand } from '../../threads/bury.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import { lockThread } from '../../threads/thread.ts'
import type { RightsParts } from '../parts.ts'
import { advance, type Confirmed, scopeOf, settleForgetting } from './confirmed.ts'
import { allForgotten } from './copies.ts'

/** Messages forgotten at a time, besides those that go with them. */
const atOnce = 1_000

/** Forgets the next part of what was listed. `none`: that was the last. */
export async function forgetNext(parts: RightsParts, forgetting: Confirmed, lease: Lease): Promise<'some' | 'none'> {
  const { store, clock, personalData } = parts
  const { userId, threadId, memoryIds, commandId, kind, forgotten } = forgetting
  const upTo = Math.min(forgotten + atOnce, forgetting.messageIds.length)
  const listed = {
    scope: scopeOf(forgetting),
    messageIds: forgetting.messageIds.slice(forgotten, upTo),
    memoryIds,
    withAnswers: kind === 'message' || kind === 'deletion',
  }
  const isLast = upTo === forgetting.messageIds.length
  // Looked through before anybody is held up; then only what has come in between.
  const seen = await store.db.thread.findUnique({ where: { id: threadId }, select: { changeSeq: true } })
  const before = await allForgotten(store.db, listed, 0)
  return store.transaction(async (tx) => {
    await assertLease(tx, lease)
    // Made one with another thread a moment ago: the next look finds it there.
    if (!(await lockThread(tx, threadId))) return 'some'
    const now = clock.now()
    const messageIds = [...new Set([...before, ...(await allForgotten(tx, listed, seen?.changeSeq ?? 0))])]
    const segmentIds = await buryMessages(tx, { threadId, messageIds, now, nameless: false })
    for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, memoryIds, now })
    if (commandId) await hideCommand(tx, commandId)
    if (isLast) await settleForgetting(tx, { ...forgetting, forgotten: upTo }, now)
    else await advance(tx, { ...forgetting, forgotten: upTo })
    return isLast ? 'none' : 'some'
  })
}
