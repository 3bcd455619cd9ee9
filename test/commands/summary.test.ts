import { expect, test } from 'vitest'
import { testPerson } from '../support/conversation.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { testStore } from '../support/store.ts'
import { summaryText } from '../support/summaries.ts'
import { actionsOf, commandBench } from './bench.ts'

test('/resummarize writes the summary of a day named in words and shows it, /summary shows it again', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const said = await person.say('We take the train to Lyon.', '2026-11-17T10:00:00Z')

  const written = await give(person, '/resummarize yesterday')
  expect(written.text).toMatch(/^\*\*Summary of Tuesday 17 November 2026\*\*\n\n## Summary\n/)
  expect(written.text).toContain(`- We take the train to Lyon. [#${said.id}]`)
  expect(actionsOf(written)).toEqual([`/open ${said.id}`])
  for (const day of ['yesterday', 'last Tuesday', '2026-11-17', 'Tuesday']) expect(await give(person, `/summary ${day}`)).toEqual(written)
})

test('without a day it is today that is meant, by the clock of the person', async () => {
  const store = await testStore()
  const { give, clock } = commandBench(store)
  const person = await testPerson(store, { timezone: 'Asia/Tokyo' })
  clock.set('2026-11-18T15:30:00Z')
  await person.say('Past midnight already.', '2026-11-18T15:20:00Z')
  expect((await give(person, '/resummarize')).text).toContain('Summary of Thursday 19 November 2026')
})

test('a summary is headed and offered again in the language of the person', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store, { language: 'fr' })
  await person.say('Nous prenons le train.', '2026-11-17T10:00:00Z')
  expect((await give(person, '/resummarize hier')).text).toContain('**Résumé du mardi 17 novembre 2026**')
  await person.say('Ou plutôt la voiture.', '2026-11-17T20:00:00Z')
  const stale = await give(person, '/summary hier')
  expect(stale.buttons?.at(-1)).toEqual({ label: 'Refaire le résumé', action: '/resummarize 2026-11-17' })
})

test('a summary that later messages are not in says so and offers to write it again', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  await person.say('We take the train.', '2026-11-17T10:00:00Z')
  expect((await give(person, '/resummarize yesterday')).text).not.toContain('latest changes')
  await person.say('Or rather the car.', '2026-11-17T20:00:00Z')
  const stale = await give(person, '/summary yesterday')
  expect(stale.text).toContain('The day has changed since it was written. /resummarize 2026-11-17 rewrites it.')
  const again = await give(person, actionsOf(stale).at(-1) ?? '')
  expect(again.text).toContain('Or rather the car.')
})

test('at most sixteen messages get a button, each once', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const ids: number[] = []
  for (let minute = 10; minute < 30; minute++) ids.push((await person.say(`Plan ${minute}`, `2026-11-17T10:${minute}:00Z`)).id)
  const answer = await give(person, '/resummarize yesterday')
  expect(actionsOf(answer)).toEqual(ids.slice(0, 16).map((id) => `/open ${id}`))
})

test('an empty day, a day without a summary and a future day say what to do', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  await person.say('Hello', '2026-11-16T10:00:00Z')
  expect((await give(person, '/summary')).text).toBe('There are no messages today yet. Write to me. /days lists your days.')
  expect((await give(person, '/resummarize')).text).toBe('There are no messages today yet. Write to me. /days lists your days.')
  expect((await give(person, '/summary yesterday')).text).toBe(
    'There are no messages on Tuesday 17 November 2026 (yesterday). /days lists your days.',
  )
  expect((await give(person, '/resummarize yesterday')).text).toContain('There are no messages on Tuesday 17 November 2026')
  const unwritten = await give(person, '/summary 2026-11-16')
  expect(unwritten.text).toBe('Monday 16 November 2026 has no summary yet, and 1 message. /resummarize 2026-11-16 writes one now.')
  expect(actionsOf(unwritten)).toEqual(['/resummarize 2026-11-16'])
})

test('a model that gives nothing usable leaves the last summary, and the answer says what to do', async () => {
  const store = await testStore()
  const model = new ScriptedModel((_request, call) => ({ text: call === 1 ? summaryText({ narrative: 'The good one.' }) : 'Sorry.' }))
  const { give } = commandBench(store, { model })
  const person = await testPerson(store)
  await person.say('Hello', '2026-11-17T10:00:00Z')
  expect((await give(person, '/resummarize yesterday')).text).toContain('The good one.')
  expect((await give(person, '/resummarize yesterday')).text).toBe(
    'I could not write a summary of Tuesday 17 November 2026 (yesterday): the model returned no usable text. Any earlier summary is unchanged. Try /resummarize 2026-11-17 again later.',
  )
  expect((await give(person, '/summary yesterday')).text).toContain('The good one.')
})

test('asked twice at once, one writes it and the other says that it is being written', async () => {
  const store = await testStore()
  let go = () => {}
  const model = new ScriptedModel([
    { text: summaryText({ narrative: 'Written once.' }), after: new Promise<void>((resolve) => (go = resolve)) },
  ])
  const { give } = commandBench(store, { model })
  const person = await testPerson(store)
  await person.say('Hello', '2026-11-17T10:00:00Z')
  const first = give(person, '/resummarize yesterday')
  await model.called()
  expect((await give(person, '/resummarize yesterday')).text).toContain('is being written. /summary 2026-11-17 will show it')
  go()
  expect((await first).text).toContain('Written once.')
  expect(model.requests).toHaveLength(1)
})

test('nobody is shown a day of somebody else', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const [ana, bo] = [await testPerson(store), await testPerson(store)]
  await ana.say('The secret is basil.', '2026-11-17T10:00:00Z')
  await give(ana, '/resummarize yesterday')
  expect((await give(bo, '/summary yesterday')).text).toContain('There are no messages')
  expect((await give(bo, '/resummarize yesterday')).text).toContain('There are no messages')
})
