import type {
  DeliveryId,
  Invocation,
  MessageId,
  PlaceAddress,
  PlaceId,
  PlatformMessageId,
  SegmentId,
  ThreadId,
} from '../../core/domain/ids.ts'
import type { PlaceKind } from '../../core/domain/messages.ts'
import type { Button, DeliveryKey, PlatformName } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, repeatAfterConflict } from '../../store/store.ts'
import { acquireSql, holdSql, type Lease, leaseLost, leaseName, releaseSql } from '../../threads/lease.ts'
import type { ConversationDeps } from '../deps.ts'
import { isPlaceClosedSql, surplusText } from './outbox.ts'

export interface DeliveryPart {
  readonly id: DeliveryId
  readonly messageId: MessageId
  readonly part: number
  readonly text: string
  readonly buttons: readonly Button[] | null
  readonly replyTo: PlatformMessageId | null
  readonly collapsed: boolean
  readonly silent: boolean
  readonly invocation: Invocation | null
  readonly state: 'pending' | 'sending'
  readonly platformMessageId: PlatformMessageId | null
  readonly attempts: number
  readonly notBefore: Date | null
  readonly sendStartedAt: Date | null
  readonly error: string | null
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  /** When the message was written, or last regenerated. */
  readonly writtenAt: Date
  /** Whether it was regenerated. */
  readonly isReplacement: boolean
  /** Whether the user must be warned of unknown deliveries in the same place before the part is sent. Only for the first part of a message. */
  readonly needsWarning: boolean
  /** Whether the place no longer belongs to the user of the message. */
  readonly isPlaceClosed: boolean
  /** Where the part goes. */
  readonly placeId: PlaceId
  readonly platform: PlatformName
  readonly tenant: string
  readonly kind: PlaceKind
  readonly address: PlaceAddress
}

/** Returns the key by which a platform recognizes a part that is sent again. */
export const deliveryKey = (messageId: MessageId, part: number) => `${messageId}.${part}` as DeliveryKey

export const hasPendingParts = async (db: Db, placeId: PlaceId) => (await findNextPart(db, placeId)) !== undefined

/** SQL for whether a message warns of unknown deliveries: its last part has buttons that settle one. The alias is of one of its parts. */
export const isWarningSql = (alias: 'd' | 'ud') => Prisma.sql`EXISTS (
  SELECT 1 FROM deliveries w WHERE w.message_id = ${Prisma.raw(alias)}.message_id AND w.buttons->1->>'action' LIKE '/retry % arrived')`

const isWarning = isWarningSql('d')

