import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId, UserId } from '../../src/core/domain/ids.ts'
import type { DeliveryKey, PlatformSender } from '../../src/core/ports/platform.ts'
import { messageLink, pageAddress, platformName, userOfAddress } from './address.ts'
import type { WebOptions } from './options.ts'

/**
 * Creates the sending side, for any process. A page shows what is stored, so sending a part only tells open pages to refresh. Pages that
 * are opened later read the part from the database.
 */
export function createWebSender({ broadcast, publicUrl }: Pick<WebOptions, 'broadcast' | 'publicUrl'>): PlatformSender {
  const preview = (to: PlaceAddress, text: string, key: string) => {
    findUserAt(to)
    broadcast.publish({ type: 'preview', platform: platformName, address: to, key, text })
  }
  return {
    // The page needs no limit, so a reply is one part.
    title: 'the web page',
    maxLength: 100_000,
    async send(to, _part, key) {
      // A preview without text ends the preview.
      preview(to, '', key)
      return `page:${key}` as PlatformMessageId
    },
    async edit(to, id) {
      preview(to, '', toDeliveryKey(id))
    },
    async preview(to, text, key) {
      preview(to, text, key)
    },
    streamEveryMs: () => 100,
    accountsAreOurs: true,
    // The browser reports it.
    isTimezoneKnown: true,
    async showTyping(to) {
      findUserAt(to)
      broadcast.publish({ type: 'typing', platform: platformName, address: to })
    },
    async showProgress(to, line) {
      findUserAt(to)
      broadcast.publish({ type: 'typing', platform: platformName, address: to, line })
    },
    // Without a public address, the page is reachable from one machine only, so a link would not work elsewhere.
    permalink: (_to, id) => publicUrl && messageLink(publicUrl, id),
    directAddress: (platformUserId) => pageAddress(Number(platformUserId) as UserId),
  }
}

function toDeliveryKey(id: PlatformMessageId): DeliveryKey {
  return id.replace(/^page:/, '') as DeliveryKey
}

function findUserAt(address: PlaceAddress): UserId {
  const userId = userOfAddress(address)
  if (userId === undefined) throw new PlatformError('rejected', `${address} is not the address of a page`)
  return userId
}
