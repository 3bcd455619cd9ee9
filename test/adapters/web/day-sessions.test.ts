import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { SessionNotes } from '../../../src/sessions/session-notes.ts'
import { repeatingNotes, sessionBench } from '../../sessions/bench.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, type Page, reply, signIn, startPage, type Visitor, write } from './page-harness.ts'

const minutes = 60_000
const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
const html = async (visitor: Visitor, path: string) => (await visitor.get(path, { accept: 'text/html' })).text()

/** The sessions on a page, one line each, without markup. */
function sessionsIn(shown: string): string[] {
  const section = /<section class="day-sessions".*?<\/section>/s.exec(shown)?.[0] ?? ''
  return Array.from(section.matchAll(/<div class="about">(.*?)(?=<div class="about">|<\/section>)/gs), ([, item = '']) =>
    item
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

type SessionData = Partial<Parameters<Page['store']['db']['session']['create']>[0]['data']>

/** Stores a session with some messages. */
async function addSession(page: Page, messages: readonly Message[], data: SessionData = {}): Promise<number> {
  const [first] = messages
  const session = {
    threadId: first!.threadId,
    audience: first!.audience,
    startedAt: first!.sentAt,
    endedAt: messages.at(-1)!.sentAt,
    fingerprint: 'f',
    state: 'processed',
    processedAt: page.options.clock.now(),
  }
  const { id } = await page.store.db.session.create({ data: { ...session, ...data } as never })
  await page.store.db.sessionMember.createMany({ data: messages.map((message) => ({ messageId: message.id, sessionId: id })) })
  return id
}

const at = (time: string, day = '2026-11-18') => `${day}T${time}:00Z`
const stateOf = async (page: Page, id: number) => {
  const { state, attempts, dueAt } = await page.store.db.session.findUniqueOrThrow({ where: { id } })
  return { state, attempts, dueAt }
}

test('a day shows its sessions with times, tone and key moments, whose links lead to their messages', async () => {
  const page = await startPage()
  const hello = await write(page, { text: 'Hello', sentAt: at('07:00') })
  const answer = await reply(page, hello, { text: 'Hi', sentAt: at('07:05') })
  const id = await addSession(page, [hello, answer], { tone: '<calm>' })
  const moment = { sessionId: id, audience: 'private' }
  await page.store.db.keyMoment.createMany({
    data: [
      { ...moment, messageId: answer.id, text: 'The bot said hi' },
      { ...moment, messageId: hello.id, text: 'Ana said <hello>' },
    ],
  })
  const late = await write(page, { text: 'Late', sentAt: at('22:50') })
  const early = await write(page, { text: 'Early', sentAt: at('23:10') })
  await addSession(page, [late, early])
  const shown = await html(await signIn(page), '/continuous/day/2026-11-18/')
  expect(sessionsIn(shown)).toEqual([
    '08:00 – 08:05 Tone: &lt;calm> Notes made 08:00 Ana said &lt;hello> 08:05 The bot said hi',
    '23:50 – Thu 19 Nov, 00:10 Notes made',
  ])
  expect(shown).toContain(`<a href="/continuous/?message=${hello.id}#m${hello.id}"><time`)
  expect(sessionsIn(await html(await signIn(page), '/continuous/day/2026-11-19/'))).toEqual(['Wed 18 Nov, 23:50 – 00:10 Notes made'])
  const section = '<section class="day-sessions" id="day-sessions" data-version hidden></section>'
  expect(await html(await signIn(page), '/continuous/day/2026-11-17/')).toContain(section)
})

test('each state is told in words, and only what failed can be tried again', async () => {
  const clock = new TestClock(new Date(at('12:00')))
  const page = await startPage({ clock })
  const dueAt = clock.now()
  const states: readonly (readonly [SessionData, string])[] = [
    [{ state: 'processed' }, 'Notes made'],
    [{ state: 'processed', processedAt: null }, 'Nothing to note'],
    [{ state: 'processing', attempts: 1, dueAt }, 'Notes are being made'],
    [{ state: 'failed', attempts: 3 }, 'Notes could not be made Try again'],
    [{ state: 'failed', attempts: 1, dueAt }, 'No notes yet: something failed, and the next attempt follows by itself Try again'],
    [{ state: 'failed', attempts: 0, dueAt }, 'Notes follow soon'],
    [{ state: 'active', dueAt }, 'Notes follow soon'],
    [{ state: 'active', dueAt, endedAt: clock.now(), call: 'conv_1' }, 'Phone call Notes follow soon'],
    [{ state: 'active', dueAt, endedAt: clock.now() }, 'Still going on'],
  ]
  for (const [hour, [data]] of states.entries()) {
    const message = await write(page, { text: 'Hello', sentAt: at(`0${hour}:00`) })
    await addSession(page, [message], data)
  }
  const shown = sessionsIn(await html(await signIn(page), '/continuous/'))
  const words = shown.map((line) => line.replace(/^\d\d:00 (?:– \d\d:00 )?/, '').replace(/ \d\d:00$/, ''))
  expect(words).toEqual(states.map(([, text]) => text))
})

test('sessions of a shared channel are shown to the user only with their own messages', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  const own = await write(page, { text: 'Mine', sentAt: at('07:00') })
  const other = await write(page, { text: 'Hers', sentAt: at('07:00'), user: marta })
  await addSession(page, [own], { audience: 'place:1', tone: 'calm' })
  await addSession(page, [other], { audience: 'place:1', tone: 'angry' })
  expect(sessionsIn(await html(await signIn(page), '/continuous/day/2026-11-18/'))).toEqual(['08:00 Tone: calm Notes made'])
})

test('"Try again" has a failed session processed anew, and leads back to its day', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const message = await write(page, { text: 'Hello', sentAt: at('07:00') })
  const id = await addSession(page, [message], { state: 'failed', attempts: 3 })
  const path = `/continuous/sessions/${id}/retry/`
  const shown = await html(visitor, '/continuous/day/2026-11-18/')
  expect(shown).toContain(`<form method="post" action="${path}"><input type="hidden" name="day" value="2026-11-18"/>`)
  const response = await visitor.post(path, 'day=2026-11-18', form)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/continuous/day/2026-11-18/#day-sessions'])
  expect(await stateOf(page, id)).toEqual({ state: 'failed', attempts: 0, dueAt: page.options.clock.now() })
  expect(page.jobs.filter(({ name }) => name === 'process-session')).toEqual([
    { name: 'process-session', payload: expect.objectContaining({ sessionId: id }) },
  ])
  await page.store.db.session.update({ where: { id }, data: { attempts: 3, dueAt: null } })
  const answer = await (await visitor.post(path, { day: '2026-11-18' })).json()
  expect(answer.notice).toBe('Notes follow soon')
  expect(sessionsIn(answer.html)).toEqual(['08:00 Notes follow soon'])
})

