import { describe, expect, test } from 'vitest'
import { startPage, write, writeMany } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openPage } from './composer.ts'
import { isFocused } from './keyboard.ts'

const phone = { width: 390, height: 844 }

describe.skipIf(!chromiumPath)(`the search${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('on a phone it is an icon, and where to search is chosen before anything was searched for', async () => {
    const page = await startPage()
    await write(page, { text: 'We take oak', sentAt: '2026-11-12T10:00:00Z' })
    await write(page, { text: 'Oak it is', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await openPage(browser(), page, { viewport: phone })
    const bar = tab.locator('.bar')
    const heightOfBar = async () => (await bar.boundingBox())?.height ?? 0
    expect(await heightOfBar()).toBeLessThan(60)
    const field = tab.getByLabel('Search the conversation')
    await field.click()
    await expect.poll(heightOfBar).toBeGreaterThan(100)
    await tab.getByText('This day', { exact: true }).click()
    expect(await tab.getByRole('radio', { name: 'This day' }).isChecked()).toBe(true)
    expect(await isFocused(field)).toBe(true)
    await tab.keyboard.type('oak')
    await tab.keyboard.press('Enter')
    await tab.getByText('One result').waitFor()
    await tab.getByRole('button', { name: 'Close the search' }).click()
    await tab.getByLabel('Message.').click()
    await expect.poll(heightOfBar).toBeLessThan(60)
  })

  test.each([900, 1_000])(
    'in a window of %i px all of the bar can be seen, and where to search is chosen below the field',
    async (width) => {
      const page = await startPage()
      await write(page, { text: 'We take oak', sentAt: '2026-11-12T10:00:00Z' })
      await page.store.db.user.updateMany({ data: { language: 'fr', languageSource: 'choice' } })
      const tab = await openPage(browser(), page, { viewport: { width, height: 600 } })
      const rightEnd = async (selector: string) => {
        const box = (await tab.locator(selector).boundingBox())!
        return box.x + box.width
      }
      for (const selector of ['.bar .theme-button', '.search form']) expect(await rightEnd(selector)).toBeLessThan(width)
      await tab.locator('#query').click()
      await tab.locator('.search label').first().click()
      expect(await tab.getByRole('radio').first().isChecked()).toBe(true)
      expect(await rightEnd('.search fieldset')).toBeLessThan(width)
    },
  )

  test('what is typed into it leaves the conversation where it is', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'We take oak', sentAt: '2026-11-18T07:00:00Z' })
    await writeMany(page, first, 40)
    const tab = await openPage(browser(), page)
    const position = () => tab.evaluate(() => window.scrollY)
    await expect.poll(position).toBeGreaterThan(500)
    await tab.keyboard.press('Control+k')
    const before = await position()
    await tab.keyboard.type('a few words')
    expect(await position()).toBe(before)
  })
})
