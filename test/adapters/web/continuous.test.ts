import { expect, test } from 'vitest'
import type { PlaceAddress, PlatformMessageId, UserId } from '../../../src/core/domain/ids.ts'
import { addDays, dayLabelOf } from '../../../src/core/ports/clock.ts'
import type { PlaceRef } from '../../../src/core/ports/platform.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, type Page, reply, signIn, startPage, summarize, type Visitor, write, writeMany } from './page-harness.ts'

const telegram: PlaceRef = { platform: 'telegram', tenant: '', address: 'tg:1' as PlaceRef['address'], kind: 'direct' }
const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()

test('the first visit says that nothing was said yet, and what to try', async () => {
  const visitor = await signIn(await startPage())
  const shown = await html(visitor, '/continuous/')
  expect(shown).toContain('Welcome to Throughline')
  expect(shown).toContain('data-fill="Remind me to call the dentist tomorrow at nine."')
  expect(shown).toContain('data-command="/days"')
  expect(shown).not.toContain('/secret')
})

test('a day shows its messages in order, where they were written, and how a past session folds', async () => {
  const page = await startPage()
  const early = await write(page, { text: 'Where were we?', sentAt: '2026-11-18T06:00:00Z', place: telegram })
  await reply(page, early, { text: 'At the **lease**.', sentAt: '2026-11-18T06:00:02Z' })
  await summarize(page, early, '## Summary\nThe lease, again.\n\n## Decisions\n- It starts in December [#1]', '2026-11-18T06:30:00Z')
  const late = await write(page, { text: 'Good morning', sentAt: '2026-11-18T08:50:00Z' })
  await reply(page, late, { text: 'Good morning to you', sentAt: '2026-11-18T08:50:02Z' })
  const shown = await html(await signIn(page), '/continuous/')
  const order = [
    'The lease, again.',
    '2 earlier messages',
    'Where were we?',
    '<strong>lease</strong>',
    'Day summary updated',
    'Good morning',
    'Good morning to you',
  ]
  expect(order.map((text) => shown.indexOf(text))).toEqual([...order.map((text) => shown.indexOf(text))].sort((a, b) => a - b))
  expect(order.every((text) => shown.includes(text))).toBe(true)
  // In the timezone of its user.
  expect(shown).toContain('>07:30<')
  expect(shown).toContain('>09:50<')
  // Once for the two that follow each other.
  expect(shown.match(/>Telegram</g)).toHaveLength(1)
  expect(shown).toContain('<a class="citation" href="/continuous/?message=1#m1"')
  expect(shown).toMatch(/<details class="older">/)
  expect(await html(await signIn(page), '/continuous/day/2026-11-18/')).toMatch(/<details class="older">/)
})

test('a day that is over is shown with its folds open, and says so when it is empty', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Long ago', sentAt: '2026-11-03T10:00:00Z' })
  await summarize(page, message, '## Summary\nOne thing.', '2026-11-04T00:10:00Z')
  await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
  const visitor = await signIn(page)
  expect(await html(visitor, '/continuous/day/2026-11-03/')).toMatch(/<details class="older" open>/)
  const empty = await html(visitor, '/continuous/day/2026-11-04/')
  expect(empty).toContain('No messages on Wednesday 4 November 2026')
  expect(empty).not.toContain('id="box"')
  expect((await visitor.get('/continuous/day/?day=2026-11-03')).headers.get('location')).toBe('/continuous/day/2026-11-03/')
})

test('a citation opens its message on its day, highlighted, even from within a fold', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'The wood is oak', sentAt: '2026-11-10T10:00:00Z' })
  await summarize(page, message, '## Summary\nOak.', '2026-11-10T10:30:00Z')
  await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
  const shown = await html(await signIn(page), `/continuous/?message=${message.id}`)
  expect(shown).toContain('Tuesday 10 November 2026')
  expect(shown).toMatch(new RegExp(`<article id="m${message.id}"[^>]*class="message user highlighted"`))
})

