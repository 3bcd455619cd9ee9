import type { ForgettingId, MemoryId, MessageId, PlaceId } from '../../core/ids.ts'
import { clip } from '../../core/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { summariesOf } from '../../summaries/forget.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import type { RightsParts } from '../parts.ts'
import { type Found, findWanted } from './find.ts'
import type { Wanted } from './wanted.ts'

/** What would go, of each kind. */
export interface Counts {
  /** Messages that the person wrote. */
  readonly yours: number
  /** What the bot said. */
  readonly mine: number
  readonly files: number
  readonly memories: number
  /** Summaries of days. */
  readonly summaries: number
}

export interface Listing {
  /** To be confirmed, or kept, by the same person. */
  readonly id: ForgettingId
  readonly kind: Wanted['kind']
  readonly counts: Counts
  /** Some of it, on one line each, beginning with its number. */
  readonly samples: readonly string[]
  readonly hasMore: boolean
}

export interface Asker {
  /** Of the person alone. */
  readonly scope: Scope
  readonly placeId: PlaceId
  /** The command, where it is one. */
  readonly commandId?: MessageId
}

/** How long it may be confirmed, in ms. */
const confirmWithinMs = 15 * 60_000

const mostSamples = 5
/** In characters. */
const sampleLength = 80

/**
 * Says what would be forgotten, and writes it down: once it is confirmed, exactly that is. Undefined where there is nothing of
 * the kind. Throws InputError.
 */
export async function listForgetting(parts: RightsParts, asker: Asker, wanted: Wanted): Promise<Listing | undefined> {
  const { db } = parts.store
  const { scope, placeId, commandId } = asker
  const found = wanted.kind === 'everything' ? undefined : without(await findWanted(parts, scope, wanted), commandId)
  const counts = await countsOf(db, scope, found)
  // Of everything there are names and commands in any case.
  if (found && Object.values(counts).every((count) => count === 0)) return undefined
  const samples = await samplesOf(db, scope, found)
  const now = parts.clock.now()
  const { id } = await db.forgetting.create({
    data: {
      userId: scope.userId,
      placeId,
      commandId: commandId ?? null,
      kind: wanted.kind,
      messageIds: [...(found?.messageIds ?? [])],
      memoryIds: [...(found?.memoryIds ?? [])],
      listedAt: now,
      expiresAt: new Date(now.getTime() + confirmWithinMs),
    },
    select: { id: true },
  })
  return { id: id as ForgettingId, kind: wanted.kind, counts, samples, hasMore: found?.hasMore ?? false }
}

/** What a person has listed and neither confirmed nor kept, as it is now. Undefined for what is not theirs, not there, or expired alike. */
export async function listedForgetting(
  parts: Pick<RightsParts, 'store' | 'clock'>,
  scope: Scope,
  id: ForgettingId,
): Promise<Listing | undefined> {
  const { db } = parts.store
  const row = await db.forgetting.findFirst({ where: { id, userId: scope.userId, state: 'listed', expiresAt: { gt: parts.clock.now() } } })
  if (!row) return undefined
  const kind = row.kind as Wanted['kind']
  const listed = { messageIds: row.messageIds as MessageId[], memoryIds: row.memoryIds as MemoryId[], hasMore: false }
  const found = kind === 'everything' ? undefined : listed
  return { id, kind, counts: await countsOf(db, scope, found), samples: await samplesOf(db, scope, found), hasMore: false }
}

/** What asks is no part of what is asked for. */
const without = (found: Found, commandId: MessageId | undefined): Found => ({
  ...found,
  messageIds: found.messageIds.filter((id) => id !== commandId),
})

/** Without `found`, of everything. */
async function countsOf(db: Db, scope: Scope, found: Found | undefined): Promise<Counts> {
  const messages = found ? Prisma.sql`m.id = ANY(${[...found.messageIds]}::int[])` : Prisma.sql`m.kind = 'chat'`
  const [row] = await db.$queryRaw<Pick<Counts, 'yours' | 'mine' | 'files' | 'memories'>[]>`
    WITH m AS (
      SELECT m.id, m.role FROM messages m WHERE ${messages} AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL AND m.kind <> 'draft'
    )
    SELECT (SELECT count(*)::int FROM m WHERE role = 'user') AS yours,
      (SELECT count(*)::int FROM m WHERE role IN ('assistant', 'system')) AS mine,
      (SELECT count(*)::int FROM attachments a JOIN m ON m.id = a.message_id) AS files,
      (SELECT count(*)::int FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND ${found ? isListed(found) : Prisma.sql`TRUE`}) AS memories`
  const summaries = found
    ? (await summariesOf(db, found.messageIds)).filter(({ markdown }) => markdown !== '').length
    : await allSummaries(db, scope)
  return { yours: 0, mine: 0, files: 0, memories: 0, ...row, summaries }
}

/** Of the alias i. */
const isListed = ({ memoryIds, messageIds }: Found) =>
  Prisma.sql`(i.id = ANY(${[...memoryIds]}::int[]) OR i.source_message_id = ANY(${[...messageIds]}::int[]))`

const allSummaries = (db: Db, { threadId }: Scope) => db.daySummary.count({ where: { segment: { threadId } } })

async function samplesOf(db: Db, scope: Scope, found: Found | undefined): Promise<string[]> {
  if (!found) return []
  const messages = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, left(m.text, 1000) AS text FROM messages m
    WHERE m.id = ANY(${[...found.messageIds]}::int[]) AND m.role IN ('user', 'assistant') AND btrim(m.text) <> '' AND ${visibleTo(scope, 'm')}
    ORDER BY m.sent_at, m.platform_order, m.id LIMIT ${mostSamples}`
  const items = await db.$queryRaw<{ id: MemoryId; text: string }[]>`
    SELECT i.id, i.content AS text FROM memory_items i WHERE ${isListed(found)} AND ${ownedBy(scope, 'i')} ORDER BY i.id LIMIT ${mostSamples}`
  return [
    ...messages.map(({ id, text }) => `[#${id}] ${onOneLine(text)}`),
    ...items.map(({ id, text }) => `memory ${id}: ${onOneLine(text)}`),
  ].slice(0, mostSamples)
}

const onOneLine = (text: string) => clip(text.replace(/\s+/g, ' ').trim(), sampleLength)
