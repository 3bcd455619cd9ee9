import type { Browser, Page as Tab } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pageAddress } from '../../adapters/web/address.ts'
import { createWebAdapter } from '../../adapters/web/index.ts'
import type { DeliveryKey, InboundEvent } from '../../src/core/ports/platform.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { answeredByTurn, type Page, reply, startPage, storeEvent, summarize, write, writeMany } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { TestClock } from '../support/clock.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { type OpenOptions, openLink } from './open-link.ts'

const phone = { width: 390, height: 844 }

// The reason for a skip stands in the name, which is printed.
describe.skipIf(!chromiumPath)(`the page in a browser${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  test('a message is shown at once, its reply as it is written, and both as they are stored', async () => {
    const page = await startPage({ inbox: storeEvent })
    const tab = await open(browser(), page)
    await tab.getByText('Welcome to Throughline').waitFor()
    await tab.getByLabel('Message.').pressSequentially('Which **wood**?')
    await tab.keyboard.press('Shift+Enter')
    await tab.keyboard.type('For the chairs.')
    await tab.keyboard.press('Enter')
    const own = tab.locator('article.user[data-order]')
    await own.waitFor()
    expect(await own.locator('.body').textContent()).toMatch(/Which wood\?\s*For the chairs\./)
    expect(await tab.locator('.pending, #empty').count()).toBe(0)

    const { sender } = page.adapter
    const to = pageAddress(page.owner.id)
    await sender.showTyping?.(to)
    await tab.locator('#writing.dots').waitFor()
    await sender.preview?.(to, 'Oak for the', 'turn.1' as DeliveryKey)
    await tab.locator('#writing').getByText('Oak for the').waitFor()
    await tab.getByLabel('Stop writing').click()
    await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'action', action: '/stop' })
    const asked = await page.store.db.message.findFirstOrThrow({ where: { role: 'user' } })
    await reply(page, asked as never, { text: 'Oak for the **frames**.', sentAt: '2026-11-18T09:00:01Z' })
    await tab.locator('article.assistant').getByText('Oak for the frames.').waitFor()
    expect(await tab.locator('#writing').isHidden()).toBe(true)
    expect(await tab.getByLabel('Stop writing').isHidden()).toBe(true)

    await tab.reload()
    expect(await tab.locator('article').allInnerTexts()).toEqual([
      expect.stringContaining('For the chairs.'),
      expect.stringContaining('Oak for the frames.'),
    ])
  })

  test('what the bot is doing is said at the end of the page, in every tab, and gone with the reply', async () => {
    const page = await startPage({ inbox: storeEvent })
    const asked = await write(page, { text: 'Which wood?', sentAt: page.options.clock.now() })
    const tabs = [await open(browser(), page), await open(browser(), page)]
    const { sender } = page.adapter
    const to = pageAddress(page.owner.id)
    for (const tab of tabs) {
      await tab.locator(`#m${asked.id}`).waitFor()
      await expect
        .poll(async () => {
          await sender.showProgress?.(to, 'Searching your days…')
          return tab.getByRole('status').filter({ hasText: 'Searching your days…' }).count()
        })
        .toBe(1)
    }
    await sender.showProgress?.(to, '')
    for (const tab of tabs) await expect.poll(() => tab.locator('#progress').textContent()).toBe('')
    await sender.showProgress?.(to, 'Searching your days…')
    await reply(page, asked, { text: 'Larch.', sentAt: '2026-11-18T09:00:01Z' })
    for (const tab of tabs) {
      await tab.locator('article.assistant').getByText('Larch.').waitFor()
      await expect.poll(() => tab.locator('#progress').textContent()).toBe('')
      expect(await tab.locator('#writing').isHidden()).toBe(true)
    }
  })

  test('an own message is changed in the box, and answered again with one press', async () => {
    const page = await startPage({ inbox: storeEvent })
    const question = await write(page, { text: 'The capital of Austria?', sentAt: page.options.clock.now() })
    const answer = await reply(page, question, { text: 'Vienna.', sentAt: page.options.clock.now() })
    await answeredByTurn(page, answer, {})
    const { turnId } = await page.store.db.message.findUniqueOrThrow({ where: { id: answer.id } })
    await page.store.db.message.update({ where: { id: question.id }, data: { turnId } })
    const clock = page.options.clock as TestClock
    clock.advance(11 * 60_000)
    const tab = await open(browser(), page)
    await tab.locator(`#m${question.id}`).hover()
    await tab.locator(`#m${question.id}`).getByText('Edit').click()
    await tab.locator('#subject').getByText('Editing “The capital of Austria?”').waitFor()
    await tab.getByLabel('Message.').fill('The capital of Australia?')
    await tab.keyboard.press('Enter')
    await tab.locator(`#m${question.id} .body`).getByText('The capital of Australia?').waitFor()
    expect(await tab.locator('#subject').count()).toBe(0)
    expect(await tab.locator('article.user').count()).toBe(1)
    const again = tab.locator(`#m${question.id}`).getByRole('button', { name: 'Answer again' })
    await again.dblclick()
    await expect.poll(() => page.events.filter(({ type }) => type === 'action')).toMatchObject([{ action: `/retry ${question.id} again` }])
  })

  test('a digest is replied to by keyboard from the page of its day, and the reply quotes it until it is deleted', async () => {
    const page = await startPage({ inbox: storeEvent })
    const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-17T08:00:00Z' })
    const text = '**Tuesday 17 November**\n\n## Next steps\n- Order the oak'
    const digest = await reply(page, asked, { text, role: 'system', kind: 'digest', sentAt: '2026-11-18T07:00:00Z' })
    const tab = await open(browser(), page)
    await tab.goto(`${page.url}/continuous/day/2026-11-17/`)
    await tab.locator(`#m${digest.id}`).getByRole('button', { name: 'Copy message' }).focus()
    await tab.keyboard.press('Tab')
    const action = tab.locator(`#m${digest.id} .actions a`)
    expect(await action.evaluate((link) => link === document.activeElement)).toBe(true)
    await expect.poll(() => action.locator('../..').evaluate((actions) => getComputedStyle(actions).opacity)).toBe('1')
    await tab.keyboard.press('Enter')
    await tab.locator('#subject').getByText('Replying to “Tuesday 17 November”').waitFor()
    await expect.poll(() => tab.getByLabel('Message.').evaluate((box) => box === document.activeElement)).toBe(true)
    await tab.keyboard.type('Yes, do that')
    await tab.keyboard.press('Enter')
    const quote = tab.locator('article.user[data-order] .quote')
    expect(await quote.textContent()).toBe('Tuesday 17 November')
    expect(await page.store.db.message.findFirst({ where: { text: 'Yes, do that' } })).toMatchObject({ replyToId: digest.id })
    await quote.click()
    await tab.locator('article.highlighted').getByText('Order the oak').waitFor()
    await tab.goto(`${page.url}/continuous/`)
    await quote.waitFor()
    const { changeSeq } = await page.store.db.thread.update({ where: { id: asked.threadId }, data: { changeSeq: { increment: 1 } } })
    await page.store.db.message.update({ where: { id: digest.id }, data: { text: '', deletedAt: new Date(), changeSeq } })
    page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: asked.threadId })
    await expect.poll(() => quote.textContent()).toBe('This message was deleted.')
  })

  test('nothing can be written before the script that sends it is there', async () => {
    const page = await startPage()
    const tab = await open(browser(), page, { hasWorker: false, mayLog: /ServiceWorker|Service Worker/i })
    let letThrough = () => {}
    const asked = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await tab.route('**/page*.js*', async (route) => {
      await asked
      await route.continue()
    })
    await tab.goto(`${page.url}/continuous/`, { waitUntil: 'commit' })
    for (const control of [tab.getByLabel('Search the conversation'), tab.getByLabel('Message.'), tab.locator('#send')]) {
      await control.waitFor()
      expect(await control.isDisabled()).toBe(true)
    }
    letThrough()
    await tab.getByLabel('Search the conversation').fill('oak')
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Search: “oak”' }).waitFor()
    expect(new URL(tab.url()).search).toBe('')
  })

  test('a long reply that is being written leaves what is above it to be read', async () => {
    const page = await startPage()
    await write(page, { text: 'The question', sentAt: '2026-11-18T08:59:00Z' })
    const tab = await open(browser(), page, { viewport: phone })
    const text = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n')
    // Again and again, as it is in a reply that is being written: a page hears it from when it is connected.
    await expect
      .poll(async () => {
        await page.adapter.sender.preview?.(pageAddress(page.owner.id), text, 'turn.1' as DeliveryKey)
        return tab.locator('#writing').getByText('Line 59.').isVisible()
      })
      .toBe(true)
    expect(await tab.getByText('Line 59.').evaluate(isInSight)).toBe(true)
    await tab.evaluate(() => window.scrollTo(0, 0))
    expect(await tab.getByText('The question').evaluate(isInSight)).toBe(true)
    expect(await tab.getByLabel('Stop writing').evaluate(isInSight)).toBe(true)
  })

  test('what is being looked up is counted in one fold, and the list of days follows', async () => {
    const page = await startPage({ inbox: storeEvent })
    const tab = await open(browser(), page)
    const nav = tab.getByRole('navigation', { name: 'Days' })
    await nav.getByText('Your first message starts the first day.').waitFor()
    await tab.getByLabel('Message.').fill('Which wood?')
    await tab.keyboard.press('Enter')
    await tab.locator('article.user[data-order]').waitFor()
    const asked = (await page.store.db.message.findFirstOrThrow({ where: { role: 'user' } })) as never
    const step = (name: string, second: number) =>
      reply(page, asked, { text: '{}', role: 'tool', tool: { id: 'c', name, arguments: '{}' }, sentAt: `2026-11-18T09:00:1${second}Z` })
    await step('conversation_search', 1)
    await tab.getByText('Looked up: 1 search', { exact: true }).waitFor()
    await step('conversation_get', 3)
    await step('conversation_get', 4)
    const fold = tab.getByText('Looked up: 1 search, 2 messages', { exact: true })
    await fold.waitFor()
    await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T09:00:15Z' })
    await tab.locator('#timeline > article.assistant').getByText('Oak.').waitFor()
    expect(await tab.locator('article.tool:visible').count()).toBe(0)
    await fold.click()
    expect(await tab.locator('article.tool:visible').count()).toBe(3)

    await nav.getByText('Wed 18 Nov').waitFor()
    expect(await nav.getByText('The first message').count()).toBe(0)
    await expect.poll(() => nav.locator('.count').allInnerTexts(), { timeout: 10_000 }).toEqual([expect.stringMatching(/^2\b/)])
  })

  test('a message that is too long is not cut, and says what to do', async () => {
    const page = await startPage()
    const tab = await open(browser(), page, { mayLog: /400/ })
    const box = tab.getByLabel('Message.')
    await box.fill('x'.repeat(16_001))
    expect((await box.inputValue()).length).toBe(16_001)
    await tab.keyboard.press('Enter')
    await tab.getByRole('alert').getByText('a message can have 16,000 characters').waitFor()
  })

  test('what could not be sent says so, and is sent once when it is tried again', async () => {
    let away = true
    const page = await startPage({
      inbox: async (own, event: InboundEvent) => {
        if (away) throw new Error('the database is away')
        await storeEvent(own, event)
      },
    })
    const tab = await open(browser(), page, { mayLog: /500/ })
    await tab.getByLabel('Message.').fill('Keep this')
    await tab.keyboard.press('Enter')
    await tab.getByRole('alert').getByText('Not sent.').waitFor()
    away = false
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.locator('article.user[data-order]').getByText('Keep this').waitFor()
    expect(await tab.locator('article').count()).toBe(1)
    expect(new Set(page.events.map((event) => 'id' in event && event.id)).size).toBe(1)
  })

  test('a page that lost its connection shows what it missed when it is back', async () => {
    const page = await startPage()
    const tab = await open(browser(), page, { mayLog: /WebSocket|ERR_/ })
    await tab.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await tab.context().setOffline(true)
    await page.adapter.receiver.stop()
    await tab.getByText('Connection lost; trying again…').waitFor()
    await write(page, { text: 'Written meanwhile', sentAt: '2026-11-18T09:00:00Z' })
    // The same port, as after a restart.
    const { port } = new URL(page.url)
    const again = await startAgain(page, Number(port))
    await tab.context().setOffline(false)
    await tab.getByText('Written meanwhile').waitFor()
    expect(await tab.locator('body[data-same-page]').count()).toBe(1)
    await again.receiver.stop()
  })

  test('past midnight the page goes on, with a mark for the new day', async () => {
    const page = await startPage()
    await write(page, { text: 'Late in the evening', sentAt: '2026-11-18T08:59:00Z' })
    const tab = await open(browser(), page)
    await write(page, { text: 'Early in the morning', sentAt: '2026-11-19T08:00:00Z' })
    await tab.getByText('Early in the morning').waitFor()
    expect(await tab.locator('#timeline > *').allInnerTexts()).toEqual([
      expect.stringContaining('Late in the evening'),
      'Thursday 19 November 2026',
      expect.stringContaining('Early in the morning'),
    ])
  })

  test('days, search and citations lead to what was said', async () => {
    const page = await startPage()
    const decided = await write(page, { text: 'We decided on oak for the frames', sentAt: '2026-11-10T10:00:00Z' })
    await summarize(page, decided, `## Summary\nWood was chosen.\n\n## Decisions\n- Oak [#${decided.id}]`, '2026-11-11T00:10:00Z')
    await write(page, { text: 'Good morning', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page)
    await tab.getByRole('navigation', { name: 'Days' }).getByText('Tue 10 Nov').click()
    await tab.getByRole('heading', { name: 'Tuesday 10 November 2026' }).waitFor()
    await tab.getByText('Wood was chosen.').waitFor()
    await tab.getByRole('link', { name: /Next day.*Today/ }).click()

    await tab.keyboard.press('Escape')
    await tab.getByLabel('Search the conversation').fill('which oak frames')
    await tab.keyboard.press('Enter')
    const result = tab.locator('#results li', { hasText: 'We decided on' }).last()
    await result.waitFor()
    expect(await result.locator('mark').allInnerTexts()).toContain('oak')
    expect(await tab.getByText('Good morning').isVisible()).toBe(false)
    expect(await tab.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Search: “which oak frames”'])
    await result.getByText('Open').click()
    const highlighted = tab.locator('article.highlighted')
    expect(await highlighted.textContent()).toContain('We decided on oak for the frames')
    expect(await highlighted.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await tab.locator('.summary .citation').click()
    expect(new URL(tab.url()).hash).toBe(`#m${decided.id}`)
  })

  test('a long message opens at the passage that was found', async () => {
    const page = await startPage()
    const rest = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}. Nothing of *interest* is in this line.`)
    const text = [...rest(80), '- It is a **medlar**: eat it once it is `bletted`,', 'not before.', ...rest(80)].join('\n')
    await write(page, { text, sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page)
    await tab.getByLabel('Search the conversation').fill('when are medlars bletted?')
    await tab.keyboard.press('Enter')
    await tab.locator('#results').getByText('Open').click()
    const passage = tab.locator('article.highlighted').getByText('eat it once it is')
    await expect
      .poll(() =>
        passage.evaluate((element) => element.getBoundingClientRect().top > 0 && element.getBoundingClientRect().bottom < innerHeight),
      )
      .toBe(true)
  })

  test('Regenerate shows that it is at work, and then the new summary', async () => {
    const page = await startPage()
    const message = await write(page, { text: 'The wood is oak', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page)
    await tab.getByRole('button', { name: 'Write it now' }).click()
    await tab.locator('.summary.working').waitFor()
    await expect.poll(() => page.jobs).toHaveLength(1)
    await summarize(page, message, '## Summary\nOak it is.', page.options.clock.now())
    const run = {
      segmentId: message.segmentId,
      mode: 'manual',
      state: 'done',
      fromRevision: 0,
      toSeq: 1,
      startedAt: page.options.clock.now(),
    }
    await page.store.db.summaryRun.create({ data: run })
    await tab.getByText('Oak it is.').waitFor()
    await tab.getByRole('status').getByText('Rewritten.').waitFor()
    expect(await tab.locator('.summary.working').count()).toBe(0)
  })

  test('a summary that is folded stays folded when it is regenerated', async () => {
    const page = await startPage()
    const message = await write(page, { text: 'The wood is oak', sentAt: '2026-11-18T08:00:00Z' })
    await summarize(page, message, '## Summary\nOak it is.', '2026-11-18T08:10:00Z')
    const tab = await open(browser(), page)
    const text = tab.locator('#summary .prose')
    await text.getByText('Oak it is.').waitFor()
    await tab.locator('#summary summary').click()
    await expect.poll(() => text.isVisible()).toBe(false)
    await summarize(page, message, '## Summary\nOak, and only oak.', new Date(page.options.clock.now().getTime() + 1_000))
    page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: message.threadId })
    await tab.locator('#summary[data-updated="2026-11-18T09:00:01.000Z"]').waitFor()
    expect(await text.isVisible()).toBe(false)
    await tab.locator('#summary summary').click()
    await text.getByText('Oak, and only oak.').waitFor()
  })

  test('a page opened just after midnight goes on with the session of the evening', async () => {
    const page = await startPage({ clock: new TestClock('2026-11-18T23:05:00Z') })
    const evening = await write(page, { text: 'Late in the evening', sentAt: '2026-11-18T22:58:00Z' })
    const tab = await open(browser(), page)
    await tab.getByText('Late in the evening').waitFor()
    await write(page, { text: 'Early in the morning', sentAt: '2026-11-18T23:05:10Z' })
    await tab.getByText('Early in the morning').waitFor()
    await reply(page, evening, { text: 'A slow answer', sentAt: '2026-11-18T23:05:05Z' })
    await tab.getByText('A slow answer').waitFor()
    expect(await tab.locator('#timeline > *').allInnerTexts()).toEqual([
      'Wednesday 18 November 2026',
      expect.stringContaining('Late in the evening'),
      expect.stringContaining('A slow answer'),
      'Thursday 19 November 2026',
      expect.stringContaining('Early in the morning'),
    ])
  })

  test('a page that fell far behind is loaded anew, and keeps what is half written', async () => {
    const page = await startPage()
    const first = await write(page, { text: 'Before the flood', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page)
    await tab.getByText('Before the flood').waitFor()
    await tab.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await tab.getByLabel('Message.').pressSequentially('Half a sent')
    await writeMany(page, first, 600)
    await tab.getByText('Number 599.').waitFor()
    expect(await tab.locator('body[data-same-page]').count()).toBe(0)
    // The new page shows its messages before its script fills the box.
    await expect.poll(() => tab.getByLabel('Message.').inputValue()).toBe('Half a sent')
  })

  test('a citation in an answer of today opens its message of two weeks ago, amid a long day', async () => {
    const page = await startPage()
    const opening = await write(page, { text: 'Good morning', sentAt: '2026-11-04T07:00:00Z' })
    const stored = await writeMany(page, opening, 450)
    const asked = await write(page, { text: 'What was number 200?', sentAt: '2026-11-18T08:00:00Z' })
    await reply(page, asked, { text: `You said it then [#${stored[200]?.id}].`, sentAt: '2026-11-18T08:00:02Z' })
    const tab = await open(browser(), page)
    await tab.locator('.message.assistant .citation').click()
    await tab.getByRole('heading', { name: 'Wednesday 4 November 2026' }).waitFor()
    const highlighted = tab.locator('article.highlighted')
    expect(await highlighted.textContent()).toContain('Number 200.')
    await expect.poll(() => highlighted.locator('.body').evaluate(isInSight)).toBe(true)
    await tab.getByRole('link', { name: 'To the latest messages of this day' }).click()
    await tab.getByText('Number 449.').waitFor()
  })

  test('commands are offered after a slash and taken by the keyboard', async () => {
    const page = await startPage()
    const tab = await open(browser(), page)
    const box = tab.getByLabel('Message.')
    await box.pressSequentially('/d')
    expect(await tab.locator('#commands [role=option]:visible').allInnerTexts()).toEqual([
      expect.stringContaining('/days'),
      expect.stringContaining('/digest'),
    ])
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Tab')
    expect(await box.inputValue()).toBe('/digest ')
    await box.pressSequentially('off')
    await tab.keyboard.press('Enter')
    await tab.locator('article.command').getByText('/digest off').waitFor()
  })

  test('on a phone nothing is wider than the screen, and the days open over the page', async () => {
    const page = await startPage()
    const wide = `| ${'wide | '.repeat(30)}\n|${'---|'.repeat(30)}\n| ${'cell | '.repeat(30)}\n\n\`${'x'.repeat(300)}\``
    await write(page, { text: wide, sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page, { viewport: phone })
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    const days = tab.getByRole('navigation', { name: 'Days' })
    expect(await days.isVisible()).toBe(false)
    await tab.getByRole('button', { name: 'Days' }).click()
    await days.getByRole('link', { name: 'Yesterday' }).click()
    await tab.getByText('No messages on Tuesday 17 November 2026').waitFor()
  })

  test('on a phone a wide table scrolls, and its words stay whole', async () => {
    const page = await startPage()
    const row = ['Workbench', 'Beech', 'Workshop', 'Delivered', 'Insufficiently seasoned']
    const table = `| Piece | Wood | Destination | Availability | Observations |\n|${'---|'.repeat(5)}\n| ${row.join(' | ')} |`
    const asked = await write(page, { text: table, sentAt: '2026-11-18T08:00:00Z' })
    await reply(page, asked, { text: table, sentAt: '2026-11-18T08:00:02Z' })
    await summarize(page, asked, `## Summary\n\n${table}`, '2026-11-18T08:10:00Z')
    const tab = await open(browser(), page, { viewport: phone })
    const tables = tab.locator('.prose table')
    await expect.poll(() => tables.count()).toBe(3)
    for (const one of await tables.all()) {
      // As many lines as words, at most: no word is broken.
      const linesOfCells = await one.locator('th, td').evaluateAll((cells) =>
        cells.map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
          return { text: cell.textContent ?? '', lines }
        }),
      )
      expect(linesOfCells.filter(({ text, lines }) => lines > text.split(' ').length)).toEqual([])
      const scroller = one.locator('xpath=..')
      expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
    }
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })

  test('on a phone the day and the days stay in reach at the end of a long conversation', async () => {
    const page = await startPage()
    const opening = await write(page, { text: 'Good morning', sentAt: '2026-11-18T08:00:00Z' })
    await writeMany(page, opening, 60)
    const tab = await open(browser(), page, { viewport: phone })
    expect(await tab.getByText('Number 59.').evaluate(isInSight)).toBe(true)
    expect(await tab.evaluate(() => scrollY)).toBeGreaterThan(phone.height)
    for (const part of [tab.getByRole('heading', { level: 1 }), tab.getByRole('button', { name: 'Days' })])
      expect(await part.evaluate(isInSight)).toBe(true)
  })

  test('the button that remembers a message is seen when the keyboard reaches it, and says that it was sent', async () => {
    const page = await startPage()
    const message = await write(page, { text: 'I am allergic to nuts', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(browser(), page)
    const button = tab.getByRole('button', { name: 'Remember this' })
    const opacity = () => tab.locator('article .actions-place').evaluate((actions) => getComputedStyle(actions).opacity)
    expect(await opacity()).toBe('0')
    await button.focus()
    expect(await opacity()).toBe('1')
    await tab.keyboard.press('Enter')
    await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'action', action: `/remember #${message.id}` })
    await tab.getByRole('button', { name: 'Sent' }).waitFor()
  })

  test('what is remembered is read on a phone, and deleted after a second thought', async () => {
    const page = await startPage()
    const { threadId } = await write(page, { text: 'Hello', sentAt: '2026-11-18T08:00:00Z' })
    const by = { scope: { userId: page.owner.id, threadId, audience: 'private' as const }, now: page.options.clock.now() }
    const theme = 'A theme with a very long name that goes on and on'
    for (const content of [`Owns ${'x'.repeat(300)}`, 'Has a cat.'])
      await page.store.transaction((tx) => addMemory(tx, by, { type: 'fact', content, theme: `${theme} ${content.length}` }))
    const tab = await open(browser(), page, { viewport: phone })
    await tab.getByRole('link', { name: 'Memory' }).click()
    const cat = tab.getByText('Has a cat.', { exact: true })
    await cat.waitFor()
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    const erase = tab.getByRole('button', { name: 'Delete permanently' })
    expect(await erase.filter({ visible: true }).count()).toBe(0)
    await tab.locator('summary', { hasText: 'Delete: Has a cat.' }).click()
    await erase.filter({ visible: true }).click()
    await cat.waitFor({ state: 'detached' })
    expect(await tab.locator('.items article').count()).toBe(1)
    expect(await page.store.db.memoryItem.count()).toBe(1)
  })

  test('what a reply was made from opens by the keyboard, is asked for once, and fits a phone', async () => {
    const page = await startPage()
    const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
    const answer = await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T08:00:02Z' })
    const window = {
      name: '9 raw window',
      tokens: 1_500,
      limit: 6_000,
      items: 12,
      omitted: [{ what: '3 earlier messages', why: 'no room' }],
    }
    const call = { name: 'conversation_search', arguments: `{"query":"${'oak'.repeat(100)}"}`, ms: 12, failed: false }
    const context = { total: 1_500, limit: 16_000, model: 'writer', parts: [window], toolCalls: [call] }
    await answeredByTurn(page, answer, { context, model: 'writer', inputTokens: 1_700, outputTokens: 12 })
    const tab = await open(browser(), page, { viewport: phone })
    let requests = 0
    tab.on('request', (request) => {
      if (request.url().endsWith(`/continuous/messages/${answer.id}/context/`)) requests++
    })
    const summary = tab.locator('.reply-context > summary')
    await summary.focus()
    await tab.keyboard.press('Enter')
    const panel = tab.locator('.reply-context .panel')
    await panel.getByText('writer was shown 1,500 of at most 16,000 tokens').waitFor()
    expect(await panel.locator('meter').evaluate((meter: HTMLMeterElement) => [meter.value, meter.max, meter.clientHeight > 0])).toEqual([
      1_500,
      6_000,
      true,
    ])
    await panel.getByText('Left out: 3 earlier messages (no room)').waitFor()
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await tab.keyboard.press('Enter')
    await expect.poll(() => panel.isVisible()).toBe(false)
    await tab.keyboard.press('Enter')
    await panel.getByText('conversation_search').waitFor()
    expect(requests).toBe(1)
  })

  test('replies that arrive while nobody sees the page are counted in its title', async () => {
    const page = await startPage({ inbox: storeEvent })
    const asked = await write(page, { text: 'Which wood?', sentAt: page.options.clock.now() })
    const tab = await open(browser(), page)
    await tab.locator(`#m${asked.id}`).waitFor()
    const title = await tab.title()
    const setVisible = (state: 'visible' | 'hidden') =>
      tab.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await setVisible('hidden')
    await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T09:00:01Z' })
    await expect.poll(() => tab.title()).toBe(`(1) ${title}`)
    await reply(page, asked, { text: 'Or larch.', sentAt: '2026-11-18T09:00:02Z' })
    await expect.poll(() => tab.title()).toBe(`(2) ${title}`)
    await setVisible('visible')
    expect(await tab.title()).toBe(title)
  })

  test('everything on the page is reached by the Tab key, and shows that it is', async () => {
    const page = await startPage()
    const tab = await open(browser(), page)
    await tab.getByLabel('Message.').blur()
    await tab.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const reached: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await tab.keyboard.press('Tab')
      reached.push(await tab.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim() || ''))
    }
    for (const part of ['Skip to the conversation', 'Chat', 'Settings', 'query', 'Today', 'Yesterday', 'text', 'send'])
      expect(reached).toContain(part)
    await tab.getByRole('link', { name: 'Settings' }).focus()
    await tab.keyboard.press('Shift+Tab')
    expect(await tab.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid')
  })
})

/** A browser that has gone through a sign-in link of the owner. */
async function open(browser: Browser, page: Page, options: OpenOptions = {}): Promise<Tab> {
  const { token } = await createSignInLink(page.options, page.owner.id)
  return openLink(browser, `${page.url}/sign-in/${token}`, options)
}

async function startAgain(page: Page, port: number) {
  const adapter = createWebAdapter({ ...page.options, port })
  await adapter.receiver.start(async () => {})
  onTestFinished(() => adapter.receiver.stop())
  return adapter
}

/** Whether an element can be seen where it is: nothing lies over its middle. Runs in the browser. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there !== null && element.contains(there)
}
