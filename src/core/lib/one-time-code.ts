import { createHash } from 'node:crypto'
import type { Random } from '../ports/random.ts'

/**
 * The letters and digits of every code that people read out and type. Without 0, O, 1, I and L, which look alike, and without
 * vowels, so that no code spells a word.
 */
export const codeAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** Returns a random code. Each of its characters is worth 4.8 bits: 38 bits for 8 characters, 28 bits for 6. */
export function createCode(random: Random, length: number): string {
  // 256 bits, so that the remainders below are evenly distributed.
  let number = BigInt(`0x${createHash('sha256').update(random.token(32)).digest('hex')}`)
  const base = BigInt(codeAlphabet.length)
  let code = ''
  for (; code.length < length; number /= base) code += codeAlphabet.charAt(Number(number % base))
  return code
}

/** Normalizes a typed code: case, spaces and hyphens do not matter. */
export const normalizeCode = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
