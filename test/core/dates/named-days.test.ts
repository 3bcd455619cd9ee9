import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdayOf } from '../../../src/core/dates/calendar.ts'
import { parseDay, parseNamedDays } from '../../../src/core/dates/named-days.ts'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { addDays, dayLabelOf, startOfDay } from '../../../src/core/ports/clock.ts'

/** A Wednesday. */
const now = new Date('2026-11-18T09:00:00Z')
const zone = 'Europe/Paris'
const today = dayLabelOf(now, zone)

const rangesIn = (text: string, at = now, timezone = zone) =>
  parseNamedDays(text, dayLabelOf(at, timezone)).map(({ from, to }) => (from === to ? from : `${from}..${to}`))

describe('days in words', () => {
  test.each([
    // English
    ['what did we say today?', '2026-11-18'],
    ['this morning', '2026-11-18'],
    ['yesterday', '2026-11-17'],
    ['last night', '2026-11-17'],
    ['the day before yesterday', '2026-11-16'],
    ['on Tuesday', '2026-11-17'],
    ['last Tuesday', '2026-11-17'],
    ['on Wednesday', '2026-11-11'],
    ['what about Sunday?', '2026-11-15'],
    ['this Monday', '2026-11-16'],
    ['on fri', '2026-11-13'],
    ['since tue', '2026-11-17..2026-11-18'],
    ['Tuesday last week', '2026-11-10'],
    ['last week on Tuesday', '2026-11-10'],
    ['three days ago', '2026-11-15'],
    ['10 days ago', '2026-11-08'],
    ['a week ago', '2026-11-09..2026-11-15'],
    ['two weeks ago', '2026-11-02..2026-11-08'],
    ['two months ago', '2026-09-01..2026-09-30'],
    ['a year ago', '2025-01-01..2025-12-31'],
    ['this week', '2026-11-16..2026-11-22'],
    ['what did we decide last week?', '2026-11-09..2026-11-15'],
    ["last week's plan", '2026-11-09..2026-11-15'],
    ['the week before last', '2026-11-02..2026-11-08'],
    ['last weekend', '2026-11-14..2026-11-15'],
    ['over the weekend', '2026-11-14..2026-11-15'],
    ['this month', '2026-11-01..2026-11-30'],
    ['last month', '2026-10-01..2026-10-31'],
    ['last year', '2025-01-01..2025-12-31'],
    ['the last 7 days', '2026-11-11..2026-11-18'],
    ['in the past few days', '2026-11-15..2026-11-18'],
    ['in March', '2026-03-01..2026-03-31'],
    ['in December', '2025-12-01..2025-12-31'],
    ['March 2025', '2025-03-01..2025-03-31'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['3 March', '2026-03-03'],
    ['March 3rd', '2026-03-03'],
    ['the 3rd of March', '2026-03-03'],
    ['I mean the 3rd, the day with the viewing', '2026-11-03'],
    ['December 3', '2025-12-03'],
    ['March 3, 2024', '2024-03-03'],
    ['29 February', '2024-02-29'],
    ['2026-11-03', '2026-11-03'],
    ['13/11/2026', '2026-11-13'],
    ['since Monday', '2026-11-16..2026-11-18'],
    ['since October', '2026-10-01..2026-11-18'],
    ['from 3 March to 10 March', '2026-03-03..2026-03-10'],
    ['between last Monday and yesterday', '2026-11-16..2026-11-17'],
    ['on Tuesday, 3 March', '2026-03-03'],
    // 3 March 2026 is a Tuesday: the date is meant.
    ['last Friday on 3 March', '2026-03-03'],
    ['on Mon 2026-11-02', '2026-11-02'],
    ['Tuesday (3 March)', '2026-03-03'],
    ['on Tuesday morning, 3 March', '2026-03-03'],
    ['from Monday 2 March to Friday 6 March', '2026-03-02..2026-03-06'],
    ['since Tuesday 3 November', '2026-11-03..2026-11-18'],
    // French
    ["aujourd'hui", '2026-11-18'],
    ['aujourd’hui', '2026-11-18'],
    ["qu'est-ce qu'on a dit hier ?", '2026-11-17'],
    ['avant-hier', '2026-11-16'],
    ['mardi dernier', '2026-11-17'],
    ['mardi passe', '2026-11-17'],
    ['le mardi de la semaine dernière', '2026-11-10'],
    ['ce mardi', '2026-11-17'],
    ['le 3 mars', '2026-03-03'],
    ['le 1er avril 2025', '2025-04-01'],
    ['la semaine dernière', '2026-11-09..2026-11-15'],
    ['cette semaine', '2026-11-16..2026-11-22'],
    ['le mois dernier', '2026-10-01..2026-10-31'],
    ["l'année dernière", '2025-01-01..2025-12-31'],
    ['il y a trois jours', '2026-11-15'],
    ['il y a 2 semaines', '2026-11-02..2026-11-08'],
    ['il y a trois semaines', '2026-10-26..2026-11-01'],
    ['en mars', '2026-03-01..2026-03-31'],
    ['ces deux derniers jours', '2026-11-16..2026-11-18'],
    ['en août', '2026-08-01..2026-08-31'],
    ['en aout', '2026-08-01..2026-08-31'],
    ['depuis lundi', '2026-11-16..2026-11-18'],
    ['du 3 mars au 10 mars', '2026-03-03..2026-03-10'],
    ['le week-end dernier', '2026-11-14..2026-11-15'],
    ['le mardi 3 mars', '2026-03-03'],
    // German
    ['heute', '2026-11-18'],
    ['gestern', '2026-11-17'],
    ['vorgestern', '2026-11-16'],
    ['am Dienstag', '2026-11-17'],
    ['letzten Freitag', '2026-11-13'],
    ['letzten Dienstag', '2026-11-17'],
    ['am Dienstag letzter Woche', '2026-11-10'],
    ['letzte Woche Dienstag', '2026-11-10'],
    ['am 3. März', '2026-03-03'],
    ['3.11.2026', '2026-11-03'],
    ['letzte Woche', '2026-11-09..2026-11-15'],
    ['diese Woche', '2026-11-16..2026-11-22'],
    ['vor drei Tagen', '2026-11-15'],
    ['vor zwei Wochen', '2026-11-02..2026-11-08'],
    ['vor drei Wochen', '2026-10-26..2026-11-01'],
    ['in diesem Monat', '2026-11-01..2026-11-30'],
    ['im letzten Jahr', '2025-01-01..2025-12-31'],
    ['letzten Monat', '2026-10-01..2026-10-31'],
    ['im März', '2026-03-01..2026-03-31'],
    ['seit Montag', '2026-11-16..2026-11-18'],
    ['am Wochenende', '2026-11-14..2026-11-15'],
    ['am Dienstag, dem 3. März', '2026-03-03'],
    // Japanese
    ['今日は何を話した？', '2026-11-18'],
    ['昨日の会議', '2026-11-17'],
    ['会議は昨日だった', '2026-11-17'],
    ['きのうのメモ', '2026-11-17'],
    ['一昨日', '2026-11-16'],
    ['おととい何を食べた？', '2026-11-16'],
    ['今週の予定', '2026-11-16..2026-11-22'],
    ['先週決めたホテルは？', '2026-11-09..2026-11-15'],
    ['先々週', '2026-11-02..2026-11-08'],
    ['先週の火曜日に決めたこと', '2026-11-10'],
    ['今週の月曜', '2026-11-16'],
    ['火曜日', '2026-11-17'],
    ['この前の水曜日', '2026-11-11'],
    ['先週末', '2026-11-14..2026-11-15'],
    ['週末の写真', '2026-11-14..2026-11-15'],
    ['今月', '2026-11-01..2026-11-30'],
    ['先月の請求書', '2026-10-01..2026-10-31'],
    ['先月の3日', '2026-10-03'],
    ['去年の旅行', '2025-01-01..2025-12-31'],
    ['昨年', '2025-01-01..2025-12-31'],
    ['一昨年', '2024-01-01..2024-12-31'],
    ['去年の３月', '2025-03-01..2025-03-31'],
    ['3月に話した旅行', '2026-03-01..2026-03-31'],
    ['十二月', '2025-12-01..2025-12-31'],
    ['3月14日の約束', '2026-03-14'],
    ['十二月三日', '2025-12-03'],
    ['2024年3月14日', '2024-03-14'],
    ['2025年3月', '2025-03-01..2025-03-31'],
    ['2025年の目標', '2025-01-01..2025-12-31'],
    ['2026-11-03の会議', '2026-11-03'],
    ['三日前', '2026-11-15'],
    ['１０日前', '2026-11-08'],
    ['二十一日前', '2026-10-28'],
    ['数日前', '2026-11-15'],
    ['二週間前の話', '2026-11-02..2026-11-08'],
    ['2か月前', '2026-09-01..2026-09-30'],
    ['一年前', '2025-01-01..2025-12-31'],
    ['この3日間', '2026-11-15..2026-11-18'],
    ['月曜日から', '2026-11-16..2026-11-18'],
    ['3月3日から3月10日まで', '2026-03-03..2026-03-10'],
  ])('%s', (text, range) => {
    expect(rangesIn(text)).toEqual([range])
  })

  test.each([
    'next Tuesday',
    'the meeting next week',
    'mardi prochain',
    'nächste Woche',
    'this Friday',
    'tomorrow',
    '31 February',
    '2026-02-30',
    '2026-13-01',
    'may I march on?',
    'mon frère',
    "c'est mon anniversaire",
    'tu es sat ? wed',
    'next tue',
    '来週の火曜日',
    '次の金曜日',
    '毎週月曜日のヨガ',
    '今週の日曜日',
    '来年の3月',
    '13月',
    '2月31日',
    '一週間の献立',
    '3か月',
    '今日子さん',
    '日本日記',
    'the sun sat there',
    'my todays',
    'Was haben wir hier entschieden?',
    'room 12',
    '',
  ])('none in: %s', (text) => {
    expect(rangesIn(text)).toEqual([])
  })

  test('a date that can be read in two ways is read in both', () => {
    expect(rangesIn('on 3/4/2026')).toEqual(['2026-04-03', '2026-03-04'])
  })

  test.each([
    ['on the Sunday before 25 October 2022', '2022-10-23', '2022-10-25'],
    ['the Sunday before October 23, 2022', '2022-10-16', '2022-10-23'],
    ['the Saturday after October 28, 2023', '2023-11-04', '2023-10-28'],
    ['the Sunday after 23 October 2022', '2022-10-30', '2022-10-23'],
    ['over the weekend before 4th October, 2023', '2023-09-30..2023-10-01', '2023-10-04'],
    ['le lundi avant le 24 juillet', '2026-07-20', '2026-07-24'],
    ['le week-end après le 4 octobre', '2026-10-10..2026-10-11', '2026-10-04'],
    ['am Montag vor dem 24. Juli', '2026-07-20', '2026-07-24'],
    ['the Sunday before Tuesday, 25 October 2022', '2022-10-23', '2022-10-25'],
    ['last weekend, 14 November', '2026-11-14..2026-11-15', '2026-11-14'],
    ['on Friday night before 25 December 2022', '2022-12-23', '2022-12-25'],
    ['am Dienstag Abend nach dem 3. März', '2026-03-10', '2026-03-03'],
    ['on Saturday, Sunday 4 October', '2026-11-14', '2026-10-04'],
    ['on Friday, March 2025 figures', '2026-11-13', '2025-03-01..2025-03-31'],
  ])('seen from a date, and the date: %s', (text, days, date) => {
    expect(rangesIn(text)).toEqual([days, date])
  })

  test('a day of the week is not that of a date that only comes after it', () => {
    expect(rangesIn('on Monday and on 3 March')).toEqual(['2026-11-16', '2026-03-03'])
    expect(rangesIn('on Monday, yesterday')).toEqual(['2026-11-16', '2026-11-17'])
    expect(rangesIn('on Tuesday 3/4/2026')).toEqual(['2026-04-03', '2026-03-04'])
  })

  test('since a day seen from a date lasts until today; before the first year there is no day', () => {
    expect(rangesIn('since the Sunday before 25 October 2026')).toEqual(['2026-10-18..2026-11-18', '2026-10-25'])
    expect(rangesIn('the Sunday after 9999-12-31')).toEqual(['9999-12-31'])
    expect(rangesIn('the Sunday before 0000-01-01')).toEqual(['0000-01-01'])
  })

  test('several, in the order of the text, with where they stand', () => {
    const text = 'compare yesterday with last week'
    expect(parseNamedDays(text, today).map(({ start, end }) => text.slice(start, end))).toEqual(['yesterday', 'last week'])
  })

  test('month and year ends', () => {
    expect(rangesIn('yesterday', new Date('2026-03-01T12:00:00Z'))).toEqual(['2026-02-28'])
    expect(rangesIn('yesterday', new Date('2024-03-01T12:00:00Z'))).toEqual(['2024-02-29'])
    expect(rangesIn('last month', new Date('2026-01-15T12:00:00Z'))).toEqual(['2025-12-01..2025-12-31'])
    expect(rangesIn('two months ago', new Date('2026-01-31T12:00:00Z'))).toEqual(['2025-11-01..2025-11-30'])
    expect(rangesIn('last week', new Date('2027-01-01T12:00:00Z'))).toEqual(['2026-12-21..2026-12-27'])
    expect(rangesIn('this week', new Date('2027-01-01T12:00:00Z'))).toEqual(['2026-12-28..2027-01-03'])
    expect(rangesIn('in January', new Date('2026-01-15T12:00:00Z'))).toEqual(['2026-01-01..2026-01-31'])
  })

  test('on a Sunday and on a Monday, the weeks are those of the calendar', () => {
    const sunday = new Date('2026-11-22T12:00:00Z')
    const monday = new Date('2026-11-23T12:00:00Z')
    expect(rangesIn('last week', sunday)).toEqual(['2026-11-09..2026-11-15'])
    expect(rangesIn('last week', monday)).toEqual(['2026-11-16..2026-11-22'])
    expect(rangesIn('the weekend', sunday)).toEqual(['2026-11-21..2026-11-22'])
    expect(rangesIn('last weekend', sunday)).toEqual(['2026-11-14..2026-11-15'])
    expect(rangesIn('last weekend', monday)).toEqual(['2026-11-21..2026-11-22'])
  })

  test('today is the day where the person is', () => {
    const instant = new Date('2026-11-18T03:30:00Z')
    expect(rangesIn('yesterday', instant, 'America/Los_Angeles')).toEqual(['2026-11-16'])
    expect(rangesIn('yesterday', instant, 'Europe/Paris')).toEqual(['2026-11-17'])
    expect(rangesIn('yesterday', new Date('2026-11-18T11:00:00Z'), 'Pacific/Kiritimati')).toEqual(['2026-11-18'])
  })

  test('days around a change of the clock are neither skipped nor counted twice', () => {
    // Clocks go forward in New York on 8 March 2026, and back on 1 November; in Santiago midnight itself is skipped on 6 September.
    expect(rangesIn('yesterday', new Date('2026-03-09T04:30:00Z'), 'America/New_York')).toEqual(['2026-03-08'])
    expect(rangesIn('yesterday', new Date('2026-11-02T05:30:00Z'), 'America/New_York')).toEqual(['2026-11-01'])
    expect(rangesIn('yesterday', startOfDay('2026-09-06' as DayLabel, 'America/Santiago'), 'America/Santiago')).toEqual(['2026-09-05'])
  })

  test('whatever the moment and the timezone, ranges run forward and relative ones do not reach past today', () => {
    const moments = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Paris',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'America/Santiago',
    )
    fc.assert(
      fc.property(moments, zones, (moment, timezone) => {
        const label = dayLabelOf(moment, timezone)
        expect(rangesIn('yesterday', moment, timezone)).toEqual([addDays(label, -1)])
        for (const text of [
          'last week',
          'last month',
          'last Tuesday',
          'two weeks ago',
          'in May',
          '29 February',
          'last weekend',
          'since Monday',
        ]) {
          const [days] = parseNamedDays(text, label)
          if (!days) throw new Error(`${text} was not understood on ${label}`)
          expect(days.from <= days.to).toBe(true)
          expect(days.from <= label).toBe(true)
        }
        const [tuesday] = parseNamedDays('last Tuesday', label)
        expect(tuesday && weekdayOf(tuesday.from)).toBe(1)
        expect(tuesday && tuesday.from < label && tuesday.from >= addDays(label, -7)).toBe(true)
        const [week] = parseNamedDays('last week', label)
        expect(week && [weekdayOf(week.from), weekdayOf(week.to)]).toEqual([0, 6])
      }),
    )
  })

  test('any text at all is read in bounded time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void parseNamedDays(text, today)))
    expect(parseNamedDays('on the last of the '.repeat(5_000), today)).toEqual([])
  })
})

