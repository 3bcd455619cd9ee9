import { GrammyError, HttpError } from 'grammy'
import { messageOf, outcomeOfNetworkFailure, PlatformError } from '../../src/core/domain/errors.ts'
import { toWaitMs } from '../../src/core/ports/clock.ts'

/** Descriptions of errors that Telegram reports with status 400 although the chat is unreachable. */
const unreachableChatPattern = /chat not found|user not found|peer_id_invalid|group chat was deactivated|not enough rights|have no rights/i

/** Descriptions of errors meaning that the bot is not an administrator, or lacks a right. */
const missingRightsPattern = /not enough rights|have no rights|admin(?:istrator)?[ _](?:rights|required)/i

/** Statuses from a gateway between Telegram and us that did not learn the outcome. */
const gatewayErrorStatuses = new Set([502, 504])

/**
 * Converts the error of a failed call to a PlatformError, which states the outcome of a send. Carries no cause: grammY's errors contain
 * the message's text, and network errors contain the token.
 */
export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  if (error instanceof HttpError && isUnreadableResponse(error.error)) return createForeignResponseError()
  const message = `Telegram: ${describeError(error)}`
  if (error instanceof GrammyError) return toApiPlatformError(error, message)
  return new PlatformError(outcomeOfNetworkFailure(findNetworkErrorCode(error)), message)
}

/** Creates the error for a response that is not from the Bot API, but for example from a proxy that cannot reach it. */
export function createForeignResponseError(method = 'A call'): PlatformError {
  return new PlatformError('transient', `Telegram: ${method} was not answered by the Bot API. Check TELEGRAM_API_ROOT and any proxy.`)
}

/** Whether a response was complete but not JSON. node-fetch, which grammY uses, has a type for each of its errors. */
function isUnreadableResponse(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'invalid-json'
}

function toApiPlatformError(error: GrammyError, message: string): PlatformError {
  const { error_code: code, description, parameters } = error
  if (code === 429) return new PlatformError('rate_limited', message, toWaitMs(parameters.retry_after))
  if (code === 403 || (code === 400 && unreachableChatPattern.test(description))) return new PlatformError('unreachable', message)
  if (gatewayErrorStatuses.has(code)) return new PlatformError('unknown', message)
  // The token was revoked or is wrong. Pending messages can be sent once it is corrected.
  if (code >= 500 || isInvalidToken(error)) return new PlatformError('transient', message)
  return new PlatformError('rejected', message)
}

/** Converts the error of a call that may be repeated. An unknown outcome becomes 'transient'. */
export function toIdempotentCallError(error: unknown): PlatformError {
  const mapped = toPlatformError(error)
  return mapped.kind === 'unknown' ? new PlatformError('transient', mapped.message) : mapped
}

/** Returns Telegram's retry-after in ms, or 0 if there is none. */
export function getRetryAfterMs(error: unknown): number {
  return toPlatformError(error).retryAfterMs ?? 0
}

export function lacksRights(error: unknown): boolean {
  return error instanceof GrammyError && missingRightsPattern.test(error.description)
}

/** Whether the token is invalid. Telegram answers 401 to a token that is no longer valid, and 404 to one that never was. */
export function isInvalidToken(error: unknown): boolean {
  return error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404) && !isUnknownMethod(error)
}

/** Whether the Bot API server is too old for the method. Self-hosted servers can be. */
export function isUnknownMethod(error: unknown): boolean {
  return error instanceof GrammyError && /method not found/i.test(error.description)
}

/** Whether the same request would be rejected again. */
export function isRejected(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 400
}

export function isConflict(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === 409
}

/** Describes an error for logs, without the request's URL, which contains the token. */
export function describeError(error: unknown): string {
  if (error instanceof GrammyError) return `${error.method} was answered ${error.error_code}, ${error.description}`
  if (error instanceof HttpError) {
    const timedOut = messageOf(error.error).includes('timed out')
    return `${error.message} (${findNetworkErrorCode(error) ?? (timedOut ? 'no answer in time' : 'the answer was lost')})`
  }
  return messageOf(error)
}

function findNetworkErrorCode(error: unknown): string | undefined {
  const inner = error instanceof HttpError ? error.error : error
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined
}
