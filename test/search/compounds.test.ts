import { expect, test } from 'vitest'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { english as smallTalk } from './small-talk.ts'
import { find, searchDeps } from './support.ts'

const said = [
  'Ich habe das alte Fahrrad in den Keller gestellt, weil der Reifen platt ist.',
  'Die Haustür klemmt seit gestern, der Schlosser kommt am Montag vorbei.',
  'Der Hefeteig ist gestern viel zu fest geworden, ich nehme mehr Milch.',
  'De voetbal van mijn zoon ligt nog steeds in de tuin van de buren.',
]
const english = [...smallTalk.slice(0, 10), 'A random bit of wisdom from the kingdom.']
const shop = 'Her uncle runs a shop in Kiel, Fahrradladen Krause, and it is closed on Mondays.'
const [bicycle, door, dough, ball] = said

test.each([
  ['de', 'Wo ist das Rad?', bicycle],
  ['de', 'Was ist mit der Tür?', door],
  ['de', 'Was war mit dem Teig?', dough],
  ['en', 'where did I leave the Rad', bicycle],
  ['en', 'Teig', dough],
  ['fr', 'où est le Teig ?', dough],
  ['en', 'what happened to the Tür', door],
  ['nl', 'waar is de bal?', ball],
])('somebody whose language is %s asks "%s" and finds the compound', async (language, question, answer) => {
  const store = await testStore()
  const person = await testPerson(store, { language })
  for (const [n, line] of [...english, ...said].entries())
    await person.say(line, new Date(Date.parse('2026-10-01T08:00:00Z') + n * 5 * 3_600_000))
  expect((await find(searchDeps(store), person, question))[0]).toBe(answer)
})

test('a short word does not find what only ends like it, in texts of another language', async () => {
  const store = await testStore()
  const person = await testPerson(store, { language: 'de' })
  const lines = [...english, shop, ...said, 'Wir haben am Sonntag den alten Dom besucht.']
  for (const [n, line] of lines.entries()) await person.say(line, new Date(Date.parse('2026-10-01T08:00:00Z') + n * 5 * 3_600_000))
  const found = await find(searchDeps(store), person, 'Wann waren wir im Dom?')
  expect(found[0]).toBe(lines.at(-1))
  expect(found).not.toContain(english.at(-1))
  expect(await find(searchDeps(store), person, 'Wie hieß der Mann mit den Fahrrädern?')).toContain(shop)
})
