import type { UserId } from '../core/domain/ids.ts'
import {
  type Claimant,
  countAttemptsLeft,
  enterLinkCode,
  findLinkRequest,
  findRequestByCode,
  formatLinkCode,
  invalidateCode,
  isSameAccount,
  type LinkRequest,
  mayLink,
  recordFailedAttempt,
} from '../people/link-codes.ts'
import { findUserByAccount } from '../people/users.ts'
import type { Tx } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import { expireText } from '../threads/messages/expiring-text.ts'
import { enqueueNotice, type StoredNotice, storeNotice } from '../threads/notify.ts'
import { findContinuousThread, lockThread } from '../threads/thread.ts'
import { isEntered } from './link-confirmation.ts'
import { buildAccountNotice, buildSideMessage, type CodeEntryResult, type LinkNotice } from './link-texts.ts'

export interface CodeEntry {
  readonly claimant: Claimant
  /** As returned by `parseLinkCode`. */
  readonly code: string
  /** Whether the place is direct. A code entered in a shared place becomes invalid. */
  readonly isPrivate: boolean
}

/** Enters a code from an account with or without a user. Always notifies the account that created the code. Idempotent. */
export async function enterCode(deps: ThreadDeps, entry: CodeEntry): Promise<CodeEntryResult> {
  const { result, storedNotice } = await deps.store.transaction((tx) => processCode(tx, deps, entry))
  await enqueueNotice(deps, storedNotice)
  return result
}

interface ProcessedCodeEntry {
  readonly result: CodeEntryResult
  readonly storedNotice?: StoredNotice | undefined
}

async function processCode(tx: Tx, deps: ThreadDeps, entry: CodeEntry): Promise<ProcessedCodeEntry> {
  const { claimant, code, isPrivate } = entry
  const now = deps.clock.now()
  const attemptsLeft = await countAttemptsLeft(tx, claimant, now)
  const request = await findRequestByCode(tx, code)
  // Other people have seen the code, so it is no longer secret.
  if (request && !isPrivate) await invalidateCode(tx, request.id, now)
  if (attemptsLeft <= 0) return { result: { outcome: 'too many' } }
  const userAccount = await findUserByAccount(tx, claimant)
  if (request && userAccount?.user.id === request.requester.userId) return { result: { outcome: 'own' } }
  if (request && isPrivate && !userAccount?.user.isBlocked) {
    if (isEntered(request) && isPending(request, now) && isSameAccount(claimant, request.claimant))
      return { result: { outcome: 'pending', request } }
    if (userAccount && !(await mayLink(tx, userAccount.accountId))) {
      await recordFailedAttempt(tx, claimant, now)
      return {
        result: { outcome: 'no rights' },
        storedNotice: await notifyCreator(tx, deps, request, buildAccountNotice('link.noRightsAttempt', claimant)),
      }
    }
    const processed = await claimRequest(tx, deps, { ...entry, request, claimingUser: userAccount?.user.id })
    if (processed) return processed
  }
  await recordFailedAttempt(tx, claimant, now)
  const result = { outcome: 'wrong', attemptsLeft: attemptsLeft - 1 } as const
  if (!request) return { result }
  const notice = buildAccountNotice(isPrivate ? 'link.failedAttempt' : 'link.exposedAttempt', claimant)
  return { result, storedNotice: await notifyCreator(tx, deps, request, notice) }
}

const notifyCreator = (tx: Tx, deps: ThreadDeps, { requester: { userId, placeId } }: LinkRequest, notice: LinkNotice) =>
  storeNotice(tx, deps, userId, (translate) => ({ placeId, ...notice(translate) }))

const isPending = ({ state, expiresAt }: LinkRequest, now: Date) => (state === 'entered' || state === 'confirmed') && expiresAt > now

/** Returns undefined if the code can no longer be claimed. */
async function claimRequest(
  tx: Tx,
  deps: ThreadDeps,
  { request, claimant, claimingUser, code }: CodeEntry & { readonly request: LinkRequest; readonly claimingUser: UserId | undefined },
): Promise<ProcessedCodeEntry | undefined> {
  const { userId, placeId } = request.requester
  const now = deps.clock.now()
  // Locks the thread before the code. This order is used everywhere.
  const threadId = await findContinuousThread(tx, userId)
  if (!threadId || !(await lockThread(tx, threadId)) || !(await enterLinkCode(tx, request.id, { claimant, userId: claimingUser, now })))
    return undefined
  await expireText(tx, formatLinkCode(code), now)
  const entered = await findLinkRequest(tx, request.id)
  if (!entered || !isEntered(entered)) throw new Error('A link code that was just entered is gone.')
  const storedNotice = await storeNotice(tx, deps, userId, (translate) => ({
    placeId,
    ...buildSideMessage(entered, 'requester')(translate),
  }))
  return { result: { outcome: 'pending', request: entered }, storedNotice }
}
