import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { HistoryPage, HistoryRequest, LogObstacle, PastMessage, SharedPlaces } from '../../src/core/ports/shared-places.ts'

/** The shared places of the tests' own platform. Nobody manages or reads any until a test says so. */
export class TestPlaces implements SharedPlaces {
  readonly managers = new Set<string>()
  readonly readers = new Map<PlaceAddress, Set<string>>()
  /** Messages of the platform's history, oldest first. */
  readonly history = new Map<PlaceAddress, PastMessage[]>()
  /** The number of messages of a page of history. */
  pageSize = 2
  /** Messages of the history that the platform lists without their content. */
  readonly withheld = new Set<PlatformMessageId>()
  obstacle: LogObstacle | undefined
  /** Set if the platform fails. */
  failure: Error | undefined
  /** How often the platform was asked who reads a place. */
  asked = 0

  async isManager(_place: PlaceAddress, platformUserId: string): Promise<boolean> {
    this.#fail()
    return this.managers.has(platformUserId)
  }

  async isReader(place: PlaceAddress, platformUserId: string): Promise<boolean> {
    this.#fail()
    this.asked++
    return this.readers.get(place)?.has(platformUserId) ?? false
  }

  async canAllRead(place: PlaceAddress, other: PlaceAddress): Promise<boolean> {
    this.#fail()
    const others = this.readers.get(other)
    return [...(this.readers.get(place) ?? [])].every((reader) => others?.has(reader))
  }

  async findLogObstacle(): Promise<LogObstacle | undefined> {
    this.#fail()
    return this.obstacle
  }

  async findPlaceNamed(_place: PlaceAddress, name: string): Promise<PlaceAddress | undefined> {
    return name.replace(/^#/, 'shared:') as PlaceAddress
  }

  async loadHistory(place: PlaceAddress, { from = '0', since }: HistoryRequest): Promise<HistoryPage> {
    this.#fail()
    const messages = (this.history.get(place) ?? []).filter(({ sentAt }) => sentAt >= since)
    const next = Number(from) + this.pageSize
    const page = messages.slice(Number(from), next)
    const readable = page.filter(({ id }) => !this.withheld.has(id))
    return { messages: readable, listed: new Set(page.map(({ id }) => id)), ...(next < messages.length && { next: String(next) }) }
  }

  #fail(): void {
    if (this.failure) throw this.failure
  }
}
