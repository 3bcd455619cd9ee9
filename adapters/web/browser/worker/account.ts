import type { KnownPush } from '../../shared/worker-request.ts'

/** A cache of its own, because those of the files are replaced with each version. */
export const accountCache = 'throughline-account'
const path = '/account'
const pushPath = '/push'

/** Keeps whose page was opened last. A notification for anybody else is not shown. */
export async function keepAccount(account: string): Promise<void> {
  await (await caches.open(accountCache)).put(path, new Response(account))
}

/** Returns the account of the page that was opened last. Undefined once it has signed out. */
export const findAccount = async (): Promise<string | undefined> => (await match(path))?.text()

export async function removeAccount(): Promise<void> {
  await caches.delete(accountCache)
}

/** Keeps which subscription the server knows, for the time that the browser is given another address. */
export async function keepPush(push: KnownPush | null): Promise<void> {
  if (push) await (await caches.open(accountCache)).put(pushPath, new Response(JSON.stringify(push)))
  // Opening a cache would create it again after the page has removed it.
  else if (await caches.has(accountCache)) await (await caches.open(accountCache)).delete(pushPath)
}

export const findPush = async (): Promise<KnownPush | undefined> => (await match(pushPath))?.json()

const match = (kept: string): Promise<Response | undefined> => caches.match(kept, { cacheName: accountCache })
