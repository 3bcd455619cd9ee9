import { expect, test } from 'vitest'
import { parseSpan } from '../../../src/core/dates/parse-span.ts'

/** Friday 27 November 2026, 11:00 in Berlin. */
const now = new Date('2026-11-27T10:00:00Z')
const read = (text: string, languages: readonly string[] = ['en']) => {
  const span = parseSpan(text, { now, timezone: 'Europe/Berlin', languages })
  return span && [span.from.toISOString().slice(0, 16), span.to.toISOString().slice(0, 16)]
}
const end = '2026-11-27T10:00'

test.each([
  ['the last two hours', '2026-11-27T08:00'],
  ['last hour', '2026-11-27T09:00'],
  ['past 90 minutes', '2026-11-27T08:30'],
  ['die letzten zwei Stunden', '2026-11-27T08:00'],
  ['letzte halbe Stunde', '2026-11-27T09:30'],
  ['eine halbe Stunde', '2026-11-27T09:30'],
  ['as últimas duas horas', '2026-11-27T08:00'],
  ['the last half hour', '2026-11-27T09:30'],
  ['la dernière demi-heure', '2026-11-27T09:30'],
  ["l'ultima mezz'ora", '2026-11-27T09:30'],
  ['последние полчаса', '2026-11-27T09:30'],
  ['过去半小时', '2026-11-27T09:30'],
  ['les deux dernières heures', '2026-11-27T08:00'],
  ['les 3 dernières heures', '2026-11-27T07:00'],
  ['las últimas 2 horas', '2026-11-27T08:00'],
  ['le ultime due ore', '2026-11-27T08:00'],
  ['as últimas três horas', '2026-11-27T07:00'],
  ['последние два часа', '2026-11-27T08:00'],
  ['この2時間', '2026-11-27T08:00'],
  ['过去两个小时', '2026-11-27T08:00'],
  ['since Monday', '2026-11-22T23:00'],
  ['seit Montag', '2026-11-22T23:00'],
  ['depuis lundi', '2026-11-22T23:00'],
  ['desde el lunes', '2026-11-22T23:00'],
  ['today', '2026-11-26T23:00'],
  ['this morning', '2026-11-26T23:00'],
])('%s goes up to now', (text, from) => {
  expect(read(text, ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'])).toEqual([from, end])
})

test.each([
  ['en', 'since Monday', 'since Monday morning', 'since last Monday'],
  ['de', 'seit Montag', 'ab Montag', 'seit dem Montag', 'seit letztem Montag'],
  ['fr', 'depuis lundi', 'à partir de lundi', 'dès lundi', 'depuis lundi dernier'],
  ['es', 'desde el lunes', 'a partir del lunes', 'desde lunes', 'desde el lunes pasado'],
  ['it', 'da lunedì', 'dal lunedì', 'a partire da lunedì', 'da lunedì scorso', 'da lunedi'],
  ['pt', 'desde segunda', 'desde segunda-feira', 'desde a segunda-feira', 'a partir de segunda-feira', 'desde a última segunda-feira'],
  ['ru', 'с понедельника', 'с прошлого понедельника', 'начиная с понедельника'],
  ['ja', '月曜日から', '月曜から', '月曜日以降', '月曜日以来', '月曜日からの会話'],
  ['zh', '从星期一', '自周一', '从星期一开始', '自从周一', '自星期一以来', '周一以来', '從禮拜一'],
])('"since Monday" goes up to now in %s', (language, ...texts) => {
  const expected = texts.map((text) => [text, ['2026-11-22T23:00', end]])
  expect(texts.map((text) => [text, read(text, [language])])).toEqual(expected)
})

test('a past day or period ends where it ended', () => {
  expect(read('yesterday')).toEqual(['2026-11-25T23:00', '2026-11-26T23:00'])
  expect(read('last week')).toEqual(['2026-11-15T23:00', '2026-11-22T23:00'])
})

test('anything else names no span', () => {
  for (const text of ['', 'the colour blue', 'hourglass', '0 hours', '99999 hours']) expect(read(text), text).toBeUndefined()
})
