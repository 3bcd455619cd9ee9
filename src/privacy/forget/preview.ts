import type { ForgetRequestId, MemoryId, MessageId, PlaceId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import type { Translate } from '../../core/messages/messages.ts'
import { selectForgottenItems } from '../../memory/forget.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { MessageDeps } from '../../threads/deps.ts'
import { loggedBy } from '../../threads/privacy/logged-messages.ts'
import { listQuotesOf } from '../../threads/privacy/references.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import type { PrivacyDeps } from '../deps.ts'
import { countStaleSummaries } from './derived-rows.ts'
import { type ForgetMatches, type ForgetTarget, findTargets } from './find-targets.ts'

/** How much would be deleted, by kind. */
export interface ForgetCounts {
  /** Messages that the user wrote. */
  readonly userMessages: number
  /** Messages of the bot. */
  readonly botMessages: number
  readonly files: number
  readonly memories: number
  /** What others quote of the user. */
  readonly quotes: number
  /** Day summaries. */
  readonly summaries: number
}

export interface ForgetPreview {
  /** For confirming or discarding the preview. Only the same user can do either. */
  readonly id: ForgetRequestId
  readonly kind: ForgetTarget['kind']
  readonly counts: ForgetCounts
  /** Examples, one per line, each starting with its id. */
  readonly samples: readonly string[]
  readonly hasMore: boolean
}

export interface ForgetCaller {
  /** The private scope of the user. */
  readonly scope: Scope
  readonly placeId: PlaceId
  /** The command message, if a command requested the preview. */
  readonly commandId?: MessageId
}

/** In ms. How long the preview can be confirmed. */
const previewLifetimeMs = 15 * 60_000

const maxSamples = 5
/** In characters. */
const maxSampleCharacters = 80

/**
 * Stores a preview of what would be deleted. Confirming it deletes exactly that. Returns undefined if there is nothing to delete. Throws
 * InputError.
 */
export async function createForgetPreview(
  deps: PrivacyDeps,
  caller: ForgetCaller,
  target: ForgetTarget,
): Promise<ForgetPreview | undefined> {
  const { db } = deps.store
  const { scope, placeId, commandId } = caller
  const matches = target.kind === 'everything' ? undefined : withoutCommand(await findTargets(deps, scope, target), commandId)
  const counts = await countMatches(db, scope, matches)
  // A deletion of everything also deletes names and commands, even if all counts are zero.
  if (matches && Object.values(counts).every((count) => count === 0)) return undefined
  const samples = await loadSamples(db, scope, matches)
  const now = deps.clock.now()
  const { id } = await db.forgetRequest.create({
    data: {
      userId: scope.userId,
      placeId,
      commandId: commandId ?? null,
      kind: target.kind,
      messageIds: [...(matches?.messageIds ?? [])],
      memoryIds: [...(matches?.memoryIds ?? [])],
      referenceIds: [...(matches?.referenceIds ?? [])],
      requestedAt: now,
      expiresAt: new Date(now.getTime() + previewLifetimeMs),
    },
    select: { id: true },
  })
  return { id: id as ForgetRequestId, kind: target.kind, counts, samples, hasMore: matches?.hasMore ?? false }
}

/**
 * Returns a preview that is waiting for confirmation, with current counts. Returns undefined if it is missing, expired, or belongs to
 * another user.
 */
export async function findForgetPreview(deps: MessageDeps, scope: Scope, id: ForgetRequestId): Promise<ForgetPreview | undefined> {
  const { db } = deps.store
  const row = await db.forgetRequest.findFirst({
    where: { id, userId: scope.userId, state: 'previewed', expiresAt: { gt: deps.clock.now() } },
  })
  if (!row) return undefined
  const kind = row.kind as ForgetTarget['kind']
  const storedMatches = {
    messageIds: row.messageIds as MessageId[],
    memoryIds: row.memoryIds as MemoryId[],
    referenceIds: row.referenceIds,
    hasMore: false,
  }
  const matches = kind === 'everything' ? undefined : storedMatches
  return { id, kind, counts: await countMatches(db, scope, matches), samples: await loadSamples(db, scope, matches), hasMore: false }
}

/** Removes the command that requested the deletion. */
const withoutCommand = (matches: ForgetMatches, commandId: MessageId | undefined): ForgetMatches => ({
  ...matches,
  messageIds: matches.messageIds.filter((id) => id !== commandId),
})

/** If `matches` is undefined, counts everything. */
async function countMatches(db: Db, scope: Scope, matches: ForgetMatches | undefined): Promise<ForgetCounts> {
  const messages = matches ? Prisma.sql`m.id = ANY(${[...matches.messageIds]}::int[])` : Prisma.sql`m.kind = 'chat'`
  const [row] = await db.$queryRaw<Omit<ForgetCounts, 'summaries' | 'quotes'>[]>`
    WITH m AS (
      SELECT m.id, m.role FROM messages m WHERE ${messages} AND ${visibleTo(scope, 'm')} AND m.deleted_at IS NULL AND m.kind <> 'draft'
      UNION ALL SELECT m.id, m.role FROM messages m WHERE ${messages} AND m.id IN ${loggedBy(scope.userId)} AND m.deleted_at IS NULL
    )
    SELECT (SELECT count(*)::int FROM m WHERE role = 'user') AS "userMessages",
      (SELECT count(*)::int FROM m WHERE role IN ('assistant', 'system')) AS "botMessages",
      (SELECT count(*)::int FROM attachments a JOIN m ON m.id = a.message_id) AS files,
      (SELECT count(*)::int FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND ${matches ? toMatchedItemSql(scope, matches) : Prisma.sql`TRUE`}) AS memories`
  const summaries = matches ? await countStaleSummaries(db, scope, matches.messageIds) : await countSummaries(db, scope)
  const quotes = matches ? matches.referenceIds.length : (await listQuotesOf(db, scope)).length
  return { userMessages: 0, botMessages: 0, files: 0, memories: 0, ...row, quotes, summaries }
}

/** SQL for the matched items. The alias is i. */
const toMatchedItemSql = ({ userId }: Scope, { memoryIds, messageIds }: ForgetMatches) =>
  Prisma.sql`i.id IN (${selectForgottenItems({ userId, messageIds, memoryIds })})`

const countSummaries = (db: Db, { threadId }: Scope) => db.daySummary.count({ where: { segment: { threadId } } })

async function loadSamples(db: Db, scope: Scope, matches: ForgetMatches | undefined): Promise<string[]> {
  if (!matches) return []
  const messages = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, left(m.text, 1000) AS text FROM messages m
    WHERE m.id = ANY(${[...matches.messageIds]}::int[]) AND m.role IN ('user', 'assistant') AND btrim(m.text) <> ''
      AND (${visibleTo(scope, 'm')} OR m.id IN ${loggedBy(scope.userId)})
    ORDER BY m.sent_at, m.platform_order, m.id LIMIT ${maxSamples}`
  const memories = await db.$queryRaw<{ id: MemoryId; text: string }[]>`
    SELECT i.id, i.content AS text FROM memory_items i WHERE ${toMatchedItemSql(scope, matches)} AND ${ownedBy(scope, 'i')} ORDER BY i.id LIMIT ${maxSamples}`
  return [
    ...messages.map(({ id, text }) => `[#${id}] ${toSample(text)}`),
    ...memories.map(({ id, text }) => `memory ${id}: ${toSample(text)}`),
  ].slice(0, maxSamples)
}

const toSample = (text: string) => clip(text.replace(/\s+/g, ' ').trim(), maxSampleCharacters)

/** Describes each count that is not zero. */
export function formatCounts(counts: ForgetCounts, translate: Translate): string[] {
  const lines = [
    ['forget.userMessages', counts.userMessages],
    ['forget.botMessages', counts.botMessages],
    ['count.files', counts.files],
    ['count.memories', counts.memories],
    ['forget.quotes', counts.quotes],
    ['forget.summaries', counts.summaries],
  ] as const
  return lines.flatMap(([key, count]) => (count > 0 ? [translate(key, { count })] : []))
}
