import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, sealKeyBytes, unseal } from '../../../src/core/lib/encrypt.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'

const key = randomBytes(sealKeyBytes)
const parts = { random: systemRandom, key }

test('a text comes back with its key and its purpose, and never stands in what is kept', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'grapheme' }), fc.string(), (text, purpose) => {
      const sealed = seal(parts, text, purpose)
      expect(unseal(key, sealed, purpose)).toBe(text.toWellFormed())
      expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false)
      expect(seal(parts, text, purpose)).not.toBe(sealed)
    }),
  )
})

test('with another key, for another purpose, or changed by one bit, there is nothing', () => {
  const sealed = seal(parts, 'sk-secret', 'https://one.example/v1')
  expect(unseal(randomBytes(sealKeyBytes), sealed, 'https://one.example/v1')).toBeUndefined()
  expect(unseal(key, sealed, 'https://two.example/v1')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(unseal(key, changed.toString('base64url'), 'https://one.example/v1')).toBeUndefined()
  }
  for (const broken of ['', 'x', sealed.slice(0, 20), '%%%']) expect(unseal(key, broken, 'https://one.example/v1')).toBeUndefined()
})
