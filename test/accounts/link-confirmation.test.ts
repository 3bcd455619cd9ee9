import { afterAll, expect, test } from 'vitest'
import type { UserId } from '../../src/core/domain/ids.ts'
import { sharedPlace } from '../support/conversation.ts'
import { closeLinking, findAccountId, introduced, type Linking } from './linking.ts'

afterAll(closeLinking)

const notPending = [expect.stringMatching(/^This request is no longer pending/)]
const wrongCode = [expect.stringMatching(/^That code does not work/)]
const noRights = [expect.stringMatching(/^This account is linked to an owner, and has no owner rights/)]
const notOwner = [expect.stringContaining('Only an owner of this bot can do that.')]
const run = { signal: new AbortController().signal, attempt: 1, last: true }

const setOwner = ({ app }: Linking, name: string, isOwner: boolean) =>
  app.store.db.account.updateMany({ where: { platformUserId: name }, data: { isOwner } })

/** Gus, a guest, is linked to Olga, an owner. */
async function guestOfOwner(...others: string[]): Promise<Linking> {
  const bench = await introduced('olga', 'gus', ...others)
  await setOwner(bench, 'olga', true)
  await bench.link('olga', 'gus')
  expect(await bench.userOf('gus')).toBe(await bench.userOf('olga'))
  return bench
}

test('who confirmed first cannot give the final confirmation as well, even when the other side loses its owner rights', async () => {
  const bench = await introduced('olga', 'gus')
  await setOwner(bench, 'olga', true)
  await bench.write('olga', `/link ${await bench.codeOf('gus')}`)
  await bench.press('gus', '/linking agree 1')
  await setOwner(bench, 'olga', false)
  await bench.press('gus', '/linking agree 1')
  await bench.press('gus', '/linking agree-as-owner 1')
  expect(await bench.userOf('gus')).not.toBe(await bench.userOf('olga'))
  expect(await bench.press('olga', '/linking agree 1')).toEqual([expect.stringContaining('**Linked with gus on Test.**')])
})

test('a guest does not decide when the side that confirmed first has become an owner', async () => {
  const bench = await introduced('ada', 'bob')
  await bench.write('bob', `/link ${await bench.codeOf('ada')}`)
  await bench.press('bob', '/linking agree 1')
  await setOwner(bench, 'bob', true)
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringMatching(/^The owner rights of one of these accounts/)])
  expect(await bench.userOf('ada')).not.toBe(await bench.userOf('bob'))
})

test('a guest who was linked to an owner brings in nobody else, whichever side made the code', async () => {
  const bench = await guestOfOwner('mallory')
  expect(await bench.write('gus', '/link')).toEqual(noRights)
  const code = await bench.codeOf('mallory')
  expect(await bench.write('gus', `/link ${code}`)).toEqual(noRights)
  expect(await bench.told('mallory')).toEqual([expect.stringMatching(/^gus on Test entered your code, but .* Nothing was linked\.$/)])
  // The code is still good for whoever it was meant for.
  expect(await bench.write('olga', `/link ${code}`)).toEqual([expect.stringMatching(/^This code was created by \*\*mallory\*\*/)])
})

test('a guest who was linked to an owner does not get to try codes without end', async () => {
  const bench = await guestOfOwner('mallory')
  const code = await bench.codeOf('mallory')
  for (let i = 0; i < 5; i++) expect(await bench.write('gus', `/link ${code}`)).toEqual(noRights)
  expect(await bench.write('gus', `/link ${code}`)).toEqual([expect.stringMatching(/^You have entered too many wrong codes/)])
})

test('a code is worthless once its creator has been linked to somebody or was unlinked', async () => {
  const bench = await introduced('olga', 'gus')
  await setOwner(bench, 'olga', true)
  const before = await bench.codeOf('gus')
  await bench.link('olga', 'gus')
  expect(await bench.write('mallory', `/link ${before}`)).toEqual(wrongCode)
  const shared = await introduced('ada', 'bob')
  await shared.link('ada', 'bob')
  const code = await shared.codeOf('bob')
  await shared.press('ada', `/linking unlink-with-messages ${await findAccountId(shared, 'bob')}`)
  expect(await shared.write('mallory', `/link ${code}`)).toEqual(wrongCode)
})

