import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { followThread, type LiveSocket } from '../../../adapters/web/live/follow-thread.ts'
import { findPageLanguage } from '../../../adapters/web/pages/language.tsx'
import { confirmFirst } from '../../../src/accounts/agree-to-link.ts'
import { enterCode } from '../../../src/accounts/enter-code.ts'
import { lockUsersForMerge, mergeUsers } from '../../../src/accounts/merge-users.ts'
import { personalData } from '../../../src/app.ts'
import type { ChangeSeq } from '../../../src/core/domain/ids.ts'
import { consumeSignInLink, createSignInLink } from '../../../src/people/sign-in.ts'
import { addPerson, type Page, signIn, startPage, type Visitor, write } from './page-harness.ts'

const settings = async (visitor: Visitor) => (await visitor.get('/settings/', { accept: 'text/html' })).text()
const codeIn = (html: string) => /\/link ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(html)?.[1]?.replace('-', '') ?? ''

/** Somebody on another platform enters a code, and confirms. */
async function entered(page: Page, code: string, name = 'Ann <b>') {
  const claimant = {
    platform: 'telegram',
    tenant: '',
    platformUserId: `tg-${name}`,
    name,
    handle: 'ann_92',
    address: `tg:${name}` as never,
  }
  const result = await enterCode(page.options.privacy(), { claimant, code, isPrivate: true })
  if (result.outcome === 'pending') await confirmFirst(page.options.privacy(), { id: result.request.id, account: claimant })
  return result.outcome
}

test('a code that is made on the page is agreed to on the page, and the new account is listed', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const shown = await (await visitor.post('/settings/accounts/code/', {})).text()
  expect(await entered(page, codeIn(shown))).toBe('pending')
  const asked = await settings(visitor)
  expect(asked).toContain('Ann b (@ann_92) on Telegram, new to me, entered your code. Is that you?')
  const [, path = ''] = /action="(\/settings\/accounts\/requests\/\d+\/agree\/)"/.exec(asked) ?? []
  const answer = await visitor.post(path, {})
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings/#accounts'])
  const after = await settings(visitor)
  expect(after).not.toContain('entered your code')
  const [, unlink = ''] = /action="(\/settings\/accounts\/\d+\/unlink\/)"/.exec(after) ?? []
  expect((await visitor.post(unlink, {})).status).toBe(400)
  expect((await visitor.post(unlink, { messages: 'move' })).status).toBe(303)
  expect(await settings(visitor)).not.toContain('Telegram</bdi>')
})

test('no to a request ends it, and nobody else can answer it', async () => {
  const page = await startPage()
  const [visitor, other] = [await signIn(page), await signIn(page, (await addPerson(page, 'bob')).id)]
  await entered(page, codeIn(await (await visitor.post('/settings/accounts/code/', {})).text()))
  const { id } = await page.store.db.linkCode.findFirstOrThrow()
  for (const answer of ['agree', 'refuse']) expect((await other.post(`/settings/accounts/requests/${id}/${answer}/`, {})).status).toBe(404)
  expect((await visitor.post(`/settings/accounts/requests/${id}/refuse/`, {})).status).toBe(303)
  expect((await visitor.post(`/settings/accounts/requests/${id}/agree/`, {})).status).toBe(404)
  expect(await page.store.db.account.count({ where: { platform: 'telegram', name: 'Ann <b>' } })).toBe(0)
})

test('a code from elsewhere is entered on the page, can be taken back, and a wrong one is told so', async () => {
  const page = await startPage()
  const [ada, bob] = [await signIn(page), await signIn(page, (await addPerson(page, 'bob')).id)]
  const code = codeIn(await (await bob.post('/settings/accounts/code/', {})).text())
  const shown = await (await ada.post('/settings/accounts/enter/', { code })).text()
  // The owner is asked last.
  expect(shown).toContain('This code was created by bob on Web, known to me since')
  expect(shown).toContain('I have asked there first.')
  const [, path = ''] = /action="(\/settings\/accounts\/requests\/\d+\/refuse\/)"/.exec(shown) ?? []
  expect((await ada.post(path, {})).status).toBe(303)
  expect(await (await ada.post('/settings/accounts/enter/', { code })).text()).toContain('That code does not work')
  expect((await ada.post('/settings/accounts/enter/', { code: 'please' })).status).toBe(400)
})

test('the account of the page has no way to be unlinked', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  expect(await settings(visitor)).not.toContain('/unlink/')
  const { id } = await page.store.db.account.findFirstOrThrow({ where: { platform: 'web' } })
  expect((await visitor.post(`/settings/accounts/${id}/unlink/`, { messages: 'stay' })).status).toBe(404)
})

/** Bob becomes part of the owner. */
async function merged(page: Page, bob: Page['owner']) {
  await write(page, { text: 'Said before', sentAt: '2026-11-18T08:00:00Z' })
  await page.store.transaction(async (tx) => {
    const pair = await lockUsersForMerge(tx, { from: bob.id, into: page.owner.id }, page.options.clock.now())
    if (!pair) throw new Error('They could not be made one.')
    await mergeUsers(tx, personalData, pair)
  })
}

test('who was made one with another signs in again, and writes as them', async () => {
  const page = await startPage()
  const bob = await addPerson(page, 'bob')
  const before = await signIn(page, bob.id)
  await merged(page, bob)
  expect((await before.post('/continuous/add-message/', { id: 'a-message-of-bob', text: 'Hello' })).status).toBe(401)
  expect((await before.get('/continuous/day/2026-11-18/', { accept: 'text/html' })).status).toBe(401)
  const visitor = await signIn(page, page.owner.id)
  expect((await visitor.post('/continuous/add-message/', { id: 'a-message-of-both', text: 'Hello' })).status).toBe(202)
  expect(page.events.at(-1)).toMatchObject({ author: { id: String(page.owner.id) } })
  expect(await (await visitor.get('/continuous/day/2026-11-18/', { accept: 'text/html' })).text()).toContain('Said before')
})

test('an open page of who was made one with another is loaded anew', async () => {
  const page = await startPage()
  const bob = await addPerson(page, 'bob')
  await write(page, { text: 'Mine', sentAt: '2026-11-18T08:00:00Z', user: bob })
  const sent: string[] = []
  const closed: number[] = []
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    send: (text: string) => void sent.push(JSON.parse(text).type),
    ping() {},
    close: (code: number) => void closed.push(code),
    terminate() {},
  }) as LiveSocket & EventEmitter
  const { sessionToken } = (await consumeSignInLink(page.options, (await createSignInLink(page.options, bob.id)).token))!
  followThread(page.options, { socket, user: bob, language: findPageLanguage('en'), since: 0 as ChangeSeq, sessionToken })
  await expect.poll(() => sent).toEqual(['changes'])
  await merged(page, bob)
  page.options.broadcast.publish({ type: 'thread-changed', userId: bob.id, threadId: 0 as never })
  await expect.poll(() => closed).toEqual([1012])
  expect(sent).toEqual(['changes', 'reload'])
  socket.emit('close')
})
