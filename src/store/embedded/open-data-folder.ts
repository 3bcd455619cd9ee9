import { existsSync } from 'node:fs'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@electric-sql/pglite'
import { SetupError } from '../../core/domain/errors.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts'

export interface DataFolderOptions {
  /** Called before a database is created, which takes a few seconds. */
  readonly onCreate?: () => void
}

/**
 * Opens the embedded database of a data folder that this process has locked. Creates the database if there is none. Only the user of this
 * process can read the files afterwards. Throws SetupError if the files are damaged.
 */
export async function openDataFolder(dataDir: string, { onCreate }: DataFolderOptions = {}): Promise<EmbeddedDatabase> {
  const databaseFolder = join(dataDir, 'postgres')
  const newFolder = join(dataDir, 'postgres.new')
  // A start was interrupted while it created the database.
  await rm(newFolder, { recursive: true, force: true })
  const fileNames = existsSync(databaseFolder) ? await readdir(databaseFolder) : []
  // Without this file, PGlite would create a new database over the remaining files.
  if (fileNames.length > 0 && !fileNames.includes('PG_VERSION')) throw damagedFilesError(dataDir)
  try {
    if (fileNames.length === 0) {
      onCreate?.()
      // Creating a database takes 400 MB of memory, which is freed only when its thread ends.
      await (await openEmbeddedDatabase(newFolder)).close()
      await restrictAccess(newFolder)
      // The database appears in its place as a whole.
      await rename(newFolder, databaseFolder)
    }
    // The folder may be older, or have been changed since.
    else await restrictAccess(databaseFolder)
    await chmod(dataDir, privateFolder)
    return await openEmbeddedDatabase(databaseFolder)
  } catch (error) {
    // A failure of the thread itself, for example because it is out of memory, says nothing about the files.
    throw error instanceof messages.DatabaseError ? damagedFilesError(dataDir, error) : error
  }
}

function damagedFilesError(dataDir: string, cause?: unknown): SetupError {
  const problem = `The embedded database in ${dataDir} cannot be opened: its files are damaged or incomplete. They were not changed. Restore a backup of the folder, or set DATA_DIR to an empty one.`
  return new SetupError([problem], { cause })
}

const privateFolder = 0o700
const privateFile = 0o600

/** Makes a folder and everything in it accessible to its user only. PGlite creates files that everybody may read and write. */
async function restrictAccess(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  await Promise.all(entries.map((entry) => chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? privateFolder : privateFile)))
  await chmod(folder, privateFolder)
}
