import { describe, expect, test } from 'vitest'
import { bot, type Said, summaryOf, under } from '../../support/offline-summary.ts'

const headings: Readonly<Record<string, string>> = {
  en: 'Decisions',
  de: 'Entscheidungen',
  fr: 'Décisions',
  es: 'Decisiones',
  it: 'Decisioni',
  pt: 'Decisões',
  ru: 'Решения',
  ja: '決めたこと',
  zh: '决定',
}
const nothing = new Set(['None', 'Keine', 'Aucun', 'Ninguno', 'Nessuno', 'Nenhum', 'Нет', 'なし', '无'])

async function decisionsOf(said: readonly Said[], language = 'en'): Promise<string[]> {
  return under(await summaryOf(said, { language }), headings[language]!).filter((bullet) => !nothing.has(bullet))
}

const inADay = (sentence: string): Said[] => [
  'The weather is fine today in town.',
  bot('Good to hear.'),
  sentence,
  bot('Ok.'),
  'The cat sleeps on the sofa again.',
  bot('Cats do that.'),
]

test.each([
  ['en', "Let's keep going for our dreams!"],
  ['en', "Let's see how it goes."],
  ['en', 'We should decide soon.'],
  ['en', 'Did we decide on larch?'],
  ['en', "I can't decide."],
  ['en', 'They decided to close the shop.'],
  ['de', 'Lass uns träumen!'],
  ['de', 'Wir müssen uns bald entscheiden.'],
  ['fr', 'Il faut décider bientôt.'],
  ['fr', 'On ne lâche rien !'],
  ['es', '¿Decidimos algo?'],
  ['es', 'Sigamos adelante con nuestros sueños.'],
  ['it', 'Dobbiamo decidere presto.'],
  ['it', 'Vediamo come va.'],
  ['pt', 'Precisamos decidir logo.'],
  ['pt', 'Vamos ver.'],
  ['ru', 'Надо скоро решить.'],
  ['ru', 'Не сдаёмся!'],
  ['ja', '決めないといけないね。'],
  ['ja', '夢に向かって頑張ろう！'],
  ['zh', '我们得尽快决定。'],
  ['zh', '加油，坚持下去！'],
])('no decision, %s: %s', async (language, sentence) => {
  expect(await decisionsOf(inADay(sentence), language)).toEqual([])
})

test.each([
  ['en', "We're going with larch."],
  ['en', 'Agreed: 340 a spread.'],
  ['en', 'We booked the terrace room.'],
  ['de', 'Wir nehmen die Lärche.'],
  ['fr', 'On part sur le mélèze.'],
  ['es', 'Nos quedamos con el alerce.'],
  ['it', 'Prendiamo il larice.'],
  ['pt', 'Ficamos com o lariço.'],
  ['ru', 'Решили взять лиственницу.'],
  ['ja', 'カラマツに決めました。'],
  ['zh', '我们决定用落叶松。'],
])('a decision, %s: %s', async (language, sentence) => {
  expect(await decisionsOf(inADay(sentence), language)).toEqual([`${sentence} [#3]`])
})

describe('says what was decided', () => {
  test('the sentence before it', async () => {
    expect(await decisionsOf(["We'll take the direct flight both ways. Decided, sadly.", bot('Ok.')])).toEqual([
      "We'll take the direct flight both ways. Decided, sadly. [#1]",
    ])
    expect(await decisionsOf(['I told Perrine: seven sketches by 22 November. She agreed at once!', bot('Good.')])).toEqual([
      'I told Perrine: seven sketches by 22 November. Perrine agreed at once! [#1]',
    ])
  })

  test('the proposal that it accepts', async () => {
    const said = ['The sea looks like a pool.', bot('We could mix indigo with raw umber.'), "Yes, let's do that."]
    expect(await decisionsOf(said)).toEqual(["We could mix indigo with raw umber. – Yes, let's do that. [#2] [#3]"])
    expect(await decisionsOf(['Fence?', bot('Shall I note the larch?'), 'Yes, note that.'])).toEqual([
      'Shall I note the larch? – Yes, note that. [#2] [#3]',
    ])
  })

  test('what it specifies', async () => {
    expect(await decisionsOf(['We agreed on Lisbon in May. 16 to 21 May, five nights. I am so happy.', bot('Lovely.')])).toEqual([
      'We agreed on Lisbon in May. 16 to 21 May, five nights. [#1]',
    ])
  })

  test('and nothing where that is not said', async () => {
    expect(await decisionsOf(["Let's do that.", bot('Ok.')])).toEqual([])
    expect(await decisionsOf(['What a day.', bot('Here is a long list of films.'), 'Yes, that helps a lot!'])).toEqual([])
  })
})

test('of decisions that replace each other, the last one is listed', async () => {
  const said = ['We decided on 260 a spread for the book.', bot('Ok.'), 'Agreed: the book is 340 a spread now.', bot('Better.')]
  expect(await decisionsOf(said)).toEqual(['Agreed: the book is 340 a spread now. [#3]'])
  const others = ['We decided on 260 a spread for the book.', bot('Ok.'), 'We decided on 600 for the cover of the book.', bot('Ok.')]
  expect(await decisionsOf(others)).toHaveLength(2)
})
