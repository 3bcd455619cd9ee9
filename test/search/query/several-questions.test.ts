import { expect, test } from 'vitest'
import { asksForSeveral } from '../../../src/search/query/intent-cues.ts'

test.each([
  'which museums did we visit',
  'which of the museums was best?',
  'Which other museums have we seen?',
  'which Italian restaurants did I like?',
  'which people came?',
  'list the museums',
  'List museums',
  'Can you list our trips?',
  'About Rome: list the restaurants',
  'give me a list of museums',
  'all museums',
  'what are all the museums we saw after lunch?',
  'both trips',
  'in which order did we visit them?',
  'summarize our trips',
  'quels musées',
  'liste les musées',
  'fais une liste des musées',
  'tous les musées',
  'welche Museen',
  'liste alle Museen auf',
  'Gib mir eine Liste der Museen',
])('asks for several things: %s', (query) => {
  expect(asksForSeveral(query)).toBe(true)
})

test.each([
  'did she like it at all?',
  'did we go to Rome after all?',
  'which key opens the shed?',
  'which key does the shed have?',
  'which bus goes to Rome?',
  'which was better?',
  'which class is mine?',
  'what is on my shopping list?',
  'was milk on the list?',
  'did we make a guest list?',
  'which podcast did I listen to?',
  'je le prends tous les jours',
  'où est ma liste de courses ?',
  'was steht auf der Liste?',
])('asks for one thing: %s', (query) => {
  expect(asksForSeveral(query)).toBe(false)
})
