import { InputError } from '../core/domain/errors.ts'
import type { UserMerge } from '../core/ports/personal-data.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteAccessRequests } from '../people/access-requests.ts'
import { type Claimant, closeRequest, findLinkRequest, type LinkRequest } from '../people/link-codes.ts'
import { addAccount, findUserByAccount } from '../people/users.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Tx } from '../store/store.ts'
import { enqueueNotice, type StoredNotice, storeNotice } from '../threads/notify.ts'
import { upsertPlace } from '../threads/places.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import type { LinkResponse } from './close-links.ts'
import { linkedText } from './link-texts.ts'
import { lockUsersForMerge, mergeUsers } from './merge-users.ts'

/** The maximum number of attempts if one of the accounts keeps moving to other users. */
const maxAttempts = 3
/** In ms. A merge may move years of messages. */
const mergeTimeoutMs = 5 * 60_000

/**
 * Confirms a link request from the account that created the code, merges the two users, and notifies the other account. Idempotent.
 * Returns undefined if there is no request to confirm. Throws InputError.
 */
export async function acceptLink(deps: PrivacyDeps, { id, accountId }: LinkResponse): Promise<AcceptedLink | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const request = await findLinkRequest(deps.store.db, id)
    if (!request?.claimant || request.requester.accountId !== accountId) return undefined
    const acceptedLink = { ...request, claimant: request.claimant }
    if (request.state === 'accepted') return acceptedLink
    if (request.state !== 'claimed') return undefined
    const outcome = await deps.store.transaction((tx) => linkAccounts(tx, deps, acceptedLink), { timeoutMs: mergeTimeoutMs })
    if (outcome === 'gone') return undefined
    if (outcome === 'changed') continue
    await enqueueFollowUps(deps, outcome)
    return acceptedLink
  }
  throw new InputError('One of these accounts has just changed elsewhere. Try again.')
}

export interface AcceptedLink extends LinkRequest {
  readonly claimant: Claimant
}

interface AcceptLinkOutcome {
  /** Absent if the other account had no user. */
  readonly merge?: UserMerge
  readonly storedNotice?: StoredNotice | undefined
}

async function linkAccounts(
  tx: Tx,
  deps: PrivacyDeps,
  { id, requester, claimant }: AcceptedLink,
): Promise<AcceptLinkOutcome | 'gone' | 'changed'> {
  const now = deps.clock.now()
  const markAccepted = () => closeRequest(tx, id, { state: 'accepted', now })
  const existingUser = await findUserByAccount(tx, claimant)
  if (existingUser?.user.isBlocked) return 'gone'
  if (existingUser?.user.id === requester.userId) return (await markAccepted()) ? {} : 'gone'
  if (!existingUser) {
    const threadId = await findContinuousThread(tx, requester.userId)
    if (!threadId || !(await lockThread(tx, threadId))) return 'changed'
    // If the requester was unlinked while this waited for the lock, the other account must not gain access.
    if ((await findLinkRequest(tx, id))?.requester.userId !== requester.userId) return 'changed'
    if (!(await markAccepted())) return 'gone'
    await addNewAccount(tx, deps, { requester, claimant })
    return { storedNotice: await storeLinkedNotice(tx, deps, { requester, claimant }) }
  }
  const merge = await lockUsersForMerge(tx, { from: existingUser.user.id, into: requester.userId }, now)
  const isUnchanged =
    (await findUserByAccount(tx, claimant))?.user.id === existingUser.user.id &&
    (await findLinkRequest(tx, id))?.requester.userId === requester.userId
  if (!merge || !isUnchanged) return 'changed'
  if (!(await markAccepted())) return 'gone'
  await mergeUsers(tx, deps.personalData, merge)
  return { merge, storedNotice: await storeLinkedNotice(tx, deps, { requester, claimant }) }
}

type LinkParties = Pick<AcceptedLink, 'requester' | 'claimant'>

async function addNewAccount(tx: Tx, { clock }: PrivacyDeps, { requester, claimant }: LinkParties): Promise<void> {
  if (!(await addAccount(tx, requester.userId, claimant, { name: claimant.name, now: clock.now() })))
    throw new InputError('That account has just become a user of its own. Confirm once more.')
  await deleteAccessRequests(tx, claimant)
}

async function storeLinkedNotice(tx: Tx, deps: PrivacyDeps, { requester, claimant }: LinkParties): Promise<StoredNotice | undefined> {
  const { platform, tenant, address } = claimant
  const place = await upsertPlace(tx, { platform, tenant, address, kind: 'direct' }, requester.userId)
  return storeNotice(tx, deps, requester.userId, { placeId: place.id, text: linkedText(requester) })
}

async function enqueueFollowUps(deps: PrivacyDeps, { merge, storedNotice }: AcceptLinkOutcome): Promise<void> {
  await enqueueNotice(deps, storedNotice)
  if (!merge) return
  const { from, into } = merge
  await enqueue(deps, 'answer-thread', { threadId: into.threadId })
  await enqueue(deps, 'index-thread', { threadId: into.threadId })
  deps.broadcast.publish({ type: 'thread-changed', userId: into.userId, threadId: into.threadId })
  // Notifies open pages that still follow the deleted user.
  if (from.threadId) deps.broadcast.publish({ type: 'thread-changed', userId: from.userId, threadId: from.threadId })
}
