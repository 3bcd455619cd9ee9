import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pageAddress } from '../../adapters/web/address.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { type Page, reply, startPage, storeEvent, summarize, write } from '../adapters/web/page-harness.ts'
import { botOn, idle } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { isFocused, reach } from './keyboard.ts'
import { type OpenOptions, openLink } from './open-link.ts'

const phone = { width: 390, height: 844 }
const fence = '```'

describe.skipIf(!chromiumPath)(`messages in a browser${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  async function open(page: Page, options: OpenOptions = {}): Promise<Tab> {
    const { token } = await createSignInLink(page.options, page.owner.id)
    const tab = await openLink(browser(), `${page.url}/sign-in/${token}`, options)
    await tab.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    return tab
  }

  async function openAnswer(text: string, options: OpenOptions = {}): Promise<{ page: Page; tab: Tab; asked: Message; answer: Message }> {
    const page = await startPage({ inbox: storeEvent })
    const asked = await write(page, { text: 'How?', sentAt: '2026-11-18T08:00:00Z' })
    const answer = await reply(page, asked, { text, sentAt: '2026-11-18T08:00:02Z' })
    return { page, asked, answer, tab: await open(page, options) }
  }

  const copied = (tab: Tab) => tab.evaluate(() => navigator.clipboard.readText())

  test('code is coloured in both themes, and copied without its fence', async () => {
    const code = 'const wood = "oak" // the frames\nreturn wood'
    const { tab } = await openAnswer(`Like this:\n\n${fence}ts\n${code}\n${fence}\n\nThat is all.`)
    const block = tab.locator('article.assistant pre')
    const colors = () => block.locator('code span').evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color))
    expect(new Set(await colors()).size).toBeGreaterThan(2)
    const light = await colors()
    await tab.emulateMedia({ colorScheme: 'dark' })
    expect(await colors()).not.toEqual(light)
    expect(await block.locator('code').textContent()).toBe(`${code}\n`)
    await tab.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => copied(tab)).toBe(code)
    await tab.getByRole('status').getByText('Copied.').waitFor()
  })

  test('a message is copied as it was written', async () => {
    const { tab } = await openAnswer('Take **oak**.\n\n- for the frames')
    await tab.locator('article.assistant').hover()
    await tab.locator('article.assistant').getByRole('button', { name: 'Copy message' }).click()
    await expect.poll(() => copied(tab)).toBe('Take **oak**.\n\n- for the frames')
  })

  test('tasks show whether they are done', async () => {
    const { tab } = await openAnswer('- [x] Order the oak\n- [ ] Cut it')
    const boxes = tab.locator('article.assistant').getByRole('checkbox')
    expect(await boxes.evaluateAll((all: HTMLInputElement[]) => all.map(({ checked, disabled }) => [checked, disabled]))).toEqual([
      [true, true],
      [false, true],
    ])
    expect(await tab.locator('article.assistant li').allInnerTexts()).toEqual(['Order the oak', 'Cut it'])
  })

  test('a wide table scrolls within its message, also by the keyboard', async () => {
    const row = Array.from({ length: 20 }, (_, n) => `Column ${n}`).join(' | ')
    const { tab } = await openAnswer(`| ${row} |\n|${'---|'.repeat(20)}\n| ${row} |`, { viewport: phone })
    const table = tab.locator('article.assistant').getByRole('table')
    const scroller = tab.locator('article.assistant').getByRole('region', { name: 'Table' })
    await scroller.focus()
    await tab.keyboard.press('End')
    await tab.keyboard.press('ArrowRight')
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(await table.getByRole('columnheader').count()).toBe(20)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })

  test('a reply that was cut off says so, and is written again with one press', async () => {
    const chat = new ScriptedModel([{ text: 'Oak for the fra', reason: 'length' }, { text: 'Oak for the frames.' }])
    const bot = await botOn({}, { chat })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    await tab.getByLabel('Message.').fill('Which wood?')
    await tab.keyboard.press('Enter')
    const answer = tab.locator('article.assistant').filter({ hasText: 'Oak for the fra' })
    await answer.getByText('This reply was cut off.').waitFor()
    await idle(bot)
    await tab.reload()
    await answer.getByText('This reply was cut off.').waitFor()
    expect(await answer.locator('.body').textContent()).toBe('Oak for the fra …\n')
    expect(await answer.getByText('maximum length').count()).toBe(0)
    await answer.getByRole('button', { name: 'Try again' }).click()
    await tab.locator('article.assistant').getByText('Oak for the frames.').waitFor()
    await expect.poll(() => tab.getByText('This reply was cut off.').count()).toBe(0)
    expect(await tab.locator('article.user').count()).toBe(1)
    await idle(bot)
  })

  test('a reply that was stopped says so, and is written again with one press', async () => {
    const chat = new ScriptedModel([{ text: ['Oak for ', 'the fra'], stall: true }, { text: 'Larch for the frames.' }])
    const bot = await botOn({}, { chat })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    await tab.getByLabel('Message.').fill('Which wood?')
    await tab.keyboard.press('Enter')
    await tab.getByText('Oak for the fra').waitFor()
    await tab.getByRole('button', { name: 'Stop writing' }).click()
    await tab.locator('article').getByText('This reply was stopped.').waitFor()
    await idle(bot)
    await tab.reload()
    await tab.locator('article').filter({ hasText: 'This reply was stopped.' }).getByRole('button', { name: 'Try again' }).click()
    await tab.locator('article.assistant').getByText('Larch for the frames.').waitFor()
    await expect.poll(() => tab.getByText('This reply was stopped.').count()).toBe(0)
    expect(await tab.locator('article.user').count()).toBe(1)
    await idle(bot)
  })

  test('a picture opens large, is left by Escape, and the keyboard goes on where it was', async () => {
    const page = await startPage()
    const message = await write(page, { text: 'Look', sentAt: '2026-11-18T08:00:00Z' })
    for (const [position, name] of ['cat.png', 'dog.png'].entries()) await keep(page, message, { position, name, mediaType: 'image/png' })
    const tab = await open(page)
    const picture = tab.locator('article').getByRole('link', { name: 'cat.png' })
    await reach(tab, picture, 'Shift+Tab')
    await tab.keyboard.press('Enter')
    const lightbox = tab.getByRole('dialog', { name: 'cat.png' })
    await lightbox.waitFor()
    await expect
      .poll(() => lightbox.getByRole('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
    await tab.keyboard.press('ArrowRight')
    await tab.getByRole('dialog', { name: 'dog.png' }).waitFor()
    await tab.keyboard.press('Escape')
    await expect.poll(() => tab.getByRole('dialog').count()).toBe(0)
    expect(await isFocused(picture)).toBe(true)
    expect(new URL(tab.url()).pathname).toBe('/continuous/')
  })

  test('a file is a card with its name, its size and its download', async () => {
    const page = await startPage()
    const message = await write(page, { text: 'Look', sentAt: '2026-11-18T08:00:00Z' })
    await keep(page, message, { position: 0, name: 'report.pdf', mediaType: 'application/pdf', bytes: Buffer.alloc(2_048) })
    const tab = await open(page, { viewport: phone })
    const card = tab.locator('article').getByRole('link', { name: /report\.pdf.*2 KB/ })
    const download = tab.waitForEvent('download')
    await card.click()
    expect((await download).suggestedFilename()).toBe('report.pdf')
    expect((await card.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  })

  test('a citation shows what it cites to the mouse and to the keyboard, and Escape closes that', async () => {
    const page = await startPage()
    const cited = await write(page, { text: 'We take **oak** for the frames', sentAt: '2026-11-10T10:00:00Z' })
    const asked = await write(page, { text: 'What did we take?', sentAt: '2026-11-18T08:00:00Z' })
    await reply(page, asked, { text: `Oak [#${cited.id}].`, sentAt: '2026-11-18T08:00:02Z' })
    const tab = await open(page)
    const citation = tab.locator('article.assistant .citation')
    const preview = tab.getByRole('tooltip')
    await citation.hover()
    await preview.getByText('We take oak for the frames').waitFor()
    await preview.getByText('Tuesday 10 November 2026').waitFor()
    await tab.mouse.move(0, 0)
    await expect.poll(() => preview.count()).toBe(0)

    await citation.focus()
    await preview.getByText('We take oak for the frames').waitFor()
    expect(await citation.getAttribute('aria-describedby')).toBe(await preview.getAttribute('id'))
    await tab.keyboard.press('Escape')
    await expect.poll(() => preview.count()).toBe(0)
    expect(await isFocused(citation)).toBe(true)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Tuesday 10 November 2026' }).waitFor()
  })

  test('on a phone the actions of a message are one menu, used by the keyboard', async () => {
    const { tab, answer } = await openAnswer('Take **oak**.', { viewport: phone })
    const message = tab.locator('article.assistant')
    const button = message.getByRole('button', { name: 'Actions' })
    expect(await message.getByRole('button').filter({ visible: true }).count()).toBe(2)
    await reach(tab, button, 'Shift+Tab')
    await tab.keyboard.press('Enter')
    const items = message.getByRole('menuitem').filter({ visible: true })
    await expect.poll(() => items.count()).toBeGreaterThan(1)
    await expect.poll(() => isFocused(items.first())).toBe(true)
    await tab.keyboard.press('ArrowDown')
    expect(await isFocused(items.nth(1))).toBe(true)
    await tab.keyboard.press('Escape')
    await expect.poll(() => items.count()).toBe(0)
    expect(await isFocused(button)).toBe(true)
    await button.click()
    await message.getByRole('menuitem', { name: 'Reply' }).click()
    await tab.locator('#subject').getByText('Replying to “Take oak.”').waitFor()
    expect(answer.id).toBeGreaterThan(0)
  })

  test('on a phone the actions of the newest reply are in sight, and those of others once they are tapped or have the focus', async () => {
    const page = await startPage()
    const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
    const answer = await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T08:00:02Z' })
    const tab = await open(page, { viewport: phone, hasTouch: true })
    const sizeOf = async (id: number) => (await tab.locator(`#m${id}`).getByRole('button', { name: 'Actions' }).boundingBox())?.height
    const copy = tab.locator(`#m${asked.id}`).getByRole('button', { name: 'Copy message' })
    const inSight = () => copy.evaluate((button) => getComputedStyle(button.parentElement ?? button).clipPath === 'none')
    expect(await sizeOf(answer.id)).toBe(44)
    expect(await inSight()).toBe(false)
    await tab.locator(`#m${asked.id} .body`).tap()
    await expect.poll(inSight).toBe(true)
    expect(await sizeOf(asked.id)).toBe(44)
    await tab.locator(`#m${answer.id} .body`).tap()
    await expect.poll(inSight).toBe(false)
    await reach(tab, copy, 'Shift+Tab')
    expect(await inSight()).toBe(true)
  })

  test('the time of a message stands above it after a pause only, also if it comes while the page is open', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'First', sentAt: '2026-11-18T08:00:00Z' })
    const soon = await reply(page, first, { text: 'Soon', sentAt: '2026-11-18T08:00:02Z' })
    const tab = await open(page)
    const times = () =>
      tab.locator('#timeline article').evaluateAll((rows) => rows.map((row) => getComputedStyle(row, '::before').content.split(' /')[0]))
    expect(await times()).toEqual(['"09:00"', 'none'])
    await write(page, { text: 'Later', sentAt: '2026-11-18T08:30:00Z' })
    await expect.poll(times).toEqual(['"09:00"', 'none', '"09:30"'])
    expect(soon.id).toBeGreaterThan(first.id)
  })

  test('what is being looked up is shown while it happens', async () => {
    const { page, tab } = await openAnswer('Oak.')
    await expect
      .poll(async () => {
        await page.adapter.sender.showProgress?.(pageAddress(page.owner.id), 'Searching your days…')
        return tab.getByRole('status').filter({ hasText: 'Searching your days…' }).count()
      })
      .toBe(1)
  })

  test('a citation of a digest shows that summary, and one in a summary shows its message', async () => {
    const page = await startPage()
    const day = await write(page, { text: 'We take oak', sentAt: '2026-11-18T07:00:00Z' })
    await summarize(page, day, `## Decisions\n- Oak [#${day.id}]`, '2026-11-18T07:10:00Z')
    const asked = await write(page, { text: 'What did we do?', sentAt: '2026-11-18T08:00:00Z' })
    const digest = await reply(page, asked, { text: '## Summary\nWood was chosen.', role: 'system', kind: 'digest', sentAt: asked.sentAt })
    await reply(page, asked, { text: `You chose wood [#${digest.id}].`, sentAt: '2026-11-18T08:00:02Z' })
    const tab = await open(page)
    await tab.locator('article.assistant .citation').focus()
    await tab.getByRole('tooltip').getByText('Wood was chosen').waitFor()
    await tab.locator('.summary .citation').focus()
    await tab.getByRole('tooltip').getByText('We take oak').waitFor()
  })
})

/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

interface KeptFile {
  readonly position: number
  readonly name: string
  readonly mediaType: string
  readonly bytes?: Buffer
}

async function keep(page: Page, { id: messageId }: Message, { bytes = png, ...file }: KeptFile): Promise<void> {
  const stored = { bytes: bytes.length, content: Uint8Array.from(bytes), state: 'stored', source: 'somewhere' }
  await page.store.db.attachment.create({ data: { messageId, ...file, ...stored } })
}
