import { describe, expect, test } from 'vitest'
import { parseDay, parseNamedDays } from '../../../src/core/dates/named-days.ts'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { dateLists } from './lists/index.ts'
import { readRanges } from './read-ranges.ts'

const today = '2026-11-18' as DayLabel

describe.each(Object.entries(dateLists))('%s', (_, { days, none }) => {
  test.each(Object.entries(days))('%s', (text, range) => {
    expect(readRanges(text)).toEqual([range])
  })

  test.each(none)('none in: %s', (text) => {
    expect(readRanges(text)).toEqual([])
  })

  test('a date in a line of its own is read as on its own', () => {
    for (const [text, range] of Object.entries(days)) expect(readRanges(`\n${text}\n`), text).toEqual([range])
  })
})

test.each(['el 3 y el 10 de marzo', 'le 3 et le 10 mars', 'il 3 e il 10 marzo', 'the 3rd and the 10th of March', 'am 3. und am 10. März'])(
  'a day of a month that is named later is not one of this month: %s',
  (text) => {
    expect(readRanges(text)).toEqual(['2026-03-10'])
  },
)

test.each([
  ['le 1er', '2026-11-01'],
  ['две среды назад', '2026-11-04'],
  ['today a week ago', '2026-11-11'],
  ['2026 wurde am 4. viel besprochen', '2026-11-04'],
])('%s means %s', (text, range) => {
  expect(readRanges(text)).toEqual([range])
})

test.each(['Call at 10:00 AM\n\n4. Buy milk.', 'We met at 10 AM 4. What then?', '我10/10满意', '10/10の評価'])('none in: %s', (text) => {
  expect(readRanges(text)).toEqual([])
})

test.each([
  ['the 20th', '2026-10-20'],
  ['am 20.', '2026-10-20'],
  ['3.11.', '2026-11-03'],
  ['Monday the 9th', '2026-11-09'],
  ['el 20', '2026-10-20'],
  ['13/11', '2026-11-13'],
  // Either day could be meant.
  ['3/11', undefined],
  ['on 3/11', undefined],
  ['20', undefined],
  ['the 20th floor', undefined],
])('as an argument, %s is %s', (text, day) => {
  expect(parseDay(text, today)).toBe(day)
})

const hostile = [
  'twenty ',
  'twenty-',
  'one hundred and ',
  'Monday, ',
  'Monday the 9th ',
  'the 20th ',
  'am 20. ',
  '3.11. ',
  '3/11 ',
  'vor etwa ',
  'vor zwei Wochen am Dienstag ',
  'il y a une semaine ',
  'двадцать ',
  'дней ',
  'قبل ',
  'يوم 20 ',
  '周一9号',
  '20日',
  '二十',
  'half a year ',
  'march',
  'may 2 ',
  'vom 3. bis zum 5. ',
  'jeden Dienstag und ',
  'el 3 hablamos ',
  'с 3-го по ',
  'last',
  'hace',
  'il y a',
  '9',
  '  ',
  '\n',
]

test.each(hostile)('16,000 characters of %j are read in time', (words) => {
  const texts = [words.repeat(16_000).slice(0, 16_000), `${words}${' '.repeat(16_000)}ago`]
  // The first reading compiles the patterns.
  for (const text of texts) parseNamedDays(text, today)
  const started = performance.now()
  for (const text of texts) parseNamedDays(text, today)
  expect(performance.now() - started).toBeLessThan(1_000)
})
