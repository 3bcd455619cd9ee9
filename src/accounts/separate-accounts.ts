import type { AccountId, PlaceId, ThreadId, TurnId, UserId } from '../core/domain/ids.ts'
import type { PersonalData, ThreadSplit, UnlinkedPlaces } from '../core/ports/personal-data.ts'
import { enqueue } from '../jobs/job-list.ts'
import { type Account, listOwnPlatforms, moveAccount } from '../people/accounts.ts'
import { endAccountCallAccess } from '../people/calls/end-access.ts'
import { endAccountSessions } from '../people/sign-in.ts'
import type { PrivacyDeps } from '../privacy/deps.ts'
import type { Tx } from '../store/store.ts'
import { lockDays } from '../threads/privacy/merge.ts'
import { moveAccountPlaces, movePlaces } from '../threads/privacy/split-account.ts'
import { copyDays, findLeavingMessages, moveMessages } from '../threads/privacy/split-thread.ts'
import { createContinuousThread, markThreadChanged } from '../threads/thread.ts'

/** Accounts that leave a user. Both users exist, the user and the thread are locked. */
export interface Separation {
  readonly from: { readonly userId: UserId; readonly threadId: ThreadId | undefined }
  readonly toUserId: UserId
  readonly accounts: readonly Account[]
  /** Direct places that leave besides those of the accounts. */
  readonly placeIds: readonly PlaceId[]
  /** Whether their messages, with the replies to them, leave too. */
  readonly takesMessages: boolean
}

export interface SeparationOutcome {
  /** The direct places that left, those of one account most recently active first. */
  readonly placeIds: readonly PlaceId[]
  /** The turn that must stop. */
  readonly turnId: TurnId | undefined
  /** The thread that received the messages. */
  readonly newThreadId: ThreadId | undefined
}

/** Moves accounts, with their direct places and sign-ins, to another user. Ends their sessions. Cancels what was still to be sent there. */
export async function separateAccounts(tx: Tx, deps: PrivacyDeps, separation: Separation): Promise<SeparationOutcome> {
  const { from, toUserId, accounts } = separation
  const ownPlatforms = listOwnPlatforms(deps.senders)
  const placeIds = [...separation.placeIds]
  await movePlaces(tx, { placeIds, from: from.userId, to: toUserId })
  for (const { id: accountId, platform, tenant, platformUserId } of accounts) {
    await endAccountSessions(tx, { userId: from.userId, accountId, ownPlatforms })
    await endAccountCallAccess(tx, { userId: from.userId, accountId, leaving: accounts.map(({ id }) => id) })
    await moveAccount(tx, accountId, toUserId)
    const address = deps.senders.get(platform)?.directAddress?.(platformUserId)
    placeIds.push(...(await moveAccountPlaces(tx, { accountId, platform, tenant, address, from: from.userId, to: toUserId })))
  }
  if (from.threadId === undefined) return { placeIds, turnId: undefined, newThreadId: undefined }
  // A message of the account that waits for the thread was read as one of this user.
  await markThreadChanged(tx, from.threadId)
  const source = { userId: from.userId, threadId: from.threadId }
  const turnId = await cancelPendingWork(tx, deps.personalData, { threadId: source.threadId, placeIds })
  const accountIds = accounts.map(({ id }) => id)
  const newThreadId = separation.takesMessages ? await splitThread(tx, deps, { from: source, toUserId, placeIds, accountIds }) : undefined
  return { placeIds, turnId, newThreadId }
}

/** Returns the turn that must stop. At most one turn runs in a thread. */
async function cancelPendingWork(tx: Tx, personalData: readonly PersonalData<Tx>[], places: UnlinkedPlaces): Promise<TurnId | undefined> {
  let turnId: TurnId | undefined
  for (const { unlink } of personalData) turnId = (await unlink?.(tx, places)) ?? turnId
  return turnId
}

interface LeavingAccounts {
  readonly from: ThreadSplit['from']
  readonly toUserId: UserId
  readonly placeIds: readonly PlaceId[]
  readonly accountIds: readonly AccountId[]
}

async function splitThread(
  tx: Tx,
  { personalData, clock }: PrivacyDeps,
  { from, toUserId, placeIds, accountIds }: LeavingAccounts,
): Promise<ThreadId> {
  const now = clock.now()
  const to = { userId: toUserId, threadId: await createContinuousThread(tx, toUserId, now) }
  const messageIds = await findLeavingMessages(tx, { threadId: from.threadId, placeIds, accountIds })
  if (messageIds.length === 0) return to.threadId
  await lockDays(tx, from.threadId)
  const split: ThreadSplit = { from, to, placeIds, accountIds, messageIds, now }
  await copyDays(tx, split)
  for (const { split: splitFeature } of personalData) await splitFeature?.(tx, split)
  await moveMessages(tx, split)
  return to.threadId
}

/** Announces a separation after its commit. */
export async function publishSeparation(
  deps: PrivacyDeps,
  { from, outcome }: { readonly from: Separation['from']; readonly outcome: SeparationOutcome },
): Promise<void> {
  const { turnId, newThreadId } = outcome
  deps.broadcast.publish({ type: 'sessions-ended', userId: from.userId })
  if (turnId) deps.broadcast.publish({ type: 'stop-turn', turnId })
  if (newThreadId === undefined || from.threadId === undefined) return
  // Open pages still show the messages that left.
  deps.broadcast.publish({ type: 'thread-changed', userId: from.userId, threadId: from.threadId })
  for (const threadId of [from.threadId, newThreadId]) await enqueue(deps, 'index-thread', { threadId })
}