test('a session that has not failed stays as it is', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (const [index, state] of ['active', 'processing', 'processed'].entries()) {
    const message = await write(page, { text: 'Hello', sentAt: at(`0${index}:00`) })
    const dueAt = state === 'processed' ? null : page.options.clock.now()
    const id = await addSession(page, [message], { state, attempts: 1, dueAt })
    expect((await visitor.post(`/continuous/sessions/${id}/retry/`, { day: '2026-11-18' })).status).toBe(200)
    expect(await stateOf(page, id)).toEqual({ state, attempts: 1, dueAt })
  }
  expect(page.jobs.filter(({ name }) => name === 'process-session')).toEqual([])
})

test('sessions of others, sessions that do not exist, and forms of other sites are refused', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  const visitor = await signIn(page)
  const own = await write(page, { text: 'Hello', sentAt: at('07:00') })
  const ownId = await addSession(page, [own], { state: 'failed', attempts: 3 })
  const other = await write(page, { text: 'Hello', sentAt: at('07:00'), user: marta })
  const id = await addSession(page, [other], { state: 'failed', attempts: 3, tone: 'secret' })
  for (const of of [id, 2_000_000_000, 'x']) {
    const response = await visitor.post(`/continuous/sessions/${of}/retry/`, 'day=2026-11-18', form)
    expect([response.status, await response.text()], String(of)).toEqual([404, expect.stringContaining('does not exist')])
  }
  const foreign = { ...form, origin: 'https://evil.example' }
  expect((await visitor.post(`/continuous/sessions/${ownId}/retry/`, 'day=2026-11-18', foreign)).status).toBe(403)
  expect((await visitor.post(`/continuous/sessions/${ownId}/retry/`, 'day=x', form)).status).toBe(400)
  for (const one of [id, ownId]) expect(await stateOf(page, one)).toEqual({ state: 'failed', attempts: 3, dueAt: null })
  expect(await html(visitor, '/continuous/day/2026-11-18/')).not.toContain('secret')
})

test('an open page is sent its sessions when one is processed, and when one has failed or was stuck', async () => {
  const clock = new TestClock(new Date(at('09:00')))
  const page = await startPage({ clock })
  let read: () => Promise<SessionNotes> = () => Promise.reject(new Error('The model is down.'))
  const options = {
    clock,
    readSession: (input: Parameters<typeof repeatingNotes>[0]) => (isUp ? Promise.resolve(repeatingNotes(input)) : read()),
  }
  let isUp = false
  const bench = Object.assign(sessionBench(page.store, options), { broadcast: page.options.broadcast })
  await write(page, { text: 'Hello', sentAt: at('09:00') })
  const { cookie } = await signIn(page)
  const query = new URLSearchParams({ since: '0', day: '2026-11-18' })
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/continuous/live?${query}`, { headers: { cookie, origin: page.url } })
  onTestFinished(() => socket.terminate())
  const events: { type: string; html: string }[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  const latest = () => sessionsIn(events.findLast(({ type }) => type === 'sessions')?.html ?? '').join()
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['changes'])

  await bench.tick()
  clock.advance(15 * minutes)
  expect(await bench.tick()).toEqual(['failed'])
  await expect.poll(latest).toMatch(/the next attempt follows by itself/)
  read = () => new Promise(() => {})
  clock.advance(2 * minutes)
  void bench.tick()
  await expect.poll(async () => (await page.store.db.session.findFirstOrThrow()).state).toBe('processing')
  await page.store.db.session.updateMany({ data: { attempts: 3 } })
  clock.advance(30 * minutes)
  await bench.tick()
  await expect.poll(latest).toMatch(/Notes could not be made/)
  isUp = true
  await page.store.db.session.updateMany({ data: { attempts: 0, dueAt: clock.now() } })
  expect(await bench.tick()).toEqual(['processed'])
  await expect.poll(latest).toMatch(/Tone: calm Notes made .*Moment of Hello/)
})