test('a link to a message leads to it, for its user alone', async () => {
  const publicUrl = new URL('https://chat.example.org')
  const started = await startPage({ options: { publicUrl } })
  const page = { ...started, url: started.adapter.receiver.listening }
  const { permalink } = page.adapter.sender
  const own = `web:${page.owner.id}` as PlaceAddress
  const linkTo = (id: string) => permalink?.(own, id as PlatformMessageId) ?? ''
  const id = 'made-by-the-page_1'
  const message = await write(page, { text: 'The wood is oak', sentAt: '2026-11-10T10:00:00Z', id })
  const answer = await reply(page, message, { text: 'Oak it is.', sentAt: '2026-11-10T10:00:02Z' })
  const sent = { text: 'Oak it is.', state: 'sent', platformMessageId: `page:${answer.id}.0`, updatedAt: page.options.clock.now() }
  await page.store.db.delivery.create({ data: { messageId: answer.id, part: 0, ...sent } })
  const opened = (visitor: Visitor, link: string) => visitor.get(link.replace(publicUrl.origin, ''), { accept: 'text/html' })

  expect(linkTo(id)).toBe('https://chat.example.org/continuous/?pageMessage=made-by-the-page_1')
  const visitor = await signIn(page)
  for (const [link, linked] of [
    [linkTo(id), message.id],
    [linkTo(sent.platformMessageId), answer.id],
  ] as const)
    expect((await opened(visitor, link)).headers.get('location')).toBe(`/continuous/?message=${linked}#m${linked}`)
  const marta = await addPerson(page, 'Marta')
  await write(page, { text: 'Mine', sentAt: '2026-11-18T08:00:00Z', user: marta })
  for (const link of [linkTo(id), linkTo('never-said')]) expect((await opened(await signIn(page, marta.id), link)).status).toBe(404)
  expect((await visitor.get('/continuous/?pageMessage=%00')).status).toBe(400)
  expect(permalink?.(own, 'an id of something else' as PlatformMessageId)).toBeUndefined()
})

test('without a public address there are no links to messages: they would open nowhere else', async () => {
  const { adapter, owner } = await startPage()
  expect(adapter.sender.permalink?.(`web:${owner.id}` as PlaceAddress, 'made-by-the-page_1' as PlatformMessageId)).toBeUndefined()
})

test('what a deletion left, what a tool did, and what may not have arrived', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Remind me of the wood', sentAt: '2026-11-18T08:00:00Z', place: telegram })
  const tool = { id: 'call', name: 'conversation_search', arguments: '{"query":"wood <oak>"}' }
  await reply(page, message, { text: '{"results":["raw"]}', role: 'tool', tool, sentAt: '2026-11-18T08:00:01Z' })
  const answer = await reply(page, message, { text: 'Oak.', sentAt: '2026-11-18T08:00:02Z' })
  const buttons = [{ label: 'Turn off', action: '/digest off' }]
  await page.store.db.delivery.create({
    data: { messageId: answer.id, part: 0, text: 'Oak.', buttons, state: 'unknown', updatedAt: page.options.clock.now() },
  })
  const gone = await write(page, { text: 'Never mind', sentAt: '2026-11-18T08:01:00Z' })
  await page.store.db.message.update({ where: { id: gone.id }, data: { text: '', deletedAt: page.options.clock.now() } })
  const shown = await html(await signIn(page), '/continuous/')
  expect(shown).toContain('Searched the conversation: “wood &lt;oak>”')
  expect(shown).not.toContain('raw')
  expect(shown).toContain('This may not have arrived.')
  expect(shown).toContain(`data-action="/retry ${answer.id}"`)
  expect(shown).toContain('data-action="/digest off"')
  expect(shown).toContain('This message was deleted.')
})

test('a citation says when its message was sent: at which time of the day that is read, or on which other day', async () => {
  const page = await startPage()
  const before = await write(page, { text: 'We take oak', sentAt: '2026-11-10T08:00:00Z' })
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  await reply(page, asked, { text: `Oak [#${before.id}], as you ask [#${asked.id}] [#2147483647].`, sentAt: '2026-11-18T08:00:02Z' })
  await summarize(page, asked, `## Decisions\n- Oak [#${asked.id}]`, '2026-11-18T08:30:00Z')
  const shown = await html(await signIn(page), '/continuous/')
  const labels = [...shown.matchAll(/class="citation"[^>]*><bdi dir="ltr">([^<]*)/g)].map(([, label]) => label)
  expect(labels).toEqual(['09:00', 'Tue 10 Nov', '09:00', '#2147483647'])
})

