import { isIP } from 'node:net'
import type { Translate } from '../../../src/core/messages/messages.ts'
import type { Budget, RateLimits } from '../../../src/core/ports/rate-limits.ts'
import { RequestError } from './request-error.ts'

/** A limit on requests, with the message to a client over the limit. */
interface RequestLimit {
  readonly budget: Budget
  readonly message: 'page.error.searches' | 'page.error.sign-ins' | 'page.error.push'
}

const minuteMs = 60_000

/** Per user. A search takes more of the database than any other request. */
export const searchLimit: RequestLimit = { budget: { name: 'page-searches', points: 30, perMs: minuteMs }, message: 'page.error.searches' }

/** Per user. Each request reaches a push service. */
export const pushLimit: RequestLimit = { budget: { name: 'page-pushes', points: 10, perMs: minuteMs }, message: 'page.error.push' }

/** Per session. A browser subscribes once, and seldom again. */
export const subscribeLimit: RequestLimit = {
  budget: { name: 'page-push-subscriptions', points: 10, perMs: minuteMs },
  message: 'page.error.push',
}

/** Counted per network, because nobody is signed in yet. */
export const signInLimit: RequestLimit = {
  budget: { name: 'page-sign-ins', points: 30, perMs: minuteMs },
  message: 'page.error.sign-ins',
}

/** Counts a request. Throws a RequestError if there were too many under the key. */
export async function countRequest(rateLimits: RateLimits, { budget, message }: RequestLimit, key: string): Promise<void> {
  const waitMs = await rateLimits.spend(budget, key)
  if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000), (translate, seconds) => translate(message, { points: budget.points, seconds }))
}

/**
 * Returns the network of a client: its IPv4 address, or the first half of its IPv6 address, because a client can use all addresses
 * that begin with it. Everything else counts as one network. Only a proxy's header can contain it, and clients could make up any number of
 * values.
 */
export function findClientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : 'unknown'
  // The URL parser writes an address in the one standard form.
  const [start = '', end = ''] = new URL(`http://[${plain.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [toGroups(start), toGroups(end)]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

const toGroups = (part: string): readonly string[] => part.split(':').filter(Boolean)

/** The maximum number of files of a message. */
export const maxFiles = 10

/** Open connections per session in one process. Each open page has one. */
const maxConnections = 20
/** In seconds. An open page tries to connect again at about this interval. */
const reconnectAfter = 30

/**
 * Returns a function that reserves a connection of a session and returns what releases it. The function throws a RequestError if the session
 * has too many.
 */
export function createConnectionSlots(): (session: string) => () => void {
  const openCounts = new Map<string, number>()
  const change = (session: string, by: 1 | -1) => {
    const count = (openCounts.get(session) ?? 0) + by
    if (count === 0) openCounts.delete(session)
    else openCounts.set(session, count)
  }
  return (session) => {
    if ((openCounts.get(session) ?? 0) >= maxConnections)
      throw tooMany(reconnectAfter, (translate, seconds) => translate('page.error.connections', { points: maxConnections, seconds }))
    change(session, 1)
    return () => change(session, -1)
  }
}

function tooMany(seconds: number, write: (translate: Translate, seconds: number) => string): RequestError {
  return new RequestError(429, (translate) => write(translate, seconds), seconds)
}
