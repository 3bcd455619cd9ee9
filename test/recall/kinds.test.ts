import { expect, test } from 'vitest'
import type { MessageId } from '../../src/core/ids.ts'
import { kindsIn, kindsOf, newestTexts } from '../../src/recall/kinds.ts'
import type { Thesaurus } from '../../src/recall/thesaurus.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { find, privately, recallParts } from './support.ts'

const thesaurus: Thesaurus = new Map([
  ['exercis', new Set(['walk', 'yoga', 'swim'])],
  ['pet', new Set(['dog', 'cat'])],
])
const texts = (...lines: readonly string[]) => new Map(lines.map((line, id) => [id as MessageId, line.split(' ')]))

test('the kinds of a term are those that are not looked for themselves', () => {
  expect(kindsOf([['exercis'], ['boat']], { lookedFor: [['exercis'], ['boat'], ['walk']], thesaurus })).toEqual([
    new Set(['yoga', 'swim']),
    new Set(),
  ])
})

test('a kind is the surer the rarer it is, by the surest of a text, and nothing is said of texts without any', () => {
  const kinds = kindsOf([['exercis'], ['pet']], { lookedFor: [['exercis'], ['pet']], thesaurus })
  const found = kindsIn(texts('walk home', 'walk dog', 'walk yoga', 'home'), kinds)
  const [walking, withDog, withYoga] = [0, 1, 2].map((id) => found.get(id as MessageId) ?? [])
  expect(found.has(3 as MessageId)).toBe(false)
  expect(walking?.[1]).toBe(0)
  expect(withDog?.[1]).toBeGreaterThan(walking?.[0] ?? 1)
  expect(withYoga?.[0]).toBe(withDog?.[1])
})

test('what only one text could say is not surer than certain, and nothing is asked of no text', () => {
  const kinds = kindsOf([['pet']], { lookedFor: [['pet']], thesaurus })
  expect(kindsIn(texts('dog'), kinds).get(0 as MessageId)).toEqual([1])
  expect(kindsIn(new Map(), kinds)).toEqual(new Map())
})

test('the newest texts are read without what stands in the index beside the words, and none of a long one', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const short = await person.say('The hamster escaped', '2026-11-17T08:00:00Z')
  const long = await person.say(Array.from({ length: 250 }, (_, n) => `word${n}`).join(' '), '2026-11-17T09:00:00Z')
  const left = await person.say('The parrot sings', '2026-11-17T10:00:00Z')
  await find(recallParts(store), person, 'hamster')
  const reach = { scope: privately(person), upTo: 2_147_483_647, segments: undefined }
  const found = await newestTexts(store.db, reach, { most: 10, excluded: new Set([left.id]) })
  expect([...found.keys()].toSorted()).toEqual([short.id, long.id].toSorted())
  expect(found.get(short.id)).toEqual(expect.arrayContaining(['hamster', 'escap']))
  expect(found.get(short.id)).not.toContain('thread')
  expect(found.get(long.id)).toEqual([])
})
