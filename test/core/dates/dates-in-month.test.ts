import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../src/core/dates/named-days.ts'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { readRanges } from './read-ranges.ts'

describe('days of one month are one range', () => {
  test.each([
    'from 3 to 10 March',
    'from the 3rd to the 10th of March',
    'between 3 and 10 March',
    'from March 3 to 10',
    'What did we do between March 3 and 10?',
    '3-10 March',
    'March 3–10, 2026',
    'vom 3. bis 10. März',
    'vom 3. bis zum 10. März',
    'zwischen dem 3. und dem 10. März',
    '3.–10. März',
    'du 3 au 10 mars',
    'entre le 3 et le 10 mars',
    'del 3 al 10 de marzo',
    'entre el 3 y el 10 de marzo',
    'desde el día 3 hasta el día 10 de marzo',
    'dal 3 al 10 marzo',
    'tra il 3 e il 10 marzo',
    'de 3 a 10 de março',
    'entre os dias 3 e 10 de março',
    'do dia 3 ao dia 10 de março',
    'van 3 tot en met 10 maart',
    'tussen 3 en 10 maart',
    'с 3 по 10 марта',
    'с 3-го по 10-е марта',
    'между 3 и 10 марта',
    'من 3 إلى 10 مارس',
    'بين ٣ و١٠ مارس',
    '3月3日到10日',
    '三月三日至十日',
    '3月3日から10日まで',
    '3月3〜10日',
  ])('%s', (text) => {
    expect(readRanges(text)).toEqual(['2026-03-03..2026-03-10'])
  })

  test.each([
    ['du 1er au 10 mars 2025', '2025-03-01..2025-03-10'],
    ["dall'1 all'8 marzo dell'anno scorso", '2025-03-01..2025-03-08'],
    ['del tres al diez de marzo del año pasado', '2025-03-03..2025-03-10'],
    ['2025年3月3日到10日', '2025-03-03..2025-03-10'],
    // The days do not end today, although "da" is also "since".
    ['da 3 a 10 marzo', '2026-03-03..2026-03-10'],
  ])('%s: in a year', (text, range) => {
    expect(readRanges(text)).toEqual([range])
  })

  test.each([
    ['3 and 10 March', '2026-03-10'],
    ['March 3 to 10 people', '2026-03-03'],
    ['March 3-10:30', '2026-03-03'],
    ['el 3 y el 10 de marzo', '2026-03-10'],
  ])('%s: but not if they are no range', (text, date) => {
    expect(readRanges(text)).toEqual([date])
  })

  test('a range is not one day', () => {
    expect(parseDay('3-10 March', '2026-11-18' as DayLabel)).toBeUndefined()
  })
})

describe('a month of last year is one phrase', () => {
  test.each([
    'March last year',
    'in March of last year',
    'last year in March',
    'im März letzten Jahres',
    'im März des letzten Jahres',
    'letztes Jahr im März',
    "en mars de l'année dernière",
    "l'an dernier, en mars",
    'en marzo del año pasado',
    'el año pasado en marzo',
    "a marzo dell'anno scorso",
    "l'anno scorso a marzo",
    'em março do ano passado',
    'no ano passado em março',
    'in maart van vorig jaar',
    'vorig jaar in maart',
    'в марте прошлого года',
    'в прошлом году в марте',
    'مارس من العام الماضي',
    'العام الماضي في مارس',
    '去年三月',
    '去年の3月',
  ])('%s', (text) => {
    expect(readRanges(text)).toEqual(['2025-03-01..2025-03-31'])
  })

  test.each([
    '3 March last year',
    'March 3rd of last year',
    'am 3. März letzten Jahres',
    "le 3 mars de l'année dernière",
    '3 maart van vorig jaar',
    '3 марта прошлого года',
  ])('%s: as is a date', (text) => {
    expect(readRanges(text)).toEqual(['2025-03-03'])
  })
})

test.each([
  ['from 3 March to 10 April 2025', '2025-03-03..2025-04-10'],
  ['vom 20. Dezember bis 3. Januar 2025', '2024-12-20..2025-01-03'],
  ['from 3 December to 10 December 2026', '2026-12-03..2026-12-10'],
  ['from 3 October to 20 November', '2025-10-03..2025-11-20'],
  ['from 3 March 2024 to 10 April 2025', '2024-03-03..2025-04-10'],
])('the first day of a range is in the year of the last: %s', (text, range) => {
  expect(readRanges(text)).toEqual([range])
})
