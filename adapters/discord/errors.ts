import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js'
import { ZodError } from 'zod'
import { messageOf, outcomeOfNetworkFailure, PlatformError, reasonOf } from '../../src/core/domain/errors.ts'

/**
 * The place cannot be written to (any more): unknown channel, server, member, user or webhook, an expired interaction, an archived or
 * locked thread, no access, no permission, a user who accepts no messages.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const unreachableCodes = new Set<number | string>([
  10003, 10004, 10007, 10013, 10015, 10062, 50001, 50007, 50013, 50027, 50033, 50083, 50278, 160005,
])

/** Another user's message cannot be edited. */
const foreignMessageCode = 50005

const alreadyAcknowledgedCode = 40060

/** A gateway between Discord and us did not learn the outcome. */
const gatewayErrorStatuses = new Set([502, 504])

/** Discord sends retry-after in a header, which a response from a proxy may lack. */
const minRetryAfterMs = 1000

/**
 * Converts a failed call to the outcome of a send. Carries no cause: discord.js's errors contain the message's text and, in their URL, the
 * token of
 * an interaction.
 */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  const message = `Discord: ${describeError(error)}`
  if (error instanceof RateLimitError)
    return new PlatformError('rate_limited', message, Math.max(minRetryAfterMs, error.retryAfter || error.timeToReset))
  if (error instanceof HTTPError) return new PlatformError(gatewayErrorStatuses.has(error.status) ? 'unknown' : 'transient', message)
  if (error instanceof DiscordAPIError) {
    if (unreachableCodes.has(error.code)) return new PlatformError('unreachable', message)
    // The token was reset or is wrong. Pending messages can be sent once it is corrected.
    if (error.status === 401) return new PlatformError('transient', message)
    return new PlatformError(error.status === 403 && error.code !== foreignMessageCode ? 'unreachable' : 'rejected', message)
  }
  return new PlatformError(outcomeOfNetworkFailure(findNetworkErrorCode(error)), message)
}

/**
 * Converts a failure of a call that may be repeated: its outcome does not matter. A response from something other than Discord is retried.
 */
export function toIdempotentCallError(error: unknown): PlatformError {
  const mapped = toPlatformError(error)
  if (isUnreadableResponse(error)) return new PlatformError('rejected', mapped.message)
  return mapped.kind === 'unknown' ? new PlatformError('transient', mapped.message) : mapped
}

/** The interaction was responded to before. */
export function isAlreadyAcknowledged(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === alreadyAcknowledgedCode
}

function isUnreadableResponse(error: unknown): boolean {
  return error instanceof ZodError || error instanceof SyntaxError
}

/** Describes an error for logs, without the request's URL and content. */
export function describeError(error: unknown): string {
  if (error instanceof RateLimitError) return `it asks to wait before the next ${error.method}`
  if (error instanceof DiscordAPIError) return `${error.method} was answered ${error.status}, ${error.message} (${error.code})`
  if (error instanceof HTTPError) return `${error.method} was answered ${error.status}`
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) return 'no answer in time'
  if (isUnreadableResponse(error)) return "the answer is not Discord's"
  return findNetworkErrorCode(error) ?? reasonOf(error) ?? messageOf(error)
}

function findNetworkErrorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return findNetworkErrorCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
