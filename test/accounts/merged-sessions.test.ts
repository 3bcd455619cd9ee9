import { afterAll, expect, test } from 'vitest'
import type { UserId } from '../../src/core/domain/ids.ts'
import { consumeSignInLink, createSignInLink, findSessionUser, isSignInLinkValid } from '../../src/people/sign-in.ts'
import { closeLinking, findAccountId, introduced, type Linking } from './linking.ts'

afterAll(closeLinking)

async function linkOf(bench: Linking, name: string): Promise<string> {
  const userId = (await bench.userOf(name)) as UserId
  return (await createSignInLink(bench.app, userId, { accountId: await findAccountId(bench, name) })).token
}

async function signIn(bench: Linking, name: string): Promise<string> {
  return (await consumeSignInLink(bench.app, await linkOf(bench, name)))!.sessionToken
}

test('the sessions and sign-in links of an account that is merged away end, and its open pages close', async () => {
  const bench = await introduced('ada', 'bob')
  const { app } = bench
  const bob = await bench.userOf('bob')
  const [ofAda, ofBob, saved] = [await signIn(bench, 'ada'), await signIn(bench, 'bob'), await linkOf(bench, 'bob')]
  const ended: unknown[] = []
  app.broadcast.subscribe((news) => news.type === 'sessions-ended' && ended.push(news.userId))
  await bench.link('ada', 'bob')
  expect(await bench.userOf('bob')).toBe(await bench.userOf('ada'))
  expect(await findSessionUser(app, ofBob)).toBeUndefined()
  expect([await isSignInLinkValid(app, saved), await consumeSignInLink(app, saved)]).toEqual([false, undefined])
  expect((await findSessionUser(app, ofAda))?.id).toBe(await bench.userOf('ada'))
  expect(ended).toEqual([bob])
})

test('a session from before a merge ends with its account, whether that is unlinked or the merge is undone', async () => {
  for (const action of ['unlink', 'undo'] as const) {
    const bench = await introduced('ada', 'bob')
    const { app } = bench
    const [ofAda, savedByAda] = [await signIn(bench, 'ada'), await linkOf(bench, 'ada')]
    await bench.link('ada', 'bob')
    const [ofBob, savedByBob] = [await signIn(bench, 'bob'), await linkOf(bench, 'bob')]
    const { id: merge } = await app.store.db.userMerge.findFirstOrThrow()
    if (action === 'undo') await bench.press('bob', `/linking undo ${merge}`)
    else await bench.press('bob', `/linking unlink-with-messages ${await findAccountId(bench, 'ada')}`)
    const [gone, kept] =
      action === 'undo'
        ? [
            [ofBob, savedByBob],
            [ofAda, savedByAda],
          ]
        : [
            [ofAda, savedByAda],
            [ofBob, savedByBob],
          ]
    expect(await findSessionUser(app, gone[0]!)).toBeUndefined()
    expect(await consumeSignInLink(app, gone[1]!)).toBeUndefined()
    const stays = action === 'undo' ? 'ada' : 'bob'
    expect((await findSessionUser(app, kept[0]!))?.id).toBe(await bench.userOf(stays))
    expect((await consumeSignInLink(app, kept[1]!))?.userId).toBe(await bench.userOf(stays))
    await app.store.db.user.deleteMany()
  }
})

test('a link or session that an account still got while it left opens nothing', async () => {
  const bench = await introduced('ada', 'eve')
  const { app } = bench
  const accountId = await findAccountId(bench, 'eve')
  const userId = (await bench.userOf('ada')) as UserId
  const [kept, used] = [await createSignInLink(app, userId, { accountId }), await createSignInLink(app, userId, { accountId })]
  expect([await isSignInLinkValid(app, kept.token), await consumeSignInLink(app, kept.token)]).toEqual([false, undefined])
  await app.store.db.account.update({ where: { id: accountId }, data: { userId } })
  const session = (await consumeSignInLink(app, used.token))!.sessionToken
  await app.store.db.account.update({ where: { id: accountId }, data: { userId: (await bench.userOf('eve')) as UserId } })
  const other = await app.store.db.user.create({ data: { name: 'other', createdAt: new Date(0) } })
  await app.store.db.account.update({ where: { id: accountId }, data: { userId: other.id } })
  expect(await findSessionUser(app, session)).toBeUndefined()
})

test('sessions of the printed link do not stay with another user when the local owner leaves again', async () => {
  const bench = await introduced('olga', 'otto')
  const { app } = bench
  for (const name of ['olga', 'otto']) await app.store.db.account.updateMany({ where: { platformUserId: name }, data: { isOwner: true } })
  await app.store.db.user.update({ where: { id: (await bench.userOf('otto')) as UserId }, data: { isLocal: true } })
  await bench.link('olga', 'otto')
  const userId = (await bench.userOf('olga')) as UserId
  const [saved, used] = [await createSignInLink(app, userId), await createSignInLink(app, userId)]
  const session = (await consumeSignInLink(app, used.token))!.sessionToken
  expect((await findSessionUser(app, session))?.id).toBe(userId)
  await bench.press('otto', '/linking undo 1')
  expect((await app.store.db.user.findFirstOrThrow({ where: { isLocal: true } })).id).toBe(await bench.userOf('otto'))
  expect(await findSessionUser(app, session)).toBeUndefined()
  expect(await consumeSignInLink(app, saved.token)).toBeUndefined()
})
