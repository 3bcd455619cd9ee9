import type { PlaceId } from '../../core/domain/ids.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store } from '../../store/store.ts'

/** How often the platform is asked what was missed, in ms. */
const catchUpEveryMs = 15 * 60_000

/** What was sent shortly before the last reading may have come late, in ms. */
const overlapMs = 10 * 60_000

/** What summarizing a message of the history takes on all levels, in tokens. */
const tokensPerMessage = 100

export interface HistoryReading {
  readonly placeId: PlaceId
  readonly since: Date
  /** Where to go on, in the words of the platform. */
  readonly next: string | null
}

export interface HistoryProgress {
  readonly isReading: boolean
  readonly since: Date | null
  readonly until: Date | null
  readonly count: number
}

/**
 * Begins to read the history of a channel that is on, as far back as its messages are kept. A reading in progress goes on from the earlier
 * of the two times.
 */
export async function startHistory(
  db: Db,
  { placeId, since, now }: { readonly placeId: PlaceId; readonly since: Date; readonly now: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE channels SET history_since = greatest(least(history_since, ${since}), history_floor, ${now}::timestamptz - keep_days * INTERVAL '1 day'),
      history_next = NULL, history_due_at = ${now}, history_count = 0
    WHERE place_id = ${placeId} AND is_on`
}

/** Returns how far the history of a channel is read. */
export async function findHistoryProgress(db: Db, placeId: PlaceId): Promise<HistoryProgress> {
  const row = await db.channel.findUniqueOrThrow({
    where: { placeId },
    select: { historySince: true, historyUntil: true, historyCount: true },
  })
  return { isReading: row.historySince !== null, since: row.historySince, until: row.historyUntil, count: row.historyCount }
}

/**
 * Returns the channels whose history is to be read now: those that are being read, and those of the given platforms that were last read
 * some time ago, because the bot may have missed something. Relies on channels_history_due_at_idx.
 */
export async function findDueHistories(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  platforms: readonly string[],
): Promise<PlaceId[]> {
  const now = clock.now()
  await store.db.$executeRaw`
    UPDATE channels c SET history_since = greatest(coalesce(c.history_until, c.switched_on_at) - ${overlapMs} * INTERVAL '1 millisecond', c.history_floor), history_next = NULL,
      history_due_at = ${now}, history_count = 0
    FROM places p WHERE p.id = c.place_id AND p.platform = ANY(${[...platforms]}) AND c.is_on AND c.history_since IS NULL
      AND coalesce(c.history_until, c.switched_on_at) <= ${new Date(now.getTime() - catchUpEveryMs)}`
  const rows = await store.db.$queryRaw<{ id: PlaceId }[]>`
    SELECT c.place_id AS id FROM channels c JOIN places p ON p.id = c.place_id
    WHERE c.history_due_at <= ${now} AND c.is_on AND p.platform = ANY(${[...platforms]}) ORDER BY c.history_due_at, c.place_id`
  return rows.map(({ id }) => id)
}

/** Returns a reading that is in progress. Undefined if there is none. */
export async function findReading(db: Db, placeId: PlaceId): Promise<HistoryReading | undefined> {
  const row = await db.channel.findFirst({
    where: { placeId, isOn: true, historySince: { not: null } },
    select: { historySince: true, historyNext: true },
  })
  return row?.historySince ? { placeId, since: row.historySince, next: row.historyNext } : undefined
}

/** Stores that a page was read, with tokens to summarize what is new. Without a next page, the reading ends. Skipped if another reading has begun meanwhile. */
export async function storePageRead(
  db: Db,
  { placeId, since, next }: HistoryReading,
  page: { readonly next: string | undefined; readonly count: number; readonly startedAt: Date },
): Promise<void> {
  const ended = Prisma.sql`history_since = NULL, history_next = NULL, history_due_at = NULL, history_until = ${page.startedAt},`
  await db.$executeRaw`
    UPDATE channels SET ${page.next === undefined ? ended : Prisma.sql`history_next = ${page.next},`} history_count = history_count + ${page.count},
      extra_tokens = extra_tokens + ${page.count * tokensPerMessage}
    WHERE place_id = ${placeId} AND history_since = ${since} AND history_next IS NOT DISTINCT FROM ${next}`
}

/** Lets cascades use more tokens, to summarize messages that were said before. */
export async function grantTokens(db: Db, placeId: PlaceId, messages: number): Promise<void> {
  await db.channel.update({ where: { placeId }, data: { extraTokens: { increment: messages * tokensPerMessage } } })
}

/** Has a reading go on at a later time. */
export async function postponeReading(db: Db, placeId: PlaceId, dueAt: Date): Promise<void> {
  await db.channel.updateMany({ where: { placeId, historySince: { not: null } }, data: { historyDueAt: dueAt } })
}
