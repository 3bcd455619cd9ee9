import type { AccountId, ThreadId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { UserMerge } from '../core/ports/personal-data.ts'
import { enqueue, enqueueTurn } from '../jobs/job-list.ts'
import { deleteAccessRequests } from '../people/access-requests.ts'
import { shareOwnerRights } from '../people/accounts.ts'
import { acceptRequest, findLinkRequest, type LinkSide, storeFirstConfirmation } from '../people/link-codes.ts'
import { type MergeId, recordAddedAccount, recordMerge } from '../people/user-merges.ts'
import { addAccount, findUserByAccount, type UserAccount } from '../people/users.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Tx } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import { enqueueNotice, notifyUser, type StoredNotice, storeNotice } from '../threads/notify.ts'
import { upsertPlace } from '../threads/places.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import type { LinkResponse } from './close-links.ts'
import {
  type EnteredRequest,
  findAwaitedSide,
  findFinalSide,
  findOtherSide,
  findSide,
  isEntered,
  mayBeLinked,
} from './link-confirmation.ts'
import { buildFirstConfirmation, buildLinkedNotice, buildLinkQuestion, type LinkNotice } from './link-texts.ts'
import { lockUsersForMerge, mergeUsers } from './merge-users.ts'

/** The maximum number of attempts if one of the accounts keeps moving to other users. */
const maxAttempts = 3
/** In ms. A merge may move years of messages. */
const mergeTimeoutMs = 5 * 60_000

export interface LinkAgreement extends LinkResponse {
  /** Whether the other side gets owner rights. Only an owner can give them, with the final confirmation. False by default. */
  readonly sharesOwnerRights?: boolean
}

/**
 * Confirms a link request from one of its two sides. The first confirmation asks the other side for the final one, which merges the two
 * users. Notifies the other side. Idempotent. Returns the answer to the side that confirmed, or undefined if nothing awaits its
 * confirmation. Throws InputError.
 */
export async function agreeToLink(deps: PrivacyDeps, agreement: LinkAgreement): Promise<LinkNotice | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const request = await findLinkRequest(deps.store.db, agreement.id)
    const side = request && isEntered(request) ? findSide(request, agreement.account) : undefined
    if (!request || !isEntered(request) || !side) return undefined
    if (request.state === 'entered') return confirmFirst(deps, agreement)
    if (findFinalSide(request) !== side) return request.state === 'confirmed' ? firstConfirmation(request, side) : undefined
    if (request.state === 'accepted') return buildLinkedNotice(findOtherSide(request, side))
    if (request.state !== 'confirmed') return undefined
    if (!mayBeLinked(request)) throw new LocalizedInputError('link.rightsChanged')
    const outcome = await deps.store.transaction((tx) => linkAccounts(tx, deps, { request, agreement }), { timeoutMs: mergeTimeoutMs })
    if (outcome === 'gone') return undefined
    if (outcome === 'changed') continue
    await enqueueFollowUps(deps, outcome)
    return buildLinkedNotice(findOtherSide(request, side), outcome.mergeId)
  }
  throw new LocalizedInputError('link.movedElsewhere')
}

/**
 * Stores the first confirmation and asks the other side for the final one. Returns the answer to the side that confirmed, or undefined if
 * its confirmation is not awaited.
 */
export async function confirmFirst(deps: ThreadDeps, { id, account }: LinkResponse): Promise<LinkNotice | undefined> {
  const request = await findLinkRequest(deps.store.db, id)
  if (!request || !isEntered(request)) return undefined
  const side = findSide(request, account)
  if (!side || side !== findAwaitedSide(request)) return undefined
  const confirmation = { confirmedBy: side, now: deps.clock.now() }
  if (!(await deps.store.transaction((tx) => storeFirstConfirmation(tx, id, confirmation)))) return undefined
  const finalUser = side === 'requester' ? await findUserByAccount(deps.store.db, request.claimant) : undefined
  const userId = side === 'claimant' ? request.requester.userId : finalUser?.user.id
  const question = buildLinkQuestion({ ...request, state: 'confirmed', confirmedBy: side }, findFinalSide(request))
  const placeId = side === 'claimant' ? request.requester.placeId : undefined
  if (userId) await notifyUser(deps, userId, (translate) => ({ ...question(translate), ...(placeId && { placeId }) }))
  return firstConfirmation(request, side)
}

const firstConfirmation = (request: EnteredRequest, side: LinkSide): LinkNotice => buildFirstConfirmation(findOtherSide(request, side))

interface LinkOutcome {
  /** Absent if the accounts were linked already. */
  readonly mergeId?: MergeId
  /** Absent if the other account had no user. */
  readonly merge?: UserMerge
  readonly storedNotice?: StoredNotice | undefined
}

interface LinkTask {
  readonly request: EnteredRequest
  readonly agreement: LinkAgreement
}

async function linkAccounts(tx: Tx, deps: PrivacyDeps, task: LinkTask): Promise<LinkOutcome | 'gone' | 'changed'> {
  const { requester, claimant } = task.request
  const claimingUser = await findUserByAccount(tx, claimant)
  if (claimingUser?.user.isBlocked) return 'gone'
  if (claimingUser?.user.id === requester.userId) return 'gone'
  return claimingUser ? mergeClaimingUser(tx, deps, { ...task, claimingUser }) : addStranger(tx, deps, task)
}

