import type { PlaceAddress, PlatformMessageId, UserId } from '../../src/core/domain/ids.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
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

/** Ids of messages on a page: those that the page makes for what people write, and those of what is sent to it. */
export const pageMessageId = /^[\w:.-]{1,100}$/

/** A link to a message of a page, for who is signed in as its user; `url` is the page's public address. */
export function messageLink(url: URL, id: PlatformMessageId): string | undefined {
  return pageMessageId.test(id) ? new URL(`/continuous/?said=${encodeURIComponent(id)}`, url).href : undefined
}

/** The account of those who write on their page. */
export function accountKey(userId: UserId): AccountKey {
  return { platform: platformName, tenant: '', platformUserId: String(userId) }
}