test('that there is no language model stands below the reply', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  const text = 'Oak.\n\n_Still no language model: I only find and quote._'
  await reply(page, asked, { text, sentAt: '2026-11-18T08:00:02Z' })
  const shown = await html(await signIn(page), '/continuous/')
  expect(shown).toContain(
    '<p dir="auto">Oak.</p>\n</div><p class="no-model" dir="auto">Still no language model: I only find and quote.</p>',
  )
})

test('what was looked up for one answer is one closed fold, open for a link into it', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z' })
  const use = (name: string, second: number, args = '{}') =>
    reply(page, asked, { text: '{}', role: 'tool', tool: { id: 'c', name, arguments: args }, sentAt: `2026-11-18T08:00:0${second}Z` })
  await reply(page, asked, { text: '', sentAt: '2026-11-18T08:00:01Z' })
  await use('conversation_search', 2)
  // A round that only called tools does not cut the fold in two.
  await reply(page, asked, { text: '', sentAt: '2026-11-18T08:00:03Z' })
  await use('conversation_get', 4, '{"message_id":7}')
  const last = await use('conversation_get', 5, '{"message_id":8}')
  await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T08:00:06Z' })
  const visitor = await signIn(page)
  const shown = await html(visitor, '/continuous/')
  const folds = [...shown.matchAll(/<details class="steps"[^>]*><summary>([^<]+)<\/summary>(.*?)<\/details>/gs)]
  expect(folds.map(([, summary]) => summary)).toEqual(['Looked up: 1 search, 2 messages'])
  expect(folds[0]?.[2]).toContain('Read the conversation around #8')
  expect(folds[0]?.[2]).not.toContain('Oak.')
  expect(shown).not.toContain('<details class="steps" open')
  expect(await html(visitor, `/continuous/?message=${last.id}`)).toContain('<details class="steps" open')
})

test('lists of a summary without entries are left out, in any language', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Le bois', sentAt: '2026-11-18T08:00:00Z' })
  const lists = '## Objectifs\n- Aucun\n\n## Décisions\n- Chêne [#1]\n\n## Prochaines étapes\n- Aucun'
  await summarize(page, message, `## Résumé\nDu bois.\n\n${lists}`, '2026-11-18T08:10:00Z')
  const [, shown = ''] = (await html(await signIn(page), '/continuous/')).split(/<\/?main/)
  expect([...shown.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)).toEqual(['Décisions'])
  expect(shown).toContain('Chêne')
})

test('a summary that was written without a model because of the limit says so', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'Wood', sentAt: '2026-11-18T08:00:00Z' })
  await summarize(page, message, '## Summary\nWood.', '2026-11-18T08:10:00Z')
  const visitor = await signIn(page)
  expect(await html(visitor, '/continuous/')).not.toContain('Written without a model')
  await page.store.db.daySummary.updateMany({ data: { overLimit: true } })
  expect(await html(visitor, '/continuous/')).toContain(
    'Written without a model, because the limit for background work was reached that day.',
  )
})

test('what could not be delivered elsewhere says so, and is retried by its id', async () => {
  const page = await startPage()
  const asked = await write(page, { text: 'Which wood?', sentAt: '2026-11-18T08:00:00Z', place: telegram })
  const answer = await reply(page, asked, { text: 'Oak.', sentAt: '2026-11-18T08:00:01Z' })
  const notice = await reply(page, asked, { text: 'That did not work.', role: 'system', kind: 'notice', sentAt: '2026-11-18T08:00:02Z' })
  const delivery = { part: 0, text: '', updatedAt: page.options.clock.now() }
  await page.store.db.delivery.create({ data: { ...delivery, messageId: answer.id, state: 'failed' } })
  const buttons = [{ label: 'Try again', action: '/retry' }]
  await page.store.db.delivery.create({
    data: { ...delivery, messageId: notice.id, state: 'sent', platformMessageId: 'tg-5', buttons },
  })
  const visitor = await signIn(page)
  const shown = await html(visitor, '/continuous/')
  expect(shown).toContain('This could not be delivered.')
  const actions = [...shown.matchAll(/data-action="(?!\/remember |\/forget )([^"]+)"/g)].map(([, action]) => action)
  expect(actions).toEqual([`/retry ${answer.id}`, `/retry ${notice.id}`])
  await visitor.post('/continuous/add-message/', { id: 'retry-0123456789abc', action: actions[0] })
  expect(page.events.at(-1)).toMatchObject({ type: 'action', action: `/retry ${answer.id}` })
})

