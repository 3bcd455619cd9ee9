import { expect, test } from 'vitest'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { addLoop } from '../../../src/loops/add-loop.ts'
import { findUserById } from '../../../src/people/users.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, answeredByTurn, type Page, reply, signIn, startPage, write } from './page-harness.ts'

const id = 'made-by-the-page-0001'

test('a message is an event of its user, acknowledged once it is stored', async () => {
  let take = () => {}
  const page = await startPage({ inbox: () => new Promise((resolve) => (take = resolve)) })
  const visitor = await signIn(page)
  let answered = false
  const posted = visitor.post('/continuous/add-message/', { id, text: '  Hello *there*\n' }).then((response) => {
    answered = true
    return response
  })
  await expect.poll(() => page.events).toHaveLength(1)
  expect(answered).toBe(false)
  take()
  expect((await posted).status).toBe(202)
  expect(page.events).toEqual([
    {
      type: 'message',
      place: { platform: 'web', tenant: '', address: `web:${page.owner.id}`, kind: 'direct' },
      id,
      order: BigInt(page.options.clock.now().getTime()),
      author: { id: String(page.owner.id), name: page.owner.name, isBot: false },
      text: 'Hello *there*',
      addressed: true,
      sentAt: page.options.clock.now(),
    },
  ])
})

test('posted ten times at once, a message is stored once', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.post('/continuous/add-message/', { id, text: 'Once' })))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(202))
  expect(await page.store.db.message.count()).toBe(1)
})

test('a post that is sent again is the same event, and the next one comes after it', async () => {
  const clock = new TestClock()
  const page = await startPage({ clock, inbox: async () => {} })
  const visitor = await signIn(page)
  await visitor.post('/continuous/add-message/', { id, text: 'One' })
  await visitor.post('/continuous/add-message/', { id: `${id}-b`, text: 'Two' })
  clock.advance(5_000)
  await visitor.post('/continuous/add-message/', { id, text: 'One' })
  const [one, two, again] = page.events
  expect(again).toEqual(one)
  expect(two).toMatchObject({ order: expect.toSatisfy((order: bigint) => one?.type === 'message' && order > one.order) })
})

test('a page that was opened for one account posts nothing for another that has signed in since', async () => {
  const page = await startPage()
  const grace = await addPerson(page, 'Grace')
  const visitor = await signIn(page, grace.id)
  const refused = await visitor.post('/continuous/add-message/', { id, account: page.owner.id, text: 'Mine' })
  expect(refused.status).toBe(409)
  expect(page.events).toEqual([])
  expect((await visitor.post('/continuous/add-message/', { id, account: grace.id, text: 'Mine' })).status).toBe(202)
})

test('a button pressed is an action with its command', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect((await visitor.post('/continuous/add-message/', { id, action: '/digest off' })).status).toBe(202)
  expect(page.events).toMatchObject([{ type: 'action', action: '/digest off', author: { id: String(page.owner.id) } }])
})

test('what is malformed or too long is refused in a sentence, and nothing of it is stored', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const bad: [path: string, body: unknown][] = [
    ['add-message', '{"id":'],
    ['add-message', 'null'],
    ['add-message', '[]'],
    ['add-message', {}],
    ['add-message', { id, text: 5 }],
    ['add-message', { id, text: '   ' }],
    ['add-message', { id: 'short', text: 'Hello' }],
    ['add-message', { id: '../../etc/passwd-1234', text: 'Hello' }],
    ['add-message', { id, text: 'x'.repeat(16_001) }],
    ['add-message', { id, action: 'no slash' }],
    ['search', { query: '' }],
    ['search', { query: 'x', scope: 'everywhere' }],
    ['search', { query: 'x', scope: 'day', day: 'tomorrow' }],
    ['search', { query: 'x'.repeat(501) }],
    ['regenerate-summary', { day: '2026-02-30' }],
    ['regenerate-summary', {}],
    ['timezone', { timezone: 'Mars/Olympus' }],
  ]
  for (const [path, body] of bad) {
    const response = await visitor.post(`/continuous/${path}/`, body)
    expect(response.status, JSON.stringify([path, body]).slice(0, 80)).toBe(400)
    expect((await response.json()).error).toMatch(/^.{10,200}\.$/s)
  }
  const large = await visitor.post('/continuous/add-message/', { id, text: 'x'.repeat(200_000) })
  expect([large.status, (await large.json()).error]).toEqual([413, expect.stringContaining('too long')])
  expect((await visitor.post('/continuous/add-message/', 'id=1', { 'content-type': 'text/xml' })).status).toBe(415)
  for (const path of [
    '/continuous/day/not-a-day/',
    '/continuous/day/2026-13-01/',
    '/continuous/messages/',
    '/continuous/messages/?around=x',
    '/continuous/?message=-1',
    '/continuous/days/?before=x',
    '/continuous/messages/?since=99999999999',
    '/continuous/day/2026-11-18/summary/?since=now',
  ])
    expect((await visitor.get(path)).status, path).toBeOneOf([400, 404])
  expect(page.events).toEqual([])
})

