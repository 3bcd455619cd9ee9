import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildCandidatePattern,
  countAllowedTypos,
  countTypos,
  createTrigramMatcher,
  createTypoMatcher,
} from '../../../src/search/query/word-forms.ts'

test.each([
  ['jhon', 'john', 1],
  ['sraah', 'sarah', 1],
  ['mlelisa', 'melissa', 2],
  ['carz', 'cart', 2],
  ['ca', 'abc', 3],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('%s is %s with %i typos', (one, other, errors) => {
  expect(countTypos(one, other)).toBe(errors)
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 8 })

test('the distance is symmetric, and 1 for each letter swapped, missing or added', () => {
  fc.assert(
    fc.property(word, word, fc.nat(7), (one, other, at) => {
      expect(countTypos(one, other)).toBe(countTypos(other, one))
      expect(countTypos(one, one)).toBe(0)
      expect(countTypos(one, other)).toBeLessThanOrEqual(one.length + other.length)
      const place = Math.min(at, one.length)
      expect(countTypos(`${one.slice(0, place)}x${one.slice(place)}`, one)).toBe(1)
      const [a = '', b = ''] = one.slice(place, place + 2)
      const swapped = `${one.slice(0, place)}${b}${a}${one.slice(place + 2)}`
      expect(countTypos(swapped, one)).toBe(swapped === one ? 0 : 1)
    }),
  )
})

test('with a limit, smaller distances are exact and larger ones exceed it', () => {
  fc.assert(
    fc.property(word, word, fc.nat(5), (one, other, most) => {
      const errors = countTypos(one, other)
      const counted = countTypos(one, other, most)
      if (errors <= most) expect(counted).toBe(errors)
      else expect(counted).toBeGreaterThan(most)
    }),
  )
})

test('short words allow few typos, and other tokens none', () => {
  expect(['jon', 'jhon', 'sraah', 'mlelisa', 'swietlana', '4711', 'qx81', "o'neil"].map(countAllowedTypos)).toEqual([
    0, 1, 1, 2, 0, 0, 0, 0,
  ])
})

test('similarity grows with fewer typos', () => {
  expect(createTypoMatcher('sraah')('sarah')).toBeGreaterThan(createTypoMatcher('mlelisa')('melissa'))
  expect(createTypoMatcher('mlelisa')('melissa')).toBeGreaterThan(0)
  for (const [asked, other] of [
    ['carz', 'cart'],
    ['jhon', 'jhons'],
    ['marc', 'marco'],
    ['melinda', 'melissa'],
    ['4711', '4171'],
  ] as const)
    expect(createTypoMatcher(asked)(other), asked).toBe(0)
})

test('similarity grows with the number of common trigrams', () => {
  const similarity = createTrigramMatcher('chrysantemum')
  expect(similarity('chrysantemum')).toBe(1)
  // By hand: 13 groups and 14, 11 of them in both.
  expect(similarity('chrysanthemum')).toBe(11 / 16)
  expect(similarity('chemist')).toBeGreaterThan(0)
  for (const other of ['garden', '']) expect(similarity(other), other).toBe(0)
  // Of its 3 groups and 13, the first letter is all that both have.
  expect(similarity('cut')).toBe(1 / 16)
})

test('punctuation in a word counts as letters', () => {
  for (const word of ["o'neil", 'a.b*c', '(x|y)', 'p^q$r\\s']) {
    expect(createTrigramMatcher(word)(word), word).toBe(1)
    expect(createTrigramMatcher(word)('bus'), word).toBe(0)
    expect(`bus\n${word}\nruns`.match(buildCandidatePattern(word)), word).toEqual([word])
  }
})

test('the pattern finds words with the same start, the same end or common letters', () => {
  const words = ['thread 1', 'kitchen', 'kettle', 'pitcher', 'cabin', 'inn', 'sun', 'ki', '']
  expect(words.join('\n').match(buildCandidatePattern('kitchin'))).toEqual(['kitchen', 'kettle', 'pitcher', 'cabin', 'ki'])
  // Whatever is like a word is among them.
  for (const word of ['kitchin', 'umbrela', 'sraah', 'seismografh'])
    for (const other of ['kitchen', 'kitchens', 'umbrella', 'sarah', 'seismograph', 'graph', 'in', 'witching'])
      if (createTrigramMatcher(word)(other) >= 0.2 || createTypoMatcher(word)(other) > 0) expect(other).toMatch(buildCandidatePattern(word))
})
