import { expect, it } from 'vitest'
import type { DayLabel } from '../../../src/core/ids.ts'
import { periodIn } from '../../../src/model/offline/period.ts'

const wednesday = '2026-11-18' as DayLabel

it.each([
  ['what did we decide last week?', 'en', '2026-11-09', '2026-11-15'],
  ['this week', 'en', '2026-11-16', '2026-11-18'],
  ['the day before yesterday', 'en', '2026-11-16', '2026-11-16'],
  ['yesterday', 'en', '2026-11-17', '2026-11-17'],
  ['last month', 'en', '2026-10-01', '2026-10-31'],
  ['this month', 'en', '2026-11-01', '2026-11-18'],
  ['on Wednesday', 'en', '2026-11-11', '2026-11-11'],
  ['last Tuesday', 'en', '2026-11-17', '2026-11-17'],
  ['10 days ago', 'en', '2026-11-08', '2026-11-08'],
  ['in the last 3 days', 'en', '2026-11-15', '2026-11-18'],
  ['on 2026-02-28', 'de', '2026-02-28', '2026-02-28'],
  ['la semaine dernière', 'fr', '2026-11-09', '2026-11-15'],
  ['Hier soir', 'fr', '2026-11-17', '2026-11-17'],
  ['aujourd’hui', 'fr', '2026-11-18', '2026-11-18'],
  ['lundi dernier', 'fr', '2026-11-16', '2026-11-16'],
  ['letzte Woche', 'de', '2026-11-09', '2026-11-15'],
  ['am Sonntag', 'de', '2026-11-15', '2026-11-15'],
  ['vorgestern', 'de', '2026-11-16', '2026-11-16'],
] as const)('understands %s', (text, language, since, until) => {
  expect(periodIn(text, language, wednesday)).toEqual({ since, until })
})

it.each([
  ['what did we decide?', 'en'],
  ['on 2026-02-30', 'en'],
  // "hier" is "here" in German.
  ['Steht es hier?', 'de'],
  ['next week', 'en'],
] as const)('finds no days in %s', (text, language) => {
  expect(periodIn(text, language, wednesday)).toBeUndefined()
})
