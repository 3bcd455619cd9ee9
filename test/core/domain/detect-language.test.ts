import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectLanguage } from '../../../src/core/domain/languages.ts'

/** Forty short lines in each of ten languages, as people type them to a bot. */
const chatLines: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./chat-lines.json', import.meta.url), 'utf8'),
)
const lines = Object.entries(chatLines).flatMap(([language, texts]) => texts.map((text) => ({ language, text })))

/** Returns the shares of the lines that are detected rightly and wrongly. */
function measure(expectedFor: (language: string) => string) {
  const detected = lines.map(({ language, text }) => ({ language, detected: detectLanguage(text, expectedFor(language)) }))
  return {
    right: detected.filter((line) => line.detected === line.language).length / lines.length,
    wrong: detected.filter((line) => line.detected !== undefined && line.detected !== line.language).length / lines.length,
  }
}

test('short chat lines are detected if their language is expected', () => {
  const { right, wrong } = measure((language) => language)
  expect(right).toBeGreaterThan(0.96)
  expect(wrong).toBeLessThan(0.02)
})

test('most short chat lines are detected if another language is expected, and few are taken for a third', () => {
  const { right, wrong } = measure((language) => (language === 'en' ? 'de' : 'en'))
  expect(right).toBeGreaterThan(0.88)
  expect(wrong).toBeLessThan(0.06)
})

test.each(['', ' ', '12345', '👍', 'https://example.org/eine/deutsche/adresse', 'ok'])('%j has no language of its own', (text) => {
  expect([undefined, 'en']).toContain(detectLanguage(text, 'en'))
})

test.each([
  ['de', 'Was habe ich gestern über die Hütte gesagt?'],
  ['ja', '昨日の会議で何を決めましたか'],
  ['ar', 'متى موعد الطبيب؟'],
  ['he', 'מתי הפגישה עם הרופא?'],
  ['th', 'พรุ่งนี้มีประชุมกี่โมง'],
])('a text in %s is detected whatever is expected', (language, text) => {
  expect(detectLanguage(text, 'en')).toBe(language)
  expect(detectLanguage(text, language)).toBe(language)
})
