import type { Random } from '../../core/ports/random.ts'
import type { Store } from '../../store/store.ts'

const idBytes = 16

/**
 * Returns the random id of this database, and creates it at the first start. Message ids start at 1 in every database, so a platform that
 * recognizes repeated sends would otherwise take the first replies from a new database for those from an old one.
 */
export async function ensureInstallationId({ store: { db }, random }: { readonly store: Store; readonly random: Random }): Promise<string> {
  // If two processes start at once, both read the id that the first one stored.
  await db.installation.createMany({ data: { id: random.token(idBytes) }, skipDuplicates: true })
  return (await db.installation.findFirstOrThrow()).id
}
