import type { PlaceAddress, UserId } from '../../src/core/ids.ts'
import type { PlaceRef } from '../../src/core/platform.ts'
import type { AccountKey } from '../../src/people/users.ts'

export const platformName = 'web'

/** Everybody has one page, so its address is whose it is. */
export function pageAddress(userId: UserId): PlaceAddress {
  return `web:${userId}` as PlaceAddress
}

export function pagePlace(userId: UserId): PlaceRef {
  return { platform: platformName, tenant: '', address: pageAddress(userId), kind: 'direct' }
}

/** Whose page an address names; undefined for anything that is not the address of a page. */
export function userOfAddress(address: PlaceAddress): UserId | undefined {
  const id = /^web:(\d{1,10})$/.exec(address)?.[1]
  return id === undefined ? undefined : (Number(id) as UserId)
}

/** The account of those who write on their page. */
export function accountKey(userId: UserId): AccountKey {
  return { platform: platformName, tenant: '', platformUserId: String(userId) }
}
