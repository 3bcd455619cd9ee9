import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js'
import { ZodError } from 'zod'
import { messageOf, outcomeOfNetworkFailure, PlatformError, reasonOf } from '../../src/core/domain/errors.ts'

/**
 * The place cannot be written to (any more): unknown channel, server, member, person or webhook, an interaction that is over,
 * a thread that is archived or locked, no access, no permission, a person who takes no messages.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const unreachableCodes = new Set<number | string>([
  10003, 10004, 10007, 10013, 10015, 10062, 50001, 50007, 50013, 50027, 50033, 50083, 50278, 160005,
])

/** A message that somebody else wrote cannot be edited. */
const foreignMessageCode = 50005

const alreadyAcknowledgedCode = 40060

/** Of something between Discord and us, which did not hear what became of the request. */
const gatewayErrorStatuses = new Set([502, 504])

/** Discord names the wait in a header, which an answer of what stands before it may lack. */
const minRetryAfterMs = 1000

/**
 * What a failed call means for what was to be sent. Carries no cause: discord.js's errors hold the message's text and,
 * in their address, the token of an interaction.
 */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  const message = `Discord: ${describeError(error)}`
  if (error instanceof RateLimitError)
    return new PlatformError('rate_limited', message, Math.max(minRetryAfterMs, error.retryAfter || error.timeToReset))
  if (error instanceof HTTPError) return new PlatformError(gatewayErrorStatuses.has(error.status) ? 'unknown' : 'transient', message)
  if (error instanceof DiscordAPIError) {
    if (unreachableCodes.has(error.code)) return new PlatformError('unreachable', message)
    // The token was reset or is wrong: what waits can be sent when it is right again.
    if (error.status === 401) return new PlatformError('transient', message)
    return new PlatformError(error.status === 403 && error.code !== foreignMessageCode ? 'unreachable' : 'rejected', message)
  }
  return new PlatformError(outcomeOfNetworkFailure(findNetworkErrorCode(error)), message)
}

/**
 * Of a call that may be made again without harm: nothing about it is unknown, it was only not answered. Where it was answered
 * by something that is not Discord's, it will be again.
 */
export function toIdempotentCallError(error: unknown): PlatformError {
  const mapped = toPlatformError(error)
  if (isUnreadableResponse(error)) return new PlatformError('rejected', mapped.message)
  return mapped.kind === 'unknown' ? new PlatformError('transient', mapped.message) : mapped
}

/** The first answer to an interaction was taken before. */
export function isAlreadyAcknowledged(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === alreadyAcknowledgedCode
}

function isUnreadableResponse(error: unknown): boolean {
  return error instanceof ZodError || error instanceof SyntaxError
}

/** For logs and errors: without the address of the request, and without its content. */
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
