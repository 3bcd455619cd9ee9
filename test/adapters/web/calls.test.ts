import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { AccountId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { CallTurn } from '../../../src/core/ports/platform.ts'
import { appendCall } from '../../../src/threads/messages/append-call.ts'
import { type Page, signIn, startPage, write } from './page-harness.ts'

const turns: readonly CallTurn[] = [
  { role: 'assistant', text: 'Hello.', offset: 0 },
  { role: 'user', text: 'I sent the <offer>.', offset: 4 },
]

/** A call of the owner of the page, which has just ended. */
async function finishCall(page: Page): Promise<void> {
  const { owner, options } = page
  const { accountId } = await accountOf(page)
  const appended = await appendCall(options, {
    ...{ userId: owner.id, accountId, authorName: owner.name, timezone: 'Europe/Paris', platform: 'voice' },
    ...{ id: 'conv_1' as PlatformMessageId, startedAt: new Date('2026-11-18T08:30:00Z'), seconds: 125, turns },
    isStillKnown: async () => true,
  })
  options.broadcast.publish({ type: 'thread-changed', userId: owner.id, threadId: appended!.threadId })
}

async function accountOf(page: Page) {
  const { id } = await page.store.db.account.findFirstOrThrow({ where: { userId: page.owner.id } })
  return { accountId: id as AccountId }
}

test('a call that ends is sent to an open page as one fold with its time and length, and its turns', async () => {
  const page = await startPage()
  const { cookie } = await signIn(page)
  await write(page, { text: 'Hello', sentAt: '2026-11-18T08:00:00Z' })
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/continuous/live?since=1`, { headers: { cookie, origin: page.url } })
  onTestFinished(() => socket.terminate())
  const messages: { html: string; call?: { id: string; html: string } }[] = []
  socket.on('message', (data) => messages.push(...(JSON.parse(String(data)).messages ?? [])))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  await finishCall(page)
  await expect.poll(() => messages.length).toBe(2)
  const fold = messages[0]?.call
  expect(fold?.id).toBe('conv_1')
  expect(fold?.html).toBe(
    '<details class="older call" data-call="conv_1"><summary>Phone call <span class="count">09:30 · 2 minutes</span></summary><div class="timeline"></div></details>',
  )
  expect(messages[1]?.call?.id).toBe('conv_1')
  expect(messages.map(({ html }) => /<p[^>]*>(.*?)<\/p>/.exec(html)?.[1])).toEqual(['Hello.', 'I sent the &lt;offer&gt;.'])
})

test('a call is folded on a page that is opened later, and its messages are not in any other', async () => {
  const page = await startPage()
  await write(page, { text: 'Before', sentAt: '2026-11-18T08:00:00Z' })
  await finishCall(page)
  await write(page, { text: 'After', sentAt: '2026-11-18T08:40:00Z' })
  const shown = await (await (await signIn(page)).get('/continuous/')).text()
  const fold = /<details class="older call".*?<\/details>/s.exec(shown)?.[0] ?? ''
  expect(fold).toContain('09:30 · 2 minutes')
  for (const text of ['Hello.', 'offer']) expect(fold).toContain(text)
  for (const text of ['Before', 'After']) expect(fold).not.toContain(text)
})
