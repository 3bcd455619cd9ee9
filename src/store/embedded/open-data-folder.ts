import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@electric-sql/pglite'
import { messageOf, SetupError } from '../../core/domain/errors.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts'
import { type UnpackedFolder, unpackFolder, writeFolder } from './packed-folder.ts'

export interface DataFolderOptions {
  /** Called before a database is created. Without a packed one, that takes a few seconds. */
  readonly onCreate?: () => void
  /** A packed database to begin with instead of the built one. For tests. */
  readonly newDatabase?: string
}

/** The migrated, empty database that the build makes: scripts/new-database.mjs. The sources have none. */
const builtDatabase = fileURLToPath(new URL('../../../prisma/new-database.gz', import.meta.url))

/**
 * Opens the embedded database of a data folder that this process has locked. Creates the database if there is none. Only the user of this
 * process can read the files. Throws SetupError if the files are damaged, or cannot be created or made private.
 */
export async function openDataFolder(dataDir: string, options: DataFolderOptions = {}): Promise<EmbeddedDatabase> {
  const databaseFolder = join(dataDir, 'postgres')
  await makePrivate(dataDir, () => chmod(dataDir, privateFolder))
  const fileNames = existsSync(databaseFolder) ? await readdir(databaseFolder) : []
  // Without this file, PGlite would create a new database over the remaining files.
  if (fileNames.length > 0 && !fileNames.includes('PG_VERSION')) throw damagedFilesError(dataDir)
  if (fileNames.length === 0) await createDatabase(dataDir, databaseFolder, options)
  const database = await openDatabase(dataDir, databaseFolder)
  try {
    // PGlite creates files that everybody may read whenever it opens a database. The folder may also be older.
    await makePrivate(dataDir, () => restrictAccess(databaseFolder))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDatabase(dataDir: string, databaseFolder: string): Promise<EmbeddedDatabase> {
  try {
    return await openEmbeddedDatabase(databaseFolder)
  } catch (error) {
    // A failure of the thread itself, for example because it is out of memory, says nothing about the files.
    throw error instanceof messages.DatabaseError ? damagedFilesError(dataDir, error) : error
  }
}

/** Creates the database in another folder and moves it into its place as a whole, so that an interruption leaves no half of it there. */
async function createDatabase(
  dataDir: string,
  databaseFolder: string,
  { onCreate, newDatabase = builtDatabase }: DataFolderOptions,
): Promise<void> {
  const newFolder = join(dataDir, 'postgres.new')
  const unpacked = existsSync(newDatabase) ? await unpackDatabase(newDatabase) : undefined
  onCreate?.()
  try {
    // An earlier start may have been interrupted.
    await rm(newFolder, { recursive: true, force: true })
    if (unpacked) writeFolder(unpacked, newFolder)
    // Creating a database takes 400 MB of memory, which is freed only when its thread ends.
    else await (await openEmbeddedDatabase(newFolder)).close()
    await rename(newFolder, databaseFolder)
  } catch (error) {
    const problem = `The embedded database cannot be created in ${dataDir}: ${messageOf(error)}. Check that its disk has 100 MB of free space, or set DATA_DIR to another folder.`
    throw new SetupError([problem], { cause: error })
  }
}

async function unpackDatabase(file: string): Promise<UnpackedFolder> {
  try {
    return unpackFolder(await readFile(file))
  } catch (error) {
    throw new SetupError([`${file} cannot be read: ${messageOf(error)}. Install or build the program again.`], { cause: error })
  }
}

function damagedFilesError(dataDir: string, cause?: unknown): SetupError {
  const problem = `The embedded database in ${dataDir} cannot be opened: its files are damaged or incomplete. They were not changed. Restore a backup of the folder, or set DATA_DIR to an empty one. If the bot has never run with this folder, delete it.`
  return new SetupError([problem], { cause })
}

const privateFolder = 0o700
const privateFile = 0o600

async function makePrivate(dataDir: string, restrict: () => Promise<void>): Promise<void> {
  try {
    await restrict()
  } catch (error) {
    const problem = `The files in the data folder ${dataDir} cannot be made private: ${messageOf(error)}. They contain conversations, which nobody else on this machine may read. Change their owner to the user that runs Throughline, or set DATA_DIR to a folder that does not exist yet, such as ${join(dataDir, 'throughline')}.`
    throw new SetupError([problem], { cause: error })
  }
}

/** Makes a folder and everything in it accessible to its user only. */
async function restrictAccess(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  await Promise.all(entries.map((entry) => chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? privateFolder : privateFile)))
  await chmod(folder, privateFolder)
}
