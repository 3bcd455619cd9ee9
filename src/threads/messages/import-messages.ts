import type { DayLabel, PlaceAddress, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { Tx } from '../../store/store.ts'
import type { MessageDeps } from '../deps.ts'
import { upsertPlace } from '../places.ts'
import { ensureContinuousThread, lockThread } from '../thread.ts'
import { insertMessages } from './insert-messages.ts'

/** An imported message of a past day. */
export interface ImportedMessage {
  readonly sentAt: Date
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly author?: string
  /** Identifies the message. Importing the same id again has no effect. */
  readonly externalId: string
}

export interface ImportRequest {
  readonly userId: UserId
  /** The timezone that defines the days of the messages (IANA name). */
  readonly timezone: string
  readonly messages: readonly ImportedMessage[]
  /** The platform of the place that holds them. `import` if absent. */
  readonly platform?: PlatformName
  /** Whether nothing is stored if that place has messages already. */
  readonly isOnce?: boolean
  /** Called in the transaction, with the messages that are new. */
  readonly onStored?: (tx: Tx, stored: readonly Message[]) => Promise<void>
}

/** Imports messages in one transaction. Messages that already exist are counted and skipped. Nothing is answered or posted. */
export async function importMessages(
  deps: MessageDeps,
  { userId, timezone, messages, platform = 'import', isOnce = false, onStored }: ImportRequest,
): Promise<{ stored: number; duplicates: number }> {
  const now = deps.clock.now()
  const threadId = await ensureContinuousThread(deps.store, userId, now)
  const stored = await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const place = await upsertPlace(tx, { platform, tenant: '', address: String(userId) as PlaceAddress, kind: 'direct' }, userId)
    if (isOnce && (await tx.message.findFirst({ where: { placeId: place.id, deletedAt: null }, select: { id: true } }))) return []
    const labels = assignDayLabels(messages, timezone)
    const segments = await ensurePastDays(tx, { threadId, timezone, labels: [...new Set(labels)], now })
    const rows = messages.flatMap((message, index) => {
      const segmentId = segments.get(labels[index] ?? ('' as DayLabel))
      if (!segmentId) throw new Error('A day of the import was neither created nor found.')
      const platformMessageId = message.externalId as PlatformMessageId
      const { role, text, sentAt } = message
      return {
        segmentId,
        placeId: place.id,
        audience: place.audience,
        kind: 'chat' as const,
        role,
        text,
        sentAt,
        platformMessageId,
        authorName: message.author ?? '',
      }
    })
    const inserted = await insertMessages(tx, threadId, rows)
    await onStored?.(tx, inserted)
    return inserted
  })
  return { stored: stored.length, duplicates: messages.length - stored.length }
}

/** A message that the assistant sent more than this many ms after the user's last message is not a reply to it. */
const maxReplyDelayMs = 3 * 3_600_000

/** Assigns each message to a day. A reply after midnight belongs to the day of its question. */
function assignDayLabels(messages: readonly ImportedMessage[], timezone: string): DayLabel[] {
  let lastQuestion: { readonly label: DayLabel; readonly time: number } | undefined
  return messages.map(({ role, sentAt }) => {
    const [ownLabel, time] = [dayLabelOf(sentAt, timezone), sentAt.getTime()]
    if (role === 'user') lastQuestion = { label: ownLabel, time }
    return lastQuestion && time >= lastQuestion.time && time - lastQuestion.time <= maxReplyDelayMs ? lastQuestion.label : ownLabel
  })
}

interface PastDaysRequest {
  readonly threadId: ThreadId
  readonly timezone: string
  readonly labels: readonly DayLabel[]
  readonly now: Date
}

/** Returns the segments of the given days, and creates missing ones. Past days are final. */
async function ensurePastDays(tx: Tx, { threadId, timezone, labels, now }: PastDaysRequest): Promise<Map<DayLabel, SegmentId>> {
  await tx.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, finalized_at)
    SELECT ${threadId}, label, ${timezone}, ${now}, CASE WHEN label < ${dayLabelOf(now, timezone)} THEN ${now}::timestamptz END
    FROM jsonb_array_elements_text(${JSON.stringify(labels)}::jsonb) AS label
    ON CONFLICT (thread_id, day_label) DO NOTHING`
  const segments = await tx.daySegment.findMany({
    where: { threadId, dayLabel: { in: [...labels] } },
    select: { id: true, dayLabel: true },
  })
  return new Map(segments.map((segment) => [segment.dayLabel as DayLabel, segment.id as SegmentId]))
}
