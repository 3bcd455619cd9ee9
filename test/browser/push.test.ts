import { Buffer } from 'node:buffer'
import type { BrowserContext, Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { startPage, write } from '../adapters/web/page-harness.ts'
import { pushBench } from '../push/push-bench.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { mayBeAway, openPage, startAgain } from './composer.ts'
import { isFocused, reach } from './keyboard.ts'

/** What the server sends, once the browser has decrypted it. */
interface Notice {
  readonly account: number
  readonly title: string
  readonly text: string
  readonly path: string
  readonly about?: 'replies' | 'reminders'
}

/** Waits until the worker runs for the account of the page, and lets the page notify. */
async function allowNotifications(tab: Tab): Promise<void> {
  await tab.context().grantPermissions(['notifications'])
  await expect.poll(() => tab.evaluate(async () => (await (await caches.match('/account'))?.text()) ?? '')).not.toBe('')
}

/**
 * Delivers a push as the push service does, with no page of Throughline open. It resolves when the worker has handled it: Chromium forgets a
 * notification that is listed between its storing and its showing.
 */
async function deliver(context: BrowserContext, origin: string, notice: Notice): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no worker.')
  await worker.evaluate(() => {
    const { prototype } = (self as unknown as { ExtendableEvent: { prototype: Event & { waitUntil(work: Promise<unknown>): void } } })
      .ExtendableEvent
    const { waitUntil } = prototype
    const handled = new Promise<void>((resolve) => {
      prototype.waitUntil = function (work) {
        waitUntil.call(this, work)
        if (this.type === 'push') work.then(() => resolve())
      }
    })
    Object.assign(self, { handled })
  })
  const blank = await context.newPage()
  const devtools = await context.newCDPSession(blank)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify({ about: 'replies', brief: '1 new message', ...notice }),
  })
  await worker.evaluate(() => (self as unknown as { handled: Promise<void> }).handled)
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

/** Clicks the notification that is shown. Returns the addresses of the windows that are opened then. */
async function clickNotification(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no worker.')
  return worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; clients: { openWindow: unknown } }
    const opened: string[] = []
    // Only a click of the system may open a window, or put one in front.
    scope.clients.openWindow = async (address: string) => opened.push(address)
    const { WindowClient } = self as unknown as { WindowClient: { prototype: { focus: unknown } } }
    WindowClient.prototype.focus = async () => {}
    const [notification] = await scope.registration.getNotifications()
    let done: Promise<unknown> = Promise.reject(new Error('Nothing has taken the click.'))
    done.catch(() => {})
    const waitUntil = (promise: Promise<unknown>) => {
      done = promise
    }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
    await done
    return opened
  })
}

