import { expect, it } from 'vitest'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { parsePeriod } from '../../../src/offline/chat/period.ts'

const wednesday = '2026-11-18' as DayLabel

it.each([
  ['what did we decide last week?', '2026-11-09', '2026-11-15'],
  ['this week', '2026-11-16', '2026-11-18'],
  ['the day before yesterday', '2026-11-16', '2026-11-16'],
  ['yesterday', '2026-11-17', '2026-11-17'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['this month', '2026-11-01', '2026-11-18'],
  ['on Wednesday', '2026-11-11', '2026-11-11'],
  ['last Tuesday', '2026-11-17', '2026-11-17'],
  ['10 days ago', '2026-11-08', '2026-11-08'],
  ['in the last 3 days', '2026-11-15', '2026-11-18'],
  ['on 2026-02-28', '2026-02-28', '2026-02-28'],
  ['la semaine dernière', '2026-11-09', '2026-11-15'],
  ['Hier soir', '2026-11-17', '2026-11-17'],
  ['aujourd’hui', '2026-11-18', '2026-11-18'],
  ['lundi dernier', '2026-11-16', '2026-11-16'],
  ['la semaine dernie\u0300re', '2026-11-09', '2026-11-15'],
  ['in October', '2026-10-01', '2026-10-31'],
  ['昨日の会議', '2026-11-17', '2026-11-17'],
  ['letzte Woche', '2026-11-09', '2026-11-15'],
  ['am Sonntag', '2026-11-15', '2026-11-15'],
  ['vorgestern', '2026-11-16', '2026-11-16'],
  ['the Sunday before 25 October 2022', '2022-10-23', '2022-10-23'],
  ['on Tuesday, 3 March', '2026-03-03', '2026-03-03'],
] as const)('understands %s', (text, since, until) => {
  expect(parsePeriod(text, wednesday)).toEqual({ since, until })
})

it.each([
  'what did we decide?',
  'on 2026-02-30',
  // "hier" is "here" in German.
  'Steht es hier?',
  'next week',
  'on 3 March 2027',
] as const)('finds no days in %s', (text) => {
  expect(parsePeriod(text, wednesday)).toBeUndefined()
})
