import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js'
import { ZodError } from 'zod'
import { messageOf, outcomeOfNetworkFailure, PlatformError, reasonOf } from '../../src/core/domain/errors.ts'
import { toWaitMs } from '../../src/core/ports/clock.ts'

/**
 * Codes meaning that the place cannot be written to: unknown channel, server, member, user or webhook, an expired interaction, an archived
 * or locked thread, no access, no permission, or a user who accepts no messages.
 * https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const unreachableCodes = new Set<number | string>([
  10003, 10004, 10007, 10013, 10015, 10062, 50001, 50007, 50013, 50027, 50033, 50083, 50278, 160005,
])

/** The code for an attempt to edit another user's message. */
const foreignMessageCode = 50005

const alreadyAcknowledgedCode = 40060
const unknownMessageCode = 10008

/** Statuses from a gateway between Discord and us that did not learn the outcome. */
const gatewayErrorStatuses = new Set([502, 504])

/**
 * Converts the error of a failed call to a PlatformError, which states the outcome of a send. Carries no cause: discord.js's errors
 * contain the message's text and, in their URL, the token of an interaction.
 */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  const message = `Discord: ${describeError(error)}`
  if (error instanceof RateLimitError)
    // Discord sends the wait in a header, which a response from a proxy may lack.
    return new PlatformError('rate_limited', message, toWaitMs((error.retryAfter || error.timeToReset) / 1_000))
  if (error instanceof HTTPError) return new PlatformError(gatewayErrorStatuses.has(error.status) ? 'unknown' : 'transient', message)
  if (error instanceof DiscordAPIError) {
    if (unreachableCodes.has(error.code)) return new PlatformError('unreachable', message)
    // The token was reset or is wrong. Pending messages can be sent once it is corrected.
    if (error.status === 401) return new PlatformError('transient', message)
    return new PlatformError(error.status === 403 && error.code !== foreignMessageCode ? 'unreachable' : 'rejected', message)
  }
  return new PlatformError(outcomeOfNetworkFailure(findNetworkErrorCode(error)), message)
}

/** Converts the error of a call that may be repeated. An unknown outcome becomes 'transient', an unreadable response 'rejected'. */
export function toIdempotentCallError(error: unknown): PlatformError {
  const mapped = toPlatformError(error)
  if (isUnreadableResponse(error)) return new PlatformError('rejected', mapped.message)
  return mapped.kind === 'unknown' ? new PlatformError('transient', mapped.message) : mapped
}

/** Whether the interaction has already been responded to. */
export function isAlreadyAcknowledged(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === alreadyAcknowledgedCode
}

/** Whether a message is gone. */
export function isUnknownMessage(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === unknownMessageCode
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
