/** What the sender of a part learns from a platform that did not take it. */
export type PlatformErrorKind =
  /** Asked to wait; nothing was sent. `retryAfterMs` says how long. */
  | 'rate_limited'
  /** The person blocked the bot, or the chat is gone: do not try again. */
  | 'unreachable'
  /** The platform refused this request and will refuse it again. */
  | 'rejected'
  /** Certainly not sent; trying again is safe. */
  | 'transient'
  /** Nobody knows whether it was sent. */
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

/** What a language model's client learns from a call that failed. */
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

/** Something a person asked for in a way that cannot be done; the message is one sentence for them. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/** The program cannot start as it is set up; each problem is a sentence for whoever runs it. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  constructor(
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(problems.join('\n'), options)
  }
}

/** The lease of this work was lost to another worker: stop, write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLost'
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Why a request failed: fetch, and a connection that was tried at several addresses, say so only in what caused them. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : messageOf(error)
}

/** What the network says of a connection that was never made: nothing can have been sent. */
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

/** What a request came to that failed with this code of the network. */
export const outcomeOfNetworkFailure = (code: string | undefined): 'transient' | 'unknown' =>
  neverConnected.has(code ?? '') ? 'transient' : 'unknown'
