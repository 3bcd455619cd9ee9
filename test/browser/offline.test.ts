import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { addPerson, type Page, startPage, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf, mayBeAway, openPage, readStorage, send, startAgain } from './composer.ts'

const listCached = (tab: Tab) =>
  tab.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname + new URL(url).search)
    return paths
  })
const listShells = async (tab: Tab) => (await listCached(tab)).filter((path) => path.startsWith('/offline/'))
const countWorkers = (tab: Tab) => tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** Waits until the browser keeps what it needs without the server. */
const untilKept = (tab: Tab) => expect.poll(async () => (await listShells(tab)).length, { timeout: 20_000 }).toBe(1)

async function signInAs(tab: Tab, page: Page, name: string): Promise<Tab> {
  const { token } = await createSignInLink(page.options, (await addPerson(page, name)).id)
  const next = await tab.context().newPage()
  await next.goto(`${page.url}/sign-in/${token}`)
  await next.getByRole('button', { name: 'Sign in' }).click()
  await next.waitForURL('**/continuous/')
  return next
}

describe.skipIf(!chromiumPath)(`the page without its server${chromiumPath ? '' : noChromium}`, { timeout: 90_000 }, () => {
  const browser = sharedBrowser()

  test('a page opened offline says so, shows what waits, takes more, and goes on by itself', async () => {
    const page = await startPage()
    await write(page, { text: 'A secret of the conversation', sentAt: page.options.clock.now() })
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await tab.getByText('A secret of the conversation').waitFor()
    await untilKept(tab)
    await page.adapter.receiver.stop()
    await send(tab, 'First')
    await tab.getByText('Waiting to be sent').waitFor()
    await tab.goto(`${page.url}/memory/`)
    await tab.getByRole('heading', { name: 'Not connected' }).waitFor()
    await tab.getByText('First').waitFor()
    expect(await tab.content()).not.toContain('secret')
    expect(await readStorage(tab)).not.toContain('A secret')
    await send(tab, 'Second')
    await boxOf(tab).fill('Not finished')
    await tab.reload()
    await expect.poll(() => tab.locator('#waiting .body').allInnerTexts()).toEqual(['First', 'Second'])
    expect(await boxOf(tab).inputValue()).toBe('Not finished')
    await startAgain(page)
    await tab.getByRole('heading', { name: 'Memory' }).waitFor({ timeout: 40_000 })
    await tab.goto(`${page.url}/continuous/`)
    // The page that is left may not hear of an answer, and then posts again under the same id, by which the message is stored once.
    const posted = () => page.events.flatMap((event): [string, string][] => (event.type === 'message' ? [[event.id, event.text]] : []))
    await expect.poll(() => [...new Map(posted()).values()], { timeout: 20_000 }).toEqual(['First', 'Second'])
    expect(await boxOf(tab).inputValue()).toBe('Not finished')
  })

  test('the browser keeps only files of the page, and a page in the language of the account', async () => {
    const page = await startPage()
    await page.store.db.user.update({ where: { id: page.owner.id }, data: { language: 'de', languageSource: 'choice' } })
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    for (const path of await listCached(tab)) expect(path).toMatch(/^\/(account$|assets\/[\w-]+\.\w+$|offline\/\?account=\d+&language=de)/)
    await page.adapter.receiver.stop()
    await tab.reload()
    await tab.getByRole('heading', { name: 'Nicht verbunden' }).waitFor()
  })

  test('after signing out, the browser keeps no worker, no caches and no storage', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    await tab.goto(`${page.url}/settings/`)
    await tab
      .locator('#sessions')
      .getByRole('button', { name: /Sign out/ })
      .first()
      .click()
    await tab.getByRole('heading', { name: /sign in/i }).waitFor()
    await expect.poll(() => countWorkers(tab)).toBe(0)
    await expect.poll(() => listCached(tab)).toEqual([])
    expect(await readStorage(tab)).toBe('[{},{}]')
  })

  test('an open page whose session ends elsewhere removes what the browser keeps', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    await page.store.db.webSession.deleteMany()
    page.options.broadcast.publish({ type: 'sessions-ended', userId: page.owner.id })
    await tab.getByText('You are signed out').waitFor()
    await expect.poll(() => listCached(tab)).toEqual([])
    expect(await countWorkers(tab)).toBe(0)
  })

  test('somebody else who signs in is kept a page of their own, and the one before is gone at once', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    const [before] = await listShells(tab)
    await page.adapter.receiver.stop()
    await send(tab, 'A secret that waits')
    await tab.getByText('Waiting to be sent').waitFor()
    await startAgain(page)
    await tab.close()
    const next = await signInAs(tab, page, 'Grace')
    await expect.poll(async () => (await listShells(next))[0] ?? before, { timeout: 20_000 }).not.toBe(before)
    expect(await listShells(next)).toHaveLength(1)
    expect(await readStorage(next)).not.toContain('secret')
  })

  test('a newer worker takes over during use, and removes the files of the one before', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    await tab.evaluate(async () => {
      const old = await caches.open('throughline-of-another-version')
      await old.put('/assets/page-OLD.js', new Response('old'))
    })
    const [name] = await tab.evaluate(() => caches.keys())
    // Another address counts as another worker, and its files are the same.
    await tab.evaluate(() => navigator.serviceWorker.register('/worker.js?newer').then(() => undefined))
    await expect.poll(() => tab.evaluate(() => caches.keys()), { timeout: 20_000 }).toEqual([name, 'throughline-account'])
    await expect.poll(() => tab.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('?newer')
    await untilKept(tab)
    await send(tab, 'Still here')
    await tab.locator('article.user[data-order]').getByText('Still here').waitFor()
  })

  test('a page that is kept is replaced once it shows other texts, while its files are the same', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await untilKept(tab)
    const [current = ''] = await listShells(tab)
    // As the browser has kept it before the upgrade.
    const older = current.replace(/version=[\w-]+/, 'version=older')
    expect(older).not.toBe(current)
    await tab.evaluate(
      async ([from = '', to = '']) => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          if (await cache.delete(from))
            await cache.put(to, new Response('<h1>The text before</h1>', { headers: { 'content-type': 'text/html' } }))
        }
      },
      [current, older],
    )
    expect(await listShells(tab)).toEqual([older])
    await tab.reload()
    await expect.poll(() => listShells(tab), { timeout: 20_000 }).toEqual([current])
    await page.adapter.receiver.stop()
    await tab.reload()
    await tab.getByRole('heading', { name: 'Not connected' }).waitFor()
  })

  test('where there are no service workers, everything else works', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await tab.context().addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      Reflect.deleteProperty(window, 'caches')
    })
    await tab.reload()
    expect(await tab.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
    await send(tab, 'Hello')
    await tab.locator('article.user[data-order]').getByText('Hello').waitFor()
  })
})
