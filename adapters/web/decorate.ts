import type { ChangeSeq, DayLabel, MessageId, SegmentId } from '../../src/core/domain/ids.ts'
import type { Message, PlaceKind } from '../../src/core/domain/messages.ts'
import { platformInWords } from '../../src/core/domain/text.ts'
import { timeOfDay } from '../../src/core/ports/clock.ts'
import type { Button, PlatformName } from '../../src/core/ports/platform.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { type DaySummary, findSegmentSummary } from '../../src/summaries/read.ts'
import { type Attachment, listAttachments } from '../../src/threads/messages/attachments.ts'
import { type Scope, visibleTo } from '../../src/threads/scope.ts'
import { platformName } from './address.ts'
import type { WebDeps } from './options.ts'
import { type DeliveryProblem, findOpenedMessage, retryAction, type ShownMessage } from './timeline.ts'

interface MessageDecoration {
  readonly id: MessageId
  readonly day: DayLabel
  readonly timezone: string
  readonly platform: PlatformName
  readonly placeKind: PlaceKind
  readonly title: string
  readonly collapsed: boolean
  readonly trouble: DeliveryProblem | null
  /** Of each part, in order; null where a part has none. */
  readonly buttons: readonly (readonly Button[] | null)[]
}

/** Messages with what the page says besides their text: day, time, place, buttons, files, and whether they arrived. */
export async function loadShownMessages(
  { store }: Pick<WebDeps, 'store'>,
  scope: Scope,
  messages: readonly Message[],
): Promise<ShownMessage[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  // Relies on messages_pkey and deliveries_message_id_part_key.
  const decorations = await store.db.$queryRaw<MessageDecoration[]>`
    SELECT m.id, s.day_label AS day, s.timezone, p.platform, p.kind AS "placeKind", p.title,
      coalesce(bool_or(d.collapsed), FALSE) AS collapsed,
      CASE WHEN bool_or(d.state = 'failed') THEN 'failed' WHEN bool_or(d.state = 'unknown') THEN 'unknown' END AS trouble,
      coalesce(jsonb_agg(d.buttons ORDER BY d.part) FILTER (WHERE d.buttons IS NOT NULL), '[]'::jsonb) AS buttons
    FROM messages m JOIN day_segments s ON s.id = m.segment_id JOIN places p ON p.id = m.place_id
    LEFT JOIN deliveries d ON d.message_id = m.id
    WHERE m.id IN (${Prisma.join(ids)}) AND ${visibleTo(scope, 'm')}
    GROUP BY m.id, s.id, p.id`
  const attachments = await listAttachments(store.db, scope, ids)
  const byId = new Map(decorations.map((decoration) => [decoration.id, decoration]))
  return messages.flatMap((message) => {
    const decoration = byId.get(message.id)
    const own = attachments.filter(({ messageId }) => messageId === message.id)
    return decoration ? [toShownMessage(message, decoration, own)] : []
  })
}

function toShownMessage(message: Message, decoration: MessageDecoration, attachments: readonly Attachment[]): ShownMessage {
  const elsewhere = describePlace(decoration)
  return {
    message,
    day: decoration.day,
    time: timeOfDay(message.sentAt, decoration.timezone),
    buttons: decoration.buttons.flatMap((buttons) => buttons ?? []).flatMap((button) => toPageButton(message, button)),
    attachments,
    collapsed: decoration.collapsed,
    // What was meant for this page arrives by being shown.
    ...(elsewhere && { elsewhere, ...(decoration.trouble && { trouble: decoration.trouble }) }),
  }
}

/** What a button is on the page: none where the text has a link that does the same, and "again" has to say of what. */
function toPageButton({ id, text }: Message, { label, action }: Button): Button[] {
  const opened = findOpenedMessage(action)
  if (opened !== undefined && new RegExp(`#${opened}\\b`).test(text)) return []
  return [{ label, action: action === retryAction ? `${retryAction} ${id}` : action }]
}

/** "Telegram", or "Telegram · Book club" for a shared place; undefined for this page. */
export function describePlace(place: Pick<MessageDecoration, 'platform' | 'placeKind' | 'title'>): string | undefined {
  if (place.platform === platformName) return undefined
  const platform = platformInWords(place.platform)
  return place.placeKind === 'shared' && place.title !== '' ? `${platform} · ${place.title}` : platform
}

/** A day segment with its summary, as the page shows them. */
export interface SegmentState {
  readonly dayLabel: DayLabel
  readonly timezone: string
  readonly coveredSeq: ChangeSeq
  /** Whether anything of the conversation is there to be summarized. */
  readonly hasMessages: boolean
  readonly summary: DaySummary | undefined
}

/** A segment by its id; undefined when there is none in the scope. Relies on day_segments_pkey and messages_segment_change_idx. */
export async function findSegmentState({ store }: Pick<WebDeps, 'store'>, scope: Scope, id: SegmentId): Promise<SegmentState | undefined> {
  const [state] = await store.db.$queryRaw<Omit<SegmentState, 'summary'>[]>`
    SELECT s.day_label AS "dayLabel", s.timezone, s.covered_seq AS "coveredSeq",
      EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND m.kind = 'chat' AND m.deleted_at IS NULL) AS "hasMessages"
    FROM day_segments s WHERE s.id = ${id} AND s.thread_id = ${scope.threadId}`
  return state && { ...state, summary: await findSegmentSummary({ store }, scope, id) }
}
