import type { UserId } from '../core/domain/ids.ts'
import type { InboundMessage } from '../core/ports/platform.ts'
import type { Budget } from '../core/ports/rate-limits.ts'
import { notifyUser } from '../threads/notify.ts'
import type { ConversationDeps } from './deps.ts'

const hourMs = 3_600_000
const perMs = 24 * hourMs

/** One notice per user and day. */
const noticeBudget: Budget = { name: 'daily-bytes-notice', points: 1, perMs }

/**
 * Counts the size of a message and its files toward what is stored for a user within 24 hours. Returns false if that is too much. The
 * message is then not stored, and the user is notified once.
 */
export async function spendDailyBytes(
  deps: ConversationDeps,
  userId: UserId,
  { text, attachments = [] }: Pick<InboundMessage, 'text' | 'attachments'>,
): Promise<boolean> {
  const limit = deps.settings.bytesPerDay
  if (limit === 0) return true
  const bytes = attachments.reduce(
    (sum, file) => sum + Math.min(file.bytes ?? 0, deps.settings.attachmentMaxBytes),
    Buffer.byteLength(text),
  )
  const waitMs = await deps.rateLimits.spend({ name: 'daily-bytes', points: limit, perMs }, String(userId), bytes)
  if (waitMs === 0) return true
  if ((await deps.rateLimits.spend(noticeBudget, String(userId))) === 0) {
    deps.log.info({ userId, limit }, 'a user exceeded the daily size limit')
    await notifyUser(deps, userId, { text: describeLimit(limit, waitMs) })
  }
  return false
}

const describeLimit = (limit: number, waitMs: number) =>
  `You have sent more than ${Math.round(limit / 2 ** 20)} MB within a day, which is the limit. Messages are not stored or answered until it resets in about ${Math.max(1, Math.round(waitMs / hourMs))} hours.`
