import type { WorkerRequest } from '../../shared/worker-request.ts'

// Absent where the page is served without https on another host, and in some private windows. Everything else works without it.
const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined

/** Has the browser keep the page that stands in for others while the server cannot be reached. */
export async function keepOfflineShell(account: string): Promise<void> {
  if (!workers) return
  const { lang, dataset } = document.documentElement
  // A page at the same address stays. The version changes with what it shows.
  const shown = { account, language: lang, theme: dataset['theme'] ?? '', version: dataset['offline'] ?? '' }
  const request: WorkerRequest = { keep: `/offline/?${new URLSearchParams(shown)}` }
  const ask = () => workers.controller?.postMessage(request)
  // The first worker has taken over, or a newer one, which knows the current files of the page.
  workers.addEventListener('controllerchange', ask)
  try {
    await workers.register('/worker.js', { updateViaCache: 'none' })
    ask()
  } catch {
    // The user has turned off storage, or the server has become unavailable. There is no page for that time then.
  }
}

/** Closes the notifications of the page. Its user sees what they are about. */
export async function closeNotifications(): Promise<void> {
  const registration = await workers?.getRegistration('/')
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}

/** Removes the worker and all that it keeps, and ends the notifications: the session has ended. */
export async function removeOfflineShell(): Promise<void> {
  if (!workers) return
  const registration = await workers.getRegistration('/')
  await closeNotifications()
  // The push service may be out of reach. Without its worker, the browser shows nothing.
  await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
  await registration?.unregister()
  for (const name of await caches.keys()) if (name.startsWith('throughline-')) await caches.delete(name)
}
