// Runs in the background of the page (https://www.w3.org/TR/service-workers/). It keeps the files of the page and one page that stands in
// for others while the server cannot be reached, and shows notifications. It never keeps anything of the conversation.
import type { WorkerRequest } from '../../shared/worker-request.ts'
import { findAccount, keepAccount, keepPush, removeAccount } from './account.ts'
import {
  endNotifications,
  openNotification,
  renewIfChanged,
  renewSubscription,
  type SubscriptionChange,
  showNotification,
} from './notify.ts'
import { findFile, findShell, isFile, keepShell, removeOldShells, removeShell, storeFiles } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/** The server behind a proxy is unavailable or starts again. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const request: WorkerRequest = event.data
  event.waitUntil('push' in request ? keepPush(request.push) : keepFor(request.keep))
})
self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as ExtendableEvent & SubscriptionChange
  change.waitUntil(renewSubscription(change))
})
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== self.location.origin) return
  if (isFile(pathname)) event.respondWith(findFile(pathname).then((file) => file ?? fetch(event.request)))
  if (mode !== 'navigate') return
  if (method === 'GET') event.respondWith(navigate(event.request))
  // Somebody else may sign in. Any site can send such a form, and the server refuses those of others.
  else if (pathname.startsWith('/sign-in/') && isFromHere(event.request)) event.waitUntil(removeAll())
})

/** Keeps the page at an address, and for whom it is. Whoever was signed in before is not notified here any more. */
async function keepFor(address: string): Promise<void> {
  const account = new URL(address, self.location.origin).searchParams.get('account') ?? ''
  const before = await findAccount()
  if (before !== undefined && before !== account) await endNotifications()
  await keepAccount(account)
  await keepShell(address)
  await renewIfChanged()
}

/** Whether one of our pages has sent a form. They send their address to this server alone. */
const isFromHere = ({ referrer }: Request): boolean => URL.canParse(referrer) && new URL(referrer).origin === self.location.origin

async function removeAll(): Promise<void> {
  await removeAccount()
  await removeShell()
  await endNotifications()
}

/** Takes over at once. The names of files change with their content, so open pages are not given those of another version. */
async function install(): Promise<void> {
  await storeFiles()
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  await removeOldShells()
  await self.clients.claim()
}

async function navigate(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    return (unavailable.has(response.status) && (await findShell())) || response
  } catch (error) {
    const shell = await findShell()
    if (shell) return shell
    throw error
  }
}
