import { webApi } from '@slack/bolt'
import { messageOf, outcomeOfNetworkFailure, PlatformError, type PlatformErrorKind } from '../../src/core/errors.ts'

/** Slack answers 200 to what it refuses, with a word for the reason. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const kindsOfRefusal: ReadonlyMap<string, PlatformErrorKind> = new Map([
  ...kinds('rate_limited', ['ratelimited', 'rate_limited', 'message_limit_exceeded']),
  ...kinds('unreachable', [
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
  // About the token: what waits can be sent when it is right again.
  ...kinds('transient', [
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
  // A stream that is being ended: soon its message can be changed.
  ...kinds('transient', ['streaming_state_conflict']),
  // Slack says of these that part of the work may have been done.
  ...kinds('unknown', ['internal_error', 'fatal_error']),
])

function kinds(kind: PlatformErrorKind, words: readonly string[]): [string, PlatformErrorKind][] {
  return words.map((word) => [word, kind])
}

const wrongTokens = new Set(['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive', 'not_allowed_token_type'])

/** What a failed call means for what was to be sent. Carries no cause: the errors of Slack's client hold headers and texts. */
export function platformError(error: unknown, method: string): PlatformError {
  if (error instanceof PlatformError) return error
  const message = `Slack: ${method} ${describeError(error)}`
  const waitMs = rateLimitOf(error)
  if (waitMs !== undefined) return new PlatformError('rate_limited', message, waitMs)
  if (error instanceof webApi.WebAPIHTTPError) return new PlatformError(outcomeOfStatus(error.statusCode, method), message)
  const refusal = refusalOf(error)
  if (refusal !== undefined) {
    return new PlatformError(kindsOfRefusal.get(refusal) ?? 'rejected', message)
  }
  return new PlatformError(outcomeOfNetworkFailure(networkCode(error)), message)
}

/** By these something new appears: done twice, it is there twice. All others can be repeated, edits too. */
const sends: ReadonlySet<string> = new Set([
  'chat.postMessage',
  'chat.postEphemeral',
  'chat.startStream',
  'files.completeUploadExternal',
  'response_url',
])

/** Slack itself fails with 500 and 503. Other faults of a server come from what stands before it, and what it sent on may be done. */
export function outcomeOfStatus(status: number, method: string): 'transient' | 'unknown' {
  if (status < 500) return 'unknown'
  return status === 500 || status === 503 || !sends.has(method) ? 'transient' : 'unknown'
}

/** How long Slack asks to wait, in ms; undefined when it does not. */
export function rateLimitOf(error: unknown): number | undefined {
  if (error instanceof webApi.WebAPIRateLimitedError) return 1000 * error.retryAfter
  // What the client says of a 429 that does not tell how long: an error of no class of its own.
  const isUntold = error instanceof Error && error.message.startsWith('Retry header did not contain')
  return isUntold || kindsOfRefusal.get(refusalOf(error) ?? '') === 'rate_limited' ? 1000 : undefined
}

/** The word in which Slack refused a call; undefined when it failed otherwise. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof webApi.WebAPIPlatformError ? error.data.error : undefined
}

/** Refused for a reason that lies in this very request: another way of asking may do. */
export function isRejected(error: unknown): boolean {
  const refusal = refusalOf(error)
  return refusal !== undefined && !kindsOfRefusal.has(refusal)
}

const passingRefusals = new Set(['ratelimited', 'rate_limited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])

/** A question that Slack did not answer, and may answer the next time. */
export function isPassing(error: unknown): boolean {
  if (error instanceof LateAnswer || rateLimitOf(error) !== undefined) return true
  if (error instanceof webApi.WebAPIRequestError || error instanceof webApi.WebAPIHTTPError) return true
  return passingRefusals.has(refusalOf(error) ?? '')
}

/** Slack may still answer, but nobody could wait for it. */
export class LateAnswer extends Error {
  override readonly name = 'LateAnswer'
}

export const isWrongToken = (error: unknown): boolean => wrongTokens.has(refusalOf(error) ?? '')

/** For logs and errors: neither a token nor a text. */
export function describeError(error: unknown): string {
  const refusal = refusalOf(error)
  if (refusal !== undefined) return `was refused: ${refusal}`
  if (error instanceof webApi.WebAPIRateLimitedError) return `has to wait ${error.retryAfter} seconds`
  if (error instanceof webApi.WebAPIHTTPError) return `was answered ${error.statusCode}`
  if (error === undefined) return 'was cut off'
  if (error instanceof LateAnswer) return 'was not answered in time'
  const code = networkCode(error)
  if (code !== undefined) return `failed (${code})`
  const original = error instanceof webApi.WebAPIRequestError ? error.original : error
  return original instanceof Error && original.name === 'TimeoutError' ? 'was not answered in time' : `failed: ${messageOf(original)}`
}

function networkCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const inner = error instanceof webApi.WebAPIRequestError ? error.original : error.cause
  if ('code' in error && typeof error.code === 'string' && !(error instanceof webApi.WebAPIRequestError)) return error.code
  return networkCode(inner)
}
