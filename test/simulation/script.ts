import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { InboundEvent, PlaceRef } from '../../src/core/ports/platform.ts'
import { directPlace, sharedPlace } from '../support/conversation.ts'
import type { Scheduler } from './scheduler.ts'

const animals = ['otter', 'badger', 'walrus', 'heron', 'gecko', 'lemur', 'bison', 'tapir', 'moose', 'stork', 'raven', 'camel'] as const

/** What a person says, and what became of it. */
export interface SaidMessage {
  readonly number: number
  readonly place: PlaceRef
  readonly id: PlatformMessageId
  /** The words of its text that nobody else says. */
  animal: string
  /** What its text was before it was edited. */
  readonly earlier: string[]
  /** When it was first told. */
  sentAt?: Date
  /** How often the bot has acknowledged it. */
  acknowledged: number
  /** Whether it was deleted on the platform, or is to be forgotten. */
  isGone: boolean
  isEdited: boolean
}

/** What happens from outside, until the bot has acknowledged it. */
export type Happening = { readonly kind: 'say' | 'edit' | 'delete' | 'forget' | 'forget everything'; readonly said: SaidMessage }

export const authorName = 'ana'

/** Decides what happens in the world of a seed. */
export function writeScript({ choose }: Scheduler): { readonly said: SaidMessage[]; readonly happenings: Happening[] } {
  const words = [...animals]
  const takeWord = () => words.splice(choose(words.length), 1)[0] ?? 'nothing'
  const said: SaidMessage[] = []
  const happenings: Happening[] = []
  const count = 2 + choose(3)
  for (let number = 0; number < count; number++) {
    const place = choose(4) === 0 ? sharedPlace('office') : directPlace(authorName)
    const one = { number, place, id: `event-${number}` as PlatformMessageId, animal: takeWord(), acknowledged: 0, isGone: false }
    said.push({ ...one, earlier: [], isEdited: false })
  }
  for (const one of said) happenings.push({ kind: 'say', said: one })
  for (let change = choose(3); change > 0; change--) {
    const one = said[choose(said.length)]
    const kind = (['edit', 'delete', 'forget', 'forget', 'forget everything'] as const)[choose(5)] ?? 'edit'
    if (one && !happenings.some((other) => other.kind !== 'say' && other.said === one)) happenings.push({ kind, said: one })
  }
  return { said, happenings }
}

/** Chooses the new text of an edited message. */
export function changeText(said: SaidMessage): void {
  if (said.isEdited) return
  said.isEdited = true
  said.earlier.push(said.animal)
  said.animal = `${said.animal}pup`
}

/** The event by which the platform tells what happened. */
export function eventOf({ kind, said }: Happening, now: Date): InboundEvent {
  const { place, id, number } = said
  if (kind === 'delete') return { type: 'deletion', place, id }
  said.sentAt ??= now
  const author = { id: authorName, name: authorName, isBot: false }
  const common = { place, id, order: BigInt(number), author, addressed: true, sentAt: said.sentAt }
  // A repeated message is told as it was when it was written.
  if (kind !== 'edit') return { ...common, type: 'message', text: `Say something of my ${said.earlier[0] ?? said.animal}.` }
  return { ...common, type: 'edit', text: `Say something of my ${said.animal}.`, editedAt: now }
}
