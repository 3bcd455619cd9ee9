import type { UserId } from '../../core/domain/ids.ts'
import { languageSources } from '../../core/domain/languages.ts'
import type { UserMerge } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { mergePins } from '../calls/pins.ts'
import { mergeCallTokens } from '../calls/tokens.ts'
import { mergeDrafts } from '../drafts.ts'
import { endAllSessions } from '../sign-in.ts'

/** Moves accounts and settings, and ends the sessions and sign-in links. The empty user is deleted at the end of the merge. */
export async function mergeUserRows(tx: Tx, { from, into }: UserMerge): Promise<void> {
  const reassignment = { where: { userId: from.userId }, data: { userId: into.userId } }
  await tx.account.updateMany(reassignment)
  await mergeDrafts(tx, { from: from.userId, into: into.userId })
  // They were begun to see another conversation. Whoever has them signs in again.
  await endAllSessions(tx, from.userId)
  await mergeCallTokens(tx, { from: from.userId, into: into.userId })
  await mergePins(tx, { from: from.userId, into: into.userId })
  await tx.userMerge.updateMany(reassignment)
  await mergeSettings(tx, from.userId, into.userId)
}

/** SQL that keeps the settings of `into`. A setting that has its default value, or a language that is less certain, is replaced with that of `from`. */
const mergedSettings = Prisma.sql`
  timezone = COALESCE(i.timezone, f.timezone), timezone_asked_at = COALESCE(i.timezone_asked_at, f.timezone_asked_at),
  digest = CASE i.digest WHEN 'on' THEN f.digest ELSE i.digest END,
  (language, language_source) = (SELECT kept.language, kept.language_source FROM (VALUES
    (i.language, i.language_source, 0), (f.language, f.language_source, 1)) AS kept(language, language_source, position)
    ORDER BY array_position(${[...languageSources]}::text[], kept.language_source) DESC, position LIMIT 1)`

async function mergeSettings(tx: Tx, from: UserId, into: UserId): Promise<void> {
  // `from` gives up the role of local owner before `into` takes it, because there is at most one local owner.
  const { count: localOwners } = await tx.user.updateMany({ where: { id: from, isLocal: true }, data: { isLocal: false } })
  await tx.$executeRaw`
    UPDATE users i SET is_local = i.is_local OR ${localOwners > 0}, ${mergedSettings}
    FROM users f WHERE i.id = ${into} AND f.id = ${from}`
}
