import { afterAll, expect, test } from 'vitest'
import type { ForgetRequestId, UserId } from '../../src/core/domain/ids.ts'
import { findDraft, saveDraft } from '../../src/people/drafts.ts'
import { consumeSignInLink, createSignInLink, findSession, findSessionUser, isSignInLinkValid } from '../../src/people/sign-in.ts'
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

/** Somebody writes something in a browser and does not send it. Returns what is stored. */
async function writeDraft({ app, userOf }: Linking, name: string, session: string, text: string): Promise<string | undefined> {
  const sessionId = (await findSession(app, session))?.id ?? 0
  return saveDraft(app.store, (await userOf(name)) as UserId, { text, known: [], sessionId, now: app.clock.now() })
}

test('the drafts of merged users become one, which the browser that stays signed in has alone', async () => {
  const bench = await introduced('ada', 'bob')
  const { app } = bench
  const [ofAda, ofBob] = [await signIn(bench, 'ada'), await signIn(bench, 'bob')]
  await writeDraft(bench, 'ada', ofAda, 'From Ada')
  await writeDraft(bench, 'bob', ofBob, 'From Bob')
  await bench.link('ada', 'bob')
  const userId = (await bench.userOf('ada')) as UserId
  expect(await app.store.db.draft.findMany({ select: { userId: true, text: true } })).toEqual([{ userId, text: 'From Ada\n\nFrom Bob' }])
  // The page of the account that was merged away is still open.
  expect(await writeDraft(bench, 'bob', ofBob, 'Saved too late')).toBeUndefined()
  expect(await findDraft(app.store.db, userId)).toBe('From Ada\n\nFrom Bob')
})

test('of a draft that an account may have written, nothing is left once it is unlinked, or its merge undone', async () => {
  for (const action of ['unlink', 'unlink-with-messages', 'undo'] as const) {
    const bench = await introduced('ada', 'bob')
    const { app } = bench
    await bench.link('ada', 'bob')
    const ofBob = await signIn(bench, 'bob')
    expect(await writeDraft(bench, 'bob', ofBob, 'A secret of Bob')).toBe('A secret of Bob')
    const { id: merge } = await app.store.db.userMerge.findFirstOrThrow()
    // Soon after a merge, an account takes its messages along.
    if (action === 'unlink') await app.store.db.userMerge.deleteMany()
    await bench.press('ada', `/linking ${action} ${action === 'undo' ? merge : await findAccountId(bench, 'bob')}`)
    expect(await bench.userOf('bob')).not.toBe(await bench.userOf('ada'))
    expect(await app.store.db.draft.findMany()).toEqual([])
    for (const name of ['ada', 'bob']) expect(await writeDraft(bench, name, ofBob, 'Saved too late')).toBeUndefined()
    expect(await app.store.db.draft.count()).toBe(0)
    await app.store.db.user.deleteMany()
  }
})

test('of a user who has everything deleted, no draft is left', async () => {
  const bench = await introduced('ada', 'bob')
  const { app } = bench
  const [ofAda, ofBob] = [await signIn(bench, 'ada'), await signIn(bench, 'bob')]
  await writeDraft(bench, 'ada', ofAda, 'A secret')
  await writeDraft(bench, 'bob', ofBob, 'Of somebody else')
  await bench.write('ada', '/forget everything')
  const [confirm = ''] = Object.values(bench.buttons('ada'))
  await bench.press('ada', confirm)
  const { id } = await app.store.db.forgetRequest.findFirstOrThrow({ where: { state: 'confirmed' } })
  const run = { signal: new AbortController().signal, attempt: 1, last: true }
  await app.handlers.forget({ forgetRequestId: id as ForgetRequestId }, run)
  expect(await writeDraft(bench, 'ada', ofAda, 'Saved too late')).toBeUndefined()
  expect(await app.store.db.draft.findMany()).toMatchObject([{ text: 'Of somebody else' }])
})
