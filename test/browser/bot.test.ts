import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { idle, testBot } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { openLink } from './open-link.ts'

/** Writes in the box, and waits until the bot has said one thing more. */
async function ask(tab: Tab, text: string): Promise<void> {
  const said = tab.locator('.message.assistant:not([hidden]), .message.notice')
  const before = await said.count()
  await tab.getByLabel('Message.').fill(text)
  await tab.keyboard.press('Enter')
  await expect.poll(() => said.count(), { timeout: 20_000 }).toBeGreaterThan(before)
}

describe.skipIf(!chromiumPath)(`the whole bot in a browser${chromiumPath ? '' : noChromium}`, { timeout: 120_000 }, () => {
  const browser = sharedBrowser()

  test('chat, the next day, its summary rewritten, and what was decided found again', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z' })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    await ask(tab, 'We decided to build the chairs from oak.')
    await ask(tab, 'I still need to call the timber yard.')
    expect(await tab.locator('.message.user').count()).toBe(2)
    await tab.reload()
    await tab.getByText('We decided to build the chairs from oak.').waitFor()

    await tab
      .getByRole('button', { name: 'Write it now' })
      .or(tab.getByRole('button', { name: 'Regenerate' }))
      .click()
    await tab.getByRole('status').getByText('Rewritten.').waitFor({ timeout: 30_000 })
    await tab.locator('.summary').getByRole('heading', { name: 'Decisions' }).waitFor()
    await tab.locator('.summary li', { hasText: 'oak' }).first().waitFor()

    bot.clock.jumpTo('2026-11-18T09:00:00Z')
    await tab.goto(`${bot.url}/continuous/`)
    await tab.getByText('No messages yet today').waitFor()
    await ask(tab, 'What did we decide last week?')
    const citation = tab.locator('.message.assistant .citation').first()
    await citation.waitFor()
    await citation.click()
    await tab.getByRole('heading', { name: 'Thursday 12 November 2026' }).waitFor()
    expect(await tab.locator('.highlighted').textContent()).toContain('We decided to build the chairs from oak.')

    await tab.getByLabel('Search the conversation').fill('timber yard')
    await tab.keyboard.press('Enter')
    await tab.locator('#results mark').first().waitFor()
    await idle(bot)
  })
})
