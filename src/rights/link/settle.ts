import type { AccountId } from '../../core/ids.ts'
import { endLateRequests, type LinkId, type LinkRequest, linkRequest, settleRequest } from '../../people/link-codes.ts'
import { personOf } from '../../people/users.ts'
import { tell } from '../tell.ts'
import { type LinkParts, tellEntrant } from './tell-entrant.ts'
import { late, refused, takenBack } from './wording.ts'

/** A request, and the account that says something to it. */
export interface Saying {
  readonly id: LinkId
  readonly accountId: AccountId
}

/** The account that made the code says no; the other one is told. Undefined where there is nothing that it could say no to. */
export async function refuseLink(parts: LinkParts, { id, accountId }: Saying): Promise<LinkRequest | undefined> {
  const request = await linkRequest(parts.store.db, id)
  if (request?.asker.accountId !== accountId || !(await end(parts, request))) return undefined
  await tellEntrant(parts, request, refused(request.asker))
  return request
}

/** The account that entered the code takes it back; the other one is told. Undefined where it has nothing to take back. */
export async function cancelLink(parts: LinkParts, { id, accountId }: Saying): Promise<LinkRequest | undefined> {
  const request = await linkRequest(parts.store.db, id)
  const entrant = request?.entrant && (await personOf(parts.store.db, request.entrant))
  if (!request?.entrant || entrant?.accountId !== accountId || !(await end(parts, request))) return undefined
  await tell(parts, request.asker.userId, { text: takenBack(request.entrant), placeId: request.asker.placeId })
  return request
}

const end = ({ store, clock }: LinkParts, { id }: LinkRequest) => settleRequest(store.db, id, { state: 'refused', now: clock.now() })

/** Ends what nobody has agreed to in time, and tells both. Scheduled. */
export async function endLateLinks(parts: LinkParts): Promise<void> {
  for (const id of await endLateRequests(parts.store.db, parts.clock.now())) {
    const request = await linkRequest(parts.store.db, id)
    if (!request?.entrant) continue
    await tell(parts, request.asker.userId, { text: late(request.entrant), placeId: request.asker.placeId })
    await tellEntrant(parts, request, late(request.asker))
  }
}
