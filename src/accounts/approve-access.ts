import type { Localized } from '../core/messages/messages.ts'
import { type ApprovedAccess, approveRequest } from '../people/access-requests.ts'
import { listOwnerIds } from '../people/users.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import { notifyUser, type UserNotice } from '../threads/notify.ts'
import { findLastOwnerPlace, upsertPlace } from '../threads/places.ts'

/** Notifies each owner in the direct place where they last wrote from an account with owner rights. */
export async function notifyOwners(deps: ThreadDeps, notice: Localized<Omit<UserNotice, 'placeId'>>): Promise<void> {
  for (const owner of await listOwnerIds(deps.store.db)) {
    const place = await findLastOwnerPlace(deps.store.db, owner)
    await notifyUser(deps, owner, (translate) => ({ ...notice(translate), ...(place && { placeId: place.id }) }))
  }
}

/** Approves the access request with this code and notifies the person who sent it. Returns undefined if no pending request has the code. */
export async function approveAccess(deps: ThreadDeps, code: string): Promise<ApprovedAccess | undefined> {
  const approved = await approveRequest(deps.store, code, deps.clock.now())
  if (!approved) return undefined
  const { userAccount, request } = approved
  const { platform, tenant, address } = request
  const place = await upsertPlace(deps.store.db, { platform, tenant, address, kind: 'direct' }, userAccount.user.id)
  await notifyUser(deps, userAccount.user.id, (translate) => ({ text: translate('access.granted'), placeId: place.id }))
  return approved
}