test('a request ends when one of its accounts becomes part of another user meanwhile', async () => {
  const bench = await introduced('ada', 'bob', 'carl')
  await bench.write('bob', `/link ${await bench.codeOf('carl')}`)
  await bench.press('bob', '/linking agree 1')
  await bench.write('bob', `/link ${await bench.codeOf('ada')}`)
  await bench.press('bob', '/linking agree 2')
  await bench.press('ada', '/linking agree 2')
  expect(await bench.userOf('bob')).toBe(await bench.userOf('ada'))
  expect(await bench.press('carl', '/linking agree 1')).toEqual(notPending)
  expect(await bench.userOf('carl')).not.toBe(await bench.userOf('ada'))
})

test('a button pressed again after the link was undone does not say that the accounts are linked', async () => {
  const bench = await introduced('ada', 'bob')
  await bench.link('ada', 'bob')
  expect(await bench.press('ada', '/linking agree 1')).toEqual([expect.stringContaining('**Linked with bob on Test.**')])
  await bench.press('ada', '/linking undo 1')
  expect(await bench.press('ada', '/linking agree 1')).toEqual(notPending)
})

test('shared owner rights are those of the account that was shown, and end when the link is undone', async () => {
  const bench = await introduced('olga', 'gus', 'eve')
  await bench.link('gus', 'eve')
  await setOwner(bench, 'olga', true)
  await bench.write('olga', `/link ${await bench.codeOf('gus')}`)
  await bench.press('gus', '/linking agree 2')
  await bench.press('olga', '/linking agree-as-owner 2')
  expect(await bench.write('gus', '/users')).toEqual([expect.stringContaining('owner')])
  expect(await bench.write('eve', '/users')).toEqual([expect.stringContaining('This account has no owner rights')])
  await bench.press('gus', '/linking undo 2')
  for (const guest of ['gus', 'eve']) expect(await bench.write(guest, '/users')).toEqual(notOwner)
  expect(await bench.write('olga', '/users')).toEqual([expect.stringContaining('owner')])
})

test('a guest cannot separate two owners’ accounts by undoing their link', async () => {
  const bench = await introduced('olga', 'otto', 'gus')
  for (const owner of ['olga', 'otto']) await setOwner(bench, owner, true)
  await bench.link('olga', 'otto')
  await bench.link('olga', 'gus')
  expect(await bench.press('gus', '/linking undo 1')).toEqual([expect.stringMatching(/^Only an account with owner rights can separate/)])
  expect(await bench.userOf('otto')).toBe(await bench.userOf('olga'))
})

test('the last account with owner rights keeps them when it leaves, and the page of the others gets none', async () => {
  const bench = await guestOfOwner()
  const userId = (await bench.userOf('olga')) as UserId
  await bench.app.store.db.account.create({
    data: { userId, platform: 'web', tenant: '', platformUserId: String(userId), name: 'olga', isOwner: true, createdAt: new Date(0) },
  })
  await bench.press('olga', `/linking unlink-with-messages ${await findAccountId(bench, 'olga')}`)
  expect(await bench.write('olga', '/users')).toEqual([expect.stringContaining('owner')])
  expect(await bench.write('gus', '/users')).toEqual(notOwner)
})

test('a command that waited in a group while its account left is not run for the user it left', async () => {
  const bench = await introduced('ada', 'eve')
  await bench.link('ada', 'eve')
  await bench.app.store.db.userMerge.deleteMany()
  const { db } = bench.app.store
  await bench.write('ada', '/days')
  await bench.write('eve', '/days', sharedPlace('club'))
  const command = await db.message.findFirstOrThrow({ where: { kind: 'command', place: { kind: 'shared' } } })
  await bench.press('ada', `/linking unlink ${await findAccountId(bench, 'eve')}`)
  await db.message.update({ where: { id: command.id }, data: { pending: true, text: '/web' } })
  await bench.told('ada')
  await bench.app.handlers['run-command']({ messageId: command.id as never }, run)
  expect(await bench.told('ada')).toEqual([])
  expect(await db.signInLink.count()).toBe(0)
  expect(await db.message.count({ where: { pending: true } })).toBe(0)
})
