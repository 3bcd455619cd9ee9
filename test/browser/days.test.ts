import type { Route, Page as Tab } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagePlace } from '../../adapters/web/address.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { type Page, reply, startPage, storeEvent, summarize, write, writeMany } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import type { TestClock } from '../support/clock.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { isFocused, reach } from './keyboard.ts'
import { type OpenOptions, openLink } from './open-link.ts'

describe.skipIf(!chromiumPath)(`days in a browser${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  async function open(page: Page, options: OpenOptions = {}): Promise<Tab> {
    const { token } = await createSignInLink(page.options, page.owner.id)
    return openLink(browser(), `${page.url}/sign-in/${token}`, options)
  }

  test('each day of the list has its topic in a few words', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'We take oak', sentAt: '2026-11-10T10:00:00Z' })
    await summarize(
      page,
      first,
      `## Summary\nThe **wood** for the chairs was chosen [#${first.id}]. Then it rained.`,
      '2026-11-11T00:10:00Z',
    )
    await write(page, { text: 'Hello', sentAt: '2026-11-12T10:00:00Z' })
    const tab = await open(page)
    const days = tab.getByRole('navigation', { name: 'Days' })
    await days.getByRole('link', { name: /Tue 10 Nov.*The wood for the chairs was chosen/ }).click()
    await tab.getByRole('heading', { level: 1, name: 'Tuesday 10 November 2026' }).waitFor()
    expect(await days.getByText('Then it rained').count()).toBe(0)
  })

  test('a day leads to the one before and the one after that have messages', async () => {
    const page = await startPage()
    for (const day of ['10', '12', '16']) await write(page, { text: `On the ${day}th`, sentAt: `2026-11-${day}T10:00:00Z` })
    const tab = await open(page)
    await tab.goto(`${page.url}/continuous/day/2026-11-12/`)
    await tab.getByRole('link', { name: /Previous day.*10 Nov/ }).click()
    await tab.getByText('On the 10th').waitFor()
    expect(await tab.getByRole('link', { name: /Previous day/ }).count()).toBe(0)
    await tab.getByRole('link', { name: /Next day.*12 Nov/ }).click()
    await tab.getByText('On the 12th').waitFor()
  })

  test('a calendar shows which days have messages, month by month', async () => {
    const page = await startPage()
    await write(page, { text: 'We take oak', sentAt: '2026-10-07T10:00:00Z' })
    await write(page, { text: 'Hello', sentAt: '2026-11-12T10:00:00Z' })
    const tab = await open(page)
    const calendar = tab.getByRole('region', { name: 'Calendar' })
    await calendar.getByText('November 2026').waitFor()
    expect(await calendar.getByRole('link', { name: /12 November/ }).count()).toBe(1)
    await reach(tab, calendar.getByRole('link', { name: 'Previous month' }))
    await tab.keyboard.press('Enter')
    await calendar.getByText('October 2026').waitFor()
    await calendar.getByRole('link', { name: /7 October/ }).click()
    await tab.getByRole('heading', { level: 1, name: 'Wednesday 7 October 2026' }).waitFor()
    await tab.getByText('We take oak').waitFor()
    await calendar.getByText('October 2026').waitFor()
    await calendar.getByRole('link', { name: 'Next month' }).click()
    await calendar.getByText('November 2026').waitFor()
  })

  test('the calendar keeps the focus from month to month, says which one it shows, and has a dot for today once there is a message', async () => {
    const page = await startPage()
    for (const day of ['09-30', '10-07', '11-12']) await write(page, { text: `On ${day}`, sentAt: `2026-${day}T10:00:00Z` })
    const tab = await open(page, { mayLog: /ERR_|WebSocket/ })
    const calendar = tab.getByRole('region', { name: 'Calendar' })
    await calendar.getByText('November 2026').waitFor()
    expect(await calendar.getByRole('link', { name: 'Next month' }).count()).toBe(0)
    expect(await calendar.getByRole('link', { name: /18 November/ }).count()).toBe(0)
    await write(page, { text: 'The first one today', sentAt: '2026-11-18T08:59:00Z' })
    await calendar.getByRole('link', { name: /18 November/ }).waitFor()
    const previous = calendar.getByRole('link', { name: 'Previous month' })
    await reach(tab, previous)
    await tab.keyboard.press('Enter')
    await tab.getByRole('status').getByText('October 2026').waitFor({ state: 'attached' })
    expect(await isFocused(previous)).toBe(true)
    await tab.keyboard.press('Enter')
    const title = calendar.getByRole('heading', { name: 'September 2026' })
    await title.waitFor()
    expect([await previous.count(), await isFocused(title)]).toEqual([0, true])
    expect(new URL(tab.url()).search).toBe('')
    await tab.context().setOffline(true)
    await calendar.getByRole('link', { name: 'Next month' }).click()
    await tab.getByRole('status').getByText('The server cannot be reached.').waitFor()
    expect(await title.count()).toBe(1)
  })

  test('a message of today changes the number of messages in the list, which is requested only for older days', async () => {
    const page = await startPage()
    const old = await write(page, { text: 'Oak', sentAt: '2026-11-17T10:00:00Z' })
    const first = await write(page, { text: 'Hello', sentAt: '2026-11-18T08:50:00Z' })
    // A page that asks for the time zone requests the list once it is known.
    await page.store.db.user.update({ where: { id: page.owner.id }, data: { timezone: 'Europe/Paris' } })
    const tab = await open(page)
    const requests: string[] = []
    tab.on('request', (request) => void (request.url().includes('/continuous/days/') && requests.push(request.url())))
    const counts = () => tab.locator('#day-list .count').allInnerTexts()
    expect(await counts()).toEqual([expect.stringMatching(/^1\b/), expect.stringMatching(/^1\b/)])
    await reply(page, first, { text: 'Good morning', sentAt: '2026-11-18T08:50:05Z' })
    await expect.poll(counts).toEqual([expect.stringMatching(/^2\b.*messages/s), expect.stringMatching(/^1\b/)])
    await tab.waitForTimeout(3_000)
    expect(requests).toEqual([])
    await deleteMessage(page.options, pagePlace(page.owner.id), old.platformMessageId!)
    page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: old.threadId })
    await expect.poll(counts, { timeout: 10_000 }).toEqual([expect.stringMatching(/^2\b/), expect.stringMatching(/^0\b/)])
  })

  test('a day that a command has opened gets its dot with its first message', async () => {
    const page = await startPage()
    await write(page, { text: 'Oak', sentAt: '2026-11-17T10:00:00Z' })
    const tab = await open(page)
    const calendar = tab.getByRole('region', { name: 'Calendar' })
    await write(page, { text: '/days', sentAt: '2026-11-18T08:50:00Z', kind: 'command' })
    await tab.locator('#day-list').getByText('Wed 18 Nov').waitFor()
    expect(await calendar.getByRole('link', { name: /18 November/ }).count()).toBe(0)
    await write(page, { text: 'Hello', sentAt: '2026-11-18T08:51:00Z' })
    await calendar.getByRole('link', { name: /18 November/ }).waitFor()
  })

  test('what the bot posts by itself has been seen once the open page has shown it', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'Hello', sentAt: '2026-11-18T08:50:00Z' })
    const tab = await open(page)
    const seen = tab.waitForResponse('**/continuous/seen/')
    const { changeSeq } = await reply(page, first, {
      text: 'Yesterday in short',
      sentAt: '2026-11-18T08:55:00Z',
      role: 'system',
      kind: 'digest',
    })
    expect(await (await seen).json()).toEqual({ seq: changeSeq })
  })

  test('what came since the last visit is below a mark, until it has been seen', async () => {
    const page = await startPage({ inbox: storeEvent })
    const clock = page.options.clock as TestClock
    const asked = await write(page, { text: 'Before I left', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page)
    await tab.getByText('Before I left').waitFor()
    expect(await tab.getByRole('separator', { name: 'New since your last visit' }).count()).toBe(0)
    await tab.goto('about:blank')
    clock.advance(60 * 60_000)
    await reply(page, asked, { text: 'While you were away', sentAt: '2026-11-18T08:30:00Z' })
    await tab.goto(`${page.url}/continuous/`)
    const mark = tab.getByRole('separator', { name: 'New since your last visit' })
    await mark.waitFor()
    expect(await tab.locator('#timeline > *').allInnerTexts()).toEqual([
      expect.stringContaining('Before I left'),
      expect.stringContaining('New since your last visit'),
      expect.stringContaining('While you were away'),
    ])
    await tab.goto('about:blank')
    clock.advance(60 * 60_000)
    await tab.goto(`${page.url}/continuous/`)
    await tab.getByText('While you were away').waitFor()
    expect(await mark.count()).toBe(0)
  })

  test('the mark of what is new stays where it is while more arrives, and that is not new at the next visit', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'Before I left', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page)
    await tab.goto('about:blank')
    await reply(page, first, { text: 'While you were away', sentAt: '2026-11-18T08:00:05Z' })
    await writeMany(page, first, 240)
    await reply(page, first, { text: 'The last one', sentAt: '2026-11-18T08:10:00Z' })
    await tab.goto(`${page.url}/continuous/`)
    const mark = tab.getByRole('separator', { name: 'New since your last visit' })
    await tab.getByText('The last one').waitFor()
    expect(await mark.count()).toBe(0)
    await tab.locator('#earlier').click()
    await mark.waitFor()
    const below = () => mark.evaluate((line) => line.parentElement?.nextElementSibling?.textContent)
    const marked = await below()
    const seen = tab.waitForResponse('**/continuous/seen/')
    await reply(page, first, { text: 'Arrived while open', sentAt: '2026-11-18T08:11:00Z' })
    await tab.getByText('Arrived while open').waitFor()
    expect(await below()).toBe(marked)
    expect((await seen).status()).toBe(200)
    await tab.goto(`${page.url}/continuous/`)
    await tab.getByText('Arrived while open').waitFor()
    expect(await mark.count()).toBe(0)
  })

  test('scrolling up goes on into the days before', async () => {
    const page = await startPage()
    const old = await write(page, { text: 'The first of all', sentAt: '2026-11-10T07:00:00Z' })
    await writeMany(page, old, 30)
    const second = await write(page, { text: 'Two days later', sentAt: '2026-11-12T07:00:00Z' })
    await writeMany(page, second, 30)
    await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page)
    await tab.locator('article').getByText('Today').waitFor()
    await expect
      .poll(async () => {
        await tab.mouse.move(640, 300)
        await tab.mouse.wheel(0, -2_000)
        return tab.getByText('The first of all').count()
      })
      .toBe(1)
    const timeline = (await tab.locator('#timeline > *').allInnerTexts()).join('\n')
    expect(timeline.indexOf('The first of all')).toBeLessThan(timeline.indexOf('Thursday 12 November 2026'))
    expect(timeline.indexOf('Two days later')).toBeLessThan(timeline.indexOf('Today'))
    expect(await tab.locator('article').getByText('Two days later').count()).toBe(1)
  })

  test('the head of a narrow page names the day in view as the server does, with the year of another one', async () => {
    const page = await startPage()
    for (const day of ['2025-12-31', '2026-11-12', '2026-11-18'])
      await writeMany(page, await write(page, { text: `On ${day}`, sentAt: `${day}T07:00:00Z` }), 20)
    const tab = await open(page)
    await tab.setViewportSize({ width: 390, height: 700 })
    const scrollTo = (text: string) =>
      tab
        .locator('#timeline article')
        .getByText(text)
        .evaluate((node) => node.scrollIntoView())
    const title = tab.locator('#day-title .in-short:visible')
    for (const [day, head] of [
      ['2026-11-12', 'Thu 12 November'],
      ['2025-12-31', 'Wed 31 December 2025'],
    ] as const) {
      await tab.locator('#earlier').click()
      await tab.locator('#timeline article').getByText(`On ${day}`).waitFor()
      await scrollTo(`On ${day}`)
      await expect.poll(() => title.textContent()).toBe(head)
    }
  })

  test.each([
    ['never', (): Promise<void> => Promise.resolve()],
    [
      'with a page of a proxy',
      (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in to the network</p>' }),
    ],
  ])('earlier messages that are answered %s can be loaded again', async (_name, answer) => {
    const page = await startPage()
    await write(page, { text: 'The first of all', sentAt: '2026-11-10T07:00:00Z' })
    await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page)
    await tab.locator('article.message').getByText('Today').waitFor()
    await tab.evaluate(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      // Thirty seconds are long for a test.
      AbortSignal.timeout = (ms) => timeout(ms / 30)
    })
    const asked = tab.waitForRequest('**/continuous/messages/?*')
    await tab.route('**/continuous/messages/?*', answer)
    await tab.locator('#earlier').click()
    await asked
    await tab.getByText('The server cannot be reached.').waitFor()
    expect(await tab.locator('#earlier').getAttribute('aria-busy')).toBe(null)
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.locator('#earlier').click()
    await tab.locator('article').getByText('The first of all').waitFor()
  })

  test('earlier messages that cannot be shown can be loaded again', async () => {
    const page = await startPage()
    await write(page, { text: 'The first of all', sentAt: '2026-11-10T07:00:00Z' })
    await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page, { mayThrow: /The server sent no element/ })
    await tab.route('**/continuous/messages/?*', (route) => route.fulfill({ json: { messages: [{ id: 1, html: '' }] } }))
    const failed = tab.waitForEvent('pageerror')
    await tab.locator('#earlier').click()
    await failed
    await tab.unrouteAll()
    await tab.locator('#earlier').click()
    await tab.locator('article').getByText('The first of all').waitFor()
  })

  test('what arrives between a session that is folded and the next one stands below the fold', async () => {
    const page = await startPage()
    const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T05:00:00Z' })
    const answer = await reply(page, asked, { text: 'Oak', sentAt: '2026-11-18T05:00:05Z' })
    await summarize(page, answer, '## Summary\nThe wood for the chairs.', '2026-11-18T06:00:00Z')
    await write(page, { text: 'Good morning', sentAt: '2026-11-18T08:30:00Z' })
    const tab = await open(page)
    await tab.getByText('Good morning').waitFor()
    // What has been seen is folded.
    await tab.reload()
    const fold = tab.locator('#timeline > details.older')
    await fold.waitFor()
    await write(page, { text: 'And the glue?', sentAt: '2026-11-18T07:00:00Z' })
    await tab.getByText('And the glue?').waitFor()
    const rows = tab.locator('#timeline > :not(template)')
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/Which wood.*Oak/s),
      expect.stringContaining('Day summary updated'),
      expect.stringContaining('And the glue?'),
      expect.stringContaining('Good morning'),
    ])
    // What belongs into the fold goes there.
    await write(page, { text: 'For the chairs', sentAt: '2026-11-18T05:00:02Z' })
    await fold.getByText('For the chairs').waitFor({ state: 'attached' })
  })

  test('what is read stays where it is when earlier days join, by the keyboard too, and later changes reach them', async () => {
    const page = await startPage()
    const old = await write(page, { text: 'Long ago', sentAt: '2026-11-10T07:00:00Z' })
    await summarize(page, old, '## Summary\nThe wood for the chairs.', '2026-11-11T00:10:00Z')
    const early = await write(page, { text: 'Two days later', sentAt: '2026-11-12T07:00:00Z' })
    await writeMany(page, early, 80)
    const today = await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
    await writeMany(page, today, 40)
    await summarize(page, today, '## Summary\nThe day so far.', '2026-11-18T08:10:00Z')
    const tab = await open(page)
    await tab.getByText('Number 39.').waitFor()
    await tab.evaluate(() => scrollTo(0, 0))
    const place = () => tab.locator('#summary').evaluate((summary) => Math.round(summary.getBoundingClientRect().top))
    const before = await place()
    await tab.locator('#earlier').focus()
    await tab.keyboard.press('Enter')
    await tab.getByText('Two days later').waitFor()
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
    // Rows that come near are laid out, which moves nothing either.
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
    expect(await tab.evaluate(() => document.activeElement?.id)).toBe('earlier')
    await tab.keyboard.press('Enter')
    await tab.getByText('Long ago').waitFor()
    expect(await tab.locator('#earlier').count()).toBe(0)
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toBe('Tuesday 10 November 2026')
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
    const lines = tab.locator('#timeline').getByRole('heading', { level: 2, name: /2026/ })
    expect(await lines.allInnerTexts()).toEqual(['Tuesday 10 November 2026', 'Thursday 12 November 2026', 'Wednesday 18 November 2026'])
    const rows = await tab.locator('#timeline > *').allTextContents()
    const order = ['Tuesday 10', 'The wood for', 'Long ago', 'Thursday 12', 'Two days', 'Wednesday 18', 'The day so far.', 'Today']
    const at = order.map((text) => rows.findIndex((row) => row.includes(text)))
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(at).not.toContain(-1)

    const edit = { place: pagePlace(page.owner.id), platformMessageId: old.platformMessageId! }
    await editMessage(page.options, { ...edit, text: 'Long ago, in oak', editedAt: page.options.clock.now() })
    page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: old.threadId })
    await tab.locator(`#m${old.id}`).getByText('Long ago, in oak').waitFor()
    await write(page, { text: 'And now', sentAt: '2026-11-18T08:30:00Z' })
    await tab.getByText('And now').waitFor()
    expect(await lines.count()).toBe(3)
    expect(await tab.locator('article').last().textContent()).toContain('And now')
  })
})
