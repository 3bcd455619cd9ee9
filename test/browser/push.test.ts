import { Buffer } from 'node:buffer'
import type { BrowserContext, Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startPage } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openPage } from './composer.ts'

/** What the server sends, once the browser has decrypted it. */
interface Notice {
  readonly account: number
  readonly title: string
  readonly text: string
  readonly path: string
}

/** Waits until the worker runs for the account of the page, and lets the page notify. */
async function allowNotifications(tab: Tab): Promise<void> {
  await tab.context().grantPermissions(['notifications'])
  await expect.poll(() => tab.evaluate(async () => (await (await caches.match('/account'))?.text()) ?? '')).not.toBe('')
}

/** Delivers a push as the push service does, with no page of Throughline open. */
async function deliver(context: BrowserContext, origin: string, notice: Notice): Promise<void> {
  const blank = await context.newPage()
  const devtools = await context.newCDPSession(blank)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: JSON.stringify(notice) })
  await blank.close()
}

/** Lists the notifications that the worker shows. */
async function shownBy(context: BrowserContext): Promise<{ title: string; body: string; data: unknown }[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) return []
  return worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }))
  })
}

describe.skipIf(!chromiumPath)(`notifications${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('a push with the tab closed is shown, a later one takes its place, and the open page closes it', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page)
    await allowNotifications(tab)
    const context = tab.context()
    await tab.close()
    const notice = { account: page.owner.id, title: 'Throughline', text: 'Oak it is.', path: '/continuous/?message=7#m7' }
    await deliver(context, page.url, notice)
    await expect.poll(() => shownBy(context)).toEqual([{ title: 'Throughline', body: 'Oak it is.', data: '/continuous/?message=7#m7' }])
    await deliver(context, page.url, { ...notice, title: '2 new messages', text: 'And larch.' })
    await expect.poll(async () => (await shownBy(context)).map(({ body }) => body)).toEqual(['And larch.'])
    const again = await context.newPage()
    await again.goto(`${page.url}/continuous/`)
    await expect.poll(() => shownBy(context)).toEqual([])
  })

  test('a push for somebody else shows nothing', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page)
    await allowNotifications(tab)
    await deliver(tab.context(), page.url, { account: page.owner.id + 1, title: 'Throughline', text: 'Not yours', path: '/continuous/' })
    await deliver(tab.context(), page.url, { account: page.owner.id, title: 'Throughline', text: 'Yours', path: '/continuous/' })
    await expect.poll(async () => (await shownBy(tab.context())).map(({ body }) => body)).toEqual(['Yours'])
  })

  test('signing out leaves no notification, no account and no worker', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: /401/ })
    await allowNotifications(tab)
    await tab.goto(`${page.url}/settings/`)
    await deliver(tab.context(), page.url, { account: page.owner.id, title: 'Throughline', text: 'Oak it is.', path: '/continuous/' })
    await expect.poll(async () => (await shownBy(tab.context())).length).toBe(1)
    await tab.getByRole('button', { name: 'Sign out everywhere' }).click()
    const left = () =>
      tab.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations()
        const notifications = await Promise.all(registrations.map((one) => one.getNotifications()))
        return { registrations: registrations.length, notifications: notifications.flat().length, caches: (await caches.keys()).length }
      })
    await expect.poll(left).toEqual({ registrations: 0, notifications: 0, caches: 0 })
  })

  test('the settings ask for nothing, and the switch is off, until it is used', async () => {
    const page = await startPage({ options: { encryptionKey: Buffer.alloc(32, 1) } })
    const tab = await openPage(browser(), page)
    await tab.addInitScript(() => {
      Notification.requestPermission = () => Promise.reject(new Error('Nobody has asked for notifications.'))
    })
    await tab.goto(`${page.url}/settings/`)
    const section = tab.getByRole('region', { name: 'Notifications' })
    await section.waitFor()
    await expect.poll(() => section.locator('[data-obstacle]:visible, #push-choice:visible').count()).toBe(1)
    expect(await section.locator('#push-switch').isChecked()).toBe(false)
  })
})