test('a button that opens a message is a link, and none where the text has that link', async () => {
  const page = await startPage()
  const asked = await write(page, { text: '/find oak', sentAt: '2026-11-18T08:00:00Z', kind: 'command' })
  const answer = await reply(page, asked, { text: 'Oak it was [#77].', sentAt: '2026-11-18T08:00:01Z' })
  const buttons = [7, 77].map((id) => ({ label: `Open ${id}`, action: `/open ${id}` }))
  await page.store.db.delivery.create({
    data: { messageId: answer.id, part: 0, text: '', buttons, state: 'pending', updatedAt: page.options.clock.now() },
  })
  const shown = await html(await signIn(page), '/continuous/')
  expect(shown).toContain('<a class="button" href="/continuous/?message=7#m7">Open 7</a>')
  expect(shown).not.toContain('Open 77')
  expect(shown).not.toContain('data-action="/open')
})

test('of a long day the newest messages are shown, or those around the one a link asks for', async () => {
  const page = await startPage()
  const opening = await write(page, { text: 'Good morning', sentAt: '2026-11-04T07:00:00Z' })
  const stored = await writeMany(page, opening, 450)
  const asked = await write(page, { text: 'What was number 200?', sentAt: '2026-11-18T08:00:00Z' })
  await reply(page, asked, { text: `You said it then [#${stored[200]?.id}].`, sentAt: '2026-11-18T08:00:02Z' })
  const visitor = await signIn(page)
  const numbers = (text: string) => [...text.matchAll(/Number (\d+)\./g)].map(([, number]) => Number(number))
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

  const newest = await html(visitor, '/continuous/day/2026-11-04/')
  expect(numbers(newest)).toEqual(from(250, 449))
  expect(newest).not.toContain('To the latest messages of this day')
  const before = /id="earlier" data-before="(\d+)"/.exec(newest)?.[1]
  const earlier = await (await visitor.get(`/continuous/messages/?before=${before}`)).json()
  expect(earlier.messages.flatMap((fragment: { html: string }) => numbers(fragment.html))).toEqual(from(50, 249))
  expect(earlier.earlier).toContain('id="earlier"')
  const earliest = await (await visitor.get(`/continuous/messages/?before=${earlier.messages[0].id}`)).json()
  expect([earliest.messages.length, 'earlier' in earliest]).toEqual([51, false])

  const [, citation = ''] = /class="citation" href="([^"#]+)#/.exec(await html(visitor, '/continuous/')) ?? []
  const around = await html(visitor, citation)
  expect(numbers(around)).toEqual(from(101, 300))
  expect(around).toMatch(new RegExp(`<article id="m${stored[200]?.id}"[^>]*class="message user highlighted"`))
  expect(around).toContain('id="earlier"')
  expect(around).toContain('To the latest messages of this day')
})

test.each(['chat', 'command', 'notice', 'deleted', 'tool'])('a link opens a message of whatever kind: %s', async (kind) => {
  const page = await startPage()
  const asked = await write(page, { text: 'Hello', sentAt: '2026-11-04T07:00:00Z', kind: kind === 'command' ? 'command' : 'chat' })
  const tool = { id: 'call', name: 'conversation_search', arguments: '{}' }
  const said = { text: 'Something', sentAt: '2026-11-04T07:00:01Z' }
  const notice = kind === 'notice' && (await reply(page, asked, { ...said, role: 'system', kind: 'notice' }))
  const used = kind === 'tool' && (await reply(page, asked, { ...said, role: 'tool', tool }))
  const { id } = notice || used || asked
  if (kind === 'deleted') await page.store.db.message.update({ where: { id }, data: { text: '', deletedAt: page.options.clock.now() } })
  await write(page, { text: 'Today', sentAt: '2026-11-18T08:00:00Z' })
  const shown = await html(await signIn(page), `/continuous/?message=${id}`)
  expect(shown).toContain('Wednesday 4 November 2026')
  expect(shown).toMatch(new RegExp(`<article id="m${id}"[^>]*class="message [a-z]+ highlighted"`))
})

