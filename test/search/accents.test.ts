import { expect, test } from 'vitest'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { find, searchDeps } from './support.ts'

test.each([
  ['fr', ['Élodie va déménager à Besançon en juin', 'Le chat dort'], 'pourquoi elodie va demenager ?'],
  ['es', ['El médico me recetó unas pastillas', 'Mañana llueve'], 'que me receto el medico'],
  ['pt', ['Comprei um sofá e três cadeiras', 'O avião atrasou'], 'quanto custou o sofa e as cadeiras'],
  ['de', ['Der Schlüssel liegt in der Küche', 'Morgen regnet es'], 'wo liegt der schluessel'],
  ['de', ['Der Flug geht ab München', 'Morgen regnet es'], 'flug ab munchen'],
])('words typed without accents find the accented ones first (%s)', async (language, said, question) => {
  const store = await testStore()
  const person = await testPerson(store, { language })
  for (const [day, text] of said.entries()) await person.say(text, `2026-11-0${day + 1}T08:00:00Z`)
  expect((await find(searchDeps(store), person, question)).slice(0, 1)).toEqual(said.slice(0, 1))
})
