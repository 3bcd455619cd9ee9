import { accountCache } from './account.ts'

// Filled in when the page is built: the addresses of its files, and a hash of them.
declare const builtFiles: readonly string[]
declare const builtVersion: string

const prefix = 'throughline-'
const cacheName = prefix + builtVersion
const files: ReadonlySet<string> = new Set(builtFiles)
const shellPath = '/offline/'

/** Stores all files of this version, or fails, and then the previous worker stays. */
export async function storeFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll([...files])
}

/** Returns a file of this version, which needs no server. Undefined if it is none, or is not stored. */
export const findFile = async (path: string): Promise<Response | undefined> => (files.has(path) ? match(path) : undefined)

export const isFile = (path: string): boolean => files.has(path)

/** Keeps the page at this address for when the server cannot be reached. Replaces that of another account, language, theme or version. */
export async function keepShell(address: string): Promise<void> {
  if (await match(address)) return
  const response = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
  // Not signed in, or unavailable again.
  if (!response?.ok) return
  // A page of a newer version needs files that only the newer worker has. That one will be asked, too.
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  if (!named.every((path) => files.has(path))) return
  await removeShell()
  const cache = await caches.open(cacheName)
  await cache.put(address, response)
}

export async function findShell(): Promise<Response | undefined> {
  const [shell] = await listShells()
  return shell && match(shell.url)
}

export async function removeShell(): Promise<void> {
  for (const shell of await listShells()) await (await caches.open(cacheName)).delete(shell)
}

/** Removes what other versions have stored. */
export async function removeOldShells(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && ![cacheName, accountCache].includes(name)) await caches.delete(name)
}

// Opening a cache would create it again after the page has removed it.
const match = (address: string): Promise<Response | undefined> => caches.match(address, { cacheName, ignoreVary: true })

async function listShells(): Promise<readonly Request[]> {
  if (!(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  return (await cache.keys()).filter(({ url }) => new URL(url).pathname === shellPath)
}
