import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { messageOf, SetupError } from '../../core/domain/errors.ts'

/** Folders held by this process, which a process id cannot tell apart. */
const lockedFolders = new Set<string>()

/**
 * Keeps a second process out of a data folder: the embedded database would be damaged by two.
 * Returns the way to let it go. A lock left by a killed process is taken over. Throws SetupError.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder)
  const file = lockFileFor(folder)
  if (lockedFolders.has(path)) throw folderInUseError(folder, process.pid)
  try {
    await createFolder(path)
  } catch (error) {
    throw new SetupError([`The data folder ${folder} cannot be made: ${messageOf(error)}. Set DATA_DIR to a folder you may write to.`])
  }
  await acquireLock(file, folder)
  lockedFolders.add(path)
  let released: Promise<void> | undefined
  // Once: by the second time the folder may be another's.
  return () => {
    released ??= rm(file, { force: true }).finally(() => lockedFolders.delete(path))
    return released
  }
}

/** Folder by folder: the recursive mkdir of Node.js tries for ever where a folder exists in which none can be made, such as /proc. */
async function createFolder(path: string): Promise<void> {
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing?.isDirectory()) return
  if (existing) throw new Error(`${path} is a file`)
  await createFolder(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    // Another process that starts just now was quicker.
    if (hasCode(error, 'EEXIST')) return
    throw hasCode(error, 'ENOENT') ? new Error(`no folder can be made in ${dirname(path)}`, { cause: error }) : error
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

async function acquireLock(file: string, folder: string): Promise<void> {
  // Written whole before it is linked into place: nobody ever reads a lock that says nothing yet.
  const ownFile = `${file}.${process.pid}`
  try {
    await writeFile(ownFile, `${process.pid} ${readProcessStart(process.pid) ?? ''}\n`, { mode: 0o600 })
    for (let attempts = 0; attempts < 3; attempts++) {
      if (await tryLink(ownFile, file)) return
      const holder = await readLockHolder(file)
      if (holder !== undefined) throw folderInUseError(folder, holder)
      await removeStaleLock(file, ownFile)
    }
  } catch (error) {
    if (error instanceof SetupError) throw error
    throw new SetupError([
      `The data folder ${folder} cannot be written to: ${messageOf(error)}. Set DATA_DIR to a folder you may write to.`,
    ])
  } finally {
    await rm(ownFile, { force: true })
  }
  throw folderInUseError(folder)
}

async function tryLink(ownFile: string, file: string): Promise<boolean> {
  try {
    await link(ownFile, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Takes a stale lock away; should another process have replaced it in this instant, its lock is put back. */
async function removeStaleLock(file: string, ownFile: string): Promise<void> {
  const staleFile = `${ownFile}.stale`
  try {
    await rename(file, staleFile)
    if ((await readLockHolder(staleFile)) !== undefined) await tryLink(staleFile, file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  } finally {
    await rm(staleFile, { force: true })
  }
}

/** The other process that holds a data folder, if there is one. */
export function findFolderHolder(folder: string): Promise<number | undefined> {
  return readLockHolder(lockFileFor(folder))
}

const lockFileFor = (folder: string) => join(resolve(folder), 'throughline.lock')

/** The process that holds the lock, if it still lives. */
async function readLockHolder(file: string): Promise<number | undefined> {
  const [pidText = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return undefined
  }
  // The same number can belong to another process by now: then it began at another time.
  const currentStart = readProcessStart(pid)
  return currentStart === undefined || start === '' || currentStart === start ? pid : undefined
}

/** When a process began, in the kernel's own count; undefined where /proc does not say (proc(5), field 22 of stat). */
function readProcessStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function folderInUseError(folder: string, pid?: number): SetupError {
  const holder = pid === undefined ? 'another process' : `process ${pid}`
  return new SetupError([
    `The data folder ${folder} is in use by ${holder}. One process at a time can use the embedded database: stop the other one, set DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL.`,
  ])
}
