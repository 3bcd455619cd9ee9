import { expect, test } from 'vitest'
import { findUserById } from '../../src/people/users.ts'
import { listDays } from '../../src/threads/messages/read-messages.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { actionsOf, commandBench } from './bench.ts'

test('/timezone shows the timezone, and takes another for the days to come', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  await person.say('Late.', '2026-11-17T22:30:00Z')

  expect((await give(person, '/timezone')).text).toBe(
    'Your timezone is **Europe/Paris**. It is 10:00 there. To change it, type /timezone Area/City.',
  )
  const changed = await give(person, '/timezone asia/tokyo')
  expect(changed.text).toContain('Your timezone is now **Asia/Tokyo**, where it is 18:00.')
  expect(changed.text).toContain('days stay as they are')
  expect((await findUserById(store.db, person.userId))?.timezone).toBe('Asia/Tokyo')
  expect((await listDays(store.db, person.threadId, { limit: 5 })).map(({ dayLabel }) => dayLabel)).toEqual(['2026-11-18', '2026-11-17'])
})

test('a city alone is enough', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  expect((await give(person, '/timezone new york')).text).toContain('**America/New_York**')
})

test('the first timezone a person gives cuts the days so far again', async () => {
  const store = await testStore()
  const { give, queued } = commandBench(store)
  const person = await testPerson(store, { timezone: 'UTC' })
  await store.db.user.update({ where: { id: person.userId }, data: { timezone: null } })
  await person.say('Late in Paris, early in Tokyo.', '2026-11-16T22:30:00Z')

  const unset = await give(person, '/timezone')
  expect(unset.text).toContain('You have not set a timezone, so I use **UTC**.')
  expect(actionsOf(unset)).toContain('/timezone Asia/Tokyo')
  expect((await give(person, '/timezone Asia/Tokyo')).text).toContain('including past ones, now')
  expect((await listDays(store.db, person.threadId, { limit: 5 })).map(({ dayLabel }) => dayLabel)).toContain('2026-11-17')
  expect(queued).toContainEqual({ name: 'index-thread', payload: { threadId: person.threadId }, delayMs: 0 })
})

test('/digest is shown, turned off, on, and set to a time', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const on = await give(person, '/digest')
  expect(on.text).toContain('I post each day\u2019s summary here when the day is over, but never between 22:00 and 08:00.')
  expect(on.buttons).toEqual([{ label: 'Turn off', action: '/digest off' }])

  expect((await give(person, '/digest off')).text).toContain('I do not post daily summaries.')
  expect((await findUserById(store.db, person.userId))?.digest).toBe('off')
  expect(actionsOf(await give(person, '/digest'))).toEqual(['/digest on'])
  expect((await give(person, '/digest 7:30')).text).toContain('at 07:30 the next day')
  expect((await findUserById(store.db, person.userId))?.digest).toBe('07:30')
})

test('/language shows the language and why it is used, and sets another for good', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store, { locale: 'en-GB' })
  expect((await give(person, '/language')).text).toContain('**English**')
  expect((await give(person, '/language')).text).toContain('as your app says')
  expect((await give(person, '/language Deutsch')).text).toContain('**Deutsch**')
  expect(await findUserById(store.db, person.userId)).toMatchObject({ language: 'de', languageSource: 'choice' })
  expect((await give(person, '/language pt-BR')).text).toContain('**português**')
  expect((await give(person, '/language Brazilian Portuguese')).text).toContain('**português**')
  expect((await give(person, '/language anglais')).text).toContain('**English**')
  const refused = give(person, '/language Klingon')
  await expect(refused).rejects.toThrow('Deutsch, German or de')
  await expect(refused).rejects.toThrow('English, Deutsch, français, español, italiano, português, русский, 日本語 and 中文')
  expect(await findUserById(store.db, person.userId)).toMatchObject({ language: 'en' })
})