/** SQL for whether the user has not been warned of unknown deliveries of a thread in a place. Relies on deliveries_unknown_idx. */
const hasUnwarnedSql = (threadId: Prisma.Sql, placeId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT 1 FROM deliveries ud JOIN messages um ON um.id = ud.message_id
  WHERE ud.state = 'unknown' AND ud.warned_at IS NULL AND um.place_id = ${placeId} AND um.thread_id = ${threadId}
    AND um.deleted_at IS NULL AND NOT ${isWarningSql('ud')})`

/** SQL for the columns of a part d, its message m and its place p. */
const partColumns = Prisma.sql`
  d.id, d.message_id AS "messageId", d.part, d.text, d.buttons, d.reply_to AS "replyTo", d.collapsed, d.silent, d.invocation, d.state,
  d.platform_message_id AS "platformMessageId", d.attempts, d.not_before AS "notBefore", d.send_started_at AS "sendStartedAt", d.error,
  m.thread_id AS "threadId", m.segment_id AS "segmentId", COALESCE(m.edited_at, m.sent_at) AS "writtenAt", m.edited_at IS NOT NULL AS "isReplacement",
  ${isPlaceClosedSql()} AS "isPlaceClosed", m.place_id AS "placeId", p.platform, p.tenant, p.kind, p.address,
  d.part = 0 AND d.state = 'pending' AND d.platform_message_id IS NULL AND NOT ${isWarning}
    AND ${hasUnwarnedSql(Prisma.sql`m.thread_id`, Prisma.sql`m.place_id`)} AS "needsWarning"`

/**
 * SQL for the first pending part of a place. Warnings and answers to command invocations come first, in the order of their messages. Such
 * answers are shown elsewhere and expire. Relies on deliveries_pending_idx.
 */
const nextPartSql = (placeId: PlaceId, except?: DeliveryId) => Prisma.sql`
  SELECT ${partColumns}
  FROM deliveries d JOIN messages m ON m.id = d.message_id JOIN places p ON p.id = m.place_id
  WHERE d.state IN ('pending', 'sending') AND m.place_id = ${placeId} AND m.kind <> 'draft' ${except === undefined ? Prisma.empty : Prisma.sql`AND d.id <> ${except}`}
  ORDER BY d.invocation IS NULL AND NOT ${isWarning}, m.sent_at, d.message_id, d.part LIMIT 1`

/** A part, and whether it is recorded as being sent. */
export interface TakenPart extends DeliveryPart {
  readonly isStarted: boolean
}

/** Returns the first pending part of a place. */
export async function findNextPart(db: Db, placeId: PlaceId): Promise<TakenPart | undefined> {
  const [part] = await db.$queryRaw<DeliveryPart[]>(nextPartSql(placeId))
  return part && { ...part, isStarted: false }
}

/**
 * SQL for the CTEs `next`, with the first pending part of a place, and `started`, with a row if it is recorded as being sent. That is done
 * for a plain part only: one that was never sent, is sent at once, and needs no warning. `source` has a row if parts may be started.
 */
const takeNextSql = (placeId: PlaceId, { source, at, except }: { source: Prisma.Sql; at: Date; except?: DeliveryId }) => Prisma.sql`
  next AS MATERIALIZED (${nextPartSql(placeId, except)}),
  started AS (
    UPDATE deliveries d SET state = 'sending', send_started_at = ${at}, not_before = NULL, updated_at = ${at} FROM next n, ${source}
    WHERE d.id = n.id AND d.state = 'pending' AND d.send_started_at IS NULL AND d.platform_message_id IS NULL AND d.invocation IS NULL
      AND d.text = n.text AND d.text <> ${surplusText} AND (d.not_before IS NULL OR d.not_before <= ${at})
      AND NOT n."needsWarning" AND NOT n."isPlaceClosed" AND NOT n."isReplacement"
    RETURNING d.id)`

/** The first step of the delivery in a place. */
export interface PlaceDelivery {
  readonly lease: Lease
  readonly next: TakenPart | undefined
}

type NextRow = { readonly [Column in keyof TakenPart]: TakenPart[Column] | null }

const toTakenPart = ({ id, isStarted, sendStartedAt, ...row }: NextRow, at: Date): TakenPart | undefined =>
  id === null
    ? undefined
    : ({ ...row, id, isStarted, ...(isStarted ? { state: 'sending', sendStartedAt: at } : { sendStartedAt }) } as TakenPart)

/** What the statement that acquired the lease of a place read with it. The columns of the lease are null if it was not to be acquired. */
export type TakenPlace = NextRow & {
  readonly epoch: number | null
  readonly isHeld: boolean | null
  /** Whether the part is the first one of the place for certain. */
  readonly isCurrent: boolean
}

/** SQL for whether this process serves a place. */
const isServedHere = ({ senders }: ConversationDeps, placeId: PlaceId) => Prisma.sql`EXISTS (
  SELECT 1 FROM places p WHERE p.id = ${placeId} AND p.platform = ANY(${[...senders.keys()]}))`

/** Acquires the lease of a place that this process serves, and takes its first part. Returns undefined if another worker holds the lease. */
export async function takePlace(deps: ConversationDeps, placeId: PlaceId): Promise<PlaceDelivery | undefined> {
  const at = deps.clock.now()
  const [row] = await repeatAfterConflict(
    () => deps.store.db.$queryRaw<TakenPlace[]>`
      WITH ${acquireSql(deps, leaseName('place', placeId), isServedHere(deps, placeId))}, ${takeNextSql(placeId, { source: Prisma.sql`begun`, at })}
      SELECT a.epoch, a.is_wanted AS "isHeld", EXISTS (SELECT 1 FROM begun) AS "isCurrent", n.*, EXISTS (SELECT 1 FROM started) AS "isStarted"
      FROM acquired a LEFT JOIN next n ON TRUE`,
  )
  return row && toPlaceDelivery(deps, placeId, { ...row, at })
}

/**
 * SQL for CTEs of a statement that stores a message and begins to send it. `acquired` acquires the lease of the place, if a condition is true
 * and this process serves the place. `first` has a row if nothing comes before the message.
 */
export const takePlaceSql = (
  deps: ConversationDeps,
  { threadId, placeId, condition }: { readonly threadId: ThreadId; readonly placeId: PlaceId; readonly condition: Prisma.Sql },
) => Prisma.sql`
  ${acquireSql(deps, leaseName('place', placeId), Prisma.sql`${condition} AND ${isServedHere(deps, placeId)}`)},
  first AS MATERIALIZED (
    SELECT 1 FROM begun WHERE NOT EXISTS (${nextPartSql(placeId)}) AND NOT ${hasUnwarnedSql(Prisma.sql`${threadId}`, Prisma.sql`${placeId}`)})`

/** SQL for a `TakenPlace`, after `takePlaceSql` and the CTEs `m` with the message and `parts` with its parts. */
export const takenPlaceSql = Prisma.sql`
  a.epoch, a.is_wanted AS "isHeld", n.id IS NOT NULL AS "isCurrent", n.id IS NOT NULL AS "isStarted", n.*
  FROM (SELECT 1) one LEFT JOIN acquired a ON TRUE LEFT JOIN (
    SELECT ${partColumns} FROM parts d JOIN m ON m.id = d.message_id JOIN places p ON p.id = m.place_id WHERE d.state = 'sending') n ON TRUE`

/** Returns the lease of a place. Undefined if it is not acquired. */
export const toPlaceLease = (placeId: PlaceId, { epoch, isHeld }: Pick<TakenPlace, 'epoch' | 'isHeld'>): Lease | undefined =>
  epoch === null || isHeld ? undefined : { name: leaseName('place', placeId), epoch }

/** Returns undefined if the lease of the place is not acquired. A part that may not be the first one is read again. */
export async function toPlaceDelivery(
  { store }: ConversationDeps,
  placeId: PlaceId,
  { epoch, isHeld, isCurrent, at, ...next }: TakenPlace & { readonly at: Date },
): Promise<PlaceDelivery | undefined> {
  const lease = toPlaceLease(placeId, { epoch, isHeld })
  return lease && { lease, next: isCurrent ? toTakenPart(next, at) : await findNextPart(store.db, placeId) }
}

/** What follows after a part was sent. */
export interface SentPart {
  /** False if its text was replaced meanwhile. */
  readonly isRecorded: boolean
  /** The next part. Undefined if there is none, in which case the lease is released. */
  readonly next: TakenPart | undefined
  /** Whether another worker wanted the lease. Set if it is released. */
  readonly isWanted: boolean | undefined
}

/**
 * Records that a part was sent, and takes the next part or releases the lease, in one statement. `mayStart` tells whether further parts may
 * be sent. Throws LeaseLostError.
 */
export async function recordSent(
  deps: ConversationDeps,
  lease: Lease,
  { id, text, placeId, platformMessageId }: DeliveryPart,
  { mayStart }: { readonly mayStart: boolean },
): Promise<SentPart> {
  const at = deps.clock.now()
  const [row] = await repeatAfterConflict(
    () => deps.store.db.$queryRaw<(NextRow & { isHeld: boolean; isRecorded: boolean; isWanted: boolean | null })[]>`
      WITH held AS (${holdSql(lease)}), sent AS (
        UPDATE deliveries d SET state = 'sent', platform_message_id = ${platformMessageId}::text, error = NULL, invocation = NULL, not_before = NULL,
          updated_at = ${at}
        FROM held WHERE d.id = ${id} AND d.state IN ('pending', 'sending') AND d.text = ${text} RETURNING d.id),
      ${takeNextSql(placeId, { source: mayStart ? Prisma.sql`sent` : Prisma.sql`(SELECT FROM sent WHERE FALSE) nothing`, at, except: id })},
      released AS (${releaseSql(lease, Prisma.sql`EXISTS (SELECT 1 FROM sent) AND NOT EXISTS (SELECT 1 FROM next)`)})
      SELECT EXISTS (SELECT 1 FROM held) AS "isHeld", EXISTS (SELECT 1 FROM sent) AS "isRecorded", (SELECT is_wanted FROM released) AS "isWanted",
        n.*, EXISTS (SELECT 1 FROM started) AS "isStarted"
      FROM (SELECT 1) one LEFT JOIN next n ON TRUE`,
  )
  if (!row?.isHeld) throw leaseLost(lease)
  const { isHeld: _, isRecorded, isWanted, ...next } = row
  return { isRecorded, next: toTakenPart(next, at), isWanted: isWanted ?? undefined }
}

export interface DeliveryOutcome {
  readonly state: 'pending' | 'sending' | 'sent' | 'unknown' | 'failed'
  readonly platformMessageId?: PlatformMessageId | null
  readonly error?: string | null
  readonly notBefore?: Date
  readonly sendStartedAt?: Date | null
  readonly invocation?: null
  readonly attempts?: number
}

interface PartUpdate {
  readonly outcome: DeliveryOutcome
  readonly at: Date
  /** The text that the outcome is about. If absent, it is about any text. */
  readonly text?: string
}

/** Updates a part that is pending or being sent, in one statement with the check of the lease. Returns false if there is no such part. Throws LeaseLostError. */
export async function updatePart(db: Db, lease: Lease, { id }: DeliveryPart, { outcome, at, text }: PartUpdate): Promise<boolean> {
  const { state, platformMessageId, error, sendStartedAt, attempts, notBefore = null } = outcome
  const isOver = state !== 'sending' && state !== 'pending'
  const changes = [
    Prisma.sql`state = ${state}, not_before = ${notBefore}::timestamptz, updated_at = ${at}`,
    ...(platformMessageId !== undefined ? [Prisma.sql`platform_message_id = ${platformMessageId}::text`] : []),
    ...(error !== undefined ? [Prisma.sql`error = ${error}::text`] : []),
    ...(sendStartedAt !== undefined ? [Prisma.sql`send_started_at = ${sendStartedAt}::timestamptz`] : []),
    ...(attempts !== undefined ? [Prisma.sql`attempts = ${attempts}`] : []),
    ...(isOver || outcome.invocation === null ? [Prisma.sql`invocation = NULL`] : []),
  ]
  const [{ isHeld, isUpdated } = { isHeld: false, isUpdated: false }] = await db.$queryRaw<{ isHeld: boolean; isUpdated: boolean }[]>`
    WITH held AS (${holdSql(lease)}), updated AS (
      UPDATE deliveries d SET ${Prisma.join(changes)} FROM held
      WHERE d.id = ${id} AND d.state IN ('pending', 'sending') AND ${text === undefined ? Prisma.sql`TRUE` : Prisma.sql`d.text = ${text}`}
      RETURNING d.id)
    SELECT EXISTS (SELECT 1 FROM held) AS "isHeld", EXISTS (SELECT 1 FROM updated) AS "isUpdated"`
  if (!isHeld) throw leaseLost(lease)
  return isUpdated
}

/** Deletes a part that is no longer needed, unless it is needed again by now. Throws LeaseLostError. */
export async function deleteSurplusPart(db: Db, lease: Lease, { id }: DeliveryPart): Promise<void> {
  const [{ isHeld } = { isHeld: false }] = await db.$queryRaw<{ isHeld: boolean }[]>`
    WITH held AS (${holdSql(lease)}),
      removed AS (DELETE FROM deliveries d USING held WHERE d.id = ${id} AND d.text = ${surplusText})
    SELECT EXISTS (SELECT 1 FROM held) AS "isHeld"`
  if (!isHeld) throw leaseLost(lease)
}

interface ReportedOutcome extends Pick<DeliveryPart, 'platform'>, Pick<DeliveryOutcome, 'state'> {
  readonly error?: string | null | undefined
  readonly deliveryId?: number
  readonly messageId?: MessageId
}

/** Counts the outcome of a part. Logs it if the part was not delivered. */
export function reportOutcome({ metrics, log }: ConversationDeps, { platform, state, ...details }: ReportedOutcome): void {
  metrics.count('deliveries', { platform, outcome: state })
  if (state !== 'sent') log.warn({ platform, ...details, state }, 'a part was not delivered')
}

/** Fails the parts after one that was not sent, because the rest of a message without its beginning only confuses. */
export async function failLaterParts(
  { store, clock }: Pick<ConversationDeps, 'store' | 'clock'>,
  { messageId, part }: DeliveryPart,
): Promise<void> {
  await store.db.delivery.updateMany({
    where: { messageId, part: { gt: part }, state: 'pending' },
    data: { state: 'failed', error: 'An earlier part of this message was not sent.', updatedAt: clock.now() },
  })
}
