import { expect, vi } from 'vitest'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type {
  Author,
  DeliveryKey,
  InboundAction,
  InboundDeletion,
  InboundEdit,
  InboundEvent,
  InboundMessage,
  InboundReaction,
  PlaceRef,
  ReplyPart,
} from '../../../src/core/ports/platform.ts'
import type { AdapterHarness, HarnessPlace } from './harness.ts'

export type Run = (harness: AdapterHarness) => Promise<void>

/** How long the suite waits for what comes over the network. */
export const patience = { timeout: 10_000, interval: 10 }

let keys = 0
export function key(): DeliveryKey {
  keys += 1
  return `contract:${keys}` as DeliveryKey
}

export interface Listening {
  /** Everything that has reached the inbox, oldest first. */
  readonly events: readonly InboundEvent[]
}

export async function listen(harness: AdapterHarness): Promise<Listening> {
  const events: InboundEvent[] = []
  await harness.adapter.receiver.start(async (event) => void events.push(event))
  return { events }
}

export interface Met extends Listening {
  readonly id: PlatformMessageId
  readonly author: Author
  readonly place: PlaceRef
}

/** Somebody says hello to the bot, so that they and the place of it are known. */
export async function meet(harness: AdapterHarness, at: HarnessPlace = 'direct'): Promise<Met> {
  const { events } = await listen(harness)
  await harness.say({ place: at, text: 'Hello', ...(at === 'shared' && { mention: true }) })
  const { id, author, place } = await arrived(events, 'message')
  return { events, id, author, place }
}

/** Somebody says hello, and the bot sends this part to where it was said. */
export async function sendDirect(harness: AdapterHarness, part: ReplyPart) {
  const { events, author, place } = await meet(harness)
  const id = await harness.adapter.sender.send(place.address, part, key())
  return { events, author, place, address: place.address, id }
}

export function messages(events: readonly InboundEvent[]): InboundMessage[] {
  return events.filter((event) => event.type === 'message')
}

/** What was given as a command, by whichever means the platform has. */
export function commandsIn(events: readonly InboundEvent[]): (InboundMessage | InboundAction)[] {
  return events.filter((event) => event.type === 'action' || event.type === 'message').filter((event) => lineOf(event).startsWith('/'))
}

export function lineOf(command: InboundMessage | InboundAction): string {
  return command.type === 'action' ? command.action : command.text
}

interface Arriving {
  readonly message: InboundMessage
  readonly edit: InboundEdit
  readonly deletion: InboundDeletion
  readonly action: InboundAction
  readonly reaction: InboundReaction
}

/** The first event of a type, when it has come. */
export function arrived<Type extends keyof Arriving>(events: readonly InboundEvent[], type: Type): Promise<Arriving[Type]> {
  return vi.waitFor(() => {
    const event = events.find((candidate): candidate is Arriving[Type] & InboundEvent => candidate.type === type)
    expect(event, `no ${type} has arrived`).toBeDefined()
    return event as Arriving[Type]
  }, patience)
}
