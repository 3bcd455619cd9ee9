import { setTimeout as wait } from 'node:timers/promises'
import type { InboundEvent } from '../../../src/core/ports/platform.ts'

/** Takes events, and refuses what the database would refuse. */
export class RecordingInbox {
  /** Places and ids of messages by their text. The core stores each of these once, however often it comes. */
  readonly #taken = new Map<string, Set<string>>()
  /** Why events were refused since the last look. */
  refusals: string[] = []

  readonly take = async (event: InboundEvent): Promise<void> => {
    const refusal = findRefusal(event)
    if (refusal !== undefined) {
      this.refusals.push(refusal)
      throw new Error(refusal)
    }
    if (event.type === 'message')
      this.#taken.set(event.text, new Set(this.#taken.get(event.text)).add(`${event.place.address} ${event.id}`))
  }

  /** How many messages with this text would be stored. */
  count(text: string): number {
    return this.#taken.get(text)?.size ?? 0
  }

  /** Whether so many messages with this text were taken within a time. */
  async has(text: string, count: number, withinMs: number): Promise<boolean> {
    for (const until = Date.now() + withinMs; Date.now() < until; await wait(1)) if (this.count(text) >= count) return true
    return false
  }
}

/** The years that anything was said in. A day far ahead would be the day of all later messages. */
const years = { from: 2005, to: new Date().getUTCFullYear() + 1 }
const mostBigint = 2n ** 63n

function findRefusal(event: InboundEvent): string | undefined {
  for (const [field, value] of listValues(event)) {
    if (value instanceof Date && !(value.getUTCFullYear() >= years.from && value.getUTCFullYear() <= years.to))
      return `${field} of the ${event.type} is no date of a message`
    if (typeof value === 'bigint' && (value >= mostBigint || value < -mostBigint)) return `${field} of the ${event.type} is too large`
    if (typeof value === 'string' && value.includes('\0')) return `${field} of the ${event.type} contains NUL`
  }
  if (event.type === 'call') return undefined
  const names = [
    event.place.address,
    'to' in event ? event.to : 'id' in event ? event.id : event.place.address,
    ...('author' in event ? [event.author.id] : []),
  ]
  return names.every((name) => typeof name === 'string' && name !== '') ? undefined : `the ${event.type} lacks an id`
}

function listValues(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [[path, value]]
  return Object.entries(value).flatMap(([name, child]) => listValues(child, path === '' ? name : `${path}.${name}`))
}