test('the timezone of the browser counts until somebody has said one', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect(await (await visitor.get('/continuous/')).text()).toContain('data-asks-timezone')
  expect(await set(visitor, 'Asia/Tokyo')).toEqual({ timezone: 'Asia/Tokyo', changed: true })
  expect(await set(visitor, 'America/Lima')).toEqual({ timezone: 'Asia/Tokyo', changed: false })
  expect(await timezoneOf(page)).toBe('Asia/Tokyo')
  expect(await (await visitor.get('/continuous/')).text()).not.toContain('data-asks-timezone')
  expect(await (await visitor.get('/settings/')).text()).toContain('Asia/Tokyo')
})

test('a reminder of a time by the clock moves with the timezone that the page sets at the first visit', async () => {
  const page = await startPage()
  const threadId = await ensureContinuousThread(page.store, page.owner.id, page.options.clock.now())
  const scope = { userId: page.owner.id, threadId, audience: 'private' } as const
  const context = { scope, now: page.options.clock.now(), timezone: page.options.defaultTimezone }
  const due = { day: '2026-11-20' as DayLabel, time: '09:00' }
  const add = (text: string, isFixed: boolean) =>
    page.store.transaction((tx) => addLoop(tx, context, { owner: 'user', origin: 'request', text, due: { ...due, isFixed } }))
  await add('at nine', false)
  await add('in two days', true)
  await set(await signIn(page), 'Asia/Tokyo')
  const reminders = await page.store.db.reminder.findMany({ include: { loop: true }, orderBy: { id: 'asc' } })
  expect(reminders.map(({ loop, dueAt }) => [loop.text, dueAt.toISOString()])).toEqual([
    ['at nine', '2026-11-20T00:00:00.000Z'],
    ['in two days', '2026-11-20T08:00:00.000Z'],
  ])
})

const set = async (visitor: Awaited<ReturnType<typeof signIn>>, timezone: string) =>
  (await visitor.post('/continuous/timezone/', { timezone })).json()
const timezoneOf = async (page: Page) => (await findUserById(page.store.db, page.owner.id))?.timezone

test('a reply to a message of the own conversation is stored as one, and shown; one to any other message is not linked', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const said = await write(page, { text: 'The <b>budget</b> is 340', sentAt: page.options.clock.now() })
  const bodyOf = async (path: string) => (await visitor.get(path)).text()
  const html = await bodyOf(`/continuous/?reply=${said.id}`)
  expect(html).toContain(`Replying to “<bdi data-quotes="${said.id}">The &lt;b>budget&lt;/b> is 340</bdi>”`)
  expect(html).toContain(`<input type="hidden" form="box" name="reply_to" value="${said.id}"`)
  expect(html).toContain('<a href="/continuous/">Cancel reply</a>')
  expect(await bodyOf('/continuous/')).not.toContain('id="subject"')
  expect((await visitor.get(`/continuous/?reply=${said.id + 100}`)).status).toBe(404)
  await visitor.post('/continuous/add-message/', { id, text: 'Is it?', reply_to: said.id })
  await visitor.post('/continuous/add-message/', { id: `${id}-b`, text: 'Or not?', reply_to: said.id + 100 })
  const rows = await page.store.db.message.findMany({ where: { text: { in: ['Is it?', 'Or not?'] } }, orderBy: { id: 'asc' } })
  expect(rows.map(({ replyToId }) => replyToId)).toEqual([said.id, null])
  expect(quotesIn(await bodyOf('/continuous/'))).toEqual([`/continuous/?message=${said.id}#m${said.id} The &lt;b>budget&lt;/b> is 340`])
  expect((await visitor.post('/continuous/add-message/', { id: `${id}-c`, text: 'Hm', reply_to: 'x' })).status).toBe(400)
})

