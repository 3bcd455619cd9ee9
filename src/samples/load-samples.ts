import type { SegmentId, UserId } from '../core/domain/ids.ts'
import type { Message } from '../core/domain/messages.ts'
import { enqueue } from '../jobs/job-list.ts'
import { addMemory } from '../memory/items/add-memory.ts'
import { resolveTimezone, type User } from '../people/users.ts'
import { findSamplesState } from '../privacy/forget/forget-samples.ts'
import type { Tx } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import { importMessages } from '../threads/messages/import-messages.ts'
import { samplePlatform } from '../threads/messages/sample-messages.ts'
import { ensureContinuousThread } from '../threads/thread.ts'
import { demoConversation } from './conversation.ts'
import { sampleMemories } from './memories.ts'

/** What loading the samples needs to know besides the user. */
export interface SampleDeps extends Pick<ThreadDeps, 'store' | 'clock' | 'log' | 'jobs' | 'broadcast'> {
  readonly defaultTimezone: string
}

/**
 * Adds two weeks of sample messages up to now, with memories, to a user's conversation. All of it is stored in one transaction, and nothing
 * if the user has samples already. Jobs then index and summarize the days; if they are lost, sweeps find the work.
 */
export async function loadSamples(deps: SampleDeps, user: Pick<User, 'id' | 'timezone'>): Promise<void> {
  const { store, clock, defaultTimezone } = deps
  const userId = user.id
  if ((await findSamplesState(store.db, userId)) !== 'none') return
  const timezone = resolveTimezone(user, defaultTimezone)
  const threadId = await ensureContinuousThread(store, userId, clock.now())
  const days: SegmentId[] = []
  await importMessages(deps, {
    ...{ userId, timezone, messages: demoConversation(clock.now(), timezone) },
    platform: samplePlatform,
    isOnce: true,
    async onStored(tx, stored) {
      days.push(...new Set(stored.map(({ segmentId }) => segmentId)))
      await addSampleMemories(tx, { userId, now: clock.now() }, stored)
    },
  })
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
  await enqueue(deps, 'index-thread', { threadId })
  // Oldest first, because each summary has the previous one as context. The last day goes on.
  for (const segmentId of days.slice(0, -1)) await enqueue(deps, 'summarize-day', { segmentId, mode: 'nightly' })
}

async function addSampleMemories(tx: Tx, { userId, now }: { userId: UserId; now: Date }, messages: readonly Message[]): Promise<void> {
  for (const { type, theme, content, learnedFrom } of sampleMemories) {
    const source = messages.find(({ text }) => text.startsWith(learnedFrom))
    // Samples that are loaded early in the morning may end before its message.
    if (!source) continue
    const scope = { userId, threadId: source.threadId, audience: 'private' as const }
    await addMemory(tx, { scope, now }, { type, theme, content, source: source.id })
  }
}
