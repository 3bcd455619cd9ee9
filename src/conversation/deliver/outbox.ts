import type { Invocation, MessageId, PlaceId } from '../../core/domain/ids.ts'
import { storable } from '../../core/domain/text.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Button, PlatformName, PlatformSender } from '../../core/ports/platform.ts'
import type { PermalinkBuilder } from '../../search/deps.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { insertMessages } from '../../threads/messages/insert-messages.ts'
import type { PostMessage } from '../../threads/outgoing-message.ts'
import { findPlaceById, type Place } from '../../threads/places.ts'
import { splitReply } from './split.ts'

export type Senders = ReadonlyMap<PlatformName, PlatformSender>

/** Creates the outbox, which posts messages outside a turn. See `PostMessage`. */
export function createOutbox(clock: Clock, senders: Senders): PostMessage {
  return async (tx, outgoing) => {
    const place = await findPlaceById(tx, outgoing.placeId)
    if (!place) throw new Error(`There is no place ${outgoing.placeId} to post to.`)
    const { after, before } = outgoing
    const now = before ? new Date(before.getTime() - 1) : new Date(Math.max(clock.now().getTime(), after?.sentAt.getTime() ?? 0))
    const [message] = await insertMessages(tx, outgoing.threadId, [
      {
        segmentId: outgoing.segmentId,
        placeId: place.id,
        audience: place.audience,
        role: 'system',
        kind: outgoing.kind,
        text: outgoing.text,
        sentAt: now,
        platformOrder: after?.platformOrder ?? 0n,
        ...(outgoing.replyTo && { replyToId: outgoing.replyTo }),
        ...(outgoing.textExpiresAt && { textExpiresAt: outgoing.textExpiresAt }),
      },
    ])
    if (!message) throw new Error('A post was not stored.')
    if (outgoing.repeats)
      await tx.delivery.updateMany({ where: { messageId: outgoing.repeats, state: 'unknown', warnedAt: null }, data: { warnedAt: now } })
    await addDeliveries(tx, senders, { ...outgoing, messageId: message.id, at: now })
    return message.id
  }
}

/** Creates the function that builds links in each platform's own form. */
export const createPermalinkBuilder =
  (senders: Senders): PermalinkBuilder =>
  (place, id) =>
    senders.get(place.platform)?.permalink?.(place.address, id)

export interface NewDeliveries {
  readonly messageId: MessageId
  readonly placeId: PlaceId
  readonly text: string
  readonly buttons?: readonly Button[]
  readonly collapsed?: boolean
  readonly silent?: boolean
  readonly replyTo?: MessageId
  readonly invocation?: Invocation
  readonly at: Date
  /** Whether the text takes the place of one that was delivered, or was to be. Parts that were not delivered are then sent after all. */
  readonly isReplacement?: true
}

/**
 * Stores one outbox row per part before anything is sent, and returns their number. A part that was already shown gets its new text and is
 * sent again as an edit, which also removes the mark that it is unfinished. If the first part has failed as a draft, the others fail too.
 * The last part gets the buttons.
 */
export async function addDeliveries(tx: Tx, senders: Senders, delivery: NewDeliveries): Promise<number> {
  const place = await findPlaceById(tx, delivery.placeId)
  const parts = planDeliveries(senders, place, delivery)
  const replyTo = delivery.replyTo && (await findPlatformMessageId(tx, delivery.replyTo, delivery.placeId))
  const id = Prisma.sql`${delivery.messageId}::int`
  const thread = Prisma.sql`(SELECT thread_id FROM messages WHERE id = ${id})`
  const { isReplacement = false } = delivery
  const isSettled = Prisma.sql`NOT ${isReplacement} AND deliveries.state IN ('unknown', 'failed')`
  const isSentAgain = Prisma.sql`${isReplacement} AND deliveries.state IN ('unknown', 'failed')`
  const isClosed = Prisma.sql`${isPlaceClosedSql(thread, Prisma.sql`${delivery.placeId}`)} OR NOT ${isReplacement} AND g.part > 0 AND EXISTS (
    SELECT 1 FROM deliveries f WHERE f.message_id = ${id} AND f.part = 0 AND f.state = 'failed')`
  await tx.$executeRaw`
    ${insertDeliveriesSql(parts, { messageId: id, isClosed, replyTo: Prisma.sql`${replyTo ?? null}`, at: delivery.at })}
    ON CONFLICT (message_id, part) DO UPDATE SET text = EXCLUDED.text, buttons = EXCLUDED.buttons, updated_at = EXCLUDED.updated_at,
      state = CASE WHEN ${isSettled} THEN deliveries.state ELSE EXCLUDED.state END,
      send_started_at = CASE WHEN ${isSentAgain} THEN NULL ELSE deliveries.send_started_at END,
      attempts = CASE WHEN ${isReplacement} THEN 0 ELSE deliveries.attempts END,
      error = CASE WHEN ${isReplacement} THEN NULL ELSE deliveries.error END`
  return parts.length
}

/** A part of a message, as its outbox row is inserted. */
interface PlannedPart {
  readonly part: number
  readonly text: string
  readonly buttons: readonly Button[] | null
  readonly collapsed: boolean
  readonly silent: boolean
  readonly invocation: Invocation | null
}

