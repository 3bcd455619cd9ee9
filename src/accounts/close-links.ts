import type { AccountId } from '../core/domain/ids.ts'
import { closeRequest, expireClaimedRequests, findLinkRequest, type LinkId, type LinkRequest } from '../people/link-codes.ts'
import { findUserByAccount } from '../people/users.ts'
import { notifyUser } from '../threads/notify.ts'
import { declinedText, expiredText, withdrawnText } from './link-texts.ts'
import { type LinkParts, notifyClaimant } from './notify-claimant.ts'

/** A request, and the account that says something to it. */
export interface LinkResponse {
  readonly id: LinkId
  readonly accountId: AccountId
}

/** The account that made the code says no; the other one is told. Undefined where there is nothing that it could say no to. */
export async function declineLink(parts: LinkParts, { id, accountId }: LinkResponse): Promise<LinkRequest | undefined> {
  const request = await findLinkRequest(parts.store.db, id)
  if (request?.requester.accountId !== accountId || !(await closeDeclined(parts, request))) return undefined
  await notifyClaimant(parts, request, declinedText(request.requester))
  return request
}

/** The account that entered the code takes it back; the other one is told. Undefined where it has nothing to take back. */
export async function cancelLink(parts: LinkParts, { id, accountId }: LinkResponse): Promise<LinkRequest | undefined> {
  const request = await findLinkRequest(parts.store.db, id)
  const claimingUser = request?.claimant && (await findUserByAccount(parts.store.db, request.claimant))
  if (!request?.claimant || claimingUser?.accountId !== accountId || !(await closeDeclined(parts, request))) return undefined
  await notifyUser(parts, request.requester.userId, { text: withdrawnText(request.claimant), placeId: request.requester.placeId })
  return request
}

const closeDeclined = ({ store, clock }: LinkParts, { id }: LinkRequest) =>
  closeRequest(store.db, id, { state: 'declined', now: clock.now() })

/** Ends what nobody has agreed to in time, and tells both. Scheduled. */
export async function expireLinks(parts: LinkParts): Promise<void> {
  for (const id of await expireClaimedRequests(parts.store.db, parts.clock.now())) {
    const request = await findLinkRequest(parts.store.db, id)
    if (!request?.claimant) continue
    await notifyUser(parts, request.requester.userId, { text: expiredText(request.claimant), placeId: request.requester.placeId })
    await notifyClaimant(parts, request, expiredText(request.requester))
  }
}
