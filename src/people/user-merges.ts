import type { AccountId, PlaceId, UserId } from '../core/domain/ids.ts'
import { languageSources } from '../core/domain/languages.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import { endPrintedSessions } from './sign-in.ts'

/** How long a merge can be undone, in ms. */
const undoableForMs = 7 * 24 * 3_600_000

export type MergeId = number & { readonly brand: 'MergeId' }

/** Two users who were merged, or an account that was added to a user by linking. */
export interface UndoableMerge {
  readonly id: MergeId
  /** The user that remains. */
  readonly userId: UserId
  /** The user that became part of it. Null if there was none. */
  readonly fromUserId: UserId | null
  /** The accounts and direct places that came along. */
  readonly accountIds: readonly AccountId[]
  readonly placeIds: readonly PlaceId[]
}

/** Records a merge, so that it can be undone. Call it while both users still exist, and before owner rights are shared. */
export async function recordMerge(tx: Tx, { from, into, now }: { from: UserId; into: UserId; now: Date }): Promise<MergeId> {
  const [merge] = await tx.$queryRaw<{ id: MergeId }[]>`
    INSERT INTO user_merges (user_id, from_user_id, account_ids, place_ids, settings, merged_at)
    SELECT i.id, f.id, ARRAY(SELECT a.id FROM accounts a WHERE a.user_id = f.id),
      ARRAY(SELECT p.id FROM places p WHERE p.user_id = f.id AND p.kind = 'direct'),
      jsonb_build_object('name', f.name, 'timezone', f.timezone, 'timezone_asked_at', f.timezone_asked_at, 'language', f.language,
        'language_source', f.language_source, 'digest', f.digest, 'is_local', f.is_local,
        'created_at', f.created_at, 'into_language', i.language, 'into_language_source', i.language_source, 'into_digest', i.digest,
        'owner_account_ids', ARRAY(SELECT a.id FROM accounts a WHERE a.user_id = f.id AND a.is_owner)), ${now}
    FROM users f, users i WHERE f.id = ${from} AND i.id = ${into} RETURNING id`
  if (!merge) throw new Error('A user disappeared while being merged.')
  return merge.id
}

/** Records that an account without a user was added to one. */
export async function recordAddedAccount(tx: Tx, added: { userId: UserId; accountId: AccountId; now: Date }): Promise<MergeId> {
  const { userId, accountId, now } = added
  const { id } = await tx.userMerge.create({
    data: { userId, accountIds: [accountId], placeIds: [], settings: { owner_account_ids: [] }, mergedAt: now },
    select: { id: true },
  })
  return id as MergeId
}

const mergeColumns = Prisma.sql`id, user_id AS "userId", from_user_id AS "fromUserId", account_ids AS "accountIds", place_ids AS "placeIds"`

/** Returns a merge of a user that can still be undone. */
export async function findUndoableMerge(
  db: Db,
  { id, userId, now }: { id: MergeId; userId: UserId; now: Date },
): Promise<UndoableMerge | undefined> {
  return (await listUndoableMerges(db, userId, now)).find((merge) => merge.id === id)
}

/** Lists the merges of a user that can still be undone, latest first. */
export function listUndoableMerges(db: Db, userId: UserId, now: Date): Promise<UndoableMerge[]> {
  return db.$queryRaw<UndoableMerge[]>`
    SELECT ${mergeColumns} FROM user_merges
    WHERE user_id = ${userId} AND merged_at > ${new Date(now.getTime() - undoableForMs)} ORDER BY id DESC`
}

/**
 * Takes owner rights that came with or after a merge from the accounts that came along. Call it before they leave. Accounts that had them
 * before keep them.
 */
export async function withdrawSharedRights(tx: Tx, id: MergeId): Promise<void> {
  await tx.$executeRaw`
    UPDATE accounts a SET is_owner = FALSE FROM user_merges g
    WHERE g.id = ${id} AND a.id = ANY(g.account_ids) AND a.is_owner AND NOT g.settings->'owner_account_ids' @> to_jsonb(a.id)`
}

/** SQL for how certain a language is. */
const certaintyOf = (source: string): Prisma.Sql => Prisma.sql`array_position(${[...languageSources]}::text[], g.settings->>${source})`

/** SQL for whether the remaining user has the language of the other since the merge, and did not choose the same one afterwards. */
const adoptedLanguage = Prisma.sql`(i.language, i.language_source) = (g.settings->>'language', g.settings->>'language_source')
  AND ${certaintyOf('language_source')} > ${certaintyOf('into_language_source')}`

/**
 * Creates the user that a merge removed again, with the same id and settings. Settings that the remaining user adopted are reset. The
 * accounts are moved by the caller.
 */
export async function restoreMergedUser(tx: Tx, { id, userId, fromUserId }: UndoableMerge): Promise<void> {
  // Only one user at a time is the local owner, to whom the printed link belongs.
  const [local] = await tx.$queryRaw<{ leaves: boolean }[]>`
    SELECT COALESCE((settings->>'is_local')::boolean, FALSE) AS leaves FROM user_merges WHERE id = ${id}`
  if (local?.leaves) await endPrintedSessions(tx, userId)
  await tx.$executeRaw`
    UPDATE users i SET is_local = i.is_local AND NOT (g.settings->>'is_local')::boolean,
      language = CASE WHEN ${adoptedLanguage} THEN g.settings->>'into_language' ELSE i.language END,
      language_source = CASE WHEN ${adoptedLanguage} THEN g.settings->>'into_language_source' ELSE i.language_source END,
      digest = CASE i.digest WHEN g.settings->>'digest' THEN g.settings->>'into_digest' ELSE i.digest END
    FROM user_merges g WHERE g.id = ${id} AND i.id = ${userId}`
  await tx.$executeRaw`
    INSERT INTO users (id, name, is_local, timezone, timezone_asked_at, language, language_source, digest, created_at)
    SELECT g.from_user_id, g.settings->>'name', (g.settings->>'is_local')::boolean, g.settings->>'timezone',
      (g.settings->>'timezone_asked_at')::timestamptz, g.settings->>'language', g.settings->>'language_source', g.settings->>'digest', (g.settings->>'created_at')::timestamptz
    FROM user_merges g WHERE g.id = ${id}`
  // Earlier merges into the restored user are its own again.
  await tx.$executeRaw`
    UPDATE user_merges own SET user_id = ${fromUserId} FROM user_merges g
    WHERE g.id = ${id} AND own.user_id = ${userId} AND own.id < g.id AND own.account_ids <@ g.account_ids`
}

export async function deleteMerge(tx: Tx, id: MergeId): Promise<void> {
  await tx.userMerge.deleteMany({ where: { id } })
}

/** Deletes the records of merges that can no longer be undone. */
export async function deleteOldMerges(db: Db, now: Date): Promise<void> {
  await db.userMerge.deleteMany({ where: { mergedAt: { lte: new Date(now.getTime() - undoableForMs) } } })
}
