// What a user does on the page, by the keyboard alone: nothing here clicks. The rest of it is in the tests of loops, sessions, channels,
// embeddings and the composer.
import type { Locator, Page as Tab } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testBot } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { startModelServer } from '../support/model-server.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf } from './composer.ts'
import { isFocused, reach } from './keyboard.ts'

describe.skipIf(!chromiumPath)(`by the keyboard alone${chromiumPath ? '' : noChromium}`, { timeout: 120_000 }, () => {
  const browser = sharedBrowser()

  /** Goes through a sign-in link. */
  async function signIn(link: string): Promise<Tab> {
    const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Paris' })
    onTestFinished(() => context.close())
    const tab = await context.newPage()
    await tab.goto(link)
    await press(tab, tab.getByRole('button', { name: 'Sign in' }))
    await tab.waitForURL('**/continuous/')
    return tab
  }

  async function press(tab: Tab, element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await reach(tab, element)
    await tab.keyboard.press(key)
  }

  async function type(tab: Tab, field: Locator, text: string): Promise<void> {
    await reach(tab, field)
    await tab.keyboard.type(text)
  }

  const section = (tab: Tab, name: string) => tab.getByRole('navigation').getByRole('link', { name, exact: true })

  test('the first visit: sample messages, what was said in them, and a day before; then they are removed', async () => {
    const bot = await testBot()
    const tab = await signIn(bot.signInLink ?? '')
    await press(tab, tab.getByRole('button', { name: 'Load sample messages' }))
    await tab.getByText('This conversation contains sample messages').waitFor()

    expect(await isFocused(boxOf(tab))).toBe(true)
    await tab.keyboard.type('What did we decide last week?')
    await tab.keyboard.press('Enter')
    const citation = tab.locator('.message.assistant .citation').last()
    await citation.waitFor({ timeout: 20_000 })
    await reach(tab, citation, 'Shift+Tab')
    await tab.keyboard.press('Enter')
    await tab.locator('.highlighted').waitFor()

    const title = await tab.locator('#day-title').textContent()
    await press(tab, tab.getByRole('link', { name: /Previous day/ }))
    await expect.poll(() => tab.locator('#day-title').textContent()).not.toBe(title)
    await press(tab, tab.getByRole('navigation', { name: 'Days', exact: true }).getByRole('link', { name: 'Today' }))
    const accepted = tab.waitForResponse((response) => response.request().method() === 'POST')
    await press(tab, tab.getByRole('button', { name: 'Remove sample messages' }))
    await accepted
    const removed = async () => {
      await tab.goto(`${bot.url}/continuous/`)
      return tab.getByText(/contains sample messages|are being removed/).count()
    }
    await expect.poll(removed, { timeout: 20_000, interval: 1_000 }).toBe(0)
  })

  test('a conversation: the shortcuts, the search and its scopes, the summary, another answer, the appearance', async () => {
    const bot = await testBot()
    const tab = await signIn(bot.signInLink ?? '')
    await tab.keyboard.type('We decided to build the chairs from oak.')
    await tab.keyboard.press('Enter')
    await tab.getByRole('button', { name: 'Answer again' }).waitFor({ timeout: 20_000 })

    await tab.keyboard.press('Control+/')
    const shortcuts = tab.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shortcuts.getByText('Search the conversation').waitFor()
    await tab.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'hidden' })
    expect(await isFocused(boxOf(tab))).toBe(true)

    await tab.keyboard.press('Control+k')
    await tab.keyboard.type('chairs')
    await tab.keyboard.press('Enter')
    await tab.locator('#results mark').first().waitFor()
    await reach(tab, tab.getByRole('radio', { name: 'All' }), 'Shift+Tab')
    await tab.keyboard.press('ArrowLeft')
    expect(await tab.getByRole('radio', { name: 'Recent' }).isChecked()).toBe(true)
    await press(tab, tab.locator('#results').getByRole('link').first())
    await tab.locator('.highlighted', { hasText: 'chairs' }).waitFor()
    // The page that was opened knows the shortcut once its script has run.
    await tab.locator('#query:enabled').waitFor()
    await tab.keyboard.press('Control+k')
    await tab.keyboard.type('nothing like it')
    await tab.keyboard.press('Enter')
    await tab.getByText('Nothing was found').waitFor()
    await tab.keyboard.press('Escape')
    await tab.locator('.message', { hasText: 'chairs' }).first().waitFor()

    await press(tab, tab.getByRole('button', { name: /Write it now|Regenerate/ }))
    await tab.getByRole('status').getByText('Rewritten.').waitFor({ timeout: 30_000 })

    await press(tab, tab.getByRole('button', { name: 'Answer again' }), 'Space')
    await expect.poll(() => bot.app.store.db.turn.count(), { timeout: 20_000 }).toBe(2)

    await press(tab, tab.getByRole('button', { name: 'Appearance' }))
    await press(tab, tab.getByRole('button', { name: 'Dark' }))
    await expect.poll(() => tab.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })

  test('the settings: a model, another account, the export, a deletion, and the sign-out', async () => {
    const bot = await testBot({ configuredModels: true, env: { ENCRYPTION_KEY: 'ab'.repeat(32) } })
    const model = await startModelServer(() => ({ deltas: ['I am the model.'] }))
    onTestFinished(() => model.close())
    const tab = await signIn(bot.signInLink ?? '')
    await tab.keyboard.type('The chairs are from oak.')
    await tab.keyboard.press('Enter')
    await tab.getByRole('button', { name: 'Answer again' }).waitFor({ timeout: 20_000 })
    await press(tab, section(tab, 'Settings'))
    await tab.waitForURL('**/settings/')

    const form = tab.locator('#model')
    await type(tab, form.getByLabel('Server address'), model.url)
    await press(tab, form.getByRole('button', { name: 'Test' }))
    await form.getByText(/The server answers|works/).waitFor()
    await press(tab, form.getByRole('button', { name: 'Save' }))
    await tab.getByText('In use: test-model').waitFor()

    await press(tab, tab.getByRole('button', { name: 'Connect another account' }))
    await tab
      .getByText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)
      .first()
      .waitFor()
    await press(tab, section(tab, 'Settings'))

    const download = tab.waitForEvent('download')
    await press(tab, tab.getByRole('button', { name: 'Download to read' }))
    expect((await download).suggestedFilename()).toMatch(/\.(md|zip)$/)

    await press(tab, tab.getByRole('button', { name: 'Delete everything' }))
    await press(tab, tab.getByRole('button', { name: 'Cancel' }))
    await tab.waitForURL('**/settings/**')
    await press(tab, tab.getByRole('button', { name: 'Delete everything' }))
    await press(tab, tab.getByRole('button', { name: 'Delete permanently' }))
    await expect.poll(() => bot.app.store.db.message.count({ where: { text: { contains: 'oak' } } }), { timeout: 20_000 }).toBe(0)
  })
})
