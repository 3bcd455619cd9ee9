import type { UserId } from '../core/domain/ids.ts'
import { formatCount } from '../core/domain/text.ts'
import type { InboundMessage } from '../core/ports/platform.ts'
import type { Budget } from '../core/ports/rate-limits.ts'
import { findPlatformMessage } from '../threads/messages/read-messages.ts'
import { notifyUser } from '../threads/notify.ts'
import type { ConversationDeps } from './deps.ts'

const hourMs = 3_600_000

const budgetOf = ({ settings }: ConversationDeps): Budget => ({ name: 'daily-bytes', points: settings.bytesPerDay, perMs: 24 * hourMs })

/** How often a user is told that a message was not stored. */
const noticeBudget: Budget = { name: 'daily-bytes-notice', points: 1, perMs: hourMs }

/**
 * Stores a message, unless its size and that of its files exceed what may be stored for a user within 24 hours. The user is then notified.
 * A message that was stored before, or cannot be stored, does not count. `store` returns whether the message is new. Returns false if the
 * message is over the limit.
 */
export async function storeWithinDailyBytes(
  deps: ConversationDeps,
  { userId, message }: { readonly userId: UserId; readonly message: MeasuredMessage },
  store: () => Promise<boolean>,
): Promise<boolean> {
  const budget = budgetOf(deps)
  if (budget.points === 0) {
    await store()
    return true
  }
  const bytes = measureMessage(deps, message)
  const waitMs = await deps.rateLimits.spend(budget, String(userId), bytes)
  let isCounted = false
  try {
    // The platform may deliver a message again that is already stored.
    const mayStore = waitMs === 0 || (await findPlatformMessage(deps.store.db, userId, { ...message, platformMessageId: message.id }))
    if (mayStore) isCounted = await store()
    else await notifyOverLimit(deps, userId, waitMs)
    return Boolean(mayStore)
  } finally {
    if (!isCounted) await deps.rateLimits.refund(budget, String(userId), bytes)
  }
}

type MeasuredMessage = Pick<InboundMessage, 'place' | 'id' | 'text' | 'attachments'>

/** Counts a file whose platform did not state its size. */
export async function countFile(deps: ConversationDeps, userId: UserId, content: Uint8Array): Promise<void> {
  const budget = budgetOf(deps)
  if (budget.points > 0) await deps.rateLimits.spend(budget, String(userId), content.length)
}

/** Returns the size of a message and its files in bytes. Files that are too large to be stored count with the most that is stored. */
function measureMessage({ settings }: ConversationDeps, { text, attachments = [] }: MeasuredMessage): number {
  const fileBytes = attachments.map(({ bytes = 0 }) => Math.min(Math.max(Math.ceil(bytes) || 0, 0), settings.attachmentMaxBytes))
  return fileBytes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(text))
}

async function notifyOverLimit(deps: ConversationDeps, userId: UserId, waitMs: number): Promise<void> {
  if ((await deps.rateLimits.spend(noticeBudget, String(userId))) > 0) return
  const limit = deps.settings.bytesPerDay
  deps.log.info({ userId, limit }, 'a user exceeded the daily size limit')
  await notifyUser(deps, userId, { text: describeLimit(limit, waitMs) })
}

const describeLimit = (limit: number, waitMs: number) =>
  `Your last message was not stored, because with it you would have sent more than ${Math.round(limit / 2 ** 20)} MB within a day, which is the limit. The limit resets in about ${formatCount(Math.max(1, Math.round(waitMs / hourMs)), 'hour')}.`
