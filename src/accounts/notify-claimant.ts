import { PlatformError } from '../core/domain/errors.ts'
import type { PlaceId } from '../core/domain/ids.ts'
import type { DeliveryKey } from '../core/ports/platform.ts'
import type { LinkRequest } from '../people/link-codes.ts'
import { findUserByAccount } from '../people/users.ts'
import { notifyUser } from '../threads/notify.ts'
import type { AccountDeps } from './deps.ts'

/** Tells whoever entered a code what became of it; to who is not known otherwise it is said without being stored. */
export async function notifyClaimant(deps: AccountDeps, { id, state, claimant }: LinkRequest, text: string): Promise<void> {
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
    deps.log.warn({ platform, error: error.message }, 'somebody could not be told what became of the code they entered')
  }
}
