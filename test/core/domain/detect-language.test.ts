import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectLanguage, weighLanguage } from '../../../src/core/domain/languages.ts'

type Lines = Readonly<Record<string, readonly string[]>>
const readLines = (name: string): [string, readonly string[]][] =>
  Object.entries(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Lines)

/** Seventy short lines in each of ten languages, as people type them to a bot: in a hurry, with typos and names. */
const chatLines = readLines('./chat-lines.json')
/** Ten short lines in each of nine languages that the bot does not write. */
const otherLines = readLines('./other-lines.json')

/** Returns the share of the lines that are detected as their language if another one is expected, and the lines that are not. */
function measure(lines: readonly string[], language: string, expected: string) {
  const missed = lines.flatMap((line) => {
    const detected = detectLanguage(line, expected)
    return detected === language ? [] : [`${line} (${detected})`]
  })
  return { right: 1 - missed.length / lines.length, missed: `not ${language} where ${expected} is expected:\n${missed.join('\n')}` }
}

/** The language of the lines, and the least share of them that is detected if it is expected, and if another one is. */
const accuracy: Readonly<Record<string, readonly [number, number]>> = {
  en: [0.97, 0.95],
  de: [0.98, 0.95],
  fr: [0.98, 0.96],
  es: [0.97, 0.93],
  it: [1, 1],
  pt: [0.98, 0.98],
  ru: [1, 1],
  ar: [1, 1],
  zh: [1, 1],
  ja: [0.98, 0.98],
}

describe.each(chatLines)('of short chat lines in %s', (language, lines) => {
  const [own, other] = accuracy[language]!
  test.each([
    [language, own],
    [language === 'en' ? 'de' : 'en', other],
  ])('enough are detected if %s is expected', (expected, least) => {
    const { right, missed } = measure(lines, language, expected)
    expect(right, missed).toBeGreaterThanOrEqual(least)
  })
})

test('the accuracy on short chat lines that is documented is the measured one', () => {
  const shares = chatLines.flatMap(([language, lines]) => measure(lines, language, language === 'en' ? 'de' : 'en').right)
  const percent = (share: number) => `${Math.round(share * 100)}%`
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const docs = readFileSync(new URL('../../../docs/developers/search.md', import.meta.url), 'utf8')
  const [stated] = /\d+% of them on average, and at least \d+% in each language/.exec(docs) ?? []
  expect(stated).toBe(`${percent(mean)} of them on average, and at least ${percent(Math.min(...shares))} in each language`)
})

test.each(otherLines)('short lines in %s are known from a user who writes it', (language, lines) => {
  const { right, missed } = measure(lines, language, language)
  expect(right, missed).toBeGreaterThanOrEqual(language === 'ca' ? 0.8 : 1)
})

test.each([
  ['fr', 'Salut, tu vas bien?'],
  ['fr', 'Tu es là ?'],
  ['fr', 'tu es sûr ?'],
  ['fr', 'Salut ça va bien ?'],
  ['es', 'Hola, estás bien?'],
  ['es', 'Estás ahí?'],
  ['es', 'Ayer vimos el Barça en São Paulo'],
  ['it', 'Ciao, tutto bene?'],
  ['it', 'Sei lì?'],
  ['pt', 'Oi, tudo bem?'],
  ['pt', 'Você está aí?'],
  ['de', 'Hallo, bist du da?'],
  ['en', 'Hi, are you there?'],
])('a greeting in %s is read as such if that is expected: %s', (language, text) => {
  expect(detectLanguage(text, language)).toBe(language)
})

test.each(['', ' ', '12345', '👍', 'https://example.org/eine/deutsche/adresse', 'ok'])('%j has no language of its own', (text) => {
  expect([undefined, 'en']).toContain(detectLanguage(text, 'en'))
})

test.each([
  ['de', 'Was habe ich gestern über die Hütte gesagt?'],
  ['en', 'Dinner with Giovanni Rossi at Trattoria da Enzo'],
  ['en', 'The word 你好 means hello'],
  ['zh', '你好'],
  ['zh', '拿到offer了！！！'],
  ['zh', '好的'],
  ['ja', '昨日の会議で何を決めましたか'],
  ['ja', 'はい'],
  ['ko', '네'],
  ['ru', 'да, конечно'],
  ['ru', 'да'],
  ['ru', 'WhatsApp подъезд'],
  ['uk', 'їжа є'],
  ['uk', 'що ґрунт'],
  ['bg', 'къде е ключът'],
  ['be', 'ён прыйшоў'],
  ['ar', 'متى موعد الطبيب؟'],
  ['ar', 'هههه خلاص'],
  ['fa', 'چطوری'],
  ['he', 'מתי הפגישה עם הרופא?'],
  ['he', 'כן'],
  ['th', 'พรุ่งนี้มีประชุมกี่โมง'],
  ['el', 'ναι'],
])('a text in %s is detected whatever is expected: %s', (language, text) => {
  for (const expected of ['en', 'pt', 'ru', 'ko', language]) expect(detectLanguage(text, expected)).toBe(language)
})

test.each(['pet', 'vehicle', 'Rezept', 'Trattoria'])('the single word %s has no language of its own', (word) => {
  for (const expected of ['en', 'de', 'ja']) expect([undefined, expected]).toContain(detectLanguage(word, expected))
})

test('Chinese characters alone are Japanese from a user who writes it, unless one is only Chinese', () => {
  expect(detectLanguage('了解', 'ja')).toBe('ja')
  expect(detectLanguage('了解', 'en')).toBe('zh')
  expect(detectLanguage('你好', 'ja')).toBe('zh')
})

test.each([
  ['nothing', ['', 'ok', 'nein danke', 'Anna Müller', 'Trattoria da Enzo', 'да', 'npm install --save eld', 'const x = {}', '12:30']],
  ['something', ['Dinner with Giovanni at the new place', 'да, конечно', 'متى موعد الطبيب']],
  ['enough', ['你好', 'はい', 'שלום', 'їжа', 'we went there by train and it took us more than four hours to arrive']],
])('%s is shown by some texts', (evidence, texts) => {
  for (const text of texts) expect(weighLanguage(text), text).toBe(evidence)
})
