import type { RESTOptions } from 'discord.js'
import type { Budget } from '../../src/core/ports/rate-limits.ts'
import type { CallLimit, CallLimiter } from '../kit/call-limiter.ts'

type MakeRequest = RESTOptions['makeRequest']

/**
 * Requests with the bot's token. The limits of single routes are not documented but stated in each response.
 * https://discord.com/developers/docs/topics/rate-limits
 */
const overall: CallLimit = { budget: { name: 'discord', points: 50, perMs: 1_000 }, key: '' }
const ofRoute: Budget = { name: 'discord-route', points: 50, perMs: 1_000 }

/** Discord blocks an address after 10,000 requests in ten minutes that were answered with 401, 403 or 429. Ours stop long before. */
const invalidRequests: CallLimit = { budget: { name: 'discord-invalid', points: 2_000, perMs: 600_000 }, key: '' }
const invalidStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * Keeps requests within Discord's limits, in all processes. A wait that Discord asks for, or a used-up route, delays every further request
 * it applies to.
 */
export function limitRequests(makeRequest: MakeRequest, limiter: CallLimiter): MakeRequest {
  return async (url, init) => {
    const route = findRoute(url, init.method)
    const limits = route ? [{ budget: ofRoute, key: route }, overall] : []
    await limiter.acquire([{ ...invalidRequests, points: 0 }, ...limits])
    const response = await makeRequest(url, init)
    const wait = findWait(response.headers)
    if (invalidStatuses.has(response.status) && wait.scope !== 'shared') await limiter.count(invalidRequests)
    if (wait.ms > 0) await limiter.delay(wait.scope === 'global' ? [overall] : limits.slice(0, 1), wait.ms)
    return response
  }
}

/** Returns the method and the beginning of the path, up to a channel's resource. Undefined for requests without the bot's token. */
function findRoute(url: string, method = 'GET'): string | undefined {
  const [, path = ''] = /\/v\d+(\/[^?]*)/.exec(url) ?? []
  const [, resource, id, collection = ''] = path.split('/')
  // Requests with the token of an interaction have limits of their own.
  return resource === 'interactions' || resource === 'webhooks' ? undefined : `${method} ${resource}/${id}/${collection}`
}

interface StatedWait {
  readonly ms: number
  /** What the wait is for: the bot's requests, this route, or a resource that all bots share. */
  readonly scope: string
}

/** Returns the wait that a response asks for, or states by having used up its route. */
function findWait(headers: { get(name: string): string | null }): StatedWait {
  const seconds =
    headers.get('retry-after') ?? (headers.get('x-ratelimit-remaining') === '0' ? headers.get('x-ratelimit-reset-after') : null)
  return { ms: Math.ceil(Number(seconds ?? 0) * 1_000) || 0, scope: headers.get('x-ratelimit-scope') ?? '' }
}