test('just after midnight the running session is shown above the new day, and no longer when it has ended', async () => {
  const clock = new TestClock('2026-11-18T23:05:00Z')
  const page = await startPage({ clock })
  await write(page, { text: 'In the afternoon', sentAt: '2026-11-18T15:00:00Z' })
  await write(page, { text: 'Before midnight', sentAt: '2026-11-18T22:58:00Z' })
  const visitor = await signIn(page)
  const running = await html(visitor, '/continuous/')
  expect(running).toMatch(/Before midnight.*class="mark" data-day="2026-11-19".*Thursday 19 November 2026/s)
  expect(running).toMatch(/Before this: Yesterday<.*class="mark" data-day="2026-11-18".*Wednesday 18 November 2026.*Before midnight/s)
  expect(running).not.toContain('In the afternoon')
  expect(running).not.toContain('No messages yet today')
  await write(page, { text: 'After midnight', sentAt: '2026-11-18T23:06:00Z' })
  expect(await html(visitor, '/continuous/')).toMatch(/Before midnight.*data-day="2026-11-19".*After midnight/s)
  clock.advance(60 * 60_000)
  const ended = await html(visitor, '/continuous/')
  expect(ended).toContain('After midnight')
  expect(ended).not.toContain('Before midnight')
})

test('the days come thirty at a time', async () => {
  const page = await startPage()
  for (let back = 34; back >= 0; back--)
    await write(page, { text: `Day ${back}`, sentAt: `${addDays(dayLabelOf(page.options.clock.now(), 'UTC'), -back)}T08:00:00Z` })
  const visitor = await signIn(page)
  const first = await (await visitor.get('/continuous/days/')).json()
  expect(first.days).toHaveLength(30)
  expect(first.days[0]).toEqual({ day: '2026-11-18', messages: 1, hasSummary: false })
  expect(first.next).toBe('2026-10-20')
  const second = await (await visitor.get(`/continuous/days/?before=${first.next}`)).json()
  expect(second.days.map(({ day }: { day: string }) => day)).toEqual(['2026-10-19', '2026-10-18', '2026-10-17', '2026-10-16', '2026-10-15'])
  expect(second.next).toBeUndefined()
  expect(await html(visitor, '/continuous/')).toContain('data-before="2026-10-20"')
})

test('messages are given around one, before one, and since a change', async () => {
  const page = await startPage()
  const stored = []
  for (let minute = 0; minute < 40; minute++)
    stored.push(await write(page, { text: `Number ${minute}.`, sentAt: new Date(Date.UTC(2026, 10, 18, 8, minute)) }))
  const visitor = await signIn(page)
  const texts = async (path: string) =>
    (await (await visitor.get(path)).json()).messages.map(({ html }: { html: string }) => /Number (\d+)\./.exec(html)?.[1])
  expect(await texts(`/continuous/messages/?around=${stored[20]?.id}`)).toEqual(Array.from({ length: 31 }, (_, index) => String(index + 5)))
  expect(await texts(`/continuous/messages/?before=${stored[3]?.id}`)).toEqual(['0', '1', '2'])
  const since = await (await visitor.get(`/continuous/messages/?since=${stored[37]?.changeSeq}`)).json()
  expect(since.messages.map(({ id }: { id: number }) => id)).toEqual([stored[38]?.id, stored[39]?.id])
  expect(since.seq).toBe(stored[39]?.changeSeq)
})

