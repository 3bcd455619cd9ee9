import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsPhrase, matchesPhrases, normalizePhrase, parseOperators } from '../../../src/search/query/operators.ts'
import { parseQuery } from '../../../src/search/query/parse-query.ts'

const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }

describe('the operators of a query', () => {
  test.each([
    ['the "Red Car" in Rome', ['red car'], 'the Red Car in Rome'],
    ['“red  car”', ['red car'], 'red car'],
    ['„rotes Auto“ und „noch eins”', ['rotes auto', 'noch eins'], 'rotes Auto und noch eins'],
    ['« voiture rouge »', ['voiture rouge'], 'voiture rouge'],
    ['昨日の「赤い車」は', ['赤い車'], '昨日の 赤い車 は'],
    ['"one" "two"', ['one', 'two'], 'one two'],
  ])('a phrase in quotes must match: %s', (query, phrases, text) => {
    const parsed = parseOperators(query)
    expect(parsed).toMatchObject({ phrases, excludedPhrases: [], excludedWords: [] })
    expect(parsed.text.replace(/\s+/g, ' ').trim()).toBe(text)
  })

  test.each([
    'an unclosed "quote',
    'a 5" and a 6" screen',
    '""',
    '"?!"',
    '" "',
    'don”t',
    'an e-mail',
    '1-2',
    'x - y',
    '-5 degrees',
    'well-known',
  ])('is plain text: %s', (query) => {
    expect(parseOperators(query)).toEqual({ phrases: [], excludedPhrases: [], excludedWords: [], text: query, textWithoutPhrases: query })
  })

  test('a hyphen before a word or phrase excludes it', () => {
    expect(parseOperators('jaguar -car -"big cat" -e-mail')).toMatchObject({
      phrases: [],
      excludedPhrases: ['big cat'],
      excludedWords: ['car', 'e-mail'],
    })
    expect(parseQuery('jaguar -car -"big cat"', setting)).toMatchObject({ text: 'jaguar', topic: 'jaguar' })
  })

  test('a phrase is literal, so its dates name no days, but its words are searched for', () => {
    expect(parseQuery('"last week" in Rome', setting)).toMatchObject({ days: [], listsDays: false, topic: 'last week rome' })
    expect(parseQuery('"Rome" last week', setting)).toMatchObject({ days: [{ from: '2026-11-09' }], topic: 'rome' })
  })

  test('plain text has none', () => {
    const query = 'she said "no way" -really'
    expect(parseQuery(query, { ...setting, isPlainText: true })).toMatchObject({
      text: query,
      operators: { phrases: [], excludedPhrases: [], excludedWords: [] },
    })
  })

  test('never move what is around them', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '-', ' ', 'a', '“', '”', '「', '」', '猫', '1', "'")), (characters) => {
        const query = characters.join('')
        const { text, textWithoutPhrases } = parseOperators(query)
        expect([text.length, textWithoutPhrases.length]).toEqual([query.length, query.length])
        for (const [at, character] of [...text].entries()) if (character !== ' ') expect(character).toBe(query[at])
      }),
    )
  })
})

describe('a text contains a phrase', () => {
  const contains = (text: string, phrase: string) => containsPhrase(normalizePhrase(text), normalizePhrase(phrase))

  test.each([
    ['I saw a RED\n  car today', 'red car'],
    ['A **red** car', 'red car'],
    ['That’s it', "that's it"],
    ['(red car)', 'Red Car'],
    ['the redcar, then a red car', 'red car'],
    ['赤い車を見た', '赤い車'],
    ['ฉันชอบแมวดำมาก', 'แมวดำ'],
    ['das E\u0301cole', 'École'],
  ])('%j: %s', (text, phrase) => {
    expect(contains(text, phrase)).toBe(true)
  })

  test.each([
    ['a red carpet', 'red car'],
    ['a bored car', 'red car'],
    ['a red, old car', 'red car'],
    ['a car, red', 'red car'],
    ['𝒳red car', 'red car'],
  ])('not in %j: %s', (text, phrase) => {
    expect(contains(text, phrase)).toBe(false)
  })

  test('that is excluded does not match', () => {
    const operators = { phrases: ['red car'], excludedPhrases: ['in rome'], excludedWords: [] }
    expect(matchesPhrases(operators, 'A red car')).toBe(true)
    expect(matchesPhrases(operators, 'A red car in Rome')).toBe(false)
    expect(matchesPhrases(operators, 'A car')).toBe(false)
  })
})
