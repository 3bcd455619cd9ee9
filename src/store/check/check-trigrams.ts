import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import type { MigrationConnection } from '../migrate.ts'
import { loadExtensionStatus } from './extension-status.ts'

/** Checks for pg_trgm, which typo-tolerant search needs. The tables cannot be created without it. */
export async function checkTrigrams(connection: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const { version, isInstalled, canInstall, isVisible } = await loadExtensionStatus(connection, {
    name: 'pg_trgm',
    probeSql: "to_regprocedure('similarity(text, text)')",
  })
  if (version === undefined)
    return problem(
      'This PostgreSQL does not have pg_trgm, which search needs. Install its contrib package, often named postgresql-contrib, and run this again.',
    )
  if (isVisible) return good(`pg_trgm ${version} is installed: search tolerates misspellings.`)
  if (isInstalled)
    return problem(
      `pg_trgm ${version} is in a schema outside the search path of this user, and search needs it. Run \`ALTER EXTENSION pg_trgm SET SCHEMA public\` in the database as a superuser.`,
    )
  const [table] = await connection.query("SELECT to_regclass('transcript_chunks') IS NOT NULL AS there", [])
  // A migration creates the extension before the table. If the table exists without the extension, the extension was removed.
  return canInstall && table?.['there'] !== true
    ? note(`pg_trgm ${version} is available: the next start adds it to the database.`)
    : problem(
        `pg_trgm ${version} is not installed in this database, and search needs it. Run \`CREATE EXTENSION pg_trgm SCHEMA public\` in the database as a superuser.`,
      )
}
