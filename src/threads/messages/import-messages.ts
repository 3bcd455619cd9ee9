import type { DayLabel, PlaceAddress, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../deps.ts'
import { upsertPlace } from '../places.ts'
import { ensureContinuousThread, lockThread } from '../thread.ts'
import { insertMessages } from './insert-messages.ts'

/** A message from elsewhere, to become part of past days. */
export interface ImportedMessage {
  readonly sentAt: Date
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly author?: string
  /** Tells it apart from the others: the same id again is the same message. */
  readonly externalId: string
}

export interface ImportRequest {
  readonly userId: UserId
  /** In which its days are cut (IANA). */
  readonly timezone: string
  readonly messages: readonly ImportedMessage[]
}

/** Stores messages from elsewhere, in one transaction; those that are there already are counted and left alone. Nothing of it is answered or posted. */
export async function importMessages(
  deps: ThreadDeps,
  { userId, timezone, messages }: ImportRequest,
): Promise<{ stored: number; duplicates: number }> {
  const now = deps.clock.now()
  const threadId = await ensureContinuousThread(deps.store, userId, now)
  const stored = await deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const place = await upsertPlace(tx, { platform: 'import', tenant: '', address: String(userId) as PlaceAddress, kind: 'direct' }, userId)
    const labels = assignDayLabels(messages, timezone)
    const segments = await ensurePastDays(tx, { threadId, timezone, labels: [...new Set(labels)], now })
    const rows = messages.flatMap((message, index) => {
      const segmentId = segments.get(labels[index] ?? ('' as DayLabel))
      if (!segmentId) throw new Error('A day of the import was neither made nor found.')
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
    return insertMessages(tx, threadId, rows)
  })
  return { stored: stored.length, duplicates: messages.length - stored.length }
}

/** What the assistant says so many ms after a person's message does not answer it: it begins something. */
const maxReplyDelayMs = 3 * 3_600_000

/** A reply that comes after midnight takes the day of what it answers. */
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

/** The segments of days, made where there are none: past ones final from the start. */
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
