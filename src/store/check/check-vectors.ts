import { type Finding, good, note } from '../../core/domain/finding.ts'
import type { MigrationConnection } from '../migrate.ts'
import { loadExtensionStatus } from './extension-status.ts'

/** Reports the embedding model that an owner chose on the page, which takes precedence over the configuration. */
export async function checkEmbeddingChoice(connection: Pick<MigrationConnection, 'query'>): Promise<Finding[]> {
  const [column] = await connection.query(
    "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('embedding_choice') AND attname = 'origin'",
    [],
  )
  const [choice] = column ? await connection.query("SELECT model, is_off FROM embedding_choice WHERE origin = 'owner'", []) : []
  if (!choice) return []
  const text =
    choice['is_off'] === true
      ? 'An owner has switched embeddings off on the page of settings, which stands above the configuration.'
      : `An owner has chosen the embedding model ${choice['model']} on the page of settings, which stands above the configuration; "Test" there examines it.`
  return [note(text)]
}

/** The oldest supported version of pgvector: 0.8. */
const minVersion = [0, 8] as const

/** Checks whether vectors can be stored and compared. Search works without them. */
export async function checkVectors(connection: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const { version, isInstalled, canInstall, isVisible } = await loadExtensionStatus(connection, {
    name: 'vector',
    probeSql: "to_regtype('halfvec')",
  })
  const fallbackNotice = 'Until then search goes by words alone.'
  if (version === undefined)
    return note(
      `This database has no pgvector, which finding by meaning needs. Install pgvector 0.8 or newer beside PostgreSQL. ${fallbackNotice}`,
    )
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === minVersion[0] && minor < minVersion[1])
    return note(
      `pgvector is version ${version}, and finding by meaning needs 0.8 or newer. Update it, and run \`ALTER EXTENSION vector UPDATE\` in the database. ${fallbackNotice}`,
    )
  if (isVisible) return good(`pgvector ${version} is there: texts can be found by meaning.`)
  if (isInstalled)
    return note(
      `pgvector ${version} is in a schema that this user does not look in. Run \`ALTER EXTENSION vector SET SCHEMA public\` in the database as a superuser. ${fallbackNotice}`,
    )
  return canInstall
    ? good(`pgvector ${version} can be had: the next start with EMBEDDINGS=on adds it to the database.`)
    : note(
        `pgvector ${version} is not part of this database yet, and this user may not add it. Run \`CREATE EXTENSION vector SCHEMA public\` in the database as a superuser. ${fallbackNotice}`,
      )
}
