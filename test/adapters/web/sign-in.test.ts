import { expect, test } from 'vitest'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { findUserByAccount } from '../../../src/people/users.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, signIn, startPage, visitorWith } from './page-harness.ts'

const sameOrigin = (origin: string) => ({ method: 'POST', headers: { origin }, redirect: 'manual' as const })

test('opening a link shows a page with one button, as often as it is opened, and only the button spends it', async () => {
  const page = await startPage()
  const { token } = await createSignInLink(page.options, page.owner.id)
  const link = `${page.url}/sign-in/${token}`
  for (let opened = 0; opened < 3; opened++) {
    const response = await fetch(link)
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect((await response.text()).match(/<button/g)).toHaveLength(1)
  }
  const spent = await fetch(link, sameOrigin(page.url))
  expect(spent.status).toBe(303)
  expect(spent.headers.get('location')).toBe('/continuous/')
  expect(spent.headers.get('set-cookie')).toMatch(/^throughline_session_\d+=[\w-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
})

test('a link that was used, or is too old, says so and gives no session', async () => {
  const clock = new TestClock()
  const page = await startPage({ clock })
  const used = `${page.url}/sign-in/${(await createSignInLink(page.options, page.owner.id)).token}`
  await fetch(used, sameOrigin(page.url))
  const old = `${page.url}/sign-in/${(await createSignInLink(page.options, page.owner.id)).token}`
  clock.advance(15 * 60_000)
  for (const link of [used, old, `${page.url}/sign-in/never-given-out`]) {
    for (const response of [await fetch(link), await fetch(link, sameOrigin(page.url))]) {
      expect(response.status).toBe(410)
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await response.text()).toContain('no longer works')
    }
  }
})

test('of two who press the button at the same instant, one gets in', async () => {
  const page = await startPage()
  const link = `${page.url}/sign-in/${(await createSignInLink(page.options, page.owner.id)).token}`
  const responses = await Promise.all(Array.from({ length: 6 }, () => fetch(link, sameOrigin(page.url))))
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410, 410])
})

test('where the page is public by https, the cookie never travels without', async () => {
  const page = await startPage({ options: { publicUrl: new URL('https://chat.example.org') } })
  expect(page.url).toBe('https://chat.example.org')
  const { port } = new URL(page.adapter.receiver.listening)
  const { token } = await createSignInLink(page.options, page.owner.id)
  const response = await fetch(`http://127.0.0.1:${port}/sign-in/${token}`, sameOrigin('https://chat.example.org'))
  expect(response.status).toBe(303)
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-throughline_session_\d+=[\w-]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
  expect(response.headers.get('strict-transport-security')).toContain('max-age')
  // Another subdomain, or anyone on the way of a request over http, can set a cookie without the prefix.
  const open = async (sent: string) => (await fetch(`http://127.0.0.1:${port}/settings/`, { headers: { cookie: sent } })).status
  const [sent = ''] = cookie.split(';')
  expect([await open(sent), await open(sent.replace('__Host-', ''))]).toEqual([200, 401])
})

test('opening pages and sending prolongs a session; what a forgotten tab requests does not', async () => {
  const day = 86_400_000
  const clock = new TestClock()
  const page = await startPage({ clock, options: { sessionIdleMs: 7 * day } })
  const [reader, writer, forgotten] = [await signIn(page), await signIn(page), await signIn(page)]
  const isIn = async ({ cookie }: { readonly cookie: string }) => (await fetch(`${page.url}/continuous/days/`, { headers: { cookie } })).ok
  for (let days = 0; days < 8; days += 4) {
    clock.advance(4 * day)
    await fetch(`${page.url}/continuous/`, { headers: { cookie: reader.cookie, accept: 'text/html' } })
    await writer.post('/continuous/timezone/', { timezone: 'Europe/Paris' })
    await isIn(forgotten)
  }
  expect([await isIn(reader), await isIn(writer), await isIn(forgotten)]).toEqual([true, true, false])
})

