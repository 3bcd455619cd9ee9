import { expect, test } from 'vitest'
import { isDayOrMonthName, isPeriodWord, patternOfWeekdays } from '../../../src/core/dates/vocabulary.ts'

test.each([
  'monday',
  'mars',
  'märz',
  'maerz',
  'mai',
  'miércoles',
  'miercoles',
  'segunda',
  'martedì',
  'zondag',
  'mei',
  'марта',
  'май',
  'الثلاثاء',
  'آذار',
])('%s is the name of a day or month', (word) => {
  expect(isDayOrMonthName(word)).toBe(true)
})

test.each(['may', 'mar', 'sat', 'week', 'yesterday', '火曜日', '3月', '周二', ''])('%s is not', (word) => {
  expect(isDayOrMonthName(word)).toBe(false)
})

test.each(['ago', 'two', 'years', '2019', 'dernière', 'jahre', 'semanas', 'fa', 'назад', 'أسبوعين', 'geleden'])(
  '%s belongs to a period',
  (word) => {
    expect(isPeriodWord(word)).toBe(true)
  },
)

test.each(['monday', '1850', 'plan', ''])('%s does not', (word) => {
  expect(isPeriodWord(word)).toBe(false)
})

test('weekdays are those of the given languages', () => {
  const pattern = new RegExp(`^${patternOfWeekdays('de', 'es')}$`)
  expect(['montag', 'miércoles', 'monday'].map((word) => pattern.test(word))).toEqual([true, true, false])
})
