import { webApi } from '@slack/bolt'
import { messageOf, outcomeOfNetworkFailure, PlatformError, type PlatformErrorKind } from '../../src/core/domain/errors.ts'
import { toWaitMs } from '../../src/core/ports/clock.ts'

/** Slack answers rejected calls with status 200 and an error code. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const kindByErrorCode: ReadonlyMap<string, PlatformErrorKind> = new Map([
  ...toKindEntries('rate_limited', ['ratelimited', 'rate_limited', 'message_limit_exceeded']),
  ...toKindEntries('unreachable', [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'channel_is_archived',
    'is_inactive',
    'messages_tab_disabled',
    'cannot_dm_bot',
    'user_not_found',
    'user_not_visible',
    'user_not_in_channel',
    'user_disabled',
    'users_not_found',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
  ]),
  // Problems with the token, or temporary ones. Pending messages can be sent once they are resolved.
  ...toKindEntries('transient', [
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'missing_scope',
    'no_permission',
    'org_login_required',
    'service_unavailable',
    'team_added_to_org',
    'request_timeout',
    'accesslimited',
  ]),
  // The stream of the message is still ending. The message can be edited soon.
  ...toKindEntries('transient', ['streaming_state_conflict']),
  // According to Slack, part of the work may have been done.
  ...toKindEntries('unknown', ['internal_error', 'fatal_error']),
])

function toKindEntries(kind: PlatformErrorKind, codes: readonly string[]): [string, PlatformErrorKind][] {
  return codes.map((code) => [code, kind])
}

const invalidTokenCodes = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'not_allowed_token_type',
])

/**
 * Converts the error of a failed call to a PlatformError, which states the outcome of a send. Carries no cause: the client's errors
 * contain headers and message text.
 */
export function toPlatformError(error: unknown, method: string): PlatformError {
  if (error instanceof PlatformError) return error
  const message = `Slack: ${method} ${describeError(error)}`
  const waitMs = getRetryAfterMs(error)
  if (waitMs !== undefined) return new PlatformError('rate_limited', message, waitMs)
  if (error instanceof webApi.WebAPIHTTPError) return new PlatformError(errorKindFromStatus(error.statusCode, method), message)
  const errorCode = getErrorCode(error)
  if (errorCode !== undefined) {
    return new PlatformError(kindByErrorCode.get(errorCode) ?? 'rejected', message)
  }
  return new PlatformError(outcomeOfNetworkFailure(findNetworkErrorCode(error)), message)
}

/** Makes a call that changes nothing, so that it may be repeated. Throws PlatformError, never of kind 'unknown'. */
export async function askSlack<T>(method: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const mapped = toPlatformError(error, method)
    throw mapped.kind === 'unknown' ? new PlatformError('transient', mapped.message) : mapped
  }
}

/** Methods that create something, so that a repeated call creates it twice. All others can be repeated, including edits. */
const nonIdempotentMethods: ReadonlySet<string> = new Set([
  'chat.postMessage',
  'chat.postEphemeral',
  'chat.startStream',
  'files.completeUploadExternal',
  'response_url',
])

/**
 * Returns the kind of error that a status stands for. Slack itself fails with 500 and 503. Other server errors come from proxies, which
 * may have forwarded the call.
 */
export function errorKindFromStatus(status: number, method: string): 'transient' | 'unknown' | 'rejected' {
  // 408 means that the request may have been read. A 429 with its wait never gets here.
  if (status === 429) return 'transient'
  if (status < 500 && status !== 408) return 'rejected'
  return status === 500 || status === 503 || !nonIdempotentMethods.has(method) ? 'transient' : 'unknown'
}

/** Returns Slack's retry-after in ms, or undefined if there is none. */
export function getRetryAfterMs(error: unknown): number | undefined {
  if (error instanceof webApi.WebAPIRateLimitedError) return toWaitMs(error.retryAfter)
  // The client has no class for a 429 without a retry-after.
  const lacksRetryAfter = error instanceof Error && error.message.startsWith('Retry header did not contain')
  return lacksRetryAfter || kindByErrorCode.get(getErrorCode(error) ?? '') === 'rate_limited' ? toWaitMs(undefined) : undefined
}

/** Returns the error code of a rejected call, or undefined for other failures. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof webApi.WebAPIPlatformError ? error.data.error : undefined
}

/** Whether Slack rejected a call, so that another form may work. */
export function isRejected(error: unknown): boolean {
  if (error instanceof webApi.WebAPIHTTPError) return errorKindFromStatus(error.statusCode, '') === 'rejected'
  const errorCode = getErrorCode(error)
  return errorCode !== undefined && !kindByErrorCode.has(errorCode)
}

const transientErrorCodes = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
])

/** Whether Slack did not answer a request, but may answer it next time. */
export function isTransient(error: unknown): boolean {
  if (error instanceof PlatformError) return error.kind === 'deferred'
  if (error instanceof SlackTimeoutError || getRetryAfterMs(error) !== undefined) return true
  if (error instanceof webApi.WebAPIRequestError || error instanceof webApi.WebAPIHTTPError) return true
  return transientErrorCodes.has(getErrorCode(error) ?? '')
}

/** Thrown when Slack does not answer in time. It may still answer, but too late. */
export class SlackTimeoutError extends Error {
  override readonly name = 'LateAnswer'
}

export const isInvalidToken = (error: unknown): boolean => invalidTokenCodes.has(getErrorCode(error) ?? '')

/** Describes an error for logs, without tokens or message text. */
export function describeError(error: unknown): string {
  const errorCode = getErrorCode(error)
  if (errorCode !== undefined) return `was refused: ${errorCode}`
  if (error instanceof webApi.WebAPIRateLimitedError) return `has to wait ${error.retryAfter} seconds`
  if (error instanceof webApi.WebAPIHTTPError) return `was answered ${error.statusCode}`
  if (error === undefined) return 'was cut off'
  if (error instanceof SlackTimeoutError) return 'was not answered in time'
  const code = findNetworkErrorCode(error)
  if (code !== undefined) return `failed (${code})`
  const original = error instanceof webApi.WebAPIRequestError ? error.original : error
  return original instanceof Error && original.name === 'TimeoutError' ? 'was not answered in time' : `failed: ${messageOf(original)}`
}

function findNetworkErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const inner = error instanceof webApi.WebAPIRequestError ? error.original : error.cause
  if ('code' in error && typeof error.code === 'string' && !(error instanceof webApi.WebAPIRequestError)) return error.code
  return findNetworkErrorCode(inner)
}
