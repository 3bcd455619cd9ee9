import { Routes } from 'discord.js'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { SharedPlaces } from '../../../src/core/ports/shared-places.ts'
import type { DiscordRest } from '../client.ts'
import { toIdempotentCallError } from '../errors.ts'
import { parseId } from '../payloads.ts'
import type { DiscordInboundContext } from '../receive/inbound-events.ts'
import type { DiscordNameLookup } from '../receive/names.ts'
import { findPlaceNamed } from './find-place.ts'
import { loadPastMessages } from './history.ts'
import { type DiscordPlace, loadPermissions, loadPlace, requestVisible } from './load-place.ts'
import { canAllViewersRead, canReadWith, discordPermissions, hasPermissions } from './permissions.ts'
import { parseMessageContentAccess, parseThreadMemberId } from './place-payloads.ts'

export interface SharedPlacesOptions {
  readonly rest: DiscordRest
  /** Whether the gateway is asked for the content of every message. */
  readonly readAll: boolean
  readonly names: DiscordNameLookup
  readonly clock: Clock
}

/** Creates what answers questions about channels and threads of servers. Other places have no managers and no readers. */
export function createSharedPlaces({ rest, readAll, names, clock }: SharedPlacesOptions): SharedPlaces {
  const loader = { ...rest, clock }
  /** Kept, because it is the same for ever. */
  let botId: string | undefined

  async function request<T>(route: `/${string}`, parse: (raw: unknown) => T): Promise<T> {
    try {
      return parse(await rest.call((client) => client.get(route)))
    } catch (error) {
      throw toIdempotentCallError(error)
    }
  }

  async function loadBotId(): Promise<string> {
    botId ??= await request(Routes.user(), parseId)
    return botId
  }

  const createContext = async (): Promise<DiscordInboundContext> => ({ botId: await loadBotId(), names, clock })

  async function canRead(place: DiscordPlace, userId: string): Promise<boolean> {
    const permissions = await loadPermissions(loader, place, userId)
    if (!canReadWith(permissions)) return false
    if (!place.isPrivateThread || hasPermissions(permissions, discordPermissions.manageThreads)) return true
    const route = Routes.threadMembers(place.channelId, userId)
    return (await requestVisible(rest, (client) => client.get(route), parseThreadMemberId)) === userId
  }

  return {
    deliveryHint: 'channel.hint.discord',
    async isManager(address, userId) {
      const place = await loadPlace(rest, address)
      return place !== undefined && hasPermissions(await loadPermissions(loader, place, userId), discordPermissions.manageChannels)
    },
    async isReader(address, userId) {
      const place = await loadPlace(rest, address)
      return place !== undefined && canRead(place, userId)
    },
    async canAllRead(address, otherAddress) {
      const [place, other] = [await loadPlace(rest, address), await loadPlace(rest, otherAddress)]
      if (!place || !other) return false
      if (place.channelId === other.channelId) return true
      // Bots cannot list the members of a private thread.
      if (other.isPrivateThread || place.server.id !== other.server.id) return false
      return canAllViewersRead(other.server, place.rules, other.rules)
    },
    async findLogObstacle(address) {
      if (!readAll || !(await request(Routes.currentApplication(), parseMessageContentAccess))) return 'not-delivered'
      const place = await loadPlace(rest, address)
      return place && (await canRead(place, await loadBotId())) ? undefined : 'no-access'
    },
    findPlaceNamed: (address, name) => findPlaceNamed(rest, address, name),
    loadHistory: async (place, history) => loadPastMessages(rest, await createContext(), { ...history, place }),
  }
}
