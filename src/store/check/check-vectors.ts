import { type Finding, good, note } from '../../core/domain/finding.ts'
import type { MigrationConnection } from '../migrate.ts'
import { loadExtensionStatus } from './extension-status.ts'

/** The oldest supported version of pgvector: 0.8. */
const minVersion = [0, 8] as const

/** Checks whether vectors can be stored and compared. Search works without vectors. */
export async function checkVectors(connection: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const { version, isInstalled, canInstall, isVisible } = await loadExtensionStatus(connection, {
    name: 'vector',
    probeSql: "to_regtype('halfvec')",
  })
  const fallbackNotice = 'Until then, search uses words only.'
  if (version === undefined)
    return note(`This PostgreSQL does not have pgvector, which semantic search needs. Install pgvector 0.8 or newer. ${fallbackNotice}`)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === minVersion[0] && minor < minVersion[1])
    return note(
      `pgvector is version ${version}, but semantic search needs 0.8 or newer. Update it, and run \`ALTER EXTENSION vector UPDATE\` in the database. ${fallbackNotice}`,
    )
  if (isVisible) return good(`pgvector ${version} is installed: semantic search works.`)
  if (isInstalled)
    return note(
      `pgvector ${version} is in a schema outside the search path of this user. Run \`ALTER EXTENSION vector SET SCHEMA public\` in the database as a superuser. ${fallbackNotice}`,
    )
  return canInstall
    ? good(`pgvector ${version} is available: the next start with EMBEDDINGS=on adds it to the database.`)
    : note(
        `pgvector ${version} is not installed in this database, and this user may not install it. Run \`CREATE EXTENSION vector SCHEMA public\` in the database as a superuser. ${fallbackNotice}`,
      )
}
