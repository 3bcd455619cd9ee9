import { PlatformError } from '../core/domain/errors.ts'
import type { AccountId, PlaceId } from '../core/domain/ids.ts'
import type { DeliveryKey } from '../core/ports/platform.ts'
import { closeRequest, expireClaimedRequests, findLinkRequest, type LinkId, type LinkRequest } from '../people/link-codes.ts'
import { findUserByAccount } from '../people/users.ts'
import { notifyUser } from '../threads/notify.ts'
import type { AccountDeps } from './deps.ts'
import { declinedText, expiredText, withdrawnText } from './link-texts.ts'

/** A link request, and the account that responds to it. */
export interface LinkResponse {
  readonly id: LinkId
  readonly accountId: AccountId
}

/**
 * Declines a link request from the account that created the code, and notifies the other account. Returns undefined if there is nothing to
 * decline.
 */
export async function declineLink(deps: AccountDeps, { id, accountId }: LinkResponse): Promise<LinkRequest | undefined> {
  const request = await findLinkRequest(deps.store.db, id)
  if (request?.requester.accountId !== accountId || !(await closeDeclined(deps, request))) return undefined
  await notifyClaimant(deps, request, declinedText(request.requester))
  return request
}

/**
 * Cancels a link request from the account that entered the code, and notifies the other account. Returns undefined if there is nothing to
 * cancel.
 */
export async function cancelLink(deps: AccountDeps, { id, accountId }: LinkResponse): Promise<LinkRequest | undefined> {
  const request = await findLinkRequest(deps.store.db, id)
  const claimingUser = request?.claimant && (await findUserByAccount(deps.store.db, request.claimant))
  if (!request?.claimant || claimingUser?.accountId !== accountId || !(await closeDeclined(deps, request))) return undefined
  await notifyUser(deps, request.requester.userId, { text: withdrawnText(request.claimant), placeId: request.requester.placeId })
  return request
}

const closeDeclined = ({ store, clock }: AccountDeps, { id }: LinkRequest) =>
  closeRequest(store.db, id, { state: 'declined', now: clock.now() })

/** Expires link requests that were not confirmed in time, and notifies both sides. Runs on a schedule. */
export async function expireLinks(deps: AccountDeps): Promise<void> {
  for (const id of await expireClaimedRequests(deps.store.db, deps.clock.now())) {
    const request = await findLinkRequest(deps.store.db, id)
    if (!request?.claimant) continue
    await notifyUser(deps, request.requester.userId, { text: expiredText(request.claimant), placeId: request.requester.placeId })
    await notifyClaimant(deps, request, expiredText(request.requester))
  }
}

/** Notifies the account that entered a code. If the account has no user, sends the message without storing it. */
async function notifyClaimant(deps: AccountDeps, { id, state, claimant }: LinkRequest, text: string): Promise<void> {
  if (!claimant) return
  const { platform, tenant, address } = claimant
  const userAccount = await findUserByAccount(deps.store.db, claimant)
  if (userAccount?.user.isBlocked) return
  if (userAccount) {
    const place = await deps.store.db.place.findFirst({
      where: { platform, tenant, address, userId: userAccount.user.id },
      select: { id: true },
    })
    await notifyUser(deps, userAccount.user.id, { text, ...(place && { placeId: place.id as PlaceId }) })
    return
  }
  try {
    await deps.senders.get(platform)?.send(address, { text }, `link.${id}.${state}` as DeliveryKey)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    deps.log.warn({ platform, error: error.message }, 'a notice about an entered link code was not sent')
  }
}
