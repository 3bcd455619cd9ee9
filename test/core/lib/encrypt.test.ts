import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt, sealKeyBytes } from '../../../src/core/lib/encrypt.ts'
import { systemRandom } from '../../../src/core/ports/random.ts'

const key = randomBytes(sealKeyBytes)
const parts = { random: systemRandom, key }

test('a text comes back with its key and its purpose, and never stands in what is kept', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'grapheme' }), fc.string(), (text, purpose) => {
      const sealed = encrypt(parts, text, purpose)
      expect(decrypt(key, sealed, purpose)).toBe(text.toWellFormed())
      expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false)
      expect(encrypt(parts, text, purpose)).not.toBe(sealed)
    }),
  )
})

test('with another key, for another purpose, or changed by one bit, there is nothing', () => {
  const sealed = encrypt(parts, 'sk-secret', 'https://one.example/v1')
  expect(decrypt(randomBytes(sealKeyBytes), sealed, 'https://one.example/v1')).toBeUndefined()
  expect(decrypt(key, sealed, 'https://two.example/v1')).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(decrypt(key, changed.toString('base64url'), 'https://one.example/v1')).toBeUndefined()
  }
  for (const broken of ['', 'x', sealed.slice(0, 20), '%%%']) expect(decrypt(key, broken, 'https://one.example/v1')).toBeUndefined()
})
