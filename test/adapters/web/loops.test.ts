import { expect, test } from 'vitest'
import type { DayLabel, LoopId } from '../../../src/core/domain/ids.ts'
import { addLoop, type NewLoop } from '../../../src/loops/add-loop.ts'
import { closeLoop } from '../../../src/loops/change-loop.ts'
import type { LoopWriteContext, OpenLoop } from '../../../src/loops/open-loop.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { addPerson, type Page, signIn, startPage, type Visitor, write } from './page-harness.ts'

const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()
const textsIn = (shown: string) => Array.from(shown.matchAll(/<p class="content" dir="auto">([^<]*)<\/p>/g), ([, text]) => text)
const noticeIn = (shown: string) => /id="notice"[^>]*>([^<]*)</.exec(shown)?.[1]
const problemIn = (shown: string) => /role="alert">([^<]*)</.exec(shown)?.[1]
const day = (label: string) => label as DayLabel

async function contextOf(page: Page, user = page.owner): Promise<LoopWriteContext> {
  const threadId = await ensureContinuousThread(page.store, user.id, page.options.clock.now())
  return { scope: { userId: user.id, threadId, audience: 'private' }, now: page.options.clock.now(), timezone: 'Europe/Paris' }
}

async function add(page: Page, loop: Partial<NewLoop> & { text: string }, user = page.owner): Promise<OpenLoop> {
  const context = await contextOf(page, user)
  return (await page.store.transaction((tx) => addLoop(tx, context, { owner: 'user', origin: 'request', ...loop }))).loop
}

/** Sends a form, and returns the page that the browser shows then. */
async function submit(visitor: Visitor, path: string, fields: Record<string, string> = {}) {
  const response = await visitor.post(path, new URLSearchParams(fields).toString(), form)
  if (response.status !== 303) return { status: response.status, shown: await response.text() }
  const location = response.headers.get('location') ?? ''
  return { status: 303, location, shown: await html(visitor, location.replace(/#.*/, '')) }
}

const rowOf = (page: Page, id: LoopId) => page.store.db.openLoop.findUniqueOrThrow({ where: { id } })

test('an empty list says how it fills, also to somebody who has not written yet', async () => {
  const page = await startPage()
  const shown = await html(await signIn(page), '/loops/')
  expect(shown).toContain('Nothing is open')
  expect(shown).toContain('<a href="/loops/" aria-current="page">Loops</a>')
  // No script but that of the theme.
  expect(shown.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('theme')])
})

test('what is due comes first, then what is open, then what was closed, each with what can be done with it', async () => {
  const page = await startPage()
  const said = await write(page, { text: 'I owe <Ann> a call', sentAt: '2026-11-17T09:00:00Z' })
  await add(page, { text: 'water the plants' })
  await add(page, { text: 'call <Ann>', due: { day: day('2026-11-18'), time: '18:00' }, source: said.id })
  await add(page, { text: 'send the invoice', due: { day: day('2026-11-16') } })
  await add(page, { text: 'bring the keys', owner: 'other', ownerName: 'Marta', due: { day: day('2026-11-19') } })
  await add(page, { text: 'stretch', due: { day: day('2026-11-01'), time: '09:00', repeat: 'FREQ=DAILY' } })
  const dropped = await add(page, { text: 'learn Latin' })
  const context = await contextOf(page)
  await page.store.transaction((tx) => closeLoop(tx, context, { id: dropped.id, state: 'dropped', origin: 'request' }))
  const shown = await html(await signIn(page), '/loops/')
  expect(textsIn(shown)).toEqual([
    'send the invoice',
    'call &lt;Ann>',
    'stretch',
    'Marta: bring the keys',
    'water the plants',
    'learn Latin',
  ])
  const [, due = '', open = '', closed = ''] = shown.split('<h2 ')
  for (const part of ['>Due<', 'was due Mon 16 Nov', 'today, 18:00', `<a href="/continuous/?message=${said.id}#m${said.id}">`])
    expect(due).toContain(part)
  for (const part of ['>Open<', 'every day at 09:00', '>Stop<', '>tomorrow<']) expect(open).toContain(part)
  expect(open).not.toContain('From this message')
  for (const part of ['>Recently closed<', '>dropped<', `action="/loops/${dropped.id}/reopen/"`]) expect(closed).toContain(part)
  expect(closed).not.toContain('/done/')
})

test('a new loop is read from one line, and the page says what was understood', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const timed = await submit(visitor, '/loops/', { text: 'call Ann 2026-12-24 18:00' })
  expect(noticeIn(timed.shown)).toBe('I will remind you: call Ann – Thu 24 Dec, 18:00')
  expect(timed.location).toMatch(/#notice$/)
  expect(await page.store.db.reminder.findMany()).toMatchObject([{ dueAt: new Date('2026-12-24T17:00:00Z'), state: 'waiting' }])
  const plain = await submit(visitor, '/loops/', { text: 'water the plants' })
  expect(noticeIn(plain.shown)).toBe('Noted: water the plants')
  expect(noticeIn((await submit(visitor, '/loops/', { text: 'Water the plants.' })).shown)).toBe('That is already open: water the plants')
  expect(textsIn(plain.shown)).toEqual(['call Ann', 'water the plants'])
})

test('a line without a thing, and one that is too long, are refused beside the field with what was typed', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (const text of ['', '  ', 'tomorrow at 18:00']) {
    const { status, shown } = await submit(visitor, '/loops/', { text })
    expect([status, problemIn(shown)]).toEqual([400, 'Write what there is to do.'])
    expect(shown).toContain(text.trim() ? `value="${text.trim()}"` : 'required value ')
  }
  const long = await submit(visitor, '/loops/', { text: 'x'.repeat(301) })
  expect(problemIn(long.shown)).toBe('That is too long: at most 300 characters fit. Shorten it.')
  expect(long.shown).toContain('x'.repeat(301))
  expect(await page.store.db.openLoop.count()).toBe(0)
})

test('a loop is renamed, unless there is no text or another loop says the same', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const { id } = await add(page, { text: 'call Ann' })
  await add(page, { text: 'water the plants' })
  expect(noticeIn((await submit(visitor, `/loops/${id}/edit/`, { text: 'call Anna' })).shown)).toBe('Changed: call Anna')
  const empty = await submit(visitor, `/loops/${id}/edit/`, { text: ' ' })
  expect([empty.status, problemIn(empty.shown)]).toEqual([400, 'Write what there is to do.'])
  const same = await submit(visitor, `/loops/${id}/edit/`, { text: 'Water the plants' })
  expect([same.status, problemIn(same.shown)]).toEqual([400, 'Another open point already says that.'])
  expect(same.shown).toContain('value="Water the plants"')
  // Only the form with the problem is open.
  expect(same.shown.match(/<details open/g)).toHaveLength(1)
  expect((await rowOf(page, id)).text).toBe('call Anna')
})

