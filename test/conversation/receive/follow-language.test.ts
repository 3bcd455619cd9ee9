import { describe, expect, test } from 'vitest'
import { adoptLocale, followLanguage } from '../../../src/conversation/receive/receive.ts'
import { findUserById, storeLanguage } from '../../../src/people/users.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'

const english = [
  'Please remind me of the meeting with Anna',
  'The new kitchen arrives on Thursday morning',
  'We decided to take the early train',
]
const french = [
  'Rappelle-moi le rendez-vous chez le dentiste',
  'La nouvelle cuisine arrive jeudi matin',
  'On a décidé de prendre le premier train',
  'Ma sœur vient dîner samedi avec les enfants',
  'Le plombier doit rappeler pour la fuite',
  'J’ai payé la facture d’électricité ce matin',
]

/** A user, and what becomes of their language with each message that they write. */
async function writer(options: { locale?: string; language?: string } = {}) {
  const store = await testStore()
  const person = await testPerson(store, options)
  const load = async () => (await findUserById(store.db, person.userId))!
  let minutes = 0
  return {
    store,
    load,
    async writes(...texts: readonly string[]): Promise<string> {
      for (const text of texts) {
        await person.say(text, new Date(Date.UTC(2026, 10, 18, 8, minutes++)))
        await followLanguage(store.db, await load(), text)
      }
      const { language, languageSource } = await load()
      return `${language} ${languageSource}`
    },
  }
}

describe('a user whose language is unknown', () => {
  test('gets that of the first two messages whose language is clear', async () => {
    const { writes } = await writer()
    expect(await writes('ok')).toBe('en default')
    expect(await writes(french[0]!)).toBe('en default')
    expect(await writes(french[1]!)).toBe('fr writing')
  })

  test('gets that of one long message', async () => {
    const { writes } = await writer()
    expect(await writes(french.slice(0, 3).join('. '))).toBe('fr writing')
  })

  test.each([
    'Anna Müller',
    'Maria Rossi, Luca Bianchi',
    'nein danke',
    'ICE 123 Berlin Hbf 14:30',
    'Dinner with Giovanni Rossi at Trattoria da Enzo',
    'dinner with giovanni rossi at trattoria da enzo',
    'да, конечно',
  ])('does not get one from %s', async (text) => {
    const { writes } = await writer()
    expect(await writes(text)).toBe('en default')
  })

  test('does not become Italian by plans with Italians', async () => {
    const { writes } = await writer()
    expect(await writes('Dinner with Giovanni Rossi at Trattoria da Enzo', 'Lunch with Chiara Bianchi near Piazza Navona')).toBe(
      'en writing',
    )
  })

  test.each([
    ['ja', '昨日の会議で何を決めましたか'],
    ['zh', '你好'],
    ['ko', '안녕'],
    ['th', 'สวัสดี'],
    ['he', 'שלום'],
    ['uk', 'Привіт, як справи?'],
  ])('gets %s from one message in letters of that language', async (language, text) => {
    const { writes } = await writer()
    expect(await writes(text)).toBe(`${language} writing`)
  })

  test.each([
    ['ru', ['да, конечно', 'спасибо', 'до встречи']],
    ['ru', ['Да, конечно', 'ахах забей', 'как дела?']],
    ['uk', ['рейс знову скасували', 'не забудь синю теку', 'де мої ключі']],
    ['bg', ['кой ще вземе йонас от училище', 'полетът пак беше отменен', 'къде са ми ключовете', 'в колко часа тръгва влакът']],
    ['ar', ['قلت لك', 'لازم اشتري حذاء جديد']],
  ])('gets %s from some short messages: %j', async (language, texts) => {
    const { writes } = await writer()
    expect(await writes(...texts)).toBe(`${language} writing`)
  })

  test.each([
    ['it', 'en', english],
    ['bg', 'ru', ['да, конечно', 'когда у меня врач?', 'мы сдвинули встречу на вторник', 'купи, пожалуйста, молоко']],
  ])('was taken for one who writes %s, and is known to write %s after some messages', async (wrong, language, texts) => {
    const { store, load, writes } = await writer()
    await storeLanguage(store.db, (await load()).id, wrong, 'writing')
    expect(await writes(...texts)).toBe(`${language} writing`)
  })

  test('gets it from their history, with the next message', async () => {
    const { store, load, writes } = await writer()
    await writes(...french.slice(0, 2))
    // As after an update from a version that knew no languages.
    await store.db.user.updateMany({ data: { language: 'en', languageSource: 'default' } })
    await followLanguage(store.db, await load(), '👍')
    expect(await load()).toMatchObject({ language: 'fr', languageSource: 'writing' })
  })

  test('adopts that of the platform as soon as it is known', async () => {
    const { store, load } = await writer()
    expect(await adoptLocale(store.db, await load(), undefined)).toMatchObject({ languageSource: 'default' })
    expect(await adoptLocale(store.db, await load(), 'not a locale')).toMatchObject({ languageSource: 'default' })
    expect(await adoptLocale(store.db, await load(), 'de-AT')).toMatchObject({ language: 'de', languageSource: 'locale' })
    expect(await load()).toMatchObject({ language: 'de', languageSource: 'locale' })
    await adoptLocale(store.db, await load(), 'es')
    expect(await load()).toMatchObject({ language: 'de' })
  })
})