test('signing in gives a person from another platform an account on the page', async () => {
  const page = await startPage()
  const marta = await addPerson(page, 'Marta')
  await signIn(page, marta.id)
  await signIn(page, marta.id)
  const person = await findUserByAccount(page.store.db, { platform: 'web', tenant: '', platformUserId: String(marta.id) })
  expect(person?.user).toEqual(marta)
})

test('without a session a browser is told how to get a link, and a script gets a sentence', async () => {
  const page = await startPage()
  const shown = await fetch(`${page.url}/continuous/`, { headers: { accept: 'text/html' } })
  expect(shown.status).toBe(401)
  expect(await shown.text()).toContain('<code>/web</code>')
  for (const path of ['/continuous/days/', '/continuous/messages/?since=0', '/settings/', '/continuous/day/2026-11-18/summary/']) {
    const refused = await fetch(page.url + path)
    expect(refused.status, path).toBe(401)
    expect(await refused.json(), path).toEqual({ error: 'You are not signed in. Open a sign-in link first.' })
  }
  const nobody = visitorWith(page, `throughline_session_${new URL(page.url).port}=made-up`)
  for (const path of ['add-message', 'search', 'regenerate-summary', 'timezone'])
    expect((await nobody.post(`/continuous/${path}/`, { id: 'x'.repeat(20), text: 'Hello' })).status, path).toBe(401)
  expect(page.events).toEqual([])
})

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('the settings list the signed-in browsers and sign out one of them, even for someone who kept the cookie', async () => {
  const page = await startPage()
  const [here, other] = [await signIn(page), await signIn(page, page.owner.id, firefox)]
  const settings = await (await here.get('/settings/')).text()
  expect(settings).toContain('Firefox, Linux')
  expect(settings.match(/\(this one\)/g)).toHaveLength(1)
  const [, path = ''] = /Firefox, Linux.*?action="(\/settings\/sessions\/\d+\/sign-out\/)"/s.exec(settings) ?? []
  expect((await here.post(path, '', form)).headers.get('location')).toBe('/settings/#sessions')
  expect([(await here.get('/settings/')).status, (await other.get('/settings/')).status]).toEqual([200, 401])
  expect((await here.post(path, '', form)).status).toBe(404)
})

test('a session of another user cannot be ended', async () => {
  const page = await startPage()
  const [owner, ben] = [await signIn(page), await signIn(page, (await addPerson(page, 'Ben')).id)]
  const [, path = ''] = /action="(\/settings\/sessions\/\d+\/sign-out\/)"/.exec(await (await owner.get('/settings/')).text()) ?? []
  expect((await ben.post(path, '', form)).status).toBe(404)
  expect((await owner.get('/settings/')).status).toBe(200)
})

test('signing out everywhere ends every session and link of the user, and no others', async () => {
  const page = await startPage()
  const ben = await addPerson(page, 'Ben')
  const [here, there, bens] = [await signIn(page), await signIn(page), await signIn(page, ben.id)]
  const saved = (await createSignInLink(page.options, page.owner.id)).token
  expect((await here.post('/settings/sessions/sign-out-all/', '', form)).status).toBe(303)
  for (const visitor of [here, there]) expect((await visitor.get('/settings/')).status).toBe(401)
  expect((await bens.get('/settings/')).status).toBe(200)
  expect((await fetch(`${page.url}/sign-in/${saved}`, sameOrigin(page.url))).status).toBe(410)
})

test('two pages on one machine do not sign each other out', async () => {
  const [one, other] = [await startPage(), await startPage()]
  const [here, there] = [await signIn(one), await signIn(other)]
  // A browser sends the cookies of a host to all of its ports, one of each name.
  const names = [here, there].map(({ cookie }) => cookie.split('=')[0])
  expect(names).toEqual([one, other].map(({ url }) => `throughline_session_${new URL(url).port}`))
  const both = `${here.cookie}; ${there.cookie}`
  for (const page of [one, other]) expect((await visitorWith(page, both).get('/settings/')).status).toBe(200)
})
