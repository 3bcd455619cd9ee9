import { afterAll, expect, test } from 'vitest'
import type { PlaceId, UserId } from '../../src/core/domain/ids.ts'
import { createSignInLink, isSignInLinkValid } from '../../src/people/sign-in.ts'
import { requestExport } from '../../src/privacy/export/request-export.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import { closeLinking, findAccountId, type Linking, linking } from './linking.ts'

afterAll(closeLinking)

const run = { signal: new AbortController().signal, attempt: 1, last: true }
/** Olga is an owner, Gus a guest who means harm, Mallory another one. */
async function people(): Promise<Linking> {
  const bench = await linking()
  for (const name of ['olga', 'gus', 'mallory']) {
    await bench.person(name)
    await bench.write(name, `The secret of ${name}.`)
  }
  await bench.app.store.db.account.updateMany({ where: { platformUserId: 'olga' }, data: { isOwner: true } })
  return bench
}

async function expectApart(bench: Linking): Promise<void> {
  expect(new Set([await bench.userOf('olga'), await bench.userOf('gus'), await bench.userOf('mallory')]).size).toBe(3)
  for (const guest of ['gus', 'mallory']) {
    expect((await bench.write(guest, '/users')).join()).toContain('Only an owner')
    expect((await bench.write(guest, '/find secret')).join()).not.toContain('olga')
  }
}

const answers = ['agree', 'agree-as-owner', 'undo', 'unlink', 'unlink-with-messages']

test.each([
  ['gus', 'olga'],
  ['olga', 'gus'],
])('%s makes a code, %s enters it: whatever guests press, in any order, nothing is linked without the owner', async (maker, enterer) => {
  const bench = await people()
  await bench.write(enterer, `/link ${await bench.codeOf(maker)}`)
  const { id } = await bench.app.store.db.linkCode.findFirstOrThrow({ orderBy: { id: 'desc' } })
  for (const answer of answers) await bench.press('mallory', `/linking ${answer} ${id}`)
  for (const answer of [...answers, ...answers.toReversed()]) await bench.press('gus', `/linking ${answer} ${id}`)
  await bench.press('gus', `/linking unlink ${await findAccountId(bench, 'olga')}`)
  await expectApart(bench)
  await bench.press('olga', `/linking agree ${id}`)
  expect(await bench.userOf('gus')).toBe(await bench.userOf('olga'))
  expect((await bench.write('gus', '/users')).join()).toContain('has no owner rights')
})

test('a code that a third person has seen links nobody but whom both sides confirm', async () => {
  const bench = await people()
  const code = await bench.codeOf('olga')
  await Promise.all([bench.write('gus', `/link ${code}`), bench.write('mallory', `/link ${code}`)])
  for (const by of ['gus', 'mallory', 'gus']) await bench.press(by, '/linking agree 1')
  await expectApart(bench)
  const seen = await bench.codeOf('olga')
  await bench.write('gus', '/days')
  await bench.write('gus', `/link ${seen}`, sharedPlace('club'))
  expect((await bench.write('mallory', `/link ${seen}`)).join()).toContain('That code does not work')
  await expectApart(bench)
})

test('codes and requests of somebody who is blocked or unlinked are worthless, and stay so', async () => {
  const bench = await people()
  const later = await bench.codeOf('gus')
  await bench.write('olga', `/block ${await bench.userOf('gus')}`)
  expect((await bench.write('mallory', `/link ${later}`)).join()).toContain('That code does not work')
  await bench.write('olga', `/block ${await bench.userOf('gus')} off`)
  expect((await bench.write('mallory', `/link ${later}`)).join()).toContain('That code does not work')
  await bench.link('olga', 'gus')
  const before = await bench.codeOf('mallory')
  await bench.press('olga', `/linking unlink-with-messages ${await findAccountId(bench, 'gus')}`)
  for (const action of ['/linking undo 1', '/linking agree 1', '/linking agree 2', '/linking agree 3']) await bench.press('gus', action)
  await expectApart(bench)
  // An honest code still works, and gives no rights.
  await bench.write('gus', `/link ${before}`)
  await bench.press('gus', `/linking agree ${(await bench.app.store.db.linkCode.findFirstOrThrow({ orderBy: { id: 'desc' } })).id}`)
  expect(await bench.userOf('gus')).not.toBe(await bench.userOf('olga'))
})

test('an account that leaves keeps no link, gets no digest, retry or file, and sees nothing of what it left', async () => {
  const bench = await people()
  await bench.link('olga', 'gus')
  const { app } = bench
  const { db } = app.store
  const olga = (await bench.userOf('olga')) as UserId
  bench.app.clock.advance(60_000)
  await bench.write('gus', 'What is the secret of olga?')
  const accountId = await findAccountId(bench, 'gus')
  const place = await db.place.findFirstOrThrow({ where: { address: directPlace('gus').address } })
  const { token } = await createSignInLink(app, olga, { accountId })
  const exportId = await requestExport(app.privacy, { userId: olga, placeId: place.id as PlaceId, span: {} })
  const reply = await db.message.findFirstOrThrow({ where: { role: 'assistant', placeId: place.id }, orderBy: { id: 'desc' } })
  await db.delivery.updateMany({ where: { messageId: reply.id }, data: { state: 'unknown' } })
  await bench.told('gus')
  await bench.press('olga', `/linking unlink-with-messages ${accountId}`)
  await bench.told('gus')
  expect(await isSignInLinkValid(app, token)).toBe(false)
  await app.handlers['export']({ exportId }, run)
  await bench.press('olga', `/retry ${reply.id}`)
  await app.handlers['recover']({}, run)
  await app.handlers['post-digests']({}, run)
  expect(await bench.told('gus')).toEqual([])
  await bench.write('olga', 'The new secret of olga.')
  for (const line of ['/find secret', '/days', '/memories', `/open ${reply.id + 100}`])
    expect((await bench.write('gus', line)).join()).not.toContain('of olga.')
})
