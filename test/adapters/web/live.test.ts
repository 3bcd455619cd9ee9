import { expect, onTestFinished, test, vi } from 'vitest'
import WebSocket from 'ws'
import { pageAddress } from '../../../adapters/web/address.ts'
import { followThread, type LiveSocket } from '../../../adapters/web/live/follow-thread.ts'
import { findPageLanguage } from '../../../adapters/web/pages/language.tsx'
import { signedOutCode } from '../../../adapters/web/shared/live-event.ts'
import { applyPreviewChange } from '../../../adapters/web/shared/preview-blocks.ts'
import type { ChangeSeq } from '../../../src/core/domain/ids.ts'
import { translatorOf } from '../../../src/core/messages/messages.ts'
import type { DeliveryKey } from '../../../src/core/ports/platform.ts'
import { consumeSignInLink, createSignInLink, endAllSessions } from '../../../src/people/sign-in.ts'
import { Prisma } from '../../../src/store/generated/client.ts'
import type { RawQuery, Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, endSessionOf, type Page, reply, signIn, startPage, summarize, type Visitor, write, writeMany } from './page-harness.ts'

interface LiveEvent {
  readonly type: string
  readonly messages?: readonly { readonly id: number; readonly html: string; readonly answers: boolean }[]
  readonly seq?: number
  readonly key?: string
  readonly html?: string
  readonly days?: readonly string[]
  readonly at?: number
  readonly keep?: number
  readonly blocks?: readonly string[]
}

interface Connection {
  readonly socket: WebSocket
  readonly events: LiveEvent[]
  readonly closed: () => number | undefined
}

function connect(page: Page, { cookie }: Visitor, since = 0, origin = page.url): Connection {
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/continuous/live?since=${since}`, { headers: { cookie, origin } })
  const events: LiveEvent[] = []
  let code: number | undefined
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  socket.on('close', (given) => {
    code = given
  })
  onTestFinished(() => socket.terminate())
  return { socket, events, closed: () => code }
}

const ids = ({ events }: Connection) => events.flatMap(({ messages = [] }) => messages.map(({ id }) => id))
const opened = ({ socket }: Connection) =>
  new Promise<void>((resolve, reject) => {
    if (socket.readyState === WebSocket.OPEN) resolve()
    socket.on('open', resolve).on('error', reject)
  })

test('what changes is sent as it changes, rendered, each change once', async () => {
  const page = await startPage()
  const live = connect(page, await signIn(page))
  await opened(live)
  const message = await write(page, { text: 'Hello', sentAt: '2026-11-18T09:00:00Z' })
  const answer = await reply(page, message, { text: 'Hello **you**', sentAt: '2026-11-18T09:00:01Z' })
  await expect.poll(() => ids(live)).toEqual([message.id, answer.id])
  const sent = live.events.flatMap(({ messages = [] }) => messages)
  expect(sent.map(({ answers }) => answers)).toEqual([false, true])
  expect(sent[1]?.html).toContain('<strong>you</strong>')
})

test('a page that comes back is sent what it missed, without any news of it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const seen = await write(page, { text: 'Seen', sentAt: '2026-11-18T09:00:00Z' })
  const first = connect(page, visitor)
  await expect.poll(() => ids(first)).toEqual([seen.id])
  first.socket.close()
  await expect.poll(first.closed).toBeDefined()
  const missed = []
  for (let count = 0; count < 230; count++) missed.push((await write(page, { text: `Missed ${count}`, sentAt: '2026-11-18T09:01:00Z' })).id)
  await page.store.db.message.update({ where: { id: seen.id }, data: { text: 'Seen, edited', changeSeq: 5_000 } })
  const second = connect(page, visitor, first.events.at(-1)?.seq)
  await expect.poll(() => ids(second)).toEqual([...missed, seen.id])
  expect(second.events.at(-1)?.seq).toBe(5_000)
})

test('a page that is far behind is told once to load anew, and is sent what comes after', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'First', sentAt: '2026-11-18T09:00:00Z' })
  const visitor = await signIn(page)
  await writeMany(page, first, 499)
  const within = connect(page, visitor)
  await expect.poll(() => ids(within)).toHaveLength(500)
  await writeMany(page, first, 1)
  const behind = connect(page, visitor)
  await expect.poll(() => behind.events).toEqual([{ type: 'reload', seq: 501 }])
  const last = await write(page, { text: 'Last', sentAt: '2026-11-18T10:00:00Z' })
  await expect.poll(() => ids(behind)).toEqual([last.id])
  expect(behind.events).toHaveLength(2)
})

test('a page that falls far behind while it is told of its changes is told to load anew', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'First', sentAt: '2026-11-18T09:00:00Z' })
  await writeMany(page, first, 150)
  const store = afterFirstNews(page, () => writeMany(page, first, 600))
  const { sent } = await follow(page, { store })
  await expect.poll(() => sent.at(-1)).toEqual({ type: 'reload', seq: 751 })
  expect(sent.flatMap((event) => event.messages ?? [])).toHaveLength(100)
})

test('a session that ends while a reply is read is not sent what the reply cites', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T09:00:00Z' })
  await reply(page, first, { text: `You asked [#${first.id}].`, sentAt: '2026-11-18T09:00:05Z' })
  const store = afterFirstNews(page, () => page.store.transaction((tx) => endAllSessions(tx, page.owner.id)))
  const { sent, closed } = await follow(page, { store })
  await expect.poll(() => closed).toEqual([signedOutCode])
  expect(sent).toEqual([])
})