type PartContent = Pick<NewDeliveries, 'text' | 'buttons' | 'collapsed' | 'silent' | 'invocation'>

/** Splits a message into the parts that its place takes. */
export function planDeliveries(senders: Senders, place: Pick<Place, 'platform'> | undefined, message: PartContent): readonly PlannedPart[] {
  const sender = place && senders.get(place.platform)
  const { buttons, collapsed = false, silent = false, invocation = null } = message
  // If the platform's adapter is not running, the parts are short enough for every platform and stay pending.
  return splitReply(message.text, sender?.maxLength ?? 2_000).map((text, part, { length }) => ({
    part,
    text: storable(text),
    buttons: part === length - 1 && buttons?.length ? buttons : null,
    collapsed,
    silent,
    invocation,
  }))
}

interface PartPosition {
  /** SQL expressions: the message, whether nothing may be sent, and the platform's id of the message replied to. */
  readonly messageId: Prisma.Sql
  readonly isClosed: Prisma.Sql
  readonly replyTo: Prisma.Sql
  readonly at: Date
  /** When the first part is sent, if the SQL expression `condition` is true. By default, nothing is sent yet. */
  readonly sending?: { readonly condition: Prisma.Sql; readonly at: Date }
  /** What the expressions read, after a comma. */
  readonly source?: Prisma.Sql
}

/** SQL that inserts the outbox rows of a message. */
export const insertDeliveriesSql = (
  parts: readonly PlannedPart[],
  { messageId, isClosed, replyTo, at, sending = { condition: Prisma.sql`FALSE`, at }, source = Prisma.empty }: PartPosition,
) => Prisma.sql`
  INSERT INTO deliveries (message_id, part, text, buttons, reply_to, collapsed, silent, invocation, state, send_started_at, updated_at)
  SELECT ${messageId}, g.part, g.text, NULLIF(g.buttons, 'null'::jsonb), CASE g.part WHEN 0 THEN ${replyTo}::text END, g.collapsed, g.silent,
    g.invocation, s.state, CASE s.state WHEN 'sending' THEN ${sending.at}::timestamptz END, ${at}
  FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS g(
    part int, text text, buttons jsonb, collapsed boolean, silent boolean, invocation text) ${source}
  CROSS JOIN LATERAL (SELECT CASE WHEN ${isClosed} THEN 'failed' WHEN g.part = 0 AND ${sending.condition} THEN 'sending' ELSE 'pending' END AS state) s`

/** Matches the text of a part that a shorter text no longer has. Its message on the platform is removed. */
export const surplusText = ''

/** Removes the parts that a shorter text no longer has. Those that were sent, or are being sent, are removed from the platform first. */
export async function removeSurplusDeliveries(
  tx: Tx,
  { messageId, parts, at }: { readonly messageId: MessageId; readonly parts: number; readonly at: Date },
): Promise<void> {
  const surplus = { messageId, part: { gte: parts } }
  await tx.delivery.deleteMany({ where: { ...surplus, platformMessageId: null, state: { not: 'sending' } } })
  await tx.delivery.updateMany({
    where: surplus,
    data: { text: surplusText, buttons: Prisma.DbNull, state: 'pending', invocation: null, attempts: 0, error: null, updatedAt: at },
  })
}

/**
 * SQL for whether a place is a direct place that does not belong to the user of a thread, or whose user is blocked. If so, nothing of the
 * thread is sent there. Both ids are SQL expressions, by default those of a message with the alias m.
 */
export const isPlaceClosedSql = (threadId = Prisma.sql`m.thread_id`, placeId = Prisma.sql`m.place_id`) => Prisma.sql`EXISTS (
  SELECT 1 FROM continuous_threads c JOIN users cu ON cu.id = c.user_id JOIN places cp ON cp.id = ${placeId}
  WHERE c.thread_id = ${threadId} AND cp.kind = 'direct' AND (cp.user_id IS DISTINCT FROM c.user_id OR cu.blocked_at IS NOT NULL))`

/** Returns the platform's id of a message in this place, or of its first part if the bot wrote the message. */
async function findPlatformMessageId(tx: Tx, messageId: MessageId, placeId: PlaceId): Promise<string | undefined> {
  const [row] = await tx.$queryRaw<{ id: string | null }[]>(Prisma.sql`
    SELECT COALESCE(m.platform_message_id, d.platform_message_id) AS id
    FROM messages m LEFT JOIN deliveries d ON d.message_id = m.id AND d.part = 0
    WHERE m.id = ${messageId} AND m.place_id = ${placeId} AND m.kind <> 'command'`)
  return row?.id ?? undefined
}

/** Prefixes the ids that the platform gave to the deliveries of a place, because ids may count from 1 again at the place's new address. */
export async function prefixPlatformIds(tx: Tx, placeId: PlaceId, prefix: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE deliveries d SET platform_message_id = ${prefix} || d.platform_message_id
    FROM messages m WHERE m.id = d.message_id AND m.place_id = ${placeId} AND d.platform_message_id IS NOT NULL`
}
