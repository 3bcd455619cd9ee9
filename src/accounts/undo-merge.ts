import type { AccountId, UserId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { type Account, findAccountById, listAccounts, listOwnPlatforms } from '../people/accounts.ts'
import { deleteMerge, findUndoableMerge, type MergeId, restoreMergedUser, withdrawSharedRights } from '../people/user-merges.ts'
import { createUser, lockUser } from '../people/users.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Tx } from '../store/store.ts'
import { leaseName, revokeLeases } from '../threads/lease.ts'
import { notifyUser } from '../threads/notify.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import { notifyOwners } from './approve-access.ts'
import { buildOwnerUndoNotice } from './link-texts.ts'
import { publishSeparation, type Separation, separateAccounts } from './separate-accounts.ts'

/** In ms. Years of messages may move. */
const undoTimeoutMs = 5 * 60_000

export interface UndoRequest {
  readonly id: MergeId
  readonly userId: UserId
  /** The account that requested it. */
  readonly requestedBy: AccountId
}

/**
 * Undoes a merge: the accounts that came along become a user of their own again, with their messages, memory and settings. Notifies both
 * sides and the owners. Returns false if the user has no merge that can be undone. Of concurrent calls, only one succeeds. Throws InputError.
 */
export async function undoMerge(deps: PrivacyDeps, request: UndoRequest): Promise<boolean> {
  const undone = await deps.store.transaction((tx) => separateMerged(tx, deps, request), { timeoutMs: undoTimeoutMs })
  if (!undone) return false
  const { separation, outcome } = undone
  await publishSeparation(deps, { from: separation.from, outcome })
  const [placeId] = outcome.placeIds
  await notifyUser(deps, separation.from.userId, (translate) => ({ text: translate('link.undone') }))
  await notifyUser(deps, separation.toUserId, (translate) => ({ text: translate('link.undone'), ...(placeId && { placeId }) }))
  await notifyOfKeptAccess(deps, separation)
  return true
}

/** Tells the owners that the accounts that left can still use the bot, because they were approved before or by being linked. */
async function notifyOfKeptAccess(deps: PrivacyDeps, { toUserId, accounts }: Separation): Promise<void> {
  if (accounts.some(({ isOwner }) => isOwner)) return
  const ownPlatforms = listOwnPlatforms(deps.senders)
  const notice = buildOwnerUndoNotice(accounts.filter(({ platform }) => !ownPlatforms.includes(platform)))
  await notifyOwners(deps, (translate) => ({
    ...notice(translate),
    buttons: [{ label: translate('button.block'), action: `/block ${toUserId}` }],
  }))
}

async function separateMerged(tx: Tx, deps: PrivacyDeps, { id, userId, requestedBy }: UndoRequest) {
  const now = deps.clock.now()
  const threadIdBefore = await findContinuousThread(tx, userId)
  // Leases come before other locks. This order is used everywhere.
  if (threadIdBefore) await revokeLeases(tx, [leaseName('thread', threadIdBefore)])
  await lockUser(tx, userId)
  const threadId = await findContinuousThread(tx, userId)
  if (threadId) await lockThread(tx, threadId)
  const merge = await findUndoableMerge(tx, { id, userId, now })
  if (!merge) return undefined
  await withdrawSharedRights(tx, id)
  const accounts = (await listAccounts(tx, userId)).filter((account) => merge.accountIds.includes(account.id))
  const [first] = accounts
  if (!first) return undefined
  if (!(await maySeparate(tx, accounts, requestedBy))) throw new LocalizedInputError('link.undoOwnerOnly')
  if (merge.fromUserId !== null) await restoreMergedUser(tx, merge)
  const toUserId = merge.fromUserId ?? (await createUser(tx, first.name, now))
  await deleteMerge(tx, id)
  const separation: Separation = { from: { userId, threadId }, toUserId, accounts, placeIds: merge.placeIds, takesMessages: true }
  return { separation, outcome: await separateAccounts(tx, deps, separation) }
}

/** Whether an account may separate others: itself, and those with owner rights only if it has them too. */
async function maySeparate(tx: Tx, leaving: readonly Account[], requestedBy: AccountId): Promise<boolean> {
  if (!leaving.some(({ isOwner }) => isOwner) || leaving.some(({ id }) => id === requestedBy)) return true
  return (await findAccountById(tx, requestedBy))?.isOwner ?? false
}
