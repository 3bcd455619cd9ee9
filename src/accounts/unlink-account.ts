import type { AccountId, UserId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import {
  findAccountById,
  type LinkedAccount,
  leaveOwnerRights,
  listLinkedAccounts,
  listOwnPlatforms,
  removeDependentAccount,
} from '../people/accounts.ts'
import { listUndoableMerges } from '../people/user-merges.ts'
import { createUser, lockUser } from '../people/users.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Db, Tx } from '../store/store.ts'
import { leaseName, revokeLeases } from '../threads/lease.ts'
import { notifyUser } from '../threads/notify.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import { notifyOwners } from './approve-access.ts'
import { buildAccountNotice, buildUnlinkedNotice } from './link-texts.ts'
import { publishSeparation, type Separation, type SeparationOutcome, separateAccounts } from './separate-accounts.ts'

export interface UnlinkRequest {
  readonly userId: UserId
  /** The account that is unlinked. */
  readonly accountId: AccountId
  /** The account that requested it. */
  readonly requestedBy: AccountId
  /** Whether its messages, with the replies to them, move along. */
  readonly takesMessages: boolean
}

interface UnlinkOutcome {
  readonly account: LinkedAccount
  readonly separation: Separation
  readonly outcome: SeparationOutcome
  readonly isByOwner: boolean
}

/** In ms. Years of messages may move. */
const unlinkTimeoutMs = 5 * 60_000

/**
 * Makes an account a separate user, together with its direct places and, if requested, its messages. Ends the account's sessions on the web
 * page. A phone number, which cannot be used alone, is removed instead, and its messages stay. Notifies the account. If the account itself made the request, also notifies the user. Returns undefined if the user has no such
 * account, or if it cannot be unlinked. Throws InputError.
 */
export async function unlinkAccount(deps: PrivacyDeps, request: UnlinkRequest): Promise<LinkedAccount | undefined> {
  const unlinked = await deps.store.transaction((tx) => unlink(tx, deps, request), { timeoutMs: unlinkTimeoutMs })
  if (!unlinked) return undefined
  if ('removed' in unlinked) return unlinked.removed
  const { account, separation, outcome, isByOwner } = unlinked
  await publishSeparation(deps, { from: separation.from, outcome })
  const { takesMessages, toUserId } = separation
  const [placeId] = outcome.placeIds
  if (request.requestedBy === account.id) await notifyUser(deps, request.userId, buildUnlinkedNotice(account, takesMessages))
  if (placeId)
    await notifyUser(deps, toUserId, (translate) => ({
      text: translate('unlink.newConversation', { moved: takesMessages ? 'yes' : 'no' }),
      placeId,
    }))
  // The account may have gained access by linking, without the approval of an owner.
  if (!isByOwner)
    await notifyOwners(deps, (translate) => ({
      ...buildAccountNotice('unlink.ownerNotice', account)(translate),
      buttons: [{ label: translate('button.block'), action: `/block ${toUserId}` }],
    }))
  return account
}

async function unlink(tx: Tx, deps: PrivacyDeps, { userId, accountId, requestedBy, takesMessages }: UnlinkRequest) {
  const threadIdBefore = await findContinuousThread(tx, userId)
  // Leases come before other locks. This order is used everywhere.
  if (threadIdBefore && takesMessages) await revokeLeases(tx, [leaseName('thread', threadIdBefore)])
  await lockUser(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  if (threadId) await lockThread(tx, threadId)
  const account = (await listLinkedAccounts(tx, deps.senders, userId)).find(({ id, canUnlink }) => id === accountId && canUnlink)
  if (!account) return undefined
  if (account.isDependent) {
    await removeDependentAccount(tx, account.id)
    return { removed: account }
  }
  const isByOwner = (await findAccountById(tx, requestedBy))?.isOwner ?? false
  if (account.isOwner && !isByOwner) throw new LocalizedInputError('unlink.ownerOnly')
  if (!takesMessages && (await mustTakeMessages(tx, deps.clock.now(), { userId, accountId, requestedBy })))
    throw new LocalizedInputError('unlink.mustMove')
  await leaveOwnerRights(tx, { accountId, userId, ownPlatforms: listOwnPlatforms(deps.senders) })
  const toUserId = await createUser(tx, account.name, deps.clock.now())
  const separation: Separation = { from: { userId, threadId }, toUserId, accounts: [account], placeIds: [], takesMessages }
  const outcome = await separateAccounts(tx, deps, separation)
  return { account, separation, outcome, isByOwner } satisfies UnlinkOutcome
}

/**
 * Whether an account takes its messages along in any case. This is so while a merge can be undone, unless the account itself requests
 * otherwise, so that nobody loses a history by linking it.
 */
export async function mustTakeMessages(
  db: Db,
  now: Date,
  { userId, accountId, requestedBy }: Pick<UnlinkRequest, 'userId' | 'accountId' | 'requestedBy'>,
): Promise<boolean> {
  return accountId !== requestedBy && (await listUndoableMerges(db, userId, now)).length > 0
}
