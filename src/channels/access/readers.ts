import { LRUCache } from 'lru-cache'
import { messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { UserId } from '../../core/domain/ids.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store } from '../../store/store.ts'
import { findPlaceById, type Place } from '../../threads/places.ts'
import { type Channel, channelColumns } from '../channel.ts'
import type { SharedPlacesOf } from '../manage/managers.ts'

/** How long an answer of a platform about who reads a place is believed, in ms. Whoever leaves a channel loses access within a minute. */
const believedForMs = 55_000

/** How many answers are kept. */
const mostAnswers = 10_000

export interface ReaderDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly sharedPlaces: SharedPlacesOf
}

/** A channel that somebody can read. */
export interface ReadableChannel extends Channel {
  readonly place: Place
}

/** A channel of a platform on which somebody has accounts. */
interface CandidateChannel extends Channel {
  /** The platform's ids of the accounts. */
  readonly accounts: readonly string[]
}

/** Says who can read which channel, as the platforms do. Keeps their answers for at most a minute. */
export class ChannelReaders {
  readonly #deps: ReaderDeps
  readonly #answers: LRUCache<string, boolean>

  constructor(deps: ReaderDeps) {
    this.#deps = deps
    this.#answers = new LRUCache({
      max: mostAnswers,
      ttl: believedForMs,
      ttlResolution: 0,
      perf: { now: () => deps.clock.now().getTime() },
    })
  }

  /** Lists the channels with a log that a user can read from one of their accounts, by title. */
  async listChannels(userId: UserId): Promise<readonly ReadableChannel[]> {
    const candidates = await this.#findCandidates(userId)
    const readable = await Promise.all(candidates.map((candidate) => this.#keepReadable(candidate)))
    return readable.filter((channel) => channel !== undefined)
  }

  /** Whether there is a channel with a log that a user can read. */
  async canReadAny(userId: UserId): Promise<boolean> {
    for (const candidate of await this.#findCandidates(userId)) if (await this.#keepReadable(candidate)) return true
    return false
  }

  /** Returns a channel with a log, if a user can read it from one of their accounts. */
  async findChannel(userId: UserId, placeId: number): Promise<ReadableChannel | undefined> {
    const [candidate] = await this.#findCandidates(userId, Prisma.sql`AND c.place_id = ${placeId}`)
    return candidate && this.#keepReadable(candidate)
  }

  /** Whether everyone who can read one place can read another one of the same platform. False if the platform does not tell. */
  canAllRead(place: Place, other: Place): Promise<boolean> {
    return this.#ask(place, `all ${place.id} ${other.id}`, (platform) => platform.canAllRead(place.address, other.address))
  }

  /** Finds the channels of the platforms on which a user has accounts, by title. */
  #findCandidates(userId: UserId, condition = Prisma.empty): Promise<CandidateChannel[]> {
    return this.#deps.store.db.$queryRaw<CandidateChannel[]>`
      SELECT ${channelColumns}, array_agg(a.platform_user_id ORDER BY a.id) AS accounts
      FROM accounts a JOIN places p ON p.platform = a.platform AND p.tenant = a.tenant JOIN channels c ON c.place_id = p.id
      WHERE a.user_id = ${userId} ${condition} GROUP BY c.place_id, p.id ORDER BY p.title, p.id`
  }

  async #keepReadable({ accounts, ...channel }: CandidateChannel): Promise<ReadableChannel | undefined> {
    const place = await findPlaceById(this.#deps.store.db, channel.placeId)
    return place && (await this.#isReadByAny(place, accounts)) ? { ...channel, place } : undefined
  }

  async #isReadByAny(place: Place, platformUserIds: readonly string[]): Promise<boolean> {
    for (const id of platformUserIds)
      if (await this.#ask(place, `one ${place.id} ${id}`, (platform) => platform.isReader(place.address, id))) return true
    return false
  }

  /** Returns what the platform answers. False if it fails, which is not remembered. */
  async #ask(
    { id, platform: name }: Place,
    question: string,
    ask: (platform: NonNullable<ReturnType<SharedPlacesOf['get']>>) => Promise<boolean>,
  ): Promise<boolean> {
    const { clock, log, sharedPlaces } = this.#deps
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const platform = sharedPlaces.get(name)
    if (!platform) return false
    try {
      // Counted from when the platform was asked, not from when it answered.
      const start = clock.now().getTime()
      const isTrue = await ask(platform)
      this.#answers.set(question, isTrue, { start })
      return isTrue
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      log.info({ placeId: id, reason: messageOf(error) }, 'a platform did not tell who reads a channel')
      return false
    }
  }
}
