import { describe, expect, test } from 'vitest'
import { saveDraft } from '../../src/people/drafts.ts'
import { startPage, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf, mayBeAway, openPage, readStorage, send, startAgain } from './composer.ts'

describe.skipIf(!chromiumPath)(`the draft${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('stands in the box after a reload, after a restart of the server and in another browser, until it is sent', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await boxOf(tab).pressSequentially('Half a thought')
    // At once, so that it is saved by the page that is being left.
    await tab.reload()
    expect(await boxOf(tab).inputValue()).toBe('Half a thought')
    await expect.poll(() => page.store.db.draft.findMany()).toMatchObject([{ userId: page.owner.id, text: 'Half a thought' }])
    await expect.poll(() => readStorage(tab)).not.toContain('thought')
    await page.adapter.receiver.stop()
    await startAgain(page)
    await tab.reload()
    expect(await boxOf(tab).inputValue()).toBe('Half a thought')

    const other = await openPage(browser(), page, { mayLog: mayBeAway })
    expect(await boxOf(other).inputValue()).toBe('Half a thought')
    await boxOf(other).press('End')
    await boxOf(other).pressSequentially(', finished')
    await other.keyboard.press('Enter')
    await other.locator('article.user[data-order]').getByText('Half a thought, finished').waitFor()
    await expect.poll(() => page.store.db.draft.count()).toBe(0)
    await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect.poll(() => boxOf(tab).inputValue()).toBe('')
    await tab.reload()
    expect(await boxOf(tab).inputValue()).toBe('')
  })

  test('is shown in a tab that the user comes back to, and never in place of what is being written', async () => {
    const page = await startPage()
    const own = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await openPage(browser(), page)
    const focus = async () => {
      const answered = tab.waitForResponse('**/continuous/draft/?account=*', { timeout: 1_000 }).catch(() => undefined)
      await tab.evaluate(() => window.dispatchEvent(new Event('focus')))
      return answered
    }
    const elsewhere = async (text: string, known: readonly string[]) => {
      const { id: sessionId } = await page.store.db.webSession.findFirstOrThrow()
      await saveDraft(page.store, page.owner.id, { text, known, sessionId, now: new Date() })
    }
    await elsewhere('Written elsewhere', [])
    await focus()
    await expect.poll(() => boxOf(tab).inputValue()).toBe('Written elsewhere')
    // The text of a message that is being changed is no draft, and is not replaced by one.
    await tab.locator(`#m${own.id}`).hover()
    await tab.locator(`#m${own.id}`).getByText('Edit').click()
    await tab.getByText('Editing “Which wood?”').waitFor()
    await elsewhere('Written elsewhere again', ['Written elsewhere'])
    expect(await focus()).toBeUndefined()
    expect(await boxOf(tab).inputValue()).toBe('Which wood?')
    await tab.keyboard.press('Escape')
    await focus()
    await expect.poll(() => boxOf(tab).inputValue()).toBe('Written elsewhere again')
    // The last one to type wins.
    await boxOf(tab).fill('Written here')
    expect(await focus()).not.toMatchObject({ request: { method: 'GET' } })
    await expect.poll(() => page.store.db.draft.findMany()).toMatchObject([{ text: 'Written here' }])
    expect(await boxOf(tab).inputValue()).toBe('Written here')
  })

  test('is kept in the browser while the server cannot be reached, and saved when it can', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await page.adapter.receiver.stop()
    await boxOf(tab).pressSequentially('Written offline')
    expect(await readStorage(tab)).toContain('Written offline')
    await startAgain(page)
    await tab.reload()
    expect(await boxOf(tab).inputValue()).toBe('Written offline')
    await expect.poll(() => page.store.db.draft.findMany(), { timeout: 15_000 }).toMatchObject([{ text: 'Written offline' }])
    await expect.poll(() => readStorage(tab)).not.toContain('Written offline')
  })

  test('does not come back after it was sent while the server could not be reached', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    await boxOf(tab).pressSequentially('Send this')
    await expect.poll(() => page.store.db.draft.count()).toBe(1)
    await page.adapter.receiver.stop()
    await tab.keyboard.press('Enter')
    await tab.getByText('Waiting to be sent').waitFor()
    await boxOf(tab).pressSequentially('The next one')
    await startAgain(page)
    await tab.reload()
    await tab.locator('article.user[data-order]').getByText('Send this').waitFor()
    expect(await boxOf(tab).inputValue()).toBe('The next one')
    await expect.poll(() => page.store.db.draft.findMany(), { timeout: 15_000 }).toMatchObject([{ text: 'The next one' }])
  })

  test('is gone from the browser after a sign-out, and from the server with the last browser', async () => {
    const page = await startPage()
    const tab = await openPage(browser(), page, { mayLog: mayBeAway })
    const other = await openPage(browser(), page, { mayLog: mayBeAway })
    await send(tab, 'Hello')
    await boxOf(tab).pressSequentially('A secret being written')
    await expect.poll(() => page.store.db.draft.count()).toBe(1)
    const signOut = async (from: typeof tab) => {
      await from.goto(`${page.url}/settings/`)
      await from
        .locator('#sessions li', { hasText: 'this one' })
        .getByRole('button', { name: /Sign out/ })
        .click()
      await from.getByRole('heading', { name: /sign in/i }).waitFor()
      await expect.poll(() => readStorage(from)).not.toContain('secret')
    }
    await signOut(tab)
    expect(await page.store.db.draft.count()).toBe(1)
    await signOut(other)
    expect(await page.store.db.draft.count()).toBe(0)
  })
})