async function addStranger(tx: Tx, deps: PrivacyDeps, { request, agreement }: LinkTask): Promise<LinkOutcome | 'gone' | 'changed'> {
  const { id, requester, claimant } = request
  const now = deps.clock.now()
  const threadId = await findContinuousThread(tx, requester.userId)
  if (!threadId || !(await lockThread(tx, threadId))) return 'changed'
  // If the requester was unlinked while this waited for the lock, the other account must not gain access.
  const current = await findUnchanged(tx, request)
  if (!current) return 'changed'
  if (!(await acceptRequest(tx, id, { userId: requester.userId, now }))) return 'gone'
  const isOwner = agreement.sharesOwnerRights === true && current.requester.isOwner
  if (!(await addAccount(tx, requester.userId, claimant, { ...claimant, isOwner, now }))) throw new LocalizedInputError('link.becameUser')
  await deleteAccessRequests(tx, claimant)
  const accountId = (await findUserByAccount(tx, claimant))?.accountId as AccountId
  const mergeId = await recordAddedAccount(tx, { userId: requester.userId, accountId, now })
  return { mergeId, storedNotice: await storeLinkedNotice(tx, deps, { request, mergeId }) }
}

async function mergeClaimingUser(
  tx: Tx,
  deps: PrivacyDeps,
  { request, agreement, claimingUser }: LinkTask & { readonly claimingUser: UserAccount },
): Promise<LinkOutcome | 'gone' | 'changed'> {
  const { id, requester } = request
  const now = deps.clock.now()
  // The side that confirms last is the owner, if there is one. Its user remains.
  const isRequesterFinal = findFinalSide(request) === 'requester'
  const [from, into] = isRequesterFinal ? [claimingUser.user.id, requester.userId] : [requester.userId, claimingUser.user.id]
  const merge = await lockUsersForMerge(tx, { from, into }, now)
  const current = merge && (await findUnchanged(tx, request))
  if (!merge || !current) return 'changed'
  if (!(await acceptRequest(tx, id, { userId: into, now }))) return 'gone'
  const mergeId = await recordMerge(tx, { from, into, now })
  const [final, first] = isRequesterFinal ? [requester.accountId, claimingUser.accountId] : [claimingUser.accountId, requester.accountId]
  if (agreement.sharesOwnerRights) await shareOwnerRights(tx, { from: final, with: first })
  await mergeUsers(tx, deps.personalData, merge)
  return { merge, mergeId, storedNotice: await storeLinkedNotice(tx, deps, { request, mergeId }) }
}

/**
 * Returns the request as it is under the locks. Undefined if it can no longer be accepted, an account has moved, or the owner rights of one
 * have changed.
 */
async function findUnchanged(tx: Tx, { id, requester, claimant }: EnteredRequest): Promise<EnteredRequest | undefined> {
  const current = await findLinkRequest(tx, id)
  if (!current || !isEntered(current) || !mayBeLinked(current)) return undefined
  const isSame = current.requester.userId === requester.userId && current.requester.isOwner === requester.isOwner
  return isSame && current.claimant.isOwner === claimant.isOwner ? current : undefined
}

/** Stores the notice to the side that did not give the final confirmation. */
async function storeLinkedNotice(
  tx: Tx,
  deps: PrivacyDeps,
  { request, mergeId }: { readonly request: EnteredRequest; readonly mergeId: MergeId },
): Promise<StoredNotice | undefined> {
  const { requester, claimant } = request
  const userId = (await findUserByAccount(tx, requester))?.user.id
  if (!userId) return undefined
  if (findFinalSide(request) === 'claimant')
    return storeNotice(tx, deps, userId, (translate) => ({
      placeId: requester.placeId,
      ...buildLinkedNotice(claimant, mergeId)(translate),
    }))
  const { platform, tenant, address } = claimant
  const place = await upsertPlace(tx, { platform, tenant, address, kind: 'direct' }, userId)
  return storeNotice(tx, deps, userId, (translate) => ({ placeId: place.id, ...buildLinkedNotice(requester, mergeId)(translate) }))
}

async function enqueueFollowUps(deps: PrivacyDeps, { merge, storedNotice }: LinkOutcome): Promise<void> {
  await enqueueNotice(deps, storedNotice)
  if (!merge) return
  const { from, into } = merge
  await enqueueThreadWork(deps, into.threadId)
  deps.broadcast.publish({ type: 'thread-changed', userId: into.userId, threadId: into.threadId })
  // Closes open pages of the deleted user.
  deps.broadcast.publish({ type: 'sessions-ended', userId: from.userId })
}

/** Enqueues what a thread needs after messages were moved into it. */
async function enqueueThreadWork(deps: PrivacyDeps, threadId: ThreadId): Promise<void> {
  await enqueueTurn(deps, threadId)
  await enqueue(deps, 'index-thread', { threadId })
}
