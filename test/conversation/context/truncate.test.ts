import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideTokens, formatTruncated, shrinkToTokens, whole } from '../../../src/core/domain/text.ts'
import { estimateTokens } from '../../../src/model/tokens.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc.nat(5_000).map((length) => '字'.repeat(length)),
  fc.nat(5_000).map((length) => ' x'.repeat(length)),
)

test('a shrunk text is within its tokens, keeps its head and tail, and says how much is missing', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 20, max: 1_000 }), (text, most) => {
      const { excerpt, tokens } = shrinkToTokens(whole(text), most, estimateTokens)
      expect(tokens).toBe(estimateTokens(formatTruncated(excerpt)))
      expect(tokens).toBeLessThanOrEqual(most)
      expect(text.startsWith(excerpt.head) && text.endsWith(excerpt.tail)).toBe(true)
      expect(excerpt.head.length + excerpt.cut + excerpt.tail.length).toBe(text.length)
      if (estimateTokens(text) <= most) expect(formatTruncated(excerpt)).toBe(text)
      expect(formatTruncated(excerpt).replace(text, '')).not.toMatch(/\p{Surrogate}/u)
    }),
  )
})

test('a text that was read without its middle counts that in when more is cut', () => {
  const { excerpt } = shrinkToTokens({ head: 'a'.repeat(1_000), tail: 'b'.repeat(1_000), cut: 500 }, 100, estimateTokens)
  expect(excerpt.head).toMatch(/^a+$/)
  expect(excerpt.tail).toMatch(/^b+$/)
  expect(excerpt.head.length + excerpt.cut + excerpt.tail.length).toBe(2_500)
})

test('shares give the small ones all they need and the others the same, and never more than there is', () => {
  expect(divideTokens([10, 500, 900], 410)).toEqual([10, 200, 200])
  expect(divideTokens([10, 20], 100)).toEqual([10, 20])
  expect(divideTokens([5, 5], -3)).toEqual([0, 0])
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 20 }), fc.nat(5_000), (sizes, budget) => {
      const given = divideTokens(sizes, budget)
      expect(given.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(budget)
      for (const [index, share] of given.entries()) expect(share).toBeLessThanOrEqual(sizes[index]!)
    }),
  )
})
