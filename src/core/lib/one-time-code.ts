import type { Random } from '../ports/random.ts'

/** Capital letters and digits that are not confused when read aloud or copied by hand. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates a code for people to pass on. Each character has 32 possible values, so six of them make a billion codes. */
export function createCode(random: Random, length: number): string {
  const bytes = Buffer.from(random.token(length), 'base64url').subarray(0, length)
  return Array.from(bytes, (byte) => signs.charAt(byte % signs.length)).join('')
}

/** Normalizes a typed code: case, spaces and hyphens do not matter. */
export const normalizeCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
