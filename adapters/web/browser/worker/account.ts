/** A cache of its own, because those of the files are replaced with each version. */
export const accountCache = 'throughline-account'
const path = '/account'

/** Keeps whose page was opened last. A notification for anybody else is not shown. */
export async function keepAccount(account: string): Promise<void> {
  await (await caches.open(accountCache)).put(path, new Response(account))
}

/** Returns the account of the page that was opened last. Undefined once it has signed out. */
export const findAccount = async (): Promise<string | undefined> => (await caches.match(path, { cacheName: accountCache }))?.text()

export async function removeAccount(): Promise<void> {
  await caches.delete(accountCache)
}