test('a loop is moved with words and with buttons, and a repeated one keeps its rule unless it gets a new one', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const { id } = await add(page, { text: 'call Ann' })
  const move = async (when: string, of = id) => (await submit(visitor, `/loops/${of}/move/`, { when })).shown
  expect(noticeIn(await move('31 December at 10:00'))).toBe('Moved: call Ann – Thu 31 Dec, 10:00')
  expect(noticeIn(await move('tomorrow'))).toBe('Moved: call Ann – tomorrow, 10:00')
  const shown = await html(visitor, '/loops/')
  for (const [, when] of shown.matchAll(/name="when" value="([^"]+)"/g)) expect(noticeIn(await move(when!)), when).toMatch(/^Moved: /)
  const unclear = await submit(visitor, `/loops/${id}/move/`, { when: 'some "day"' })
  expect([unclear.status, problemIn(unclear.shown)]).toEqual([400, expect.stringContaining('I do not understand when that is.')])
  expect(unclear.shown).toContain('value="some &quot;day&quot;"')

  const daily = await add(page, { text: 'stretch', due: { day: day('2026-11-01'), time: '09:00', repeat: 'FREQ=DAILY' } })
  expect(noticeIn(await move('24 December at 18:00', daily.id))).toBe('Moved: stretch – Thu 24 Dec, 18:00')
  expect(await rowOf(page, daily.id)).toMatchObject({ dueDay: '2026-11-01', repeat: 'FREQ=DAILY' })
  expect(noticeIn(await move('every day at 7:00', daily.id))).toBe('Moved: stretch – every day at 07:00')
  expect(await rowOf(page, daily.id)).toMatchObject({ dueTime: '07:00', repeat: 'FREQ=DAILY' })
})

