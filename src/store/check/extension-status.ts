import type { MigrationConnection } from '../migrate.ts'

export interface ExtensionStatus {
  /** The installed version or, if not installed, the available one. Undefined if the server has neither. */
  readonly version: string | undefined
  readonly isInstalled: boolean
  /** Whether the user of this connection may install the extension. Trusted extensions do not require a superuser. */
  readonly canInstall: boolean
  /** Whether the extension is installed in a schema on the user's search path. */
  readonly isVisible: boolean
}

/**
 * Loads the status of an extension. `probeSql` is SQL that looks up one of its objects. It yields NULL if the user cannot see the object.
 */
export async function loadExtensionStatus(
  { query }: Pick<MigrationConnection, 'query'>,
  { name, probeSql }: { readonly name: string; readonly probeSql: string },
): Promise<ExtensionStatus> {
  const [row] = await query(
    `SELECT coalesce(a.installed_version, a.default_version) AS version, a.installed_version IS NOT NULL AS installed, ${probeSql} IS NOT NULL AS seen,
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        OR (v.trusted AND has_database_privilege(current_database(), 'CREATE')) AS allowed
    FROM pg_available_extensions a JOIN pg_available_extension_versions v ON v.name = a.name AND v.version = a.default_version
    WHERE a.name = $1`,
    [name],
  )
  return {
    version: typeof row?.['version'] === 'string' ? row['version'] : undefined,
    isInstalled: row?.['installed'] === true,
    canInstall: row?.['allowed'] === true,
    isVisible: row?.['installed'] === true && row['seen'] === true,
  }
}
