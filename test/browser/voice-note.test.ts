import type { Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { VoiceRecording } from '../../src/core/ports/transcriber.ts'
import { idle, testBot } from '../support/bot.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { boxOf } from './composer.ts'
import { isFocused, reach } from './keyboard.ts'
import { openLink } from './open-link.ts'

const recordButton = (tab: Tab) => tab.getByRole('button', { name: 'Record a voice note' })
const attached = (tab: Tab) => tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** The bot with a model that hears the same words in each recording, and its page, which may use the microphone. */
async function openBot(browser: Parameters<typeof openLink>[0]) {
  const heard: VoiceRecording[] = []
  const transcriber = {
    name: 'ear',
    transcribe: async (recording: VoiceRecording) => {
      heard.push(recording)
      return 'Please buy the rollers.'
    },
  }
  const bot = await testBot({ transcriber })
  const tab = await openLink(browser, bot.signInLink ?? '')
  await tab.context().grantPermissions(['microphone'])
  return { bot, tab, heard }
}

describe.skipIf(!chromiumPath)(`a voice note${chromiumPath ? '' : noChromium}`, { timeout: 90_000 }, () => {
  const browser = sharedBrowser()

  test('is recorded and ended by the keyboard, removed, recorded again, sent, and written down', async () => {
    const { bot, tab, heard } = await openBot(browser())
    await reach(tab, recordButton(tab))
    await tab.keyboard.press('Enter')
    await tab.getByRole('timer').getByText('0:02').waitFor()
    expect(await recordButton(tab).getAttribute('aria-pressed')).toBe('true')
    await tab.keyboard.press('Enter')
    await attached(tab)
      .getByText(/^Voice note \d\d\.\d\d\.webm$/)
      .waitFor()
    expect(await recordButton(tab).getAttribute('aria-pressed')).toBe('false')
    expect(await isFocused(recordButton(tab))).toBe(true)
    await tab.getByRole('button', { name: /Remove Voice note/ }).click()
    expect(await attached(tab).count()).toBe(0)

    // What is being recorded when the message is sent belongs to it.
    await recordButton(tab).click()
    await tab.getByRole('timer').getByText('0:01').waitFor()
    await boxOf(tab).fill('Listen:')
    await tab.getByRole('button', { name: 'Send' }).click()
    await tab.locator('article.user').getByText('Please buy the rollers.').waitFor({ timeout: 20_000 })
    await idle(bot)
    expect(await bot.app.store.db.message.findFirst({ where: { role: 'user' }, select: { text: true } })).toEqual({
      text: expect.stringMatching(/^Listen:.*Please buy the rollers\.$/s),
    })
    expect(heard).toMatchObject([{ mediaType: 'audio/webm', name: expect.stringMatching(/\.webm$/) }])
    expect(heard[0]?.content.length).toBeGreaterThan(2_000)
    // The first bytes of WebM.
    expect([...(heard[0]?.content.slice(0, 4) ?? [])]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
  })

  test('is dropped by Escape, and the microphone is let go', async () => {
    const { tab } = await openBot(browser())
    await tab.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        Object.assign(window, { stream })
        return stream
      }
    })
    await recordButton(tab).click()
    await tab.getByRole('timer').getByText('0:01').waitFor()
    await tab.keyboard.press('Escape')
    await expect.poll(() => recordButton(tab).getAttribute('aria-pressed')).toBe('false')
    expect(await attached(tab).count()).toBe(0)
    expect(await tab.getByRole('timer').textContent()).toBe('')
    const tracks = () =>
      tab.evaluate(() => (window as unknown as { stream: MediaStream }).stream.getTracks().map((track) => track.readyState))
    await expect.poll(tracks).toEqual(['ended'])
  })

  test('says what to do where the browser allows no microphone', async () => {
    const { tab } = await openBot(browser())
    await tab.context().clearPermissions()
    await recordButton(tab).click()
    await tab.getByRole('alert').getByText('The browser does not let this page use a microphone.').waitFor()
    expect(await recordButton(tab).getAttribute('aria-pressed')).toBe('false')
  })

  test('that cannot be recorded does not keep a message from being sent', async () => {
    const { tab } = await openBot(browser())
    await tab.evaluate(() => {
      MediaRecorder.prototype.start = () => {
        throw new DOMException('The microphone is gone.', 'NotSupportedError')
      }
    })
    await recordButton(tab).click()
    await tab.getByRole('alert').getByText('The browser does not let this page use a microphone.').waitFor()
    expect(await recordButton(tab).getAttribute('aria-pressed')).toBe('false')
    await boxOf(tab).fill('By hand, then')
    await tab.getByRole('button', { name: 'Send' }).click()
    await tab.locator('article.user').getByText('By hand, then').waitFor()
  })

  test('cannot be recorded where nothing writes it down', async () => {
    const bot = await testBot()
    const tab = await openLink(browser(), bot.signInLink ?? '')
    await boxOf(tab).waitFor()
    expect(await recordButton(tab).count()).toBe(0)
  })
})
