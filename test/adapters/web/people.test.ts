import { expect, test } from 'vitest'
import WebSocket from 'ws'
import type { PlaceAddress } from '../../../src/core/domain/ids.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'
import { requestAccess } from '../../../src/people/access-requests.ts'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { findUserByAccount } from '../../../src/people/users.ts'
import { TestClock } from '../../support/clock.ts'
import { addPerson, type Page, signIn, startPage, type Visitor, write } from './page-harness.ts'

const html = async (visitor: Visitor, path = '/settings/') => (await visitor.get(path, { accept: 'text/html' })).text()

/** A button without a script. */
const press = (visitor: Visitor, path: string, fields: Record<string, string> = {}) =>
  visitor.post(path, new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' })

async function asks({ store, options }: Page, id: string, name = id): Promise<string> {
  const key = { platform: 'telegram', tenant: '', platformUserId: id }
  const asked = await requestAccess({ store, clock: options.clock, random: systemRandom }, key, { name, address: id as PlaceAddress })
  if (!('request' in asked)) throw new Error(asked.state)
  return asked.request.code
}

const accountOf = (page: Page, id: string) => findUserByAccount(page.store.db, { platform: 'telegram', tenant: '', platformUserId: id })

test('an owner sees who would like to be let in, and lets them in or refuses them', async () => {
  const page = await startPage()
  const owner = await signIn(page)
  expect(await html(owner)).not.toContain('Access requests')
  const [first, second] = [await asks(page, '7', 'Eve <script>'), await asks(page, '8', 'Mallory')]
  const shown = await html(owner)
  expect(shown).toContain(`<code>${first}</code> <bdi>Eve &lt;script></bdi>`)
  expect(shown).toContain(`<code>${second}</code> <bdi>Mallory</bdi>`)
  const letIn = await press(owner, '/settings/people/approve/', { code: first })
  expect([letIn.status, letIn.headers.get('location')]).toEqual([303, '/settings/#people'])
  expect((await press(owner, '/settings/people/deny/', { code: second })).status).toBe(303)
  expect(await accountOf(page, '7')).toBeDefined()
  expect(await accountOf(page, '8')).toBeUndefined()
  expect(page.jobs.map(({ name }) => name)).toEqual(['deliver-message'])
  for (const path of ['/settings/people/approve/', '/settings/people/deny/'])
    for (const code of [first, second, 'ABCDEF']) expect((await press(owner, path, { code })).status).toBe(409)
  expect((await press(owner, '/settings/people/approve/')).status).toBe(400)
})

test('an owner sees the people and nothing of what they say, asks before blocking, and takes it back', async () => {
  const page = await startPage()
  const [owner, ben] = [await signIn(page), await addPerson(page, 'Ben')]
  await write(page, { text: 'The key is under the pot.', sentAt: '2026-11-17T08:00:00Z', user: ben })
  const shown = await html(owner)
  expect(shown).toContain('<bdi>Ben</bdi>')
  expect(shown).toMatch(/<bdi>You<\/bdi> <span class="badge">owner<\/span>/)
  expect(shown).not.toContain('under the pot')
  expect(shown).toMatch(/<details class="delete"><summary>Block<span class="visually-hidden"> Ben<\/span><\/summary><form/)
  expect(shown).not.toContain(`/settings/people/${page.owner.id}/block/`)
  expect((await press(owner, `/settings/people/${ben.id}/block/`)).status).toBe(303)
  expect(await html(owner)).toContain('<span class="badge">blocked</span>')
  expect((await press(owner, `/settings/people/${ben.id}/unblock/`)).status).toBe(303)
  expect(await html(owner)).not.toContain('<span class="badge">blocked</span>')
  for (const id of [page.owner.id, 999_999, 'x', '99999999999'])
    expect((await press(owner, `/settings/people/${id}/block/`)).status).toBe(404)
})

test('for anybody but an owner there is nothing of this, as for an address that does not exist', async () => {
  const page = await startPage()
  const ben = await addPerson(page, 'Ben')
  const code = await asks(page, '7')
  const other = await signIn(page, ben.id)
  expect(await html(other)).not.toContain('id="people"')
  const nothing = await (await press(other, '/settings/nothing/')).text()
  const paths = ['approve/', 'deny/', `${page.owner.id}/block/`, `${ben.id}/block/`, `${ben.id}/unblock/`, 'x/block/']
  for (const path of paths) {
    const response = await press(other, `/settings/people/${path}`, { code })
    expect([response.status, await response.text()]).toEqual([404, nothing])
  }
  expect([await accountOf(page, '7'), await page.store.db.user.count({ where: { blockedAt: { not: null } } })]).toEqual([undefined, 0])
  expect(await page.store.db.accessRequest.count({ where: { state: 'pending' } })).toBe(1)
})

test('somebody who is blocked is signed out everywhere: pages, links and the connection that is open', async () => {
  const clock = new TestClock()
  const page = await startPage({ clock })
  const [owner, ben] = [await signIn(page), await addPerson(page, 'Ben')]
  const other = await signIn(page, ben.id)
  const { token } = await createSignInLink(page.options, ben.id)
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/continuous/live?since=0`, {
    headers: { cookie: other.cookie, origin: page.url },
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await press(owner, `/settings/people/${ben.id}/block/`)
  expect((await other.get('/continuous/', { accept: 'text/html' })).status).toBe(401)
  expect((await other.post('/continuous/add-message/', { id: 'one', text: 'Hello' })).status).toBe(401)
  expect((await other.get(`/sign-in/${token}`)).status).toBe(410)
  expect((await other.post(`/sign-in/${token}`, {})).status).toBe(410)
  expect(page.events).toEqual([])
  await expect.poll(() => clock.sleeping).toBeGreaterThan(0)
  clock.advance(25_000)
  expect(await closed).toBe(4401)
})
