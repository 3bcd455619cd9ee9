import { acceptRequest, type LetIn } from '../people/requests.ts'
import { owners } from '../people/users.ts'
import { placeFor } from '../threads/places.ts'
import { type TellParts, type Told, tell } from './tell.ts'

/** Says something to each owner, where they last wrote to the bot alone. */
export async function tellOwners(parts: TellParts, told: Pick<Told, 'text' | 'buttons'>): Promise<void> {
  for (const owner of await owners(parts.store.db)) await tell(parts, owner, told)
}

/** Lets in whoever has this code, and tells them. Undefined when no request that is open has it. */
export async function letIn(parts: TellParts, code: string): Promise<LetIn | undefined> {
  const accepted = await acceptRequest(parts, code)
  if (!accepted) return undefined
  const { person, request } = accepted
  const { platform, tenant, address } = request
  const place = await placeFor(parts.store.db, { platform, tenant, address, kind: 'direct' }, person.user.id)
  await tell(parts, person.user.id, {
    text: '**You are let in.** Just write to me; /start says how to begin.',
    placeId: place.id,
  })
  return accepted
}
