import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../src/core/lib/signed-token.ts'

/** How far the time of a signature may be from now, in either direction, in ms. */
const toleranceMs = 5 * 60_000

/** The header `t=…,v0=…` of a request. */
export interface SignatureHeader {
  /** As it was signed, in seconds. */
  readonly time: string
  readonly signatures: readonly string[]
}

/** Parses the header of a request. Undefined if it is missing, malformed, too old or from the future, so that the body need not be read. */
export function parseSignature(header: unknown, now: Date): SignatureHeader | undefined {
  if (typeof header !== 'string') return undefined
  const parts = header.split(',').map((part) => part.trim())
  const time = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '')?.[1]
  const signatures = parts.flatMap((part) => /^v0=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
  if (time === undefined || signatures.length === 0) return undefined
  return Math.abs(now.getTime() - Number(time) * 1_000) <= toleranceMs ? { time, signatures } : undefined
}

/** Whether a body was signed with this secret. Compares in constant time. */
export function isSigned(secret: string, { time, signatures }: SignatureHeader, body: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return signatures.some((signature) => isSameSecret(signature, expected))
}
