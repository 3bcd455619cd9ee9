import { describe, expect, test } from 'vitest'
import { readRanges } from './read-ranges.ts'

test.each([
  'I am at the set, the sun sat low, and we march on in an oct band.',
  'Once we may go, do you want to?',
  'The mar was in the dom of the sol.',
  'We had seven people and ten apples for dinner.',
  'You said it may be 3 or 4 of them.',
  'It costs 3.10 may I pay?',
  'Only 3 may enter, the top 10 may change.',
  '10 may not be enough',
  'Um 8:30 Mai Tai trinken.',
  'Jeden Montag gehen wir schwimmen, heute in einer Woche auch.',
  'Chaque lundi, et samedi en huit.',
  'Wir sind hier und das ist gut so, am Ende mit zehn Leuten.',
  'Die Donnerstagsrunde ist nett, und der Mai Tai war lecker.',
  'Do mi sol, sagt der Lehrer.',
  'Il y a du monde et la mer est belle.',
  'Mon ami va au marché, il est sept heures.',
  'On a mangé des dattes et un an de réserves.',
  'Once personas vinieron y hace sol en la mar.',
  'Sete es un pueblo, dos personas y tres gatos.',
  'Trabaja con Julio y con Abril en la segunda planta.',
  'Mañana hace falta comprar pan.',
  'Ho sete e fa caldo, siamo in dieci.',
  'Gio è andato al mar Rosso, ha vinto un set.',
  'Fa due passi con lei, poi tre ore di treno.',
  'Domani andiamo dal medico.',
  'Tenho sete pessoas na sala e dois gatos.',
  'Na segunda vez, a quarta parte da quinta ficou pronta.',
  'Eu quero ter um dom, e o sol do verão.',
  'Amanhã vou ao mercado.',
  'Het is hier een mooie dag en wij zijn er.',
  'De week heeft zeven dagen en het jaar twaalf maanden.',
  'Morgen ga ik naar de markt.',
  'Окружающая среда важна, мы гуляли в среде друзей.',
  'Он пошёл в магазин за хлебом и молоком.',
  'Завтра идём в кино, нас семь человек.',
  'Марш начался, а год был трудным.',
  'عندي ثلاثة أولاد وبيت كبير.',
  'يعمل سبع ساعات في اليوم.',
  'غدا نذهب إلى السوق.',
  '我们三个人一起吃饭。',
  '他一周去两次健身房，四周都是山。',
  '明天去超市买东西。',
  '三个月很长，五月天的歌很好听。',
  '目前天气很好。',
  '三人で食べた。月がきれいですね。',
  '明日は買い物に行く。',
  '我们一月一次聚餐。',
  '一日三回飲む薬です。',
])('no date, although all languages are read: %s', (text) => {
  expect(readRanges(text)).toEqual([])
})

test.each([
  ['on 3 May be there', '2026-05-03'],
  ['10月10日前完成', '2026-10-10'],
  ['3月3日前に終えた', '2026-03-03'],
])('a date stays one: %s', (text, date) => {
  expect(readRanges(text)).toEqual([date])
})

describe('a word that is a date in one language only', () => {
  test.each([
    ["qu'est-ce qu'on a dit hier ?", '2026-11-17'],
    ['hier', '2026-11-17'],
    ['Was haben wir hier entschieden?'],
    ['Wat hebben we hier besloten?'],
  ])('means what the other words suggest: %s', (text, ...ranges) => {
    expect(readRanges(text)).toEqual(ranges)
  })

  test.each([
    ['hier', ['de'], []],
    ['hier', ['nl', 'en'], []],
    ['hier', ['fr'], ['2026-11-17']],
    ['hier', ['fr', 'de'], ['2026-11-17']],
    ['hier', ['de', 'fr'], []],
    ['hier', ['ja'], ['2026-11-17']],
    ['je ne sais pas, hier on a dit oui', ['de', 'fr'], ['2026-11-17']],
    ['Was steht hier?', ['fr', 'de'], []],
  ] as const)('means what it means in the languages of the user: %s, %s', (text, languages, ranges) => {
    expect(readRanges(text, languages)).toEqual(ranges)
  })

  test.each([
    ['el martes pasado', '2026-11-17'],
    ['avant-hier', '2026-11-16'],
    ['3. März 2026', '2026-03-03'],
    ['上周二', '2026-11-10'],
  ])('other languages are read too: %s', (text, range) => {
    expect(readRanges(text, ['en'])).toEqual([range])
  })
})

test.each(['3 ', 'martes ', ' ', '1', 'la semana ', '三', '月曜', 'на ', 'و', 'last ', '一月', '一月 mai ', 'dal 3 al ', '3/'])(
  'of ten thousand times %j, only the beginning is read',
  (words) => {
    const text = words.repeat(10_000)
    expect(readRanges(text)).toEqual(readRanges(text.slice(0, 1_000)))
  },
)
