import { describe, expect, test } from 'vitest'
import type { UserId } from '../../src/core/domain/ids.ts'
import { blockUser } from '../../src/people/block-user.ts'
import type { PeopleDeps } from '../../src/people/deps.ts'
import { deleteSentDraft, findDraft, mergeDrafts, saveDraft } from '../../src/people/drafts.ts'
import { eraseUser } from '../../src/people/privacy/forget.ts'
import { consumeSignInLink, createSignInLink, endAllSessions, endSession, findSession } from '../../src/people/sign-in.ts'
import { TestClock } from '../support/clock.ts'
import { testRandom } from '../support/random.ts'
import { testStore } from '../support/store.ts'

/** A user who writes in browsers that are signed in. */
async function setUp() {
  const deps: PeopleDeps = { store: await testStore(), clock: new TestClock(), random: testRandom() }
  const now = deps.clock.now()
  const addUser = async (name: string) => (await deps.store.db.user.create({ data: { name, createdAt: now } })).id as UserId
  const signIn = async (userId: UserId) => {
    const { token } = await createSignInLink(deps, userId)
    const session = await consumeSignInLink(deps, token)
    return (await findSession(deps, session?.sessionToken ?? ''))!.id
  }
  const save = (userId: UserId, sessionId: number, text: string, known: readonly string[] = []) =>
    saveDraft(deps.store, userId, { text, known, sessionId, now })
  const draftOf = (userId: UserId) => findDraft(deps.store.db, userId)
  return { deps, addUser, signIn, save, draftOf, ada: await addUser('Ada') }
}

describe('a draft is deleted with the last session, and none is stored after it', () => {
  test('when the browsers sign out one after another', async () => {
    const { deps, ada, signIn, save, draftOf } = await setUp()
    const [one, other] = [await signIn(ada), await signIn(ada)]
    expect(await save(ada, one, 'A secret')).toBe('A secret')
    await endSession(deps, ada, one)
    expect(await save(ada, one, 'Saved too late', ['A secret'])).toBeUndefined()
    expect(await draftOf(ada)).toBe('A secret')
    await endSession(deps, ada, other)
    expect(await save(ada, other, 'Saved too late', ['A secret'])).toBeUndefined()
    expect(await deps.store.db.draft.count()).toBe(0)
  })

  test.each([
    ['all browsers are signed out', endAllSessions],
    ['the user is blocked', (tx, userId) => blockUser(tx, userId, new Date(0))],
    ['the user is erased', (tx, userId) => eraseUser(tx, { userId } as Parameters<typeof eraseUser>[1])],
  ] satisfies [string, (...args: Parameters<typeof endAllSessions>) => Promise<unknown>][])('when %s', async (_, end) => {
    const { deps, ada, signIn, save, addUser, draftOf } = await setUp()
    const eve = await addUser('Eve')
    const [ofAda, ofEve] = [await signIn(ada), await signIn(eve)]
    await save(ada, ofAda, 'A secret')
    await save(eve, ofEve, 'Of somebody else')
    // They are being saved while the sessions end.
    const saving = [save(ada, ofAda, 'A secret, first', ['A secret']), save(ada, ofAda, 'A secret, then', ['A secret', 'A secret, first'])]
    await Promise.all([saving[0], deps.store.transaction(async (tx) => void (await end(tx, ada))), saving[1]])
    expect(await save(ada, ofAda, 'Saved too late')).toBeUndefined()
    expect(await draftOf(ada)).toBe('')
    expect(await draftOf(eve)).toBe('Of somebody else')
  })

  test('and the session of one user stores none of another', async () => {
    const { ada, addUser, signIn, save, draftOf } = await setUp()
    const eve = await addUser('Eve')
    expect(await save(ada, await signIn(eve), 'Not mine')).toBeUndefined()
    expect([await draftOf(ada), await draftOf(eve)]).toEqual(['', ''])
  })
})

test.each([
  ['of both users become one, that of the remaining user first', 'Theirs', 'Mine', 'Mine\n\nTheirs'],
  ['of the user who is merged away moves', 'Theirs', '', 'Theirs'],
  ['of the remaining user stays', '', 'Mine', 'Mine'],
  ['of neither is there', '', '', ''],
])('the draft %s when two users are merged', async (_, theirs, mine, merged) => {
  const { deps, ada, addUser, signIn, save, draftOf } = await setUp()
  const eve = await addUser('Eve')
  await save(ada, await signIn(ada), mine)
  await save(eve, await signIn(eve), theirs)
  await deps.store.transaction((tx) => mergeDrafts(tx, { from: eve, into: ada }))
  expect(await draftOf(ada)).toBe(merged)
})

test('what was sent is no draft any more, whatever blanks stand around it, and what is being written stays', async () => {
  const { deps, ada, signIn, save, draftOf } = await setUp()
  const session = await signIn(ada)
  const blanks = '\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
  await save(ada, session, `${blanks}It is${blanks}oak${blanks}`)
  await deleteSentDraft(deps.store.db, ada, 'It is')
  expect(await draftOf(ada)).not.toBe('')
  await deleteSentDraft(deps.store.db, ada, `It is${blanks}oak`)
  expect(await draftOf(ada)).toBe('')
})
