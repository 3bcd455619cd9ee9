import { readFileSync, statSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { messageOf, SetupError } from '../../core/domain/errors.ts'

/** The folders locked by this process. A process id cannot distinguish two locks held by the same process. */
const lockedFolders = new Set<string>()

/**
 * Locks a data folder, because two processes would damage the embedded database. Takes over the lock of a process that was killed. Returns
 * a function that releases the lock. Throws SetupError.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder)
  const file = lockFileFor(folder)
  if (lockedFolders.has(path)) throw folderInUseError(folder, process.pid)
  try {
    await createFolder(path)
  } catch (error) {
    throw new SetupError([`The data folder ${folder} cannot be created: ${messageOf(error)}. Set DATA_DIR to a folder you may write to.`])
  }
  await acquireLock(file, folder)
  lockedFolders.add(path)
  let released: Promise<void> | undefined
  // Releases only once, because another process may have locked the folder since.
  return () => {
    released ??= rm(file, { force: true }).finally(() => lockedFolders.delete(path))
    return released
  }
}

/** Creates one folder at a time, because the recursive mkdir of Node.js never returns where no folder can be created, such as in /proc. */
async function createFolder(path: string): Promise<void> {
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing?.isDirectory()) return
  if (existing) throw new Error(`${path} is a file`)
  await createFolder(dirname(path))
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    // Another process, starting at the same time, has created it.
    if (hasCode(error, 'EEXIST')) return
    throw hasCode(error, 'ENOENT') ? new Error(`no folder can be created in ${dirname(path)}`, { cause: error }) : error
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

async function acquireLock(file: string, folder: string): Promise<void> {
  // Written completely before it is linked into place, so that no process reads an empty lock.
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

/** Removes a stale lock. If another process has replaced it in the meantime, restores that process's lock. */
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

/** Returns the id of another process that has locked a data folder, if any. */
export function findFolderHolder(folder: string): Promise<number | undefined> {
  return readLockHolder(lockFileFor(folder))
}

const lockFileFor = (folder: string) => join(resolve(folder), 'throughline.lock')

/** Returns the id of another process that holds the lock, if it is still running. */
async function readLockHolder(file: string): Promise<number | undefined> {
  const [pidText = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return undefined
  }
  // The id may have been reused, in which case the start times differ.
  const currentStart = readProcessStart(pid)
  return currentStart === undefined || start === '' || currentStart === start ? pid : undefined
}

/** Returns the start time of a process in clock ticks since boot, from field 22 of stat in proc(5). Undefined without /proc. */
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
    `The data folder ${folder} is in use by ${holder}. One process at a time can use the embedded database: stop the other one, set DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL database.`,
  ])
}
