import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../ports/random.ts'

// AES-256-GCM as specified in NIST SP 800-38D, with a random 96-bit nonce and a 128-bit tag.
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Length of a key in bytes. */
export const sealKeyBytes = 32

export interface EncryptionKey {
  readonly random: Random
  /** Must be `sealKeyBytes` long. */
  readonly key: Uint8Array
}

/** Encrypts a text. Only `decrypt` with the same key and purpose recovers it. */
export function encrypt({ random, key }: EncryptionKey, text: string, purpose: string): string {
  const nonce = Buffer.from(random.token(nonceBytes), 'base64url')
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(purpose))
  return Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]).toString('base64url')
}

/** Returns the text, or undefined if it was encrypted with another key or for another purpose, or was modified. */
export function decrypt(key: Uint8Array, sealed: string, purpose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString('utf8')
  } catch {
    // The tag does not match. Nothing else can fail here.
    return undefined
  }
}
