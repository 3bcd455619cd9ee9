import { afterAll, expect, test } from 'vitest'
import type { AccountId, UserId } from '../../src/core/domain/ids.ts'
import { createSetupCode } from '../../src/people/access.ts'
import { consumeSignInLink, createSignInLink, findSessionUser } from '../../src/people/sign-in.ts'
import { closeLinking, type Linking, linking } from './linking.ts'

afterAll(closeLinking)

const noRights = [expect.stringContaining('This account has no owner rights')]
const users = [expect.stringContaining('owner')]

/** Olga is an owner, Gus a guest. */
async function ownerAndGuest(): Promise<Linking> {
  const bench = await linking()
  for (const name of ['olga', 'gus']) {
    await bench.person(name)
    await bench.write(name, `I am ${name}.`)
  }
  await bench.app.store.db.account.updateMany({ where: { platformUserId: 'olga' }, data: { isOwner: true } })
  return bench
}

/** Gus makes a code, Olga enters it. */
async function entered(): Promise<Linking> {
  const bench = await ownerAndGuest()
  await bench.write('olga', `/link ${await bench.codeOf('gus')}`)
  return bench
}

test('an owner who enters a code is asked last, after the other side has confirmed', async () => {
  const bench = await entered()
  const olga = await bench.userOf('olga')
  expect(bench.buttons('olga')).toEqual({ Withdraw: '/linking refuse 1' })
  // Nothing happens while it is not her turn.
  expect(await bench.press('olga', '/linking agree 1')).toEqual([expect.stringMatching(/^This request is no longer pending/)])
  const [question] = await bench.told('gus')
  expect(question).toContain('**olga** on Test')
  expect(question).toContain('The other account is an owner of this bot. It decides')
  await bench.press('gus', bench.buttons('gus')['Yes, that’s me']!)
  // Nor does the guest decide.
  await bench.press('gus', '/linking agree 1')
  await bench.press('gus', '/linking agree-as-owner 1')
  expect(await bench.userOf('gus')).not.toBe(olga)
  const [final] = await bench.told('olga')
  expect(final).toContain('You are an owner of this bot. The other account gets no owner rights')
  await bench.press('olga', bench.buttons('olga')['Yes, that’s me']!)
  expect([await bench.userOf('gus'), await bench.userOf('olga')]).toEqual([olga, olga])
})

test('a merge grants no owner rights, in the chat or on the page', async () => {
  const bench = await entered()
  await bench.told('gus')
  await bench.press('gus', '/linking agree 1')
  await bench.press('olga', '/linking agree 1')
  expect(await bench.write('gus', '/users')).toEqual(noRights)
  expect(await bench.write('olga', '/users')).toEqual(users)
  const { app } = bench
  const user = (await bench.userOf('gus')) as UserId
  const accounts = await app.store.db.account.findMany({ where: { userId: user } })
  const rightsOf = async (name: string) => {
    const accountId = accounts.find(({ platformUserId }) => platformUserId === name)!.id as AccountId
    const { token } = await createSignInLink(app, user, { accountId })
    return (await findSessionUser(app, (await consumeSignInLink(app, token))!.sessionToken))?.isOwner
  }
  expect([await rightsOf('gus'), await rightsOf('olga')]).toEqual([false, true])
})

test('an owner can share the rights with the final confirmation', async () => {
  const bench = await entered()
  await bench.told('gus')
  await bench.press('gus', '/linking agree 1')
  await bench.told('olga')
  await bench.press('olga', bench.buttons('olga')['Yes, with owner rights']!)
  expect(await bench.write('gus', '/users')).toEqual(users)
})

test('an owner who made the code confirms last too, and a stranger gets no rights', async () => {
  const bench = await ownerAndGuest()
  await bench.link('olga', 'eve')
  expect(await bench.userOf('eve')).toBe(await bench.userOf('olga'))
  expect(await bench.write('eve', '/users')).toEqual(noRights)
})

test('a linked guest cannot lock the owner out: only owners unlink an owner’s account, and undoing gives back what was whose', async () => {
  const bench = await entered()
  await bench.told('gus')
  await bench.press('gus', '/linking agree 1')
  await bench.press('olga', '/linking agree 1')
  const { id } = await bench.app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'olga' } })
  for (const answer of ['unlink', 'unlink-with-messages'])
    expect(await bench.press('gus', `/linking ${answer} ${id}`)).toEqual([expect.stringContaining('Only an account with owner rights')])
  await bench.press('olga', '/linking undo 1')
  expect(await bench.write('olga', '/users')).toEqual(users)
  expect(await bench.write('gus', '/users')).toEqual([expect.stringContaining('Only an owner of this bot can do that.')])
})

test('an account with shared owner rights loses them when it is unlinked', async () => {
  const bench = await entered()
  await bench.told('gus')
  await bench.press('gus', '/linking agree 1')
  await bench.press('olga', '/linking agree-as-owner 1')
  const { id } = await bench.app.store.db.account.findFirstOrThrow({ where: { platformUserId: 'gus' } })
  await bench.press('olga', `/linking unlink-with-messages ${id}`)
  expect(await bench.write('gus', '/users')).toEqual([expect.stringContaining('Only an owner of this bot can do that.')])
})

test('what concerns owners is sent to where they write as owners', async () => {
  const bench = await ownerAndGuest()
  await bench.link('olga', 'gus')
  bench.app.clock.advance(60_000)
  await bench.write('gus', 'I wrote last.')
  await bench.told('gus')
  await bench.write('mallory', 'Let me in')
  expect(await bench.told('olga')).toContainEqual(expect.stringContaining('would like to talk with me'))
  expect(await bench.told('gus')).toEqual([])
})

const wrongSetupCode = [expect.stringMatching(/^That setup code is wrong, already used, or replaced by a newer one[^.]*\.$/)]

test('a setup code of an account that has its own conversation is not used, and says what to do in one sentence', async () => {
  const bench = await ownerAndGuest()
  const { app } = bench
  const code = await createSetupCode(app)
  expect(await bench.write('gus', `/start ${code}`)).toEqual([
    expect.stringMatching(/^That setup code is right, but was not used, because this account already has [^.]*\.$/),
  ])
  expect(await bench.write('gus', '/users')).toEqual([expect.stringContaining('Only an owner')])
  expect(await app.store.db.message.count({ where: { text: { contains: code } } })).toBe(0)
  // It is still good for a stranger, once.
  await bench.write('eve', `/start ${code}`)
  expect(await bench.write('eve', '/users')).toContainEqual(users[0])
  for (const by of ['eve', 'gus', 'mallory']) expect(await bench.write(by, `/start ${code}`)).toEqual(wrongSetupCode)
  const replaced = await createSetupCode(app)
  await createSetupCode(app)
  for (const by of ['eve', 'gus', 'mallory']) expect(await bench.write(by, `/start ${replaced}`)).toEqual(wrongSetupCode)
})

test('a setup code gives owner rights to an account that was linked to the local owner without them', async () => {
  const bench = await ownerAndGuest()
  const { app } = bench
  await app.store.db.user.update({ where: { id: (await bench.userOf('olga'))! }, data: { isLocal: true } })
  await bench.link('olga', 'gus')
  expect(await bench.write('gus', '/users')).toEqual(noRights)
  await bench.write('gus', `/start ${await createSetupCode(app)}`)
  expect(await bench.write('gus', '/users')).toEqual(users)
})
