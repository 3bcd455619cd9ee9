import type { Browser, Locator, Page as Tab } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { createWebAdapter } from '../../adapters/web/index.ts'
import type { InboundEvent, InboundMessage } from '../../src/core/ports/platform.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import type { User } from '../../src/people/users.ts'
import { type Page, storeEvent } from '../adapters/web/page-harness.ts'
import { type OpenOptions, openLink } from './open-link.ts'

/** What the browser writes to its console while the server is away. */
export const mayBeAway = /WebSocket|ERR_|Failed to load resource|fetching the script/

/** A page without its service worker, for tests that hold up its requests or take its server away. */
export const withoutWorker = { hasWorker: false, mayLog: new RegExp(`${mayBeAway.source}|Service Worker registration blocked`) }

/** A browser that has gone through a sign-in link of a user, of the owner without one. */
export async function openPage(browser: Browser, page: Page, options: OpenOptions & { readonly user?: User } = {}): Promise<Tab> {
  const { token } = await createSignInLink(page.options, (options.user ?? page.owner).id)
  return openLink(browser, `${page.url}/sign-in/${token}`, options)
}

export const boxOf = (tab: Tab): Locator => tab.getByLabel('Message.')

export async function send(tab: Tab, text: string): Promise<void> {
  await boxOf(tab).fill(text)
  await tab.keyboard.press('Enter')
}

/** The texts of the messages that the server has received, in order. Posts of the same message count each. */
export const textsOf = (events: readonly InboundEvent[]): string[] =>
  events.filter((event): event is InboundMessage => event.type === 'message').map(({ text }) => text)

/** The page's server starts again on its port, as after a restart. */
export async function startAgain(page: Page): Promise<void> {
  const adapter = createWebAdapter({ ...page.options, port: Number(new URL(page.url).port) })
  await adapter.receiver.start(async (event) => {
    page.events.push(event)
    await storeEvent(page, event)
  })
  onTestFinished(() => adapter.receiver.stop())
}

/** All that the browser keeps for the page: storage, databases and caches, as one text. */
export function readStorage(tab: Tab): Promise<string> {
  return tab.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of Array.from(database.objectStoreNames))
        kept.push(
          await new Promise((resolve, reject) => {
            const request = database.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          }),
        )
      database.close()
    }
    for (const key of await caches.keys())
      for (const request of await (await caches.open(key)).keys()) kept.push(request.url, await (await caches.match(request))?.text())
    return JSON.stringify(kept, (_, value) => (value instanceof File ? value.name : value))
  })
}
