import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { startPage } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openLink } from './open-link.ts'

describe.skipIf(!chromiumPath)(`the theme${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('is chosen in the menu, changes at once, and is there before any script runs', async () => {
    const page = await startPage()
    const { token } = await createSignInLink(page.options, page.owner.id)
    const tab = await openLink(browser(), `${page.url}/sign-in/${token}`)
    const paper = () => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = 'rgb(248, 246, 241)'
    const dark = 'rgb(23, 22, 20)'
    expect(await paper()).toBe(light)

    await tab.getByRole('button', { name: 'Appearance' }).click()
    await tab.getByRole('button', { name: 'Dark' }).click()
    await expect.poll(paper).toBe(dark)
    await tab.getByRole('button', { name: 'Dark' }).waitFor({ state: 'hidden' })

    await tab.route('**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }))
    await tab.goto(`${page.url}/settings/`)
    expect(await paper()).toBe(dark)

    // The form works without a script.
    await tab.locator('main').getByRole('button', { name: 'As the system' }).click()
    await tab.waitForURL('**/settings/')
    await expect.poll(paper).toBe(light)
    await tab.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).toBe(dark)
  })
})
