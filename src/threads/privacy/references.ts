import type { MessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { ReferencedMessage } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { deleteAttachments } from '../messages/attachments.ts'
import type { PlatformMessageKey } from '../messages/read-messages.ts'
import { containsQuote, isForwarded, withheldForward } from '../messages/references.ts'
import type { Scope } from '../scope.ts'
import { advanceChangeSeqAndRevision, bumpDayRevisions, lockThread } from '../thread.ts'

/*
 * What messages quote is deleted with what it is quoted from, in the threads of all users. Each thread is changed in a transaction of its
 * own, because locks on several threads would have to be taken in one order with merges.
 */

/** A change of what messages of a thread quote. */
export interface ReferenceChange {
  readonly threadId: ThreadId
  readonly userId: UserId
  readonly segmentIds: readonly SegmentId[]
}

export interface LocatedReference {
  readonly id: number
  readonly threadId: ThreadId
}

/** SQL for the references to the messages that a condition selects, with the alias s. Relies on message_references_place_id_source_id_idx. */
const toMessagesSql = (messages: Prisma.Sql) => Prisma.sql`
  SELECT r.id, m.thread_id AS "threadId" FROM message_references r JOIN messages m ON m.id = r.message_id
  JOIN (
    SELECT s.place_id, s.platform_message_id FROM messages s WHERE s.platform_message_id IS NOT NULL AND ${messages}
    UNION ALL
    SELECT s.place_id, d.platform_message_id FROM messages s JOIN deliveries d ON d.message_id = s.id
    WHERE d.platform_message_id IS NOT NULL AND ${messages}
  ) source ON source.place_id = r.place_id AND source.platform_message_id = r.source_id`

/** Finds what is quoted of messages, in all threads. */
export async function findReferencesToMessages(db: Db, ids: readonly MessageId[]): Promise<LocatedReference[]> {
  return ids.length === 0 ? [] : db.$queryRaw<LocatedReference[]>(toMessagesSql(Prisma.sql`s.id = ANY(${[...ids]}::int[])`))
}

/**
 * SQL for whether a user wrote what is quoted. The alias of the reference is r. Relies on message_references_author_id_idx and
 * accounts_platform_tenant_platform_user_id_key.
 */
const isQuotedOf = (userId: UserId) => Prisma.sql`(
  r.author_id IN (SELECT a.platform_user_id FROM accounts a WHERE a.user_id = ${userId}) AND EXISTS (
    SELECT 1 FROM places p JOIN accounts a ON a.platform = p.platform AND a.tenant = p.tenant
    WHERE p.id = r.place_id AND a.platform_user_id = r.author_id AND a.user_id = ${userId}))`

/** SQL for what is quoted. Of a forward, that is the text of the message itself. The aliases are r and m. */
const quotedTextSql = Prisma.sql`CASE WHEN r.kind = 'forward' AND r.text = '' THEN m.text ELSE r.text END`

/** Lists what others quote of a user, oldest first. */
export async function listQuotesOf(db: Db, { userId, threadId }: Scope): Promise<string[]> {
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT ${quotedTextSql} AS text FROM message_references r JOIN messages m ON m.id = r.message_id
    WHERE ${isQuotedOf(userId)} AND m.thread_id <> ${threadId} ORDER BY m.sent_at, r.id`
  return rows.map(({ text }) => text)
}

export interface QuotesRequest {
  readonly userId: UserId
  readonly threadId: ThreadId
  /** A tsquery. */
  readonly query: string
  /** Returns SQL for the lexemes of a text. */
  readonly lexemesSql: (text: Prisma.Sql) => Prisma.Sql
  readonly limit: number
}

/** Finds what others quote of a user with certain words, newest first. Few rows are about one user, so they are not indexed. */
export async function findQuotesOf(db: Db, { userId, threadId, query, lexemesSql, limit }: QuotesRequest): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT r.id FROM message_references r JOIN messages m ON m.id = r.message_id
    WHERE ${isQuotedOf(userId)} AND m.thread_id <> ${threadId} AND ${lexemesSql(quotedTextSql)} @@ ${query}::tsquery
    ORDER BY r.id DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/**
 * Finds what others quote of some messages of a user in other places, where no platform names the message: what has the same author and
 * the same text, or part of it.
 */
export async function findCopiesOf(
  db: Db,
  { userId, threadId }: Pick<Scope, 'userId' | 'threadId'>,
  ids: readonly MessageId[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT r.id FROM message_references r JOIN messages m ON m.id = r.message_id
    JOIN messages s ON s.id = ANY(${[...ids]}::int[]) AND s.role = 'user' AND s.text <> ''
    WHERE ${isQuotedOf(userId)} AND m.thread_id <> ${threadId} AND ${quotedTextSql} <> ''
      AND (btrim(${quotedTextSql}) = btrim(s.text) OR (r.kind = 'quote' AND strpos(s.text, btrim(r.text)) > 0))
    ORDER BY r.id`
  return rows.map(({ id }) => id)
}

/** Finds what others quote of a user and of the user's conversation. */
export function findReferencesToUser(db: Db, { userId, threadId }: Pick<Scope, 'userId' | 'threadId'>): Promise<LocatedReference[]> {
  return db.$queryRaw<LocatedReference[]>`
    SELECT r.id, m.thread_id AS "threadId" FROM message_references r JOIN messages m ON m.id = r.message_id
    WHERE ${isQuotedOf(userId)}
    UNION ${toMessagesSql(Prisma.sql`s.thread_id = ${threadId}`)}`
}

/** Finds references of a deletion, except those whose author is another user by now. Relies on accounts_platform_tenant_platform_user_id_key. */
export async function findReferencesById(db: Db, userId: UserId, ids: readonly number[]): Promise<LocatedReference[]> {
  if (ids.length === 0) return []
  return db.$queryRaw<LocatedReference[]>`
    SELECT r.id, m.thread_id AS "threadId" FROM message_references r JOIN messages m ON m.id = r.message_id
    WHERE r.id = ANY(${[...ids]}::int[]) AND NOT EXISTS (
      SELECT 1 FROM places p JOIN accounts a ON a.platform = p.platform AND a.tenant = p.tenant AND a.platform_user_id = r.author_id
      WHERE p.id = r.place_id AND a.user_id <> ${userId})`
}

/** What some references of one thread quote. */
export interface QuotedContent extends Pick<Scope, 'userId' | 'threadId'> {
  /** The messages that quote it. */
  readonly messageIds: readonly MessageId[]
  /** Those of them whose text is the forwarded one. */
  readonly forwardIds: readonly MessageId[]
  readonly texts: readonly string[]
}

/** Loads what references quote, by thread. */
export function loadQuotedContent(db: Db, references: readonly LocatedReference[]): Promise<QuotedContent[]> {
  return db.$queryRaw<QuotedContent[]>`
    SELECT m.thread_id AS "threadId", c.user_id AS "userId", array_agg(DISTINCT m.id) AS "messageIds",
      coalesce(array_agg(DISTINCT m.id) FILTER (WHERE r.kind = 'forward' AND r.text = ''), '{}') AS "forwardIds",
      array_agg(DISTINCT ${quotedTextSql}) AS texts
    FROM message_references r JOIN messages m ON m.id = r.message_id JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE r.id = ANY(${references.map(({ id }) => id)}::int[]) GROUP BY m.thread_id, c.user_id`
}

interface QuotedReference extends LocatedReference {
  readonly kind: string
  readonly text: string
}

/**
 * Finds what is quoted of a message on its platform, whether or not it is stored itself. Relies on places_platform_tenant_address_key and
 * message_references_place_id_source_id_idx.
 */
export function findReferencesTo(db: Db, { place, platformMessageId }: PlatformMessageKey): Promise<QuotedReference[]> {
  return db.$queryRaw<QuotedReference[]>`
    SELECT r.id, m.thread_id AS "threadId", r.kind, r.text
    FROM places p JOIN message_references r ON r.place_id = p.id AND r.source_id = ${platformMessageId} JOIN messages m ON m.id = r.message_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address}`
}

/** A text that takes the place of what is quoted. */
export interface QuotedText extends Pick<ReferencedMessage, 'text'> {
  /** Whether nothing of the message may be kept. */
  readonly isWithdrawn: boolean
  /** When the user changed the text. If the message has a later edit, nothing is updated. */
  readonly editedAt?: Date
}

/**
 * Updates what is quoted of a message whose text changed. Deletes quotes that the new text no longer contains, and everything if the text
 * is withdrawn.
 */
export async function updateReferencesTo(
  store: Store,
  key: PlatformMessageKey,
  { text, isWithdrawn, editedAt }: QuotedText,
): Promise<ReferenceChange[]> {
  if (editedAt && (await isEditedAfter(store.db, key, editedAt))) return []
  const found = await findReferencesTo(store.db, key)
  if (found.length === 0) return []
  const isGone = (reference: QuotedReference) => isWithdrawn || (reference.kind === 'quote' && !containsQuote(text, reference.text))
  const gone = found.filter(isGone)
  const changed = found.filter((reference) => !isGone(reference) && reference.kind !== 'quote' && !['', text].includes(reference.text))
  return [...(await removeReferences(store, gone)), ...(await changeThreads(store, changed, (tx, ids) => replaceTexts(tx, ids, text)))]
}

/** Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_thread_id_key. */
async function isEditedAfter(db: Db, { place, platformMessageId }: PlatformMessageKey, editedAt: Date): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM places p JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address} AND m.edited_at > ${editedAt}`
  return rows.length > 0
}

async function replaceTexts(tx: Tx, ids: readonly number[], text: string): Promise<void> {
  await tx.messageReference.updateMany({ where: { id: { in: [...ids] } }, data: { text } })
}

/**
 * Deletes references. Before that, in the same transaction of each thread, `deleteDerived` deletes what was derived from them. The thread
 * is locked.
 */
export function removeReferences(
  store: Store,
  references: readonly LocatedReference[],
  deleteDerived?: (tx: Tx, references: readonly LocatedReference[]) => Promise<void>,
): Promise<ReferenceChange[]> {
  return changeThreads(store, references, async (tx, ids, threadId) => {
    await deleteDerived?.(
      tx,
      ids.map((id) => ({ id, threadId })),
    )
    await deleteRows(tx, ids)
  })
}

/** Deletes references. Of a forward, the text is that of the message, which keeps a placeholder. */
async function deleteRows(tx: Tx, ids: readonly number[]): Promise<void> {
  const references = await tx.messageReference.findMany({
    where: { id: { in: [...ids] } },
    select: { messageId: true, kind: true, text: true },
  })
  const forwardIds = references
    .filter(({ kind, text }) => isForwarded([{ kind: kind as ReferencedMessage['kind'], text }]))
    .map(({ messageId }) => messageId as MessageId)
  if (forwardIds.length > 0) {
    await tx.message.updateMany({ where: { id: { in: forwardIds }, deletedAt: null }, data: { text: withheldForward } })
    await deleteAttachments(tx, forwardIds)
  }
  await tx.messageReference.deleteMany({ where: { id: { in: [...ids] } } })
}

/**
 * Changes references thread by thread. Their messages count as edited, so that what was derived from them is derived again. A message that
 * a merge is moving is found again in its new thread.
 */
async function changeThreads(
  store: Store,
  references: readonly LocatedReference[],
  change: ThreadChange['change'],
): Promise<ReferenceChange[]> {
  const changes: ReferenceChange[] = []
  let left = references
  for (let attempt = 0; left.length > 0 && attempt < maxAttempts; attempt++) {
    for (const [threadId, ids] of groupByThread(left)) {
      const changed = await store.transaction((tx) => changeThread(tx, { threadId, ids, change }))
      if (changed) changes.push(changed)
    }
    const ids = left.map(({ id }) => id)
    const threads = left.map(({ threadId }) => threadId)
    left = await store.db.$queryRaw<LocatedReference[]>`
      SELECT r.id, m.thread_id AS "threadId"
      FROM unnest(${ids}::int[], ${threads}::int[]) AS before(id, thread_id) JOIN message_references r ON r.id = before.id
      JOIN messages m ON m.id = r.message_id WHERE m.thread_id <> before.thread_id`
  }
  return changes
}

/** The maximum number of attempts if messages keep moving to other threads. */
const maxAttempts = 5

function groupByThread(references: readonly LocatedReference[]): ReadonlyMap<ThreadId, readonly number[]> {
  const groups = new Map<ThreadId, number[]>()
  for (const { id, threadId } of references) groups.set(threadId, [...(groups.get(threadId) ?? []), id])
  return groups
}

interface ThreadChange {
  readonly threadId: ThreadId
  readonly ids: readonly number[]
  readonly change: (tx: Tx, ids: readonly number[], threadId: ThreadId) => Promise<void>
}

async function changeThread(tx: Tx, { threadId, ids, change }: ThreadChange): Promise<ReferenceChange | undefined> {
  if (!(await lockThread(tx, threadId))) return undefined
  const rows = await tx.$queryRaw<{ id: number; userId: UserId | null }[]>`
    SELECT r.id, c.user_id AS "userId" FROM message_references r JOIN messages m ON m.id = r.message_id
    LEFT JOIN continuous_threads c ON c.thread_id = m.thread_id WHERE r.id = ANY(${[...ids]}::int[]) AND m.thread_id = ${threadId}`
  if (rows.length === 0) return undefined
  const present = rows.map(({ id }) => id)
  const touched = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
    WITH touched AS (
      SELECT m.id, row_number() OVER (ORDER BY m.change_seq) AS n, count(*) OVER () AS total
      FROM messages m WHERE m.id IN (SELECT r.message_id FROM message_references r WHERE r.id = ANY(${present}::int[]))
    ), thread AS (
      ${advanceChangeSeqAndRevision(threadId, Prisma.sql`(SELECT count(*) FROM touched)`)}
    )
    UPDATE messages m SET change_seq = thread.change_seq - touched.total + touched.n
    FROM touched, thread WHERE m.id = touched.id RETURNING m.segment_id AS "segmentId"`
  const segmentIds = [...new Set(touched.map(({ segmentId }) => segmentId))]
  await change(tx, present, threadId)
  await bumpDayRevisions(tx, segmentIds)
  const [{ userId } = { userId: null }] = rows
  return userId === null ? undefined : { threadId, userId, segmentIds }
}