test('a page in another language than that of its user is told once to reload, and stays connected', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'First', sentAt: '2026-11-18T09:00:00Z' })
  await page.store.db.user.updateMany({ data: { language: 'de', languageSource: 'choice' } })
  const { sent, closed } = await follow(page, { since: first.changeSeq })
  await expect.poll(() => sent).toEqual([{ type: 'reload', seq: first.changeSeq }])
  const second = await write(page, { text: 'Second', sentAt: '2026-11-18T09:01:00Z' })
  await expect.poll(() => sent.flatMap((event) => event.messages ?? [])).toMatchObject([{ id: second.id }])
  expect(sent).toHaveLength(2)
  expect(closed).toEqual([])
})

test('a page goes on with the thread that its user begins after the old one is gone', async () => {
  const page = await startPage()
  const { threadId } = await write(page, { text: 'Gone soon', sentAt: '2026-11-18T09:00:00Z' })
  const { sent } = await follow(page)
  await expect.poll(() => sent.map(({ type }) => type)).toEqual(['changes'])
  await page.store.db.thread.delete({ where: { id: threadId } })
  for (const text of ['Hello', 'Is anybody there?']) await write(page, { text, sentAt: '2026-11-18T09:10:00Z' })
  await expect.poll(() => sent.flatMap((event) => event.messages ?? []).at(-1)?.html).toContain('Is anybody there?')
})

/** The store of a page in which something happens right after an open page has read its news for the first time. */
function afterFirstNews(page: Page, happen: () => Promise<unknown>): Store {
  let hasHappened = false
  const db = new Proxy(page.store.db, {
    get(target, property) {
      if (property !== '$queryRaw') return Reflect.get(target, property)
      return async (query: RawQuery, ...values: unknown[]) => {
        const rows = await target.$queryRaw(query, ...values)
        const { sql } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
        if (hasHappened || !sql.includes(') changed')) return rows
        hasHappened = true
        await happen()
        return rows
      }
    },
  })
  return { ...page.store, db }
}

test('nothing more is piled up for a page that does not take up what it was sent', async () => {
  const page = await startPage()
  await write(page, { text: 'First', sentAt: '2026-11-18T09:00:00Z' })
  const { sent } = await follow(page, { bufferedAmount: 5_000_000 })
  await expect.poll(() => sent).toEqual([{ type: 'reload', seq: 1 }])
})

/** Follows the thread of the owner from its beginning. Returns what is sent, and with which codes the connection is closed. */
async function follow(
  page: Page,
  {
    store = page.store,
    bufferedAmount = 0,
    since = 0 as ChangeSeq,
  }: { readonly store?: Store; readonly bufferedAmount?: number; readonly since?: ChangeSeq } = {},
): Promise<{ readonly sent: LiveEvent[]; readonly closed: number[] }> {
  const { sessionToken } = (await consumeSignInLink(page.options, (await createSignInLink(page.options, page.owner.id)).token))!
  const closed: number[] = []
  const sent: LiveEvent[] = []
  const ends: (() => void)[] = []
  const socket: LiveSocket = {
    bufferedAmount,
    send: (text) => void sent.push(JSON.parse(text)),
    ping: () => {},
    close: (code) => void closed.push(code),
    terminate: () => {},
    on: (event, listener) => event === 'close' && ends.push(listener),
  }
  onTestFinished(() => {
    for (const end of ends) end()
  })
  followThread({ ...page.options, store }, { socket, user: page.owner, language: findPageLanguage('en'), since, sessionToken })
  return { sent, closed }
}

test('what the bot is doing reaches the page it is for, and its end', async () => {
  const page = await startPage()
  const own = connect(page, await signIn(page))
  await opened(own)
  const { sender } = page.adapter
  const to = pageAddress(page.owner.id)
  await sender.showProgress?.(to, 'Searching your days…')
  await sender.showProgress?.(to, '')
  await expect
    .poll(() => own.events)
    .toEqual([
      { type: 'typing', line: 'Searching your days…' },
      { type: 'typing', line: '' },
    ])
})