/** A page with a push service, the settings of which are opened in a browser that can subscribe there. */
async function openSettings(browser: Parameters<typeof openPage>[0]) {
  const bench = await pushBench()
  const tab = await openPage(browser, bench.page)
  await allowNotifications(tab)
  const { endpoint, p256dh, auth } = bench.service.addBrowser()
  await tab.addInitScript(
    (given) => {
      // This browser has no push service.
      let subscription: object | null = null
      const made = {
        endpoint: given.endpoint,
        toJSON: () => ({ keys: { p256dh: given.p256dh, auth: given.auth } }),
        unsubscribe: async () => {
          subscription = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscription,
        subscribe: async () => {
          subscription = made
          return made
        },
      })
    },
    { endpoint, p256dh, auth },
  )
  await tab.goto(`${bench.page.url}/settings/`)
  return { bench, tab, toggle: tab.getByLabel('Notify me in this browser') }
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

  test('a push for somebody else shows nothing, and closes what is shown', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page)
    await allowNotifications(tab)
    await tab.goto('about:blank')
    const bodies = async () => (await shownBy(tab.context())).map(({ body }) => body)
    await deliver(tab.context(), page.url, { account: page.owner.id, title: 'Throughline', text: 'Yours', path: '/continuous/' })
    await expect.poll(bodies).toEqual(['Yours'])
    await deliver(tab.context(), page.url, { account: page.owner.id + 1, title: 'Throughline', text: 'Not yours', path: '/continuous/' })
    await expect.poll(bodies).toEqual([])
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

  test('a reminder does not take the place of a reply', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page)
    await allowNotifications(tab)
    await tab.goto('about:blank')
    const notice = { account: page.owner.id, title: 'Throughline', text: 'Oak it is.', path: '/continuous/' }
    const bodies = async () => (await shownBy(tab.context())).map(({ body }) => body).sort()
    await deliver(tab.context(), page.url, notice)
    await expect.poll(bodies).toEqual(['Oak it is.'])
    await deliver(tab.context(), page.url, { ...notice, about: 'reminders', text: '⏰ call Ann' })
    await expect.poll(bodies).toEqual(['Oak it is.', '⏰ call Ann'].sort())
  })

  test('a push that has waited shows nothing once the session was ended elsewhere, and no text if the server cannot be asked', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await allowNotifications(tab)
    const context = tab.context()
    await tab.goto('about:blank')
    const notice = { account: page.owner.id, title: 'Throughline', text: 'Oak it is.', path: '/continuous/' }
    await page.adapter.receiver.stop()
    await deliver(context, page.url, notice)
    await expect.poll(async () => (await shownBy(context)).map(({ body }) => body)).toEqual(['1 new message'])
    await startAgain(page)
    await page.store.db.webSession.deleteMany()
    await deliver(context, page.url, { ...notice, text: 'Too late' })
    const kept = () => context.serviceWorkers()[0]?.evaluate(() => caches.has('throughline-account'))
    await expect.poll(kept).toBe(false)
    await expect.poll(() => shownBy(context)).toEqual([])
  })

  test('an address that is given anew while nobody listens is told to the server when a page is opened', async () => {
    const { bench, tab, toggle } = await openSettings(browser())
    const endpoints = async () => (await bench.page.store.db.pushSubscription.findMany()).map(({ endpoint }) => endpoint)
    await toggle.click()
    await tab.getByText('Notifications are on in this browser.').waitFor()
    const [worker] = tab.context().serviceWorkers()
    await expect.poll(() => worker?.evaluate(async () => (await caches.match('/push')) !== undefined)).toBe(true)
    const { endpoint, p256dh, auth } = bench.service.addBrowser()
    await worker?.evaluate(
      (given) => {
        const made = { endpoint: given.endpoint, toJSON: () => ({ keys: { p256dh: given.p256dh, auth: given.auth } }) }
        Object.assign(PushManager.prototype, {
          getSubscription: async () => null,
          subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
            if (applicationServerKey !== given.key) throw new Error('This is another key.')
            return made
          },
        })
      },
      { endpoint, p256dh, auth, key: (await tab.locator('#push').getAttribute('data-key')) ?? '' },
    )
    await tab.goto(`${bench.page.url}/continuous/`)
    await expect.poll(endpoints).toEqual([endpoint])
    await tab.goto('about:blank')
    bench.clock.advance(1)
    await bench.answer('Oak it is.')
    await bench.run()
    expect(bench.service.received.map(({ browser: reached }) => reached.endpoint)).toEqual([endpoint])
  })

  test('a form of another site ends nothing, and signing in again does', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: /403/ })
    await allowNotifications(tab)
    await tab.evaluate(async () => (await caches.open('throughline-account')).put('/push', new Response('{"endpoint":"","key":""}')))
    await tab.route('http://elsewhere.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${page.url}/sign-in/none"><button>Win</button></form>`,
      }),
    )
    const kept = () =>
      tab.evaluate(async () => [await caches.match('/account'), await caches.match('/push')].map((one) => one !== undefined))
    await tab.goto('http://elsewhere.example/')
    await tab.getByRole('button', { name: 'Win' }).click()
    await tab.waitForURL('**/sign-in/none')
    await tab.goto(`${page.url}/settings/`)
    expect(await kept()).toEqual([true, true])
    const { token } = await createSignInLink(page.options, page.owner.id)
    await tab.goto(`${page.url}/sign-in/${token}`)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.waitForURL('**/continuous/')
    await expect.poll(kept).toEqual([true, false])
  })

  test('signing out does not wait for a push service that is out of reach', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: /401/ })
    await allowNotifications(tab)
    await tab.addInitScript(() => {
      const unsubscribe = () => Promise.reject(new DOMException('The push service is out of reach.', 'NetworkError'))
      Object.assign(PushManager.prototype, { getSubscription: async () => ({ unsubscribe }) })
    })
    await tab.goto(`${page.url}/settings/`)
    await tab.getByRole('button', { name: 'Sign out everywhere' }).click()
    await tab.getByRole('heading', { name: /sign in/i }).waitFor()
    const left = () => tab.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
    await expect.poll(left).toEqual([0, 0])
  })

  test('a click on a notification leads an open conversation there, and leaves other pages alone', async () => {
    const page = await startPage()
    const { id } = await write(page, { text: 'Which wood?', sentAt: page.options.clock.now() })
    const tab = await openPage(browser(), page)
    await allowNotifications(tab)
    const context = tab.context()
    const notice = { account: page.owner.id, title: 'Throughline', text: 'Oak it is.', path: `/continuous/?message=${id}#m${id}` }
    const settings = await context.newPage()
    await settings.goto(`${page.url}/settings/`)
    await settings.bringToFront()
    await tab.goto('about:blank')
    await deliver(context, page.url, notice)
    await expect.poll(async () => (await shownBy(context)).length).toBe(1)
    expect(await clickNotification(context)).toEqual([page.url + notice.path])
    expect(new URL(settings.url()).pathname).toBe('/settings/')

    await tab.goto(`${page.url}/continuous/day/2026-11-18/`)
    await settings.bringToFront()
    await deliver(context, page.url, notice)
    await expect.poll(async () => (await shownBy(context)).length).toBe(1)
    expect(await clickNotification(context)).toEqual([])
    await tab.waitForURL(`**${notice.path}`)
    expect(new URL(settings.url()).pathname).toBe('/settings/')
  })

  test('the switch keeps the focus while it is turned on and off', async () => {
    const { bench, tab, toggle } = await openSettings(browser())
    const count = () => bench.page.store.db.pushSubscription.count()
    await reach(tab, toggle)
    await tab.keyboard.press('Space')
    await tab.getByRole('status').getByText('Notifications are on in this browser.').waitFor()
    expect(await count()).toBe(1)
    await expect.poll(() => toggle.isEnabled()).toBe(true)
    expect([await toggle.isChecked(), await isFocused(toggle)]).toEqual([true, true])
    await tab.keyboard.press('Space')
    await tab.getByRole('status').getByText('Notifications are off in this browser.').waitFor()
    expect(await count()).toBe(0)
    await expect.poll(() => toggle.isEnabled()).toBe(true)
    expect([await toggle.isChecked(), await isFocused(toggle)]).toEqual([false, true])
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
