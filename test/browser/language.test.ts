import { describe, expect, onTestFinished, test } from 'vitest'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { reply, startPage, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'

// The reason for a skip stands in the name, which is printed.
describe.skipIf(!chromiumPath)(`the languages of the page${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('a German browser sees German, then Japanese once that is chosen, and Arabic runs right to left', async () => {
    const page = await startPage()
    const asked = await write(page, { text: 'أين المفتاح؟', sentAt: '2026-11-18T08:58:00Z' })
    await reply(page, asked, { text: 'تحت الأصيص [#1].\n\n- `npm ci` أولا\n\n> Under the pot.', sentAt: '2026-11-18T08:59:00Z' })
    const context = await browser().newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })
    onTestFinished(() => context.close())
    const tab = await context.newPage()
    const { token } = await createSignInLink(page.options, page.owner.id)
    await tab.goto(`${page.url}/sign-in/${token}`)
    await tab.getByRole('button', { name: 'Anmelden' }).click()
    await tab.waitForURL('**/continuous/')
    await tab.getByPlaceholder('Nachricht schreiben').waitFor()

    const directionOf = (selector: string) => tab.locator(selector).evaluate((element) => getComputedStyle(element).direction)
    expect(await directionOf('article.user .body p')).toBe('rtl')
    expect(await directionOf('article.assistant .body ul')).toBe('rtl')
    for (const selector of ['html', 'article.assistant .citation bdi', 'article.assistant li code', 'article.assistant blockquote'])
      expect(await directionOf(selector), selector).toBe('ltr')

    // The scripts have their texts from the server.
    await tab.getByLabel('Gespräch durchsuchen').fill('Holz')
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Suche: „Holz“' }).waitFor()

    await tab.getByRole('link', { name: 'Einstellungen' }).click()
    await tab.getByLabel('Sprache').selectOption({ label: '日本語' })
    await tab.locator('form[action="/settings/language/"] button').click()
    await tab.getByRole('heading', { name: '設定' }).waitFor()
    await tab.getByRole('link', { name: 'チャット', exact: true }).click()
    await tab.getByPlaceholder('メッセージを書く').waitFor()
    expect(await tab.locator('html').getAttribute('lang')).toBe('ja')
  })

  test('an open page is loaded anew when its user has another language', async () => {
    const page = await startPage()
    await write(page, { text: 'Oak', sentAt: '2026-11-18T08:58:00Z' })
    const context = await browser().newContext({ locale: 'en-GB' })
    onTestFinished(() => context.close())
    const tab = await context.newPage()
    const { token } = await createSignInLink(page.options, page.owner.id)
    await tab.goto(`${page.url}/sign-in/${token}`)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await tab.getByPlaceholder('Write a message').waitFor()
    await page.store.db.user.update({ where: { id: page.owner.id }, data: { language: 'es', languageSource: 'choice' } })
    await write(page, { text: 'Roble', sentAt: '2026-11-18T08:59:00Z' })
    await tab.getByPlaceholder('Escribe un mensaje').waitFor()
  })
})