test('before the first message of a day come those of the latest day before with something to read', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'Oak', sentAt: '2026-11-10T07:00:00Z' })
  await summarize(page, first, '## Summary\nThe wood.', '2026-11-11T00:10:00Z')
  // A day on which everything was deleted, and one that has only a tool step and a draft.
  const gone = await write(page, { text: 'Never mind', sentAt: '2026-11-12T07:00:00Z' })
  const tool = { id: 'call', name: 'conversation_search', arguments: '{}' }
  const kept = await write(page, { text: 'Gone, too', sentAt: '2026-11-13T07:00:00Z' })
  await reply(page, kept, { text: '{}', role: 'tool', tool, sentAt: '2026-11-13T07:00:01Z' })
  await reply(page, kept, { text: 'Not yet', kind: 'draft', sentAt: '2026-11-13T07:00:02Z' })
  await page.store.db.message.updateMany({
    where: { id: { in: [gone.id, kept.id] } },
    data: { text: '', deletedAt: page.options.clock.now() },
  })
  const later = await write(page, { text: 'Later', sentAt: '2026-11-14T07:00:00Z' })
  const visitor = await signIn(page)
  const shown = await html(visitor, '/continuous/day/2026-11-14/')
  expect(shown).toContain(`<a class="earlier" id="earlier" data-before="${later.id}" href="/continuous/day/2026-11-10/">`)
  const answer = await (await visitor.get(`/continuous/messages/?before=${later.id}`)).json()
  expect(answer).toMatchObject({ messages: [{ id: first.id, day: '2026-11-10' }], day: '2026-11-10' })
  expect(answer.head).toMatch(
    /<h2 class="mark" data-day="2026-11-10"[^>]*><a href="\/continuous\/day\/2026-11-10\/">Tuesday 10 November 2026</,
  )
  expect(answer.head).toMatch(/<section class="summary"[^>]*aria-labelledby="day-2026-11-10"><details><summary>.*The wood\./s)
  expect(answer.earlier).toBeUndefined()
  expect(await (await visitor.get(`/continuous/messages/?before=${first.id}`)).json()).toEqual({ messages: [] })
})

test('a day without messages goes on into the days before it, and a long day comes in parts', async () => {
  const page = await startPage()
  const first = await write(page, { text: 'The first of all', sentAt: '2026-11-09T07:00:00Z' })
  const opening = await write(page, { text: 'Good morning', sentAt: '2026-11-10T07:00:00Z' })
  await writeMany(page, opening, 250)
  const visitor = await signIn(page)
  const today = await html(visitor, '/continuous/')
  expect(today).toMatch(
    /id="earlier" data-before-day="2026-11-18" href="\/continuous\/day\/2026-11-10\/">Before this: Tuesday 10 November 2026</,
  )
  const load = async (query: string) => (await visitor.get(`/continuous/messages/?${query}`)).json()
  const newest = await load('beforeDay=2026-11-18')
  expect([newest.day, newest.messages.length]).toEqual(['2026-11-10', 200])
  expect(newest.earlier).toContain(`data-before="${newest.messages[0].id}"`)
  expect(newest.earlier).toContain('Show earlier messages of this day')
  const rest = await load(`before=${newest.messages[0].id}`)
  expect([rest.day, rest.messages.length, rest.messages[0].id]).toEqual(['2026-11-10', 51, opening.id])
  expect(rest.earlier).toContain('Before this: Monday 9 November 2026')
  expect(await load(`before=${opening.id}`)).toMatchObject({ day: '2026-11-09', messages: [{ id: first.id }] })
  expect(await load('beforeDay=2026-11-09')).toEqual({ messages: [] })
  for (const query of ['beforeDay=', 'beforeDay=2026-02-30', 'before=x', 'before=-1'])
    expect((await visitor.get(`/continuous/messages/?${query}`)).status, query).toBe(400)
  const marta = await addPerson(page, 'Marta')
  const other = await signIn(page, marta.id)
  expect((await other.get('/continuous/messages/?beforeDay=2026-11-18')).status).toBe(404)
  await write(page, { text: 'Mine', sentAt: '2026-11-18T08:00:00Z', user: marta })
  expect(await (await other.get('/continuous/messages/?beforeDay=2026-11-18')).json()).toEqual({ messages: [] })
  expect((await other.get(`/continuous/messages/?before=${opening.id}`)).status).toBe(404)
})

test('search finds, marks and pages within the scope that is asked for', async () => {
  const page = await startPage()
  await write(page, { text: 'We decided on oak for the frames', sentAt: '2026-09-01T10:00:00Z' })
  await write(page, { text: 'The oak has come', sentAt: '2026-11-17T10:00:00Z' })
  for (let minute = 0; minute < 12; minute++)
    await write(page, { text: `Oak, plank ${minute}`, sentAt: new Date(Date.UTC(2026, 10, 18, 8, minute)) })
  const visitor = await signIn(page)
  const search = async (body: object) => (await visitor.post('/continuous/search/', body)).json()
  const all = await search({ query: 'oak', scope: 'all' })
  expect(all.html).toContain('<mark>')
  expect(all.html).toMatch(/href="\/continuous\/\?message=\d+#m\d+"/)
  expect(all.results).toHaveLength(10)
  const rest = await search({ query: 'oak', scope: 'all', cursor: all.next_cursor })
  expect(rest.results).toHaveLength(4)
  const days = (found: { results: { day_label: string }[] }) => [...new Set(found.results.map(({ day_label }) => day_label))].sort()
  expect(days({ results: [...all.results, ...rest.results] })).toEqual(['2026-09-01', '2026-11-17', '2026-11-18'])
  expect(days(await search({ query: 'oak come', scope: 'recent' }))).not.toContain('2026-09-01')
  expect(days(await search({ query: 'oak', scope: 'day', day: '2026-09-01' }))).toEqual(['2026-09-01'])
  expect((await search({ query: 'zebra' })).html).toContain('Nothing was found')
})