describe('a day as an argument', () => {
  test.each([
    ['today', '2026-11-18'],
    [' Yesterday. ', '2026-11-17'],
    ['last Tuesday', '2026-11-17'],
    ['tuesday', '2026-11-17'],
    ['tue', '2026-11-17'],
    ['Wednesday', '2026-11-11'],
    ['a week ago', '2026-11-11'],
    ['two weeks ago', '2026-11-04'],
    ['on 3 March', '2026-03-03'],
    ['the 3rd of March', '2026-03-03'],
    ['2026-11-03', '2026-11-03'],
    ['2026-12-24', '2026-12-24'],
    ['hier', '2026-11-17'],
    ['mon', '2026-11-16'],
    ['昨日。', '2026-11-17'],
    ['先週の火曜日', '2026-11-10'],
    ['一週間前', '2026-11-11'],
    ['Tuesday, 3 March', '2026-03-03'],
    ['le 3 mars', '2026-03-03'],
    ['mardi', '2026-11-17'],
    ['am 3. März', '2026-03-03'],
  ])('%s', (text, day) => {
    expect(parseDay(text, today)).toBe(day)
  })

  test.each([
    '',
    'last week',
    'in March',
    'tomorrow',
    'next Tuesday',
    '3/4/2026',
    'yesterday and today',
    'the plan of yesterday',
    '2026-13-40',
    'gibberish',
    'mon anniversaire',
    '昨日の会議',
    'may 2 '.repeat(1_000),
  ])('none: %s', (text) => {
    expect(parseDay(text, today)).toBeUndefined()
  })

  test('only of up to 100 characters, without the spaces around it', () => {
    const date = (length: number) => `2026-11-03${'!'.repeat(length - 10)}`
    expect(parseDay(`  ${date(100)}  `, today)).toBe('2026-11-03')
    expect(parseDay(date(101), today)).toBeUndefined()
  })
})
