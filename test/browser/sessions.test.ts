import { describe, expect, test } from 'vitest'
import type { AccountId, PlatformMessageId } from '../../src/core/domain/ids.ts'
import { addMemory } from '../../src/memory/items/add-memory.ts'
import { createSignInLink } from '../../src/people/sign-in.ts'
import { appendCall } from '../../src/threads/messages/append-call.ts'
import { type Page, startPage, write } from '../adapters/web/page-harness.ts'
import { chromiumPath } from '../support/chromium-program.ts'
import { noChromium, sharedBrowser } from './chromium.ts'
import { expectNotice, isFocused, reach } from './keyboard.ts'
import { openLink } from './open-link.ts'

// The reason for a skip stands in the name, which is printed.
describe.skipIf(!chromiumPath)(`sessions, calls and suggestions on the page${chromiumPath ? '' : noChromium}`, { timeout: 60_000 }, () => {
  const browser = sharedBrowser()

  const open = async (page: Page) => {
    const { token } = await createSignInLink(page.options, page.owner.id)
    return openLink(browser(), `${page.url}/sign-in/${token}`)
  }

  test('a session whose notes failed is tried again by keyboard, and shows its notes when they are made', async () => {
    const page = await startPage()
    const { db } = page.store
    const message = await write(page, { text: 'Hello', sentAt: '2026-11-18T07:00:00Z' })
    const session = await db.session.create({
      data: {
        ...{ threadId: message.threadId, audience: 'private', startedAt: message.sentAt, endedAt: message.sentAt },
        ...{ fingerprint: 'f', state: 'failed', attempts: 3, members: { create: { messageId: message.id } } },
      },
    })
    const tab = await open(page)
    const sessions = tab.locator('#day-sessions')
    await reach(tab, tab.getByRole('button', { name: 'Try again 08:00' }))
    await tab.keyboard.press('Enter')
    await sessions.getByText('Notes follow soon').waitFor()
    await expect.poll(() => tab.locator('#day-sessions-state').textContent()).toBe('Notes follow soon')
    // The button is gone, and the keyboard goes on from its list.
    await expect.poll(() => isFocused(sessions.locator('summary'))).toBe(true)

    await db.session.update({ where: { id: session.id }, data: { state: 'processed', processedAt: page.options.clock.now() } })
    await db.keyMoment.create({ data: { sessionId: session.id, messageId: message.id, audience: 'private', text: 'Ana said hello' } })
    page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: message.threadId })
    await sessions.getByText('Notes made').waitFor()
    await expect.poll(() => isFocused(sessions.locator('summary'))).toBe(true)
    await reach(tab, sessions.getByRole('link', { name: 'Ana said hello' }))
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/continuous/?message=${message.id}#m${message.id}`)

    await reach(tab, sessions.locator('summary'))
    await tab.keyboard.press('Enter')
    await expect.poll(() => sessions.getByText('Notes made').isVisible()).toBe(true)
  })

  test('a call that ends is folded on an open page, and what is written then stands below it', async () => {
    const page = await startPage()
    await write(page, { text: 'Before the call', sentAt: '2026-11-18T08:00:00Z' })
    const tab = await open(page)
    await finishCall(page)
    const fold = tab.locator('#timeline > details.call')
    await fold.waitFor()
    expect(await fold.locator('summary').textContent()).toMatch(/Phone call\s+09:30 · 2 minutes/)
    expect(await tab.getByText('I sent the offer.').isVisible()).toBe(false)
    await expect.poll(() => fold.locator('article').count()).toBe(3)

    await tab.getByLabel('Message.').fill('After the call')
    await tab.keyboard.press('Enter')
    await tab.getByText('After the call').waitFor()
    const rows = await tab.locator('#timeline > *').allInnerTexts()
    expect(rows.map((text) => /Before the call|Phone call|After the call/.exec(text)?.[0])).toEqual([
      'Before the call',
      'Phone call',
      'After the call',
    ])
    await reach(tab, fold.locator('summary'), 'Shift+Tab')
    await tab.keyboard.press('Enter')
    await tab.getByText('I sent the offer.').waitFor()
  })

  test('suggestions are accepted, undone and declined by keyboard only', async () => {
    const page = await startPage()
    const context = { scope: await scopeOf(page), now: page.options.clock.now() }
    const itemIds: number[] = []
    for (const content of ['Has a cat.', 'The cat is grey.', 'Lives in Lyon.']) {
      const { item } = await page.store.transaction((tx) => addMemory(tx, context, { type: 'fact', content }))
      itemIds.push(item.id)
    }
    const proposal = { userId: page.owner.id, audience: 'private', createdAt: page.options.clock.now() }
    await page.store.db.memoryProposal.createMany({
      data: [
        { ...proposal, kind: 'merge', itemIds: itemIds.slice(0, 2), text: 'Has a grey cat.', reason: 'One cat.' },
        { ...proposal, kind: 'archive', itemIds: itemIds.slice(2), text: '', reason: 'It was long ago.' },
      ],
    })
    const tab = await open(page)
    await reach(tab, tab.getByRole('link', { name: 'Memory', exact: true }))
    await tab.keyboard.press('Enter')
    await reach(tab, tab.getByRole('button', { name: 'Accept: Has a grey cat.' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Accepted: your memory is updated.')
    await reach(tab, tab.getByRole('button', { name: 'Undo' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Declined. Nothing is changed.')
    await reach(tab, tab.getByRole('button', { name: 'Decline: Lives in Lyon.' }))
    await tab.keyboard.press('Enter')
    await expectNotice(tab, 'Declined. Nothing is changed.')
    expect(await tab.getByText('Suggestions').count()).toBe(0)
    expect(await page.store.db.memoryItem.count({ where: { status: 'active' } })).toBe(3)
  })
})

async function scopeOf(page: Page) {
  const { threadId } = await write(page, { text: 'Hello', sentAt: '2026-11-18T07:00:00Z' })
  return { userId: page.owner.id, threadId, audience: 'private' as const }
}

/** A call of the owner of the page, which has just ended. */
async function finishCall({ owner, options, store }: Page): Promise<void> {
  const { id } = await store.db.account.findFirstOrThrow({ where: { userId: owner.id } })
  const appended = await appendCall(options, {
    ...{ userId: owner.id, accountId: id as AccountId, authorName: owner.name, timezone: 'Europe/Paris', platform: 'voice' },
    ...{ id: 'conv_1' as PlatformMessageId, startedAt: new Date('2026-11-18T08:30:00Z'), seconds: 125 },
    turns: [
      { role: 'assistant', text: 'Hello.', offset: 0 },
      { role: 'user', text: 'I sent the offer.', offset: 4 },
      { role: 'assistant', text: 'Good.', offset: 9 },
    ],
    isStillKnown: async () => true,
  })
  options.broadcast.publish({ type: 'thread-changed', userId: owner.id, threadId: appended!.threadId })
}