describe('a user whose app is in another language than their messages', () => {
  test('has that of the app at first contact, and that of the messages from the second one', async () => {
    const { load, writes } = await writer({ locale: 'de-DE' })
    expect(await load()).toMatchObject({ language: 'de', languageSource: 'locale' })
    expect(await writes(french[0]!)).toBe('de locale')
    expect(await writes(french[1]!)).toBe('fr writing')
  })

  test('keeps that of the app if the messages are code', async () => {
    const { writes } = await writer({ locale: 'de-DE' })
    const snippets = ['const x = await fetch(url); return x.json()', 'SELECT * FROM users WHERE id = 1', 'npm install && npm test']
    expect(await writes(...snippets)).toBe('de locale')
  })

  test('keeps that of the app if the messages are in two languages', async () => {
    const { writes } = await writer({ locale: 'de-DE' })
    expect(await writes(french[0]!, english[0]!, french[1]!, english[1]!, french[2]!, english[2]!)).toBe('de locale')
  })
})

describe('a user who writes in one language', () => {
  test('is followed to another one when five of six messages are in it, and not before', async () => {
    const { writes } = await writer({ locale: 'en-US' })
    expect(await writes(...english)).toBe('en writing')
    expect(await writes(...french.slice(0, 4))).toBe('en writing')
    expect(await writes(french[4]!)).toBe('fr writing')
  })

  test('is followed sooner if their first messages were misleading', async () => {
    const { writes } = await writer()
    expect(await writes(...french.slice(0, 2))).toBe('fr writing')
    expect(await writes(...english)).toBe('fr writing')
    expect(await writes(...english)).toBe('en writing')
  })

  test('stays with one of two languages that they write in turn', async () => {
    const { writes } = await writer({ locale: 'fr-FR' })
    expect(await writes(...french.slice(0, 2))).toBe('fr writing')
    for (const [index, text] of english.entries()) expect(await writes(text, french[index]!)).toBe('fr writing')
    expect(await writes(...french.slice(3), ...english)).toBe('fr writing')
  })

  test('is not followed by single messages in another language', async () => {
    const { writes } = await writer({ locale: 'en-US' })
    expect(await writes(...english, french[0]!, ...english, french[1]!, ...english)).toBe('en writing')
  })

  test('is not followed if they chose their language', async () => {
    const { store, load, writes } = await writer({ locale: 'en-US' })
    await writes(...english)
    await storeLanguage(store.db, (await load()).id, 'ja', 'choice')
    expect(await writes(...french)).toBe('ja choice')
    await storeLanguage(store.db, (await load()).id, 'fr', 'writing')
    expect(await load()).toMatchObject({ language: 'ja' })
  })
})
