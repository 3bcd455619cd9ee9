import { describe, expect, test } from 'vitest'
import { addLoop } from '../../src/loops/add-loop.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { type Page, startPage, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { expectNotice, isFocused, reach } from './keyboard.ts'
import { openLink } from './open-link.ts'

// The reason for a skip stands in the name, which is printed.
describe.skipIf(!chromiumPath)(`the loops of the page${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  const open = async (page: Page) => {
    const { token } = await createSignInLink(page.options, page.owner.id)
    return openLink(browser(), `${page.url}/sign-in/${token}`, { mayLog: /400 \(Bad Request\)/ })
  }

  test('a loop is added, edited, moved, done and opened again by keyboard only', async () => {
    const tab = await open(await startPage())
    await reach(tab, tab.getByRole('link', { name: 'Loops', exact: true }))
    await tab.keyboard.press('Enter')
    await tab.getByText('Nothing is open').waitFor()

    await reach(tab, tab.getByLabel('What is there to do?'))
    await tab.keyboard.type('call Ann 2026-12-24 18:00')
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'I will remind you: call Ann – Thu 24 Dec, 18:00')

    await reach(tab, tab.locator('summary', { hasText: 'Edit' }))
    await tab.keyboard.press('Enter')
    await reach(tab, tab.getByLabel('New text'))
    await tab.keyboard.press('Control+A')
    await tab.keyboard.type('call Anna')
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Changed: call Anna – Thu 24 Dec, 18:00')

    await reach(tab, tab.locator('summary', { hasText: 'Move' }))
    await tab.keyboard.press('Enter')
    await reach(tab, tab.getByLabel('New time'))
    await tab.keyboard.type('some day')
    await tab.keyboard.press('Enter')
    await tab.getByRole('alert').getByText('I do not understand when that is.').waitFor()
    // What was typed stays, and the keyboard is in its field.
    await expect.poll(() => isFocused(tab.getByLabel('New time'))).toBe(true)
    expect(await tab.getByLabel('New time').inputValue()).toBe('some day')
    await tab.keyboard.press('Control+A')
    await tab.keyboard.type('31 December at 10:00')
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Moved: call Anna – Thu 31 Dec, 10:00')

    await reach(tab, tab.getByRole('button', { name: 'Done: call Anna' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Done: call Anna')
    await reach(tab, tab.getByRole('button', { name: 'Open again: call Anna' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Open again: call Anna – Thu 31 Dec, 10:00')
    await tab.getByRole('button', { name: 'Done: call Anna' }).waitFor()
  })

  test('the list of days does not move while the page with open loops loads', async () => {
    const page = await startPage()
    const { threadId } = await write(page, { text: 'Hello', sentAt: page.options.clock.now() })
    const by = { scope: { userId: page.owner.id, threadId, audience: 'private' as const }, now: page.options.clock.now() }
    for (const text of ['call Ann', 'water the garden'])
      await page.store.transaction((tx) => addLoop(tx, { ...by, timezone: 'Europe/Paris' }, { owner: 'user', origin: 'request', text }))
    const tab = await open(page)
    await tab.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          for (const { node } of (entry as PerformanceEntry & { sources: readonly { node: Node | null }[] }).sources)
            if (node?.parentElement?.closest('.days')) moved.push(node.textContent ?? '')
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await tab.goto(`${page.url}/continuous/`)
    await tab.locator('#loops').getByRole('link', { name: 'call Ann' }).waitFor()
    // The live connection has compared the lists once this arrives.
    await write(page, { text: 'And now', sentAt: page.options.clock.now() })
    await tab.locator('#timeline').getByText('And now').waitFor()
    await tab.waitForLoadState('networkidle')
    expect(await tab.evaluate(() => Reflect.get(window, 'moved'))).toEqual([])
  })

  test('the list beside the day stays current in every tab, and the keyboard goes on with the next loop', async () => {
    const page = await startPage()
    await write(page, { text: 'Hello', sentAt: page.options.clock.now() })
    const [tab, other] = [await open(page), await open(page)]
    await other.goto(`${page.url}/loops/`)
    for (const text of ['water the plants', 'call Ann today', 'send the invoice tomorrow']) {
      await other.getByLabel('What is there to do?').fill(text)
      await other.keyboard.press('Enter')
      await other.locator('#notice').waitFor()
    }
    const items = tab.locator('#loops li')
    await expect.poll(() => items.count()).toBe(3)
    expect(await items.allInnerTexts()).toEqual([
      expect.stringMatching(/call Ann\s+today/),
      expect.stringMatching(/send the invoice\s+tomorrow/),
      expect.stringContaining('water the plants'),
    ])
    await other.goto(`${page.url}/continuous/`)
    await tab.getByRole('button', { name: 'Done: call Ann' }).focus()
    await tab.keyboard.press('Enter')
    await expect.poll(() => items.count()).toBe(2)
    await expect.poll(() => isFocused(tab.getByRole('button', { name: 'Done: send the invoice' }))).toBe(true)
    await expect.poll(() => tab.locator('#loops-state').textContent()).toBe('Done: call Ann')
    await expect.poll(() => other.locator('#loops li').count()).toBe(2)
    await tab.keyboard.press('Enter')
    await expect.poll(() => items.count()).toBe(1)
    await tab.keyboard.press('Enter')
    await expect.poll(() => isFocused(tab.getByLabel('Message.'))).toBe(true)
    for (const one of [tab, other]) await expect.poll(() => one.locator('#loops').isHidden()).toBe(true)
  })
})
