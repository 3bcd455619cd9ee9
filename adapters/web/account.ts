import type { AccountId } from '../../src/core/domain/ids.ts'
import { addAccount, findUserByAccount, recallUser, type User } from '../../src/people/users.ts'
import { accountKey } from './address.ts'
import type { WebDeps } from './options.ts'

/** Returns the account of a user's page. Creates the account if there is none, at the first sign-in or after a merge. */
export async function ensurePageAccount({ store, clock }: Pick<WebDeps, 'store' | 'clock'>, user: User): Promise<AccountId> {
  const key = accountKey(user)
  const known = await findUserByAccount(store.db, key)
  if (known) return known.accountId
  await store.transaction((tx) => addAccount(tx, user.id, key, { name: user.name, isOwner: user.isOwner, now: clock.now() }))
  const made = await findUserByAccount(store.db, key)
  if (!made) throw new Error('The account of the web page could be neither created nor found.')
  return made.accountId
}

/** Ensures that a user can write on their page. An account of the page is never unlinked, so one that this process has seen is still there. */
export async function ensurePageAuthor(deps: Pick<WebDeps, 'store' | 'clock'>, user: User): Promise<void> {
  if (recallUser(deps.store, accountKey(user))?.user.id !== user.id) await ensurePageAccount(deps, user)
}
