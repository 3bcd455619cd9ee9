import { createHash } from 'node:crypto'
import type { Random } from '../ports/random.ts'

/**
 * The letters and digits of every code that people read out and type. Omits 0, O, 1, I and L, which look alike, and vowels, so that no
 * code spells a word.
 */
export const codeAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Returns a random code. Each character holds 4.8 bits: 38 bits for 8 characters, 28 bits for 6. */
export function createCode(random: Random, length: number): string {
  // Uses 256 bits, so that the remainders below are evenly distributed.
  let number = BigInt(`0x${createHash('sha256').update(random.token(32)).digest('hex')}`)
  const base = BigInt(codeAlphabet.length)
  let code = ''
  for (; code.length < length; number /= base) code += codeAlphabet.charAt(Number(number % base))
  return code
}

/** Normalizes a typed code. Ignores case, spaces and hyphens. */
export const normalizeCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
