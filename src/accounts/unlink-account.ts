import type { AccountId, PlaceId, TurnId, UserId } from '../core/domain/ids.ts'
import type { PersonalData, UnlinkedPlaces } from '../core/ports/personal-data.ts'
import { type LinkedAccount, listLinkedAccounts } from '../people/accounts.ts'
import { endAccountSessions } from '../people/sign-in.ts'
import { findUserById, separateUser } from '../people/users.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Tx } from '../store/store.ts'
import { notifyUser } from '../threads/notify.ts'
import { moveAccountPlaces } from '../threads/privacy/split-account.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import { notifyOwners } from './approve-access.ts'
import { accountUnlinkedText, newConversationText, ownerUnlinkNoticeText } from './link-texts.ts'

export interface UnlinkRequest {
  readonly userId: UserId
  /** The account that is unlinked. */
  readonly accountId: AccountId
  /** The account that requested it. */
  readonly requestedBy: AccountId
}

interface AccountSplit {
  readonly account: LinkedAccount
  readonly newUserId: UserId
  readonly placeIds: readonly PlaceId[]
  readonly turnId: TurnId | undefined
  readonly isFromOwner: boolean
}

/**
 * Makes an account a separate user, together with its direct places. Messages stay where they are. Ends the account's sessions on the web
 * page. Notifies the account. If the account
 * itself made the request, also notifies the user. Returns undefined if the user has no such account, or if it cannot be unlinked.
 */
export async function unlinkAccount(deps: PrivacyDeps, request: UnlinkRequest): Promise<LinkedAccount | undefined> {
  const split = await deps.store.transaction((tx) => splitAccount(tx, deps, request))
  if (!split) return undefined
  const { account, newUserId, placeIds, turnId, isFromOwner } = split
  deps.broadcast.publish({ type: 'sessions-ended', userId: request.userId })
  if (turnId) deps.broadcast.publish({ type: 'stop-turn', turnId })
  const [placeId] = placeIds
  if (request.requestedBy === account.id) await notifyUser(deps, request.userId, { text: accountUnlinkedText(account) })
  if (placeId) await notifyUser(deps, newUserId, { text: newConversationText, placeId })
  // The account may have gained access by linking, without the approval of an owner.
  if (!isFromOwner)
    await notifyOwners(deps, { text: ownerUnlinkNoticeText(account), buttons: [{ label: 'Block', action: `/block ${newUserId}` }] })
  return account
}

async function splitAccount(tx: Tx, deps: PrivacyDeps, { userId, accountId }: UnlinkRequest): Promise<AccountSplit | undefined> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  const threadId = await findContinuousThread(tx, userId)
  if (threadId) await lockThread(tx, threadId)
  const account = (await listLinkedAccounts(tx, deps.senders, userId)).find(({ id, canUnlink }) => id === accountId && canUnlink)
  if (!account) return undefined
  const ownPlatforms = [...deps.senders].filter(([, sender]) => sender.accountsAreOurs).map(([name]) => name)
  await endAccountSessions(tx, { userId, accountId, ownPlatforms })
  const newUserId = await separateUser(tx, account, deps.clock.now())
  const { platform, tenant, platformUserId } = account
  const address = deps.senders.get(platform)?.directAddress?.(platformUserId)
  const placeIds = await moveAccountPlaces(tx, { accountId, platform, tenant, address, from: userId, to: newUserId })
  const turnId = threadId && (await cancelPendingWork(tx, deps.personalData, { threadId, placeIds }))
  return { account, newUserId, placeIds, turnId, isFromOwner: (await findUserById(tx, userId))?.isOwner ?? false }
}

/** Returns the turn that must stop. At most one turn runs in a thread. */
async function cancelPendingWork(tx: Tx, personalData: readonly PersonalData<Tx>[], places: UnlinkedPlaces): Promise<TurnId | undefined> {
  let turnId: TurnId | undefined
  for (const { unlink } of personalData) turnId = (await unlink?.(tx, places)) ?? turnId
  return turnId
}
