import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../ports/random.ts'

// AES-256-GCM, as NIST SP 800-38D has it: a nonce of 96 random bits, a tag of 128.
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Bytes of a key. */
export const sealKeyBytes = 32

export interface EncryptionKey {
  readonly random: Random
  /** SEAL_KEY_BYTES long. */
  readonly key: Uint8Array
}

/** A text that only `unseal` with the same key and the same purpose gives back. */
export function encrypt({ random, key }: EncryptionKey, text: string, purpose: string): string {
  const nonce = Buffer.from(random.token(nonceBytes), 'base64url')
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString('base64url')
}

/** The text; undefined where it was sealed with another key or for another purpose, or was changed. */
export function decrypt(key: Uint8Array, sealed: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString('utf8')
  } catch {
    // The tag does not fit, which is all that can be wrong here.
    return undefined
  }
}
