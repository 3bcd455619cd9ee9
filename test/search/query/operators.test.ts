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
    'git commit -m',
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

  test.each([
    ['bus -takes.full', 'takes.full'],
    ['site -example.com', 'example.com'],
    ['path -a/b', 'a/b'],
    ['which one, -car?', 'car'],
    ['動物 -猫', '猫'],
  ])('a hyphen excludes all up to the next space: %s', (query, word) => {
    const parsed = parseOperators(query)
    expect(parsed).toMatchObject({ phrases: [], excludedPhrases: [], excludedWords: [word] })
    expect(parsed.text.trim()).toBe(query.slice(0, query.indexOf(' -')))
  })

  test('has limits', () => {
    const exclusions = ' -ab -"c d"'.repeat(4)
    expect(() => parseOperators(`jaguar${exclusions}`)).not.toThrow()
    expect(() => parseOperators(`jaguar${exclusions} -last`)).toThrow(
      'The search has 9 exclusions, but at most 8 are possible. Remove some of them.',
    )
    expect(() => parseOperators('"a" '.repeat(9))).toThrow(
      'The search has 9 phrases in quotes, but at most 8 are possible. Remove some of them, or their quotes.',
    )
    const long = 'a'.repeat(201)
    expect(() => parseOperators(`"${long.slice(1)}" -${long.slice(1)}`)).not.toThrow()
    for (const query of [`"${long}"`, `-"${long}"`, `-${long}`])
      expect(() => parseOperators(query)).toThrow(
        'A phrase or exclusion has 201 characters, but at most 200 are possible. Shorten it, or leave out its quotes or hyphen.',
      )
    expect(parseQuery(`"${long}"`, { ...setting, isPlainText: true }).operators.phrases).toEqual([])
  })

  test('a related text adds words, but no days and no question', () => {
    const relatedText = 'Did we decide on all of it yesterday? Telescope'
    const alone = parseQuery('gift', { ...setting, isPlainText: true })
    const query = parseQuery('gift', { ...setting, isPlainText: true, relatedText })
    expect(query).toEqual({ ...alone, topic: expect.stringMatching(/^gift .*telescope/i) })
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
    ['A *red* car', 'red car'],
    ['A __red__ _car_', 'red car'],
    ['A ***red*** ~~car~~', 'red car'],
    ['the snake_case name', '*snake_case*'],
    ['red carpet, red car', 'red car'],
    ['ba a a', 'a a'],
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
    ['a red_car', 'red car'],
    ['2*3', '23'],
    ['ab ab ab ab', 'ab ab a'],
    ['a red, old car', 'red car'],
    ['a car, red', 'red car'],
    ['𝒳red car', 'red car'],
  ])('not in %j: %s', (text, phrase) => {
    expect(contains(text, phrase)).toBe(false)
  })

  test('exactly where it starts and ends at word boundaries', () => {
    const characters = fc.constantFrom('a', 'b', ' ', ' ', '-', '猫', 'é')
    const strings = (maxLength: number) => fc.array(characters, { minLength: 1, maxLength }).map((list) => list.join(''))
    const isWord = (character: string | undefined) => character !== undefined && 'abé'.includes(character)
    fc.assert(
      fc.property(strings(30), strings(4), (text, phrase) => {
        const isAt = (_: string, at: number) =>
          text.startsWith(phrase, at) &&
          !(isWord(text[at - 1]) && isWord(phrase[0])) &&
          !(isWord(phrase.at(-1)) && isWord(text[at + phrase.length]))
        expect(containsPhrase(text, phrase)).toBe([...text].some(isAt))
      }),
      { numRuns: 1_000 },
    )
  })

  test('that is excluded does not match', () => {
    const operators = { phrases: ['red car'], excludedPhrases: ['in rome'], excludedWords: [] }
    expect(matchesPhrases(operators, 'A red car')).toBe(true)
    expect(matchesPhrases(operators, 'A red car in Rome')).toBe(false)
    expect(matchesPhrases(operators, 'A car')).toBe(false)
  })
})
