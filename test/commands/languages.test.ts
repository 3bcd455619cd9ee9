import { expect, test } from 'vitest'
import { parseDay } from '../../src/core/dates/named-days.ts'
import type { InputError } from '../../src/core/domain/errors.ts'
import type { DayLabel } from '../../src/core/domain/ids.ts'
import { explainInputError } from '../../src/core/messages/input-error.ts'
import { allTranslators, otherTranslators, type Translate, translatorOf } from '../../src/core/messages/messages.ts'
import { setDigest } from '../../src/people/users.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test.each(otherTranslators.map((translate) => [translate.language, translate] as const))(
  'a user whose language is %s is answered in it',
  async (language, translate: Translate) => {
    const store = await testStore()
    const { give } = commandBench(store)
    const person = await testPerson(store)
    await store.db.user.updateMany({ data: { language } })
    const said = await person.say('Blue it is.', '2026-11-17T09:00:00Z')

    expect((await give(person, '/start')).text).toBe(translate('start.welcome'))
    expect((await give(person, '/help')).text).toContain(translate('resummarize.help'))
    expect((await give(person, '/days')).text).toContain(translate('count.messages', { count: 1 }))
    expect((await give(person, `/forget #${said.id}`)).buttons?.map(({ label }) => label)).toEqual([
      translate('button.forgetIt'),
      translate('button.keepIt'),
    ])
    expect((await give(person, '/stop')).text).toBe(translate('stop.done', { stopped: 'no' }))
  },
)

test('days are written as natives write them', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  await person.say('Blue it is.', '2026-11-17T09:00:00Z')
  const written = async (language: string) => {
    await store.db.user.updateMany({ data: { language } })
    // Intl puts narrow spaces into Russian dates.
    return (await give(person, '/days')).text.replace(/\s/g, ' ')
  }
  expect(await written('de')).toContain('Dienstag, 17. November 2026 (gestern)')
  expect(await written('ru')).toContain('вторник, 17 ноября 2026 г. (вчера) · 1 сообщение')
  expect(await written('ja')).toContain('2026年11月17日火曜日（昨日）')
  expect(await written('zh')).toContain('2026年11月17日星期二（昨天）')
})

test('a mistake is explained in the language of the user, and to the model and the log in English', async () => {
  const store = await testStore()
  const { userId } = await testPerson(store)
  const error = await setDigest(store.db, userId, 'noon').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: '"noon" is not a digest setting. Use on, off, or a time such as 07:30.' })
  expect(explainInputError(error as InputError, translatorOf('it'))).toBe(
    '«noon» non è un’impostazione valida. Usa on, off o un orario come 07:30.',
  )
})

test.each([
  ['/find -Birne', 'Die Suche schließt nur Wörter aus.'],
  [`/find ${'"a b" '.repeat(40)}`, 'Die Suche enthält 40 Ausdrücke in Anführungszeichen'],
  [`/find "${'a'.repeat(300)}"`, 'Ein Ausdruck oder Ausschluss hat 300 Zeichen'],
  ['/find', 'Schreib es so: /find Wörter – Suchwörter'],
])('the mistake in %s is explained in German: %s', async (line, expected) => {
  const store = await testStore()
  const { give } = commandBench(store)
  const error = await give(await testPerson(store, { locale: 'de-DE' }), line).catch((thrown: unknown) => thrown)
  expect(explainInputError(error as InputError, translatorOf('de'))).toContain(expected)
})

test('/help names what is typed after a command in the language of the user, and choices as they are typed', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const { text } = await give(await testPerson(store, { locale: 'de-DE' }), '/help')
  expect(text).toContain('/summary [Tag] – ')
  expect(text).toContain('/retry [Nachricht] [arrived|again] – ')
})

test('the days in the examples are understood', () => {
  const texts = allTranslators.flatMap((translate) => [
    translate('start.welcome'),
    translate('forget.forms'),
    translate('offline.abilities'),
  ])
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\/(?:summary|forget) (\p{L}+)(?=[ ,、，；;:：]|$)/gu)].map(([, day = '']) => day),
  )
  const days = named.filter((word) => parseDay(word, '2026-11-18' as DayLabel) === '2026-11-17')
  expect(new Set(days)).toEqual(new Set(['yesterday', 'gestern', 'hier', 'ayer', 'ieri', 'ontem', 'вчера', '昨日', '昨天']))
})
