import { Buffer } from 'node:buffer'
import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fixedModels } from '../../src/model/choice/open-models.ts'
import { offlineModels } from '../../src/offline/offline-models.ts'
import { startPage, write } from '../adapters/web/page-harness.ts'
import { type RunningBot, testBot } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf, openPage, readStorage, withoutWorker } from './composer.ts'
import { openLink } from './open-link.ts'

/** A picture of one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const previews = (tab: Tab) => tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** Fires an event with files, as a paste or a drop does. */
function give(tab: Tab, type: 'paste' | 'drop', name: string, mediaType: string): Promise<void> {
  return tab.getByLabel('Message.').evaluate(
    (box, file) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], file.name, { type: file.mediaType }))
      const init = { bubbles: true, cancelable: true }
      if (file.type === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else {
        box.dispatchEvent(new DragEvent('dragenter', { ...init, dataTransfer: data }))
        box.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: data }))
        box.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }))
      }
    },
    { type, name, mediaType, base64: png.toString('base64') },
  )
}

const storedFiles = (bot: RunningBot) =>
  bot.app.store.db.attachment.findMany({ orderBy: [{ messageId: 'asc' }, { position: 'asc' }], select: { name: true, state: true } })

describe.skipIf(!chromiumPath)(`files in the composer${chromiumPath ? '' : noChromium}`, { timeout: 90_000 }, () => {
  const browser = sharedBrowser()

  test('files are attached by button, paste and drop, are previewed, removed, and sent with the message', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z' })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    const chooser = tab.waitForEvent('filechooser')
    await tab.getByRole('button', { name: 'Attach files' }).click()
    await (await chooser).setFiles([
      { name: 'chair.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Oak, glue, screws.') },
    ])
    await expect.poll(() => previews(tab).count()).toBe(2)
    const thumbnail = previews(tab).first().getByRole('img', { name: 'chair.png' })
    await expect.poll(() => thumbnail.evaluate((image: HTMLCanvasElement) => image.width)).toBe(1)
    await previews(tab).getByText('notes.txt').waitFor()
    await give(tab, 'paste', 'pasted.png', 'image/png')
    await give(tab, 'drop', 'dropped.png', 'image/png')
    await expect.poll(() => previews(tab).count()).toBe(4)
    await tab.getByRole('button', { name: 'Remove pasted.png' }).click()
    await expect.poll(() => previews(tab).count()).toBe(3)
    await boxOf(tab).fill('The plan')
    await tab.keyboard.press('Enter')
    const sent = tab.locator('article.user[data-order]', { hasText: 'The plan' })
    await sent.locator('.files').waitFor()
    expect(await sent.locator('.files > li').count()).toBe(3)
    await expect.poll(() => storedFiles(bot)).toEqual(['chair.png', 'notes.txt', 'dropped.png'].map((name) => ({ name, state: 'stored' })))
    expect(await previews(tab).count()).toBe(0)
    const image = sent.locator('.files img').first()
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth)).toBe(1)
  })

  test('a page that must load anew waits for what is attached or recorded', async () => {
    const transcriber = { name: 'ear', transcribe: async () => '' }
    const page = await startPage({ options: { languageModels: fixedModels({ ...offlineModels, transcriber }) } })
    const tab = await openPage(browser(), page)
    await tab.context().grantPermissions(['microphone'])
    const reloads: string[] = []
    tab.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"reload"')) reloads.push(String(payload))
      }),
    )
    await tab.reload()
    await give(tab, 'paste', 'plan.png', 'image/png')
    await expect.poll(() => previews(tab).count()).toBe(1)
    await page.store.db.user.updateMany({ data: { language: 'de', languageSource: 'choice' } })
    await write(page, { text: 'From elsewhere', sentAt: page.options.clock.now() })
    await expect.poll(() => reloads.length).toBeGreaterThan(0)
    // The page loads anew after a second without changes.
    const staysOpen = () => tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_500, document.documentElement.lang)))
    expect(await staysOpen()).toBe('en')
    await tab.getByRole('button', { name: 'Record a voice note' }).click()
    await tab.getByRole('timer').getByText('0:01').waitFor()
    await tab.getByRole('button', { name: 'Remove plan.png' }).click()
    expect(await staysOpen()).toBe('en')
    await tab.keyboard.press('Escape')
    await expect.poll(() => tab.evaluate(() => document.documentElement.lang).catch(() => ''), { timeout: 10_000 }).toBe('de')
  })

  test('a file alone is a message, and waits with its file through a reload and a time without a connection', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z' })
    const tab = await openLink(browser(), bot.signInLink ?? '', withoutWorker)
    await tab.route('**/continuous/add-message/**', (route) => route.abort('connectionreset'))
    await give(tab, 'paste', 'kept.png', 'image/png')
    await expect.poll(() => previews(tab).count()).toBe(1)
    await tab.getByRole('button', { name: 'Send' }).click()
    await tab.getByText('Waiting to be sent').waitFor()
    expect(await readStorage(tab)).toContain('kept.png')
    await tab.unroute('**/continuous/add-message/**')
    await tab.reload()
    await tab.locator('article.user[data-order] .files img').waitFor()
    await expect.poll(() => storedFiles(bot)).toEqual([{ name: 'kept.png', state: 'stored' }])
    await expect.poll(() => readStorage(tab)).not.toContain('kept.png')
  })

  test('what is too large or too many is said before anything is sent', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z', env: { ATTACHMENT_MAX_MB: '1' } })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    const input = tab.locator('input[type=file]')
    await input.setInputFiles([{ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(1_100_000) }])
    await tab.getByRole('alert').getByText('large.pdf').waitFor()
    expect(await previews(tab).count()).toBe(0)
    await input.setInputFiles(Array.from({ length: 11 }, (_, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer: png })))
    await tab.getByRole('alert').getByText('10 files').waitFor()
    expect(await previews(tab).count()).toBe(10)
  })

  test('a message with files shows its progress, keeps them when it fails, and is tried again', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z' })
    const tab = await openLink(browser(), bot.signInLink ?? '', withoutWorker)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let attempts = 0
    await tab.route('**/continuous/add-message/files/', async (route) => {
      if (++attempts > 1) return route.continue()
      await held
      await route.fulfill({ status: 500, json: {} })
    })
    await give(tab, 'paste', 'slow.png', 'image/png')
    await boxOf(tab).fill('Here')
    await tab.keyboard.press('Enter')
    await tab.locator('article.pending').getByRole('progressbar').waitFor()
    release()
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.locator('article.user[data-order] .files img').waitFor()
    expect(await bot.app.store.db.message.count({ where: { text: 'Here' } })).toBe(1)
  })

  test('an edit of the text leaves the files of a message as they are', async () => {
    const bot = await testBot({ now: '2026-11-12T09:00:00Z' })
    const tab = await openLink(browser(), bot.signInLink ?? '')
    await give(tab, 'paste', 'chair.png', 'image/png')
    await boxOf(tab).fill('My chiar')
    await tab.keyboard.press('Enter')
    const sent = tab.locator('article.user[data-order]')
    await sent.locator('.files img').waitFor()
    await tab.keyboard.press('ArrowUp')
    await tab.getByText('Editing “My chiar”').waitFor()
    await boxOf(tab).fill('My chair')
    await tab.keyboard.press('Enter')
    await sent.locator('.body').getByText('My chair').waitFor()
    await sent.locator('.files img').waitFor()
    expect(await storedFiles(bot)).toEqual([{ name: 'chair.png', state: 'stored' }])
  })
})
