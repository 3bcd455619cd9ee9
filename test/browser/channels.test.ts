import { describe, expect, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { startChannelPage } from '../adapters/web/channel-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { expectNotice, isFocused, reach } from './keyboard.ts'
import { openLink } from './open-link.ts'

// The reason for a skip stands in the name, which is printed.
describe.skipIf(!chromiumPath)(`the channels of the page${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  const open = async () => {
    const channel = await startChannelPage()
    const { page, log, clock, bench, ana } = channel
    for (let count = 1; count <= 20; count++) await log('carl', `The tent number ${count} is in the cellar, next to the stove.`)
    clock.advance(30 * 60_000)
    await bench.tick()
    const { token } = await createSignInLink(page.options, ana.userId)
    return { ...channel, tab: await openLink(browser(), `${page.url}/sign-in/${token}`) }
  }

  test('a channel is read, searched and its summaries are made again by keyboard only', async () => {
    const { tab } = await open()
    await reach(tab, tab.getByRole('link', { name: 'Channels', exact: true }))
    await tab.keyboard.press('Enter')
    await reach(tab, tab.getByRole('link', { name: 'team' }))
    await tab.keyboard.press('Enter')
    // The latest message is in view.
    await expect
      .poll(() => tab.getByText('The tent number 20').evaluate((text) => text.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    await reach(tab, tab.getByLabel('Search this channel'))
    await tab.keyboard.type('"number 3"')
    await tab.keyboard.press('Enter')
    await tab.getByText('One result').waitFor()
    await reach(tab, tab.getByRole('link', { name: /The tent number 3/ }))
    await tab.keyboard.press('Enter')
    await tab.locator('.highlighted').getByText('The tent number 3 is').waitFor()

    await reach(tab, tab.getByRole('link', { name: 'Summaries', exact: true }))
    await tab.keyboard.press('Enter')
    const fold = tab.locator('.pyramid summary')
    await reach(tab, fold)
    await tab.keyboard.press('Enter')
    await tab.locator('.pyramid .prose').getByText('The tent number 20').waitFor()
    expect(await isFocused(fold)).toBe(true)
    await reach(tab, tab.getByRole('link', { name: 'Estimate first' }))
    await tab.keyboard.press('Enter')
    await reach(tab, tab.getByRole('button', { name: 'Make them again' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'The summaries are being made again, in the background.')
  })

  test('nothing is wider than a phone', async () => {
    const { tab, page, placeId } = await open()
    await tab.setViewportSize({ width: 390, height: 844 })
    for (const path of ['', `${placeId}/`, `${placeId}/?query=tent`, `${placeId}/summaries/`, `${placeId}/summaries/?rebuild=1`]) {
      await tab.goto(`${page.url}/channels/${path}`)
      expect(await tab.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })
})
