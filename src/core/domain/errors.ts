/** Why a platform did not accept a part. */
export type PlatformErrorKind =
  /** Nothing was sent. `retryAfterMs` says how long to wait. */
  | 'rate_limited'
  /** Our own rate limit held the call back. Nothing was sent. `retryAfterMs` says how long to wait. */
  | 'deferred'
  /** The user blocked the bot, or the chat is gone. Do not retry. */
  | 'unreachable'
  /** The platform rejected this request and will reject it again. */
  | 'rejected'
  /** Nothing was sent. A retry is safe. */
  | 'transient'
  /** The outcome is unknown: the part may have been sent. */
  | 'unknown'

export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  constructor(
    readonly kind: PlatformErrorKind,
    message: string,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Why a call to a language model failed. */
export type ModelErrorKind = 'rate_limited' | 'unavailable' | 'stalled' | 'truncated' | 'rejected' | 'cancelled'

export class ModelError extends Error {
  override readonly name = 'ModelError'
  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** A request that cannot be fulfilled. The message is one sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** The program cannot start with this configuration. Each problem is a sentence for the operator. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems.join('\n'), options)
  }
}

/** Another worker now holds the lease. Stop, and write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLost'
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns why a request failed. Fetch and multi-address connections report the reason only in their causes. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : messageOf(error)
}

/** Codes of connections that were never established, so nothing was sent. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Classifies a request that failed with a network error code. */
export const outcomeOfNetworkFailure = (code: string | undefined): 'transient' | 'unknown' =>
  neverConnected.has(code ?? '') ? 'transient' : 'unknown'
