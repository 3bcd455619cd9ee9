// Runs in the background of the page (https://www.w3.org/TR/service-workers/). It keeps the files of the page and one page that stands in
// for others while the server cannot be reached. It never keeps anything of the conversation.
import type { WorkerRequest } from '../../shared/worker-request.ts'
import { findFile, findShell, isFile, keepShell, removeOldShells, removeShell, storeFiles } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/** The server behind a proxy is unavailable or starts again. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const { keep }: WorkerRequest = event.data
  event.waitUntil(keepShell(keep))
})
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== self.location.origin) return
  if (isFile(pathname)) event.respondWith(findFile(pathname).then((file) => file ?? fetch(event.request)))
  if (mode !== 'navigate') return
  if (method === 'GET') event.respondWith(navigate(event.request))
  // Somebody else may sign in.
  else if (pathname.startsWith('/sign-in/')) event.waitUntil(removeShell())
})

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
