import { describe, expect, it, test } from 'vitest'
import { buildSystemPrompt } from '../../../src/agent/prompt.ts'
import type { LanguageCode } from '../../../src/core/domain/languages.ts'
import { translatorOf } from '../../../src/core/messages/messages.ts'
import { offlineModel } from '../../../src/offline/chat/chat-model.ts'
import { extractTopicStems, parseQuestion } from '../../../src/offline/chat/question.ts'
import { parseRememberRequest } from '../../../src/offline/chat/remember.ts'
import { eventsOf, textOf } from '../../support/model-events.ts'

describe('a question in each language', () => {
  it.each([
    ['¿Qué decidimos la semana pasada?', 'decisions'],
    ['qué decidimos ayer', 'decisions'],
    ['Resume el día de ayer', 'summary'],
    ['¿Qué queda pendiente?', 'open'],
    ['cuándo es el dentista', 'anything'],
    ['Cosa abbiamo deciso la settimana scorsa?', 'decisions'],
    ['di cosa abbiamo parlato ieri', 'summary'],
    ['Cosa è rimasto in sospeso?', 'open'],
    ["quando è l'appuntamento dal dentista", 'anything'],
    ['O que decidimos na semana passada?', 'decisions'],
    ['resuma o dia de ontem', 'summary'],
    ['o que está pendente', 'open'],
    ['quando é o dentista', 'anything'],
    ['Что мы решили на прошлой неделе?', 'decisions'],
    ['о чём мы говорили вчера', 'summary'],
    ['Что осталось открытым?', 'open'],
    ['когда приём у стоматолога', 'anything'],
    ['решения за прошлую неделю', 'decisions'],
    ['先週は何を決めた？', 'decisions'],
    ['昨日をまとめて', 'summary'],
    ['まだ残っていることは何ですか', 'open'],
    ['歯医者はいつですか', 'anything'],
    ['我们上周决定了什么', 'decisions'],
    ['总结一下昨天', 'summary'],
    ['还有什么没做完？', 'open'],
    ['牙医是什么时候', 'anything'],
  ])('%s', (text, focus) => expect(parseQuestion(text)).toEqual({ text, focus }))
})

describe('a statement in each language', () => {
  it.each([
    'Ayer compré las entradas.',
    'Ieri ho comprato i biglietti.',
    'Comprei as passagens ontem.',
    'Вчера я купил билеты.',
    '昨日チケットを買いました。',
    'どこかへ行きたいな。',
    '昨天我买了票。',
  ])('asks nothing: %s', (text) => expect(parseQuestion(text)).toBeUndefined())
})

test.each([
  ['¿Qué decidimos sobre el alquiler la semana pasada?', ['alqui']],
  ["Cosa abbiamo deciso per l'affitto?", ['affit']],
  ['O que decidimos sobre o aluguel?', ['alugu']],
  ['Что мы решили про квартиру на прошлой неделе?', ['кварт']],
  ['先週は何を決めた？', []],
  ['家賃について何を決めた？', ['家賃']],
  ['我们上周决定了什么？', []],
  ['关于房租我们决定了什么？', ['房租']],
  ['ماذا قررنا بشأن الإيجار الأسبوع الماضي', ['بشأن', 'الإيج']],
])('the topic of "%s" is %j', (text, topic) => expect(extractTopicStems({ text, focus: 'decisions' })).toEqual(topic))

it.each([
  ['Recuerda que soy vegetariano', 'Soy vegetariano'],
  ['Per favore, ricorda che sono vegetariana', 'Sono vegetariana'],
  ['Lembre que sou vegetariano', 'Sou vegetariano'],
  ['Запомни, что я вегетарианец', 'Я вегетарианец'],
  ['妹の名前はアンナだと覚えておいて', '妹の名前はアンナだ'],
  ['覚えておいて、妹の名前はアンナです', '妹の名前はアンナです'],
  ['请记住我吃素', '我吃素'],
])('%j asks to have %j remembered', (text, content) => expect(parseRememberRequest(text)).toBe(content))

describe('the language of an answer', () => {
  const answerTo = async (text: string, language: LanguageCode, isLanguageChosen = false) => {
    const prompt = buildSystemPrompt({
      now: new Date('2026-11-18T09:00:00Z'),
      timezone: 'Europe/Paris',
      language,
      isLanguageChosen,
      platform: 'the web page',
      placeKind: 'direct',
    })
    const messages = [
      { role: 'system' as const, content: prompt },
      { role: 'user' as const, content: text },
    ]
    return textOf(await eventsOf(offlineModel, { messages, tools: [], maxOutputTokens: 500 }))
  }

  it.each([
    ['es', '¿Qué decidimos la semana pasada sobre el viaje?'],
    ['it', 'Cosa abbiamo deciso la settimana scorsa sul viaggio?'],
    ['pt', 'O que nós decidimos na semana passada sobre a viagem?'],
    ['ru', 'Что мы решили на прошлой неделе про поездку?'],
    ['ja', '先週の旅行について何を決めましたか？'],
    ['zh', '关于旅行我们上周决定了什么？'],
    ['de', 'Was haben wir letzte Woche über die Reise beschlossen?'],
  ])('is that of a question in %s', async (language, question) =>
    expect(await answerTo(question, 'en')).toContain(translatorOf(language)('offline.noSearch')),
  )

  it('is the user’s if the question does not show one', async () => {
    expect(await answerTo('IBAN?', 'ru')).toContain(translatorOf('ru')('offline.noSearch'))
    expect(await answerTo('👍', 'ja')).toContain(translatorOf('ja')('offline.noted'))
  })

  it.each([
    ['¡Hola!', 'es'],
    ['Ciao!', 'it'],
    ['Bom dia!', 'pt'],
    ['Привет!', 'ru'],
    ['こんにちは！', 'ja'],
    ['你好！', 'zh'],
  ])('greets back: %s', async (text, language) => expect(await answerTo(text, 'en')).toContain(translatorOf(language)('offline.hello')))

  it('is the one that the user chose, whatever they write', async () => {
    expect(await answerTo('What did we decide last week?', 'de', true)).toContain(translatorOf('de')('offline.noSearch'))
    expect(await answerTo('Hello!', 'ja', true)).toContain(translatorOf('ja')('offline.hello'))
    // The bot does not write Arabic.
    expect(await answerTo('Was haben wir letzte Woche beschlossen?', 'ar', true)).toContain(translatorOf('de')('offline.noSearch'))
  })

  it('is the user’s if the bot does not write the language of the question', async () => {
    const question = 'Wat hebben we vorige week besloten over de reis naar Rotterdam?'
    expect(await answerTo(question, 'fr')).toContain(translatorOf('fr')('offline.noSearch'))
    expect(await answerTo('ماذا قررنا الأسبوع الماضي', 'de')).toContain(translatorOf('de')('offline.noSearch'))
    expect(await answerTo('اشتريت التذاكر أمس', 'de')).toContain(translatorOf('de')('offline.noted'))
  })
})
