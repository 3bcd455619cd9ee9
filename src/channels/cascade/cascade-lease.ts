import type { PlaceId } from '../../core/domain/ids.ts'
import { computeBackoffMs } from '../../core/ports/clock.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { type Channel, channelColumns } from '../channel.ts'
import type { ChannelDeps } from '../deps.ts'
import { windowMs } from '../pyramid.ts'

/** One run that brings the pyramid of a channel up to date. */
export interface Cascade {
  readonly channel: Channel
  /** Tells it from the cascades before and after it. */
  readonly number: number
  readonly failures: number
  /** Tokens that may be used beyond the usual limit, for what was asked for. */
  readonly extraTokens: number
}

/**
 * Returns the channels that are on, whose pyramid lacks something, and whose next cascade may run, those that wait longest first. Relies on
 * channel_windows_changed_idx.
 */
export async function findDueCascades({ store, clock }: Pick<ChannelDeps, 'store' | 'clock'>): Promise<PlaceId[]> {
  const now = clock.now()
  const rows = await store.db.$queryRaw<{ id: PlaceId }[]>`
    SELECT c.place_id AS id FROM channels c
    WHERE c.is_on AND c.next_cascade_at <= ${now} AND (c.leased_until IS NULL OR c.leased_until <= ${now}) AND EXISTS (
      SELECT 1 FROM channel_windows w WHERE w.place_id = c.place_id AND w.revision IS DISTINCT FROM w.summarized_revision
        AND w.starts_at <= ${new Date(now.getTime() - windowMs)})
    ORDER BY c.next_cascade_at, c.place_id`
  return rows.map(({ id }) => id)
}

/** Starts a cascade, unless another one runs or it is too early. Another worker cannot start one until it has ended or counts as dead. */
export async function claimCascade({ store, clock, channelSettings }: ChannelDeps, placeId: PlaceId): Promise<Cascade | undefined> {
  const now = clock.now()
  const [row] = await store.db.$queryRaw<(Channel & Omit<Cascade, 'channel'>)[]>`
    UPDATE channels c SET cascade = c.cascade + 1, leased_until = ${new Date(now.getTime() + channelSettings.leaseMs)} FROM places p
    WHERE p.id = c.place_id AND c.place_id = ${placeId} AND c.is_on AND c.next_cascade_at <= ${now} AND (c.leased_until IS NULL OR c.leased_until <= ${now})
    RETURNING ${channelColumns}, c.cascade AS number, c.failures, c.extra_tokens AS "extraTokens"`
  if (!row) return undefined
  const { number, failures, extraTokens, ...channel } = row
  return { channel, number, failures, extraTokens }
}

/** Locks the channel for what a cascade stores. Returns false if it is no longer the latest one. */
export async function lockCascade(tx: Tx, { channel, number }: Cascade): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM channels WHERE place_id = ${channel.placeId} AND cascade = ${number} AND leased_until IS NOT NULL FOR NO KEY UPDATE`
  return rows.length > 0
}

/** How a cascade ended. */
export interface CascadeEnd {
  readonly hasFailed: boolean
  /** The tokens that were used. */
  readonly spent: number
}

/**
 * Ends a cascade. The next one may run after the interval or, if it failed, after a delay that grows with each failure. While extra tokens
 * are left, the next one may run at once.
 */
export async function endCascade(
  { store, clock, channelSettings: settings }: ChannelDeps,
  { channel, number, failures }: Cascade,
  { hasFailed, spent }: CascadeEnd,
): Promise<void> {
  const { firstRetryDelayMs: firstMs, longestRetryDelayMs: longestMs } = settings
  const now = clock.now()
  const later = (ms: number) => new Date(now.getTime() + ms)
  const retryAt = later(computeBackoffMs(failures + 1, { firstMs, longestMs }))
  const nextAt = later(settings.cascadeIntervalMs)
  // More extra tokens may have been granted meanwhile.
  const left = Prisma.sql`greatest(0, extra_tokens - ${spent}::int)`
  await store.db.$executeRaw`
    UPDATE channels SET leased_until = NULL, extra_tokens = ${left}, failures = ${hasFailed ? failures + 1 : 0},
      next_cascade_at = CASE WHEN ${hasFailed}::boolean THEN ${retryAt}::timestamptz WHEN ${left} > 0 THEN ${now}::timestamptz ELSE ${nextAt}::timestamptz END
    WHERE place_id = ${channel.placeId} AND cascade = ${number}`
}
