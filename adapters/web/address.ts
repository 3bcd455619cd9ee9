import type { PlaceAddress, PlatformMessageId, UserId } from '../../src/core/domain/ids.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import type { AccountKey, User } from '../../src/people/users.ts'

export const platformName = 'web'

/** Returns the address of a user's page. Every user has one page, so the address is the user's id. */
export function pageAddress(userId: UserId): PlaceAddress {
  return `web:${userId}` as PlaceAddress
}

export function pagePlace(userId: UserId): PlaceRef {
  return { platform: platformName, tenant: '', address: pageAddress(userId), kind: 'direct' }
}

/** Returns the user whose page has this address. Undefined for other addresses. */
export function userOfAddress(address: PlaceAddress): UserId | undefined {
  const id = /^web:(\d{1,10})$/.exec(address)?.[1]
  return id === undefined ? undefined : (Number(id) as UserId)
}

/** Matches the ids of messages on a page: the ids that the page creates for the user's messages, and the ids of messages sent to it. */
export const pageMessageId = /^[\w:.-]{1,100}$/

/** Returns a link to a message, for the signed-in user. `url` is the page's public address. */
export function messageLink(url: URL, id: PlatformMessageId): string | undefined {
  return pageMessageId.test(id) ? new URL(`/continuous/?pageMessage=${encodeURIComponent(id)}`, url).href : undefined
}

/**
 * Returns the key of the account that a user writes with on the page. Sessions without owner rights of a user who has an owner's account
 * write with an account of their own, which has no owner rights either.
 */
export function accountKey({ id, isOwner, hasOwnerAccount }: Pick<User, 'id' | 'isOwner' | 'hasOwnerAccount'>): AccountKey {
  return { platform: platformName, tenant: '', platformUserId: hasOwnerAccount && !isOwner ? `${id}.linked` : String(id) }
}