test('previews and typing reach the page they are for, and a preview ends after its message is there', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  const [own, other] = [connect(page, await signIn(page)), connect(page, await signIn(page, marta.id))]
  await Promise.all([opened(own), opened(other)])
  const { sender } = page.adapter
  const to = pageAddress(page.owner.id)
  await sender.showTyping?.(to)
  await sender.preview?.(to, 'It is *oak*', 'turn.1' as DeliveryKey)
  await expect
    .poll(() => own.events)
    .toEqual([{ type: 'typing' }, { type: 'preview', key: 'turn.1', at: 0, keep: 0, blocks: ['<p dir="auto">It is <em>oak</em></p>\n'] }])
  const message = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T09:00:00Z' })
  await sender.send(to, { text: 'It is oak' }, 'message.1' as DeliveryKey)
  await expect.poll(() => own.events.map(({ type }) => type)).toEqual(['typing', 'preview', 'changes', 'preview-end'])
  expect(ids(own)).toEqual([message.id])
  await write(page, { text: 'Hello', sentAt: '2026-11-18T09:00:00Z', user: marta })
  await expect.poll(() => other.events.map(({ type }) => type)).toEqual(['changes'])
})

test('a reply that is being written leaves out that there is no language model, which the finished one has below it', async () => {
  const page = await startPage()
  const own = connect(page, await signIn(page))
  await opened(own)
  const notice = `_${translatorOf('en')('offline.stillNoModel')}_`
  const text = `We take oak.\n\n${notice}`
  const lengths = [...text].flatMap((_, index) => (index >= 'We take'.length ? index + 1 : []))
  for (const length of lengths)
    await page.adapter.sender.preview?.(pageAddress(page.owner.id), text.slice(0, length), 'turn.1' as DeliveryKey)
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T09:00:00Z' })
  await reply(page, asked, { text, sentAt: '2026-11-18T09:00:01Z' })
  await expect.poll(() => ids(own)).toEqual([asked.id, asked.id + 1])
  const previews = own.events.flatMap(({ type, at = 0, keep = 0, blocks = [] }) => (type === 'preview' ? { at, keep, blocks } : []))
  expect(previews.reduce<readonly string[]>(applyPreviewChange, [])).toEqual(['<p dir="auto">We take oak.</p>\n'])
  expect(previews.flatMap(({ blocks }) => blocks).join('')).not.toContain('<em>')
})

test('a regenerated summary is announced with its day', async () => {
  const clock = new TestClock()
  const page = await startPage({ clock })
  const message = await write(page, { text: 'Oak', sentAt: '2026-11-17T09:00:00Z' })
  const live = connect(page, await signIn(page))
  await expect.poll(() => ids(live)).toEqual([message.id])
  clock.advance(1_000)
  await summarize(page, message, '## Summary\nOak.', clock.now())
  page.options.broadcast.publish({ type: 'thread-changed', userId: page.owner.id, threadId: message.threadId })
  await expect.poll(() => live.events.at(-1)).toEqual({ type: 'summary', days: ['2026-11-17'] })
})

test('a connection without a session, from another site, or with nonsense is refused', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const stranger = { ...visitor, cookie: `${visitor.cookie.split('=')[0]}=made-up` }
  await expect(opened(connect(page, stranger))).rejects.toThrow('401')
  await expect(opened(connect(page, visitor, 0, 'https://evil.example'))).rejects.toThrow('403')
  await expect(opened(connect(page, visitor, -1))).rejects.toThrow('400')
  await expect(opened(connect(page, visitor, Number.NaN))).rejects.toThrow('400')
})

test('when the session ends, so does the connection, at the next heartbeat', async () => {
  const clock = new TestClock()
  const page = await startPage({ clock })
  const visitor = await signIn(page)
  const others = clock.sleeping
  const live = connect(page, visitor)
  const ping = vi.fn()
  live.socket.on('ping', ping)
  await opened(live)
  const beat = async () => {
    await expect.poll(() => clock.sleeping).toBeGreaterThan(others)
    clock.advance(25_000)
  }
  await beat()
  await expect.poll(() => ping.mock.calls.length).toBe(1)
  await endSessionOf(page, visitor)
  await beat()
  await expect.poll(live.closed).toBe(4401)
})

test('the connection of a session that has ended closes at once, without waiting for the heartbeat', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const live = connect(page, visitor)
  const staying = connect(page, await signIn(page))
  await Promise.all([opened(live), opened(staying)])
  await endSessionOf(page, visitor)
  page.options.broadcast.publish({ type: 'sessions-ended', userId: page.owner.id })
  await expect.poll(live.closed).toBe(4401)
  expect(staying.closed()).toBeUndefined()
})

test('an open page whose session has ended is not sent what is written later, even if the end was not announced', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const live = connect(page, visitor)
  await opened(live)
  await write(page, { text: 'Before', sentAt: '2026-11-18T09:00:00Z' })
  await expect.poll(() => ids(live).length).toBe(1)
  await endSessionOf(page, visitor)
  await write(page, { text: 'After', sentAt: '2026-11-18T09:00:01Z' })
  await expect.poll(live.closed).toBe(4401)
  expect(JSON.stringify(live.events)).not.toContain('After')
})

test('a stop says goodbye, and the page can go on with the next server', async () => {
  const page = await startPage()
  const live = connect(page, await signIn(page))
  await opened(live)
  await page.adapter.receiver.stop()
  await expect.poll(live.closed).toBe(1001)
  await expect(fetch(page.url)).rejects.toThrow()
})
