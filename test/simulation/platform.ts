import { PlatformError } from '../../src/core/domain/errors.ts'
import type { PlaceAddress, PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { DeliveryKey, PlatformSender, ReplyPart } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'
import type { Life, Scheduler } from './scheduler.ts'

/** A message of the bot as people see it. */
export interface ShownMessage {
  readonly id: PlatformMessageId
  readonly place: PlaceAddress
  readonly key: DeliveryKey
  text: string
  unfinished: boolean
  isRemoved: boolean
}

/** A platform that refuses sends, loses their answers, and outlives the workers. */
export class SimulatedPlatform {
  readonly shown: ShownMessage[] = []
  /** The keys of the sends whose outcome the platform did not tell. */
  readonly inDoubt = new Set<DeliveryKey>()
  readonly #canEdit: boolean
  readonly #recognizesRepeats: boolean

  constructor(readonly scheduler: Scheduler) {
    this.#canEdit = scheduler.choose(2) === 0
    this.#recognizesRepeats = scheduler.choose(3) === 0
  }

  readonly adapter = (): PlatformAdapter => ({
    name: 'test',
    receiver: { start: async () => {}, stop: async () => {} },
    sender: this.#sender(),
  })

  #sender(): PlatformSender {
    return {
      maxLength: 150,
      isTimezoneKnown: true,
      directAddress: (platformUserId) => `direct:${platformUserId}` as PlaceAddress,
      send: (to, part, key) => this.#send(to, part, key),
      ...(this.#recognizesRepeats && { repeatSafeMs: 24 * 3_600_000 }),
      ...(this.#canEdit && { edit: (_, id, part) => this.#edit(id, part), remove: (_, id) => this.#remove(id) }),
    }
  }

  async #send(place: PlaceAddress, part: ReplyPart, key: DeliveryKey): Promise<PlatformMessageId> {
    const { scheduler } = this
    const life = await scheduler.step(`send ${key.split('.').at(1)}`)
    this.#refuse(key)
    const known = this.#recognizesRepeats ? this.shown.find((one) => one.key === key) : undefined
    const id = known?.id ?? (`shown-${this.shown.length + 1}` as PlatformMessageId)
    if (!known) this.shown.push({ id, place, key, text: part.text, unfinished: part.unfinished ?? false, isRemoved: false })
    await this.#answer(life, 'send', key)
    return id
  }

  async #edit(id: PlatformMessageId, part: ReplyPart): Promise<void> {
    const life = await this.scheduler.step('edit')
    this.#refuse()
    const message = this.shown.find((one) => one.id === id && !one.isRemoved)
    if (!message) throw new PlatformError('rejected', 'There is no such message.')
    message.text = part.text
    message.unfinished = part.unfinished ?? false
    await this.#answer(life, 'edit')
  }

  async #remove(id: PlatformMessageId): Promise<void> {
    const life = await this.scheduler.step('remove')
    this.#refuse()
    for (const message of this.shown) if (message.id === id) message.isRemoved = true
    await this.#answer(life, 'remove')
  }

  /** The platform may not do it. */
  #refuse(key?: DeliveryKey): void {
    const { scheduler } = this
    if (scheduler.isUnlucky(4)) throw new PlatformError('rate_limited', 'Too many requests.', 3_000)
    if (scheduler.isUnlucky(4)) throw new PlatformError('transient', 'The platform is not available.')
    if (scheduler.isUnlucky(2)) this.#lose('The connection was lost.', key)
  }

  /** It was done, but the worker may learn that late or never. */
  async #answer(life: Life, what: string, key?: DeliveryKey): Promise<void> {
    const { scheduler } = this
    scheduler.count(life, `the end of ${what}`)
    if (scheduler.isUnlucky(4)) this.#lose('The connection was lost after it was done.', key)
    await scheduler.step(`the answer to ${what}`)
  }

  #lose(message: string, key: DeliveryKey | undefined): never {
    if (key) this.inDoubt.add(key)
    throw new PlatformError('unknown', message)
  }
}
