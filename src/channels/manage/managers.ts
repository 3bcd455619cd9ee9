import { PlatformError } from '../../core/domain/errors.ts'
import type { AccountId, UserId } from '../../core/domain/ids.ts'
import { platformInWords } from '../../core/domain/text.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import type { PlatformName } from '../../core/ports/platform.ts'
import type { SharedPlaces } from '../../core/ports/shared-places.ts'
import type { User } from '../../people/users.ts'
import type { Db, Store } from '../../store/store.ts'
import type { Place } from '../../threads/places.ts'

/** What the platforms tell about shared places, by the name of the platform. */
export type SharedPlacesOf = ReadonlyMap<PlatformName, SharedPlaces>

export interface SharedPlaceDeps {
  readonly store: Store
  readonly sharedPlaces: SharedPlacesOf
}

/** Somebody who acts from an account. */
export interface ActingPerson {
  readonly user: Pick<User, 'isOwner'>
  readonly accountId: AccountId
}

/**
 * Throws InputError unless a person is an owner, or manages a place. The platform is asked each time, because it alone knows, and only
 * about an account of its own.
 */
export async function assertManager(
  { store, sharedPlaces }: SharedPlaceDeps,
  { user, accountId }: ActingPerson,
  place: Place,
): Promise<void> {
  if (user.isOwner) return
  const platform = platformInWords(place.platform)
  const platformUserId = await findAccountIn(store.db, accountId, place)
  if (platformUserId === undefined) throw new LocalizedInputError('channel.managersOnly', { platform })
  const isManager = await askPlatform(sharedPlaces.get(place.platform)?.isManager(place.address, platformUserId))
  if (isManager === 'unknown') throw new LocalizedInputError('channel.managersUnknown', { platform })
  if (!isManager) throw new LocalizedInputError('channel.managersOnly', { platform })
}

/**
 * Throws InputError unless a user is an owner, or manages a place from one of their accounts. Asks the platform about each account until
 * one is a manager.
 */
export async function assertManagedBy(deps: SharedPlaceDeps, user: Pick<User, 'id' | 'isOwner'>, place: Place): Promise<void> {
  const { platform, tenant } = place
  const where = { userId: user.id, platform, tenant }
  const accounts = await deps.store.db.account.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } })
  let refusal = new LocalizedInputError('channel.managersOnly', { platform: platformInWords(platform) })
  for (const { id } of accounts)
    try {
      return await assertManager(deps, { user, accountId: id as AccountId }, place)
    } catch (error) {
      if (!(error instanceof LocalizedInputError)) throw error
      refusal = error
    }
  throw refusal
}

/** Returns the platform's id of an account, if it is of the platform of a place. */
export async function findAccountIn(
  db: Db,
  id: AccountId,
  { platform, tenant }: Pick<Place, 'platform' | 'tenant'>,
): Promise<string | undefined> {
  const account = await db.account.findFirst({ where: { id, platform, tenant }, select: { platformUserId: true } })
  return account?.platformUserId
}

/** Returns what a user is called on the platform of a place. They may be known elsewhere by another name. Undefined if they have no account there. */
export async function findNameIn(
  db: Db,
  userId: UserId,
  { platform, tenant }: Pick<Place, 'platform' | 'tenant'>,
): Promise<string | undefined> {
  const account = await db.account.findFirst({ where: { userId, platform, tenant }, orderBy: { id: 'asc' }, select: { name: true } })
  return account?.name
}

/** Returns what a platform answers, or `unknown` if it fails. */
export async function askPlatform<Answer>(question: Promise<Answer> | undefined): Promise<Answer | undefined | 'unknown'> {
  try {
    return await question
  } catch (error) {
    if (error instanceof PlatformError) return 'unknown'
    throw error
  }
}