test('a loop is done, dropped and opened again, and a button that comes too late says so', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const { id } = await add(page, { text: 'call Ann', due: { day: day('2026-11-20'), time: '09:00' } })
  const press = async (name: string) => noticeIn((await submit(visitor, `/loops/${id}/${name}/`)).shown)
  expect(await press('done')).toBe('Done: call Ann')
  expect(await press('drop')).toBe('That is no longer open: call Ann')
  expect((await submit(visitor, `/loops/${id}/move/`, { when: 'tomorrow' })).location).toContain('outcome=not-open')
  expect((await submit(visitor, `/loops/${id}/edit/`, { text: 'call Anna' })).location).toContain('outcome=not-open')
  expect(await rowOf(page, id)).toMatchObject({ state: 'done', text: 'call Ann' })
  expect(await press('reopen')).toBe('Open again: call Ann – Fri 20 Nov, 09:00')
  expect(await press('reopen')).toBe('That is already open: call Ann – Fri 20 Nov, 09:00')
  expect(await press('drop')).toBe('Dropped: call Ann')
  expect((await rowOf(page, id)).state).toBe('dropped')
})

test('the day shows at most eight loops, what is due first, and its buttons answer with the newer list', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect(await html(visitor, '/continuous/')).toContain('<section class="loop-panel" id="loops" data-version hidden></section>')
  for (let count = 1; count <= 9; count++) await add(page, { text: `point ${count}` })
  const { id } = await add(page, { text: 'call Ann', due: { day: day('2026-11-18') } })
  const shown = await html(visitor, '/continuous/')
  const panel = /<section class="loop-panel".*?<\/section>/s.exec(shown)?.[0] ?? ''
  const texts = Array.from(panel.matchAll(/<span dir="auto">([^<]*)</g), ([, text]) => text)
  expect(texts).toEqual(['call Ann', ...[9, 8, 7, 6, 5, 4, 3].map((number) => `point ${number}`)])
  expect(panel).toContain('All <span class="count">10</span>')
  const answer = await (await visitor.post(`/loops/${id}/done/`, { from: 'day' })).json()
  expect(answer).toEqual({ html: expect.stringContaining('point 2'), notice: 'Done: call Ann' })
  expect(answer.html).not.toContain('call Ann')
  // Without a script, the browser comes back to the conversation.
  const [next] = await page.store.db.openLoop.findMany({ where: { state: 'open' } })
  expect((await submit(visitor, `/loops/${next!.id}/done/`, { from: 'day' })).location).toBe('/continuous/')
})

test('a repeated loop beside the day has no button, because only its occurrences are done', async () => {
  const page = await startPage()
  const { id } = await add(page, { text: 'stretch', due: { day: day('2026-11-01'), repeat: 'FREQ=DAILY' } })
  const shown = await html(await signIn(page), '/continuous/')
  expect(shown).toContain(`<a href="/loops/#loop-${id}">`)
  expect(shown).not.toContain(`/loops/${id}/done/`)
})

test('loops of others, loops that do not exist and forms of other sites are refused', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  const { id } = await add(page, { text: 'a secret' }, marta)
  const visitor = await signIn(page)
  for (const name of ['done', 'drop', 'reopen', 'edit', 'move'])
    for (const of of [id, 2_000_000_000, 'x']) {
      const response = await visitor.post(`/loops/${of}/${name}/`, 'text=call+Ann&when=tomorrow', form)
      expect([response.status, await response.text()], `${name} ${of}`).toEqual([404, expect.stringContaining('does not exist')])
    }
  expect(await html(visitor, `/loops/?loop=${id}&outcome=done`)).not.toContain('secret')
  expect(await html(visitor, '/continuous/')).not.toContain('secret')
  const own = await signIn(page, marta.id)
  const foreign = await own.post(`/loops/${id}/done/`, '', { ...form, origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(await rowOf(page, id)).toMatchObject({ state: 'open', text: 'a secret' })
  // With "no-referrer" a browser would say that the form is from nowhere.
  for (const path of ['/loops/', '/continuous/']) expect((await own.get(path)).headers.get('referrer-policy')).toBe('same-origin')
})
