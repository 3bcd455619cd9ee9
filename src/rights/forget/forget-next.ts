import { buryMessages, hideCommand } from '../../threads/bury.ts'
import type { Lease } from '../../threads/lease.ts'
import type { RightsParts } from '../parts.ts'
import { advance, assertLeases, type Confirmed, lockPerson, scopeOf } from './confirmed.ts'
import { allForgotten } from './copies.ts'
import { withOtherDeletions } from './deletion.ts'
import { type Settled, settleForgetting } from './settle.ts'

/** Messages forgotten at a time, besides those that go with them. */
const atOnce = 1_000

/** Forgets the next part of what was listed. */
export async function forgetNext(parts: RightsParts, found: Confirmed, leases: readonly Lease[]): Promise<'some' | Settled> {
  const forgetting = found.kind === 'deletion' ? await withOtherDeletions(parts, found, leases) : found
  // Part of another one since it was found.
  if (!forgetting) return 'some'
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
    await assertLeases(tx, leases)
    // Made one with another thread a moment ago: the next look finds it there.
    if (!(await lockPerson(tx, forgetting))) return 'some'
    const now = clock.now()
    const messageIds = [...new Set([...before, ...(await allForgotten(tx, listed, seen?.changeSeq ?? 0))])]
    const segmentIds = await buryMessages(tx, { threadId, messageIds, now, nameless: false })
    for (const { forget } of personalData) await forget?.(tx, { userId, threadId, messageIds, segmentIds, memoryIds, now })
    if (commandId) await hideCommand(tx, commandId)
    if (isLast) return settleForgetting(tx, parts, { ...forgetting, forgotten: upTo })
    await advance(tx, { ...forgetting, forgotten: upTo })
    return 'some'
  })
}
