import type { Random } from '../ports/random.ts'

/** Capital letters and digits that are not taken for one another when they are read out or copied by hand. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code for people to pass on: so many of 32 signs each, so six of them make a thousand million. */
export function createCode(random: Random, length: number): string {
  const bytes = Buffer.from(random.token(length), 'base64url').subarray(0, length)
  return Array.from(bytes, (byte) => signs.charAt(byte % signs.length)).join('')
}

/** A code as it was typed: in small letters, with spaces or hyphens in it. Other signs are in none. */
export const normalizeCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