test('a regenerated summary is queued for its day, and followed until it is there or has failed', async () => {
  const page = await startPage()
  const message = await write(page, { text: 'The wood is oak', sentAt: '2026-11-18T08:00:00Z' })
  const visitor = await signIn(page)
  const asked = await visitor.post('/continuous/regenerate-summary/', { day: '2026-11-18' })
  expect(asked.status).toBe(202)
  expect(page.jobs).toEqual([{ name: 'summarize-day', payload: { segmentId: message.segmentId, mode: 'manual' } }])
  const { since } = await asked.json()
  const look = async () => (await visitor.get(`/continuous/day/2026-11-18/summary/?since=${encodeURIComponent(since)}`)).json()
  expect(await look()).toMatchObject({ progress: 'waiting', updatedAt: null })
  const run = { segmentId: message.segmentId, mode: 'manual', fromRevision: 0, toSeq: 1, startedAt: page.options.clock.now() }
  await page.store.db.summaryRun.create({ data: { ...run, state: 'failed' } })
  expect(await look()).toMatchObject({ progress: 'failed' })
  await page.store.db.summaryRun.create({ data: { ...run, state: 'done' } })
  await summarize(page, message, '## Summary\nOak it is.', page.options.clock.now())
  expect(await look()).toMatchObject({
    progress: 'done',
    updatedAt: '2026-11-18T09:00:00.000Z',
    html: expect.stringContaining('Oak it is.'),
  })
  expect((await visitor.post('/continuous/regenerate-summary/', { day: '2026-01-01' })).status).toBe(404)
})

test('nobody sees, finds or changes what is not theirs', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  const secret = await write(page, { text: 'The secret is pineapple', sentAt: '2026-11-18T08:00:00Z' })
  await summarize(page, secret, '## Summary\nAbout a pineapple.', '2026-11-18T08:10:00Z')
  await write(page, { text: 'Mine', sentAt: '2026-11-18T08:00:00Z', user: marta })
  const visitor = await signIn(page, marta.id)
  const everything = await Promise.all(
    [
      '/continuous/',
      '/continuous/day/2026-11-18/',
      '/continuous/days/',
      '/continuous/calendar/',
      '/continuous/messages/?since=0',
      '/continuous/day/2026-11-18/summary/',
    ].map((path) => html(visitor, path)),
  )
  expect(everything.join()).toContain('Mine')
  expect(everything.join()).not.toMatch(/pineapple/i)
  expect(JSON.stringify(await (await visitor.post('/continuous/search/', { query: 'secret pineapple' })).json())).not.toMatch(
    /secret is|About a/,
  )
  for (const path of [
    `/continuous/?message=${secret.id}`,
    `/continuous/messages/?around=${secret.id}`,
    `/continuous/messages/?before=${secret.id}`,
  ]) {
    const refused = await visitor.get(path)
    const unknown = await visitor.get(path.replace(String(secret.id), '999999'))
    expect([refused.status, await refused.text()], path).toEqual([404, await unknown.text()])
  }
  await posts(page, visitor, marta.id)
})

/** Whatever a post says about its author is not believed. */
async function posts(page: Page, visitor: Visitor, userId: UserId): Promise<void> {
  const claim = { author: { id: '1' }, place: { address: 'web:1' }, userId: 1 }
  await visitor.post('/continuous/add-message/', { id: 'from-marta-12345678', text: 'Hello', ...claim })
  expect(page.events).toMatchObject([{ place: { address: `web:${userId}` }, author: { id: String(userId) } }])
}
