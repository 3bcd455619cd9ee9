import { describe, expect, test } from 'vitest'
import type { InboundEvent } from '../../src/core/ports/platform.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { addPerson, startPage, storeEvent } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf, mayBeAway, openPage, readStorage, send, startAgain, textsOf, withoutWorker } from './composer.ts'

describe.skipIf(!chromiumPath)(`messages that wait to be sent${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('messages written offline wait in order, survive a reload and a restart, and are sent once each', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await send(tab, 'Before')
    await tab.locator('article.user[data-order]').getByText('Before').waitFor()
    await page.adapter.receiver.stop()
    for (const text of ['First', 'Second', 'Third']) await send(tab, text)
    expect(await boxOf(tab).inputValue()).toBe('')
    const waiting = tab.locator('article.user:not([data-order])')
    await expect.poll(() => waiting.count()).toBe(3)
    for (const one of await waiting.all()) await one.getByText('Waiting to be sent').waitFor()

    // Away from the page, so that nothing is being posted while it is loaded again.
    await tab.goto('about:blank')
    await startAgain(page)
    await tab.goto(`${page.url}/continuous/`)
    const texts = () => tab.locator('article.user[data-order] .body').allInnerTexts()
    await expect.poll(texts).toEqual(['Before', 'First', 'Second', 'Third'])
    await expect.poll(() => waiting.count()).toBe(0)
    await tab.reload()
    expect(await texts()).toEqual(['Before', 'First', 'Second', 'Third'])
    expect(textsOf(page.events)).toEqual(['Before', 'First', 'Second', 'Third'])
    expect(await readStorage(tab)).not.toContain('Third')
  })

  test('without a connection the page waits, and sends by itself when the connection is back', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await tab.context().setOffline(true)
    for (const text of ['One', 'Two']) await send(tab, text)
    await expect.poll(() => tab.getByText('Waiting to be sent').count()).toBe(2)
    expect(textsOf(page.events)).toEqual([])
    await tab.context().setOffline(false)
    await expect.poll(() => tab.locator('article.user[data-order] .body').allInnerTexts(), { timeout: 30_000 }).toEqual(['One', 'Two'])
    expect(textsOf(page.events)).toEqual(['One', 'Two'])
  })

  test('a message whose answer was lost is posted again under its id, and stored once', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, withoutWorker)
    let posts = 0
    await tab.route('**/continuous/add-message/', async (route) => {
      posts++
      if (posts === 1) {
        await route.fetch()
        await route.abort('connectionreset')
      } else await route.continue()
    })
    await send(tab, 'Only once')
    await expect.poll(() => posts, { timeout: 30_000 }).toBeGreaterThan(1)
    await send(tab, 'And this')
    await expect.poll(() => tab.locator('article.user[data-order] .body').allInnerTexts()).toEqual(['Only once', 'And this'])
    expect(new Set(page.events.map((event) => 'id' in event && event.id)).size).toBe(2)
    expect(await page.store.db.message.count({ where: { role: 'user' } })).toBe(2)
  })

  test('a message that the server refuses is kept with Try again, can be discarded, and the ones behind it wait', async () => {
    let fails = true
    const page = await startPage({
      inbox: async (own, event: InboundEvent) => {
        if (fails) throw new Error('the database is away')
        await storeEvent(own, event)
      },
    })
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await send(tab, 'Keep this')
    await tab.getByRole('alert').getByText('Not sent.').waitFor()
    await send(tab, 'And this after it')
    await tab.getByText('Waiting to be sent').waitFor()
    await tab.reload()
    await tab.getByRole('alert').getByText('Not sent.').waitFor()
    fails = false
    await tab.getByRole('button', { name: 'Try again' }).click()
    await expect
      .poll(() => tab.locator('article.user[data-order] .body').allInnerTexts(), { timeout: 30_000 })
      .toEqual(['Keep this', 'And this after it'])
    fails = true
    await send(tab, 'On second thought, no')
    await tab.getByRole('alert').getByText('Not sent.').waitFor()
    await tab.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => tab.getByText('On second thought, no').count()).toBe(0)
    expect(await readStorage(tab)).not.toContain('second thought')
  })

  test('two tabs do not send a waiting message twice', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    const other = await tab.context().newPage()
    await other.goto(`${page.url}/continuous/`)
    await tab.context().setOffline(true)
    for (const text of ['One', 'Two']) await send(tab, text)
    await tab.getByText('Waiting to be sent').first().waitFor()
    await tab.context().setOffline(false)
    for (const each of [tab, other])
      await expect.poll(() => each.locator('article.user[data-order] .body').allInnerTexts(), { timeout: 30_000 }).toEqual(['One', 'Two'])
    for (const each of [tab, other]) expect(await each.locator('article.user').count()).toBe(2)
    expect(await page.store.db.message.count({ where: { role: 'user' } })).toBe(2)
  })

  test('after signing out, the browser keeps nothing of what waited or was being written', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, withoutWorker)
    await tab.route('**/continuous/add-message/', (route) => route.abort('connectionreset'))
    await send(tab, 'A secret that waits')
    await tab.getByText('Waiting to be sent').waitFor()
    await boxOf(tab).pressSequentially('A secret being written')
    await tab.getByRole('link', { name: 'Settings' }).click()
    expect(await readStorage(tab)).toContain('A secret that waits')
    await tab
      .locator('#sessions li')
      .getByRole('button', { name: /Sign out/ })
      .first()
      .click()
    await tab.getByRole('heading', { name: /sign in/i }).waitFor()
    await expect.poll(() => readStorage(tab)).not.toContain('secret')
  })

  test('a browser in which somebody else signs in shows and sends nothing of the one before', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, withoutWorker)
    await tab.route('**/continuous/add-message/', (route) => route.abort('connectionreset'))
    await send(tab, 'A secret that waits')
    await tab.getByText('Waiting to be sent').waitFor()
    await tab.close()
    const { token } = await createSignInLink(page.options, (await addPerson(page, 'Grace')).id)
    const next = await tab.context().newPage()
    await next.goto(`${page.url}/sign-in/${token}`)
    await next.getByRole('button', { name: 'Sign in' }).click()
    await next.waitForURL('**/continuous/')
    await next.getByText('Welcome to Throughline').waitFor()
    await send(next, 'Hello')
    await next.locator('article.user[data-order]').getByText('Hello').waitFor()
    expect(await next.getByText('A secret that waits').count()).toBe(0)
    expect(textsOf(page.events)).toEqual(['Hello'])
    expect(await readStorage(next)).not.toContain('secret')
  })

  test.each(['before', 'after'] as const)(
    'a message posted just before a sign-out, which arrives %s it, is stored once or not at all',
    async (order) => {
      const page = await startPage()
      const tab = await openPage(browser(), page, withoutWorker)
      const other = await tab.context().newPage()
      await other.goto(`${page.url}/settings/`)
      let signedOut = () => {}
      const untilSignedOut = new Promise<void>((resolve) => {
        signedOut = resolve
      })
      const posted = new Promise<void>((resolve) => {
        void tab.route('**/continuous/add-message/', async (route) => {
          // The request is on its way, or its answer.
          const response = order === 'before' ? await route.fetch() : undefined
          resolve()
          await untilSignedOut
          await (response ? route.fulfill({ response }) : route.continue())
        })
      })
      await send(tab, 'A secret posted last')
      await posted
      await boxOf(tab).pressSequentially('A secret being written')
      await other
        .locator('#sessions li', { hasText: 'this one' })
        .getByRole('button', { name: /Sign out/ })
        .click()
      await other.getByRole('heading', { name: /sign in/i }).waitFor()
      signedOut()
      await expect.poll(() => readStorage(tab)).not.toContain('secret')
      await tab.reload()
      await tab.getByRole('heading', { name: /sign in/i }).waitFor()
      const count = order === 'before' ? 1 : 0
      expect(await page.store.db.message.count({ where: { text: 'A secret posted last' } })).toBe(count)
      expect(textsOf(page.events)).toHaveLength(count)
      expect(await page.store.db.draft.count()).toBe(0)
      expect(await readStorage(other)).not.toContain('secret')

      // The next sign-in sends nothing of it.
      const { token } = await createSignInLink(page.options, page.owner.id)
      await other.goto(`${page.url}/sign-in/${token}`)
      await other.getByRole('button', { name: 'Sign in' }).click()
      await other.waitForURL('**/continuous/')
      await send(other, 'Hello')
      await other.locator('article.user[data-order]').getByText('Hello').waitFor()
      expect(await page.store.db.message.count({ where: { text: 'A secret posted last' } })).toBe(count)
      expect(await readStorage(other)).not.toContain('secret')
    },
  )
})