/** The address and the text of each quote above a reply. */
const quotesIn = (html: string): string[] =>
  [...html.matchAll(/<a class="quote" href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => `${href} ${text}`)

test.each(['digest', 'notice'] as const)('a reply to a %s is offered, stored, and quotes its first line', async (kind) => {
  const page = await startPage()
  const visitor = await signIn(page)
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-17T08:00:00Z' })
  const text = `**Tuesday 17 November**\n\n## Summary\n${'Oak, it was said. '.repeat(20)}`
  const posted = await reply(page, asked, { text, role: 'system', kind, sentAt: '2026-11-18T07:00:00Z' })
  const bodyOf = async (path: string) => (await visitor.get(path)).text()
  const offered = await bodyOf('/continuous/day/2026-11-17/')
  expect(offered).toContain(`href="/continuous/?reply=${posted.id}"`)
  expect(offered).not.toContain(`data-action="/remember #${posted.id}"`)
  expect(await bodyOf(`/continuous/?reply=${posted.id}`)).toContain(`“<bdi data-quotes="${posted.id}">Tuesday 17 November</bdi>”`)
  await visitor.post('/continuous/add-message/', { id, text: 'Yes, do that', reply_to: posted.id })
  expect(await page.store.db.message.findFirst({ where: { text: 'Yes, do that' } })).toMatchObject({ replyToId: posted.id })
  const href = `/continuous/?message=${posted.id}#m${posted.id}`
  expect(quotesIn(await bodyOf('/continuous/'))).toEqual([`${href} Tuesday 17 November`])
  // The quote leads to the whole digest.
  if (kind === 'digest') expect(await bodyOf(href)).toMatch(/highlighted[^<]*<span[^<]*<\/span><details class="body" open/)
})

test('of a message that was deleted, a reply quotes nothing, and no new reply is begun', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  const posted = await reply(page, asked, { text: 'About oak', role: 'system', kind: 'digest', sentAt: '2026-11-18T08:00:01Z' })
  const begun = await (await visitor.get(`/continuous/?reply=${posted.id}`)).text()
  expect(begun).toContain('About oak')
  await page.store.db.message.update({ where: { id: posted.id }, data: { text: '', deletedAt: page.options.clock.now() } })
  expect((await visitor.get(`/continuous/?reply=${posted.id}`)).status).toBe(404)
  // It was begun before the deletion.
  expect((await visitor.post('/continuous/add-message/', { id, text: 'Yes, do that', reply_to: posted.id })).status).toBe(202)
  const shown = await (await visitor.get('/continuous/')).text()
  expect(quotesIn(shown)).toEqual([`/continuous/?message=${posted.id}#m${posted.id} This message was deleted.`])
  expect(shown).not.toContain('About oak')
})

test('the text of a message that was written on the page can be changed there', async () => {
  const page = await startPage({ inbox: async () => {} })
  const visitor = await signIn(page)
  const message = await write(page, { text: 'Austria?', sentAt: page.options.clock.now(), id })
  const edited = await visitor.post('/continuous/add-message/', { id: `${id}-edit`, text: 'Australia?', edits: message.id })
  expect(edited.status).toBe(202)
  expect(page.events).toEqual([
    {
      type: 'edit',
      place: { platform: 'web', tenant: '', address: `web:${page.owner.id}`, kind: 'direct' },
      id,
      order: message.platformOrder,
      author: { id: String(page.owner.id), name: page.owner.name, isBot: false },
      text: 'Australia?',
      attachments: [],
      addressed: true,
      sentAt: message.sentAt,
      editedAt: page.options.clock.now(),
    },
  ])
  const html = await (await visitor.get(`/continuous/?edit=${message.id}`)).text()
  expect(html).toContain(`<input type="hidden" form="box" name="edits" value="${message.id}"`)
  expect(html).toMatch(/<textarea[^>]*>Austria\?<\/textarea>/)
  expect(html).toContain(`href="/continuous/?edit=${message.id}"`)
})

test('no other message can be changed on the page', async () => {
  const page = await startPage({ inbox: async () => {} })
  const visitor = await signIn(page)
  const sentAt = page.options.clock.now()
  const own = await write(page, { text: 'Mine', sentAt })
  const ids = {
    answer: (await reply(page, own, { text: 'An answer', sentAt })).id,
    command: (await write(page, { text: '/days', sentAt, kind: 'command' })).id,
    elsewhere: (
      await write(page, {
        text: 'On Telegram',
        sentAt,
        place: { platform: 'telegram', tenant: '', address: 'tg:1' as PlaceRef['address'], kind: 'direct' },
      })
    ).id,
    foreign: (await write(page, { text: 'Theirs', sentAt, user: await addPerson(page, 'eve') })).id,
    none: 999_999,
  }
  for (const [what, edits] of Object.entries(ids)) {
    expect((await visitor.post('/continuous/add-message/', { id, text: 'Changed', edits })).status, what).toBe(404)
    expect((await visitor.get(`/continuous/?edit=${edits}`)).status, what).toBe(404)
  }
  expect(page.events).toEqual([])
})

test('a message that was edited after its reply can be answered again', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const sentAt = page.options.clock.now()
  const question = await write(page, { text: 'Austria?', sentAt })
  const answer = await reply(page, question, { text: 'Vienna.', sentAt })
  await answeredByTurn(page, answer, {})
  const { turnId } = await page.store.db.message.findUniqueOrThrow({ where: { id: answer.id } })
  await page.store.db.message.update({ where: { id: question.id }, data: { turnId } })
  // The newest reply has a hidden button with the same action, which the script shows.
  const button = `<div class="buttons"><button type="button" data-action="/retry ${question.id} again"`
  expect(await (await visitor.get('/continuous/')).text()).not.toContain(button)
  await page.store.db.message.update({ where: { id: question.id }, data: { editedAt: new Date(sentAt.getTime() + 1_000) } })
  expect(await (await visitor.get('/continuous/')).text()).toContain(button)
  await page.store.db.message.update({ where: { id: question.id }, data: { pending: true } })
  expect(await (await visitor.get('/continuous/')).text()).not.toContain(button)
})
