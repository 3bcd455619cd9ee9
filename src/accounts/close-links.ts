import { PlatformError } from '../core/domain/errors.ts'
import type { PlaceId } from '../core/domain/ids.ts'
import { defaultTranslator } from '../core/messages/messages.ts'
import type { DeliveryKey } from '../core/ports/platform.ts'
import { declineRequest, expireRequests, findLinkRequest, type LinkId, type LinkRequest } from '../people/link-codes.ts'
import { type AccountKey, findUserByAccount } from '../people/users.ts'
import { notifyUser } from '../threads/notify.ts'
import type { AccountDeps } from './deps.ts'
import { findOtherSide, findSide, isEntered } from './link-confirmation.ts'
import { buildAccountNotice, type LinkNotice } from './link-texts.ts'

/** A link request, and the account that responds to it. The account may have no user yet. */
export interface LinkResponse {
  readonly id: LinkId
  readonly account: AccountKey
}

/**
 * Declines a link request from either side, and notifies the other. Returns the answer to the side that declined, or undefined if there is
 * nothing to decline.
 */
export async function declineLink(deps: AccountDeps, { id, account }: LinkResponse): Promise<LinkNotice | undefined> {
  const request = await findLinkRequest(deps.store.db, id)
  const side = request && isEntered(request) ? findSide(request, account) : undefined
  if (!request || !isEntered(request) || !side || !(await declineRequest(deps.store.db, id, deps.clock.now()))) return undefined
  const { requester, claimant } = request
  if (side === 'requester') await notifyClaimant(deps, { ...request, state: 'declined' }, buildAccountNotice('link.declined', requester))
  else await notifyRequester(deps, request, buildAccountNotice('link.declined', claimant))
  return buildAccountNotice('link.youDeclined', findOtherSide(request, side))
}

/** Expires link requests that were not confirmed in time, and notifies both sides. Runs on a schedule. */
export async function expireLinks(deps: AccountDeps): Promise<void> {
  for (const id of await expireRequests(deps.store.db, deps.clock.now())) {
    const request = await findLinkRequest(deps.store.db, id)
    if (!request?.claimant) continue
    await notifyRequester(deps, request, buildAccountNotice('link.expired', request.claimant))
    await notifyClaimant(deps, request, buildAccountNotice('link.expired', request.requester))
  }
}

/** Notifies the account that created a code. */
async function notifyRequester(deps: AccountDeps, { requester: { userId, placeId } }: LinkRequest, notice: LinkNotice): Promise<void> {
  await notifyUser(deps, userId, (translate) => ({ ...notice(translate), placeId }))
}

/** Notifies the account that entered a code. If the account has no user, sends the message in English, without storing it. */
async function notifyClaimant(deps: AccountDeps, { id, state, claimant }: LinkRequest, notice: LinkNotice): Promise<void> {
  if (!claimant) return
  const { platform, tenant, address } = claimant
  const userAccount = await findUserByAccount(deps.store.db, claimant)
  if (userAccount?.user.isBlocked) return
  if (userAccount) {
    const place = await deps.store.db.place.findFirst({
      where: { platform, tenant, address, userId: userAccount.user.id },
      select: { id: true },
    })
    await notifyUser(deps, userAccount.user.id, (translate) => ({ ...notice(translate), ...(place && { placeId: place.id as PlaceId }) }))
    return
  }
  try {
    await deps.senders.get(platform)?.send(address, notice(defaultTranslator), `link.${id}.${state}` as DeliveryKey)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    deps.log.warn({ platform, error: error.message }, 'a notice about an entered link code was not sent')
  }
}
