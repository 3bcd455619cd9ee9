import { type Finding, good, note } from '../core/finding.ts'
import type { MigrationConnection } from './migrate.ts'

/** Whether vectors can be kept and compared, which search does without where they cannot. */
export async function checkVectors({ query }: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const [row] = await query(
    "SELECT coalesce(installed_version, default_version) AS version FROM pg_available_extensions WHERE name = 'vector'",
    [],
  )
  const version = row?.['version']
  const [major = 0, minor = 0] = String(version ?? '')
    .split('.')
    .map(Number)
  if (major > 0 || minor >= 8) return good(`pgvector ${version} is there.`)
  return note(
    version === undefined
      ? 'This database has no pgvector: search goes by words alone. Install pgvector 0.8 or newer to find by meaning too.'
      : `pgvector is version ${version}, and search by meaning takes 0.8 or newer: it goes by words alone. Update it.`,
  )
}
