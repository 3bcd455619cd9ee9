import { expect, test } from 'vitest'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { toScopeTag } from '../../../src/search/query/terms.ts'
import {
  findHyponymHits,
  findHyponyms,
  selectHighlightedHyponyms,
  type Thesaurus,
  weighHyponyms,
} from '../../../src/search/query/thesaurus.ts'
import { loadNewestMessages, toLexemesByMessage } from '../../../src/search/retrieve/bounds.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { find, privately, searchDeps } from '../support.ts'

const thesaurus: Thesaurus = new Map([
  ['exercis', new Set(['walk', 'yoga', 'swim'])],
  ['pet', new Set(['dog', 'cat'])],
])
const lexemes = (...lines: readonly string[]) => new Map(lines.map((line, id) => [id as MessageId, line.split(' ')]))

test('the hyponyms of a term exclude search terms', () => {
  expect(findHyponyms([['exercis'], ['boat']], { searchedTerms: [['exercis'], ['boat'], ['walk']], thesaurus })).toEqual([
    new Set(['yoga', 'swim']),
    new Set(),
  ])
})

test('a rarer hyponym has more weight, the best of a text counts, and texts without any are left out', () => {
  const kinds = findHyponyms([['exercis'], ['pet']], { searchedTerms: [['exercis'], ['pet']], thesaurus })
  const all = lexemes('walk home', 'walk dog', 'walk yoga', 'home')
  const found = findHyponymHits(all, kinds, weighHyponyms(all, kinds))
  const [walking, withDog, withYoga] = [0, 1, 2].map((id) => found.get(id as MessageId) ?? [])
  expect(found.has(3 as MessageId)).toBe(false)
  expect(walking?.[1]).toBe(0)
  expect(withDog?.[1]).toBeGreaterThan(walking?.[0] ?? 1)
  expect(withYoga?.[0]).toBe(withDog?.[1])
})

test('an unused hyponym has full weight, one in all of a few texts has some, and no texts give no hits', () => {
  const kinds = findHyponyms([['pet']], { searchedTerms: [['pet']], thesaurus })
  const surety = weighHyponyms(lexemes('dog', 'dog', 'dog'), kinds)
  expect(surety.get('cat')).toBe(1)
  expect(surety.get('dog')).toBeGreaterThan(0.4)
  expect(surety.get('dog')).toBeLessThan(1)
  expect(findHyponymHits(new Map(), kinds, weighHyponyms(new Map(), kinds))).toEqual(new Map())
})

test('a common hyponym is not highlighted', () => {
  const kinds = findHyponyms([['pet']], { searchedTerms: [['pet']], thesaurus })
  const many = lexemes(...Array.from({ length: 20 }, (_, n) => (n < 12 ? 'dog' : 'home')))
  expect(selectHighlightedHyponyms(weighHyponyms(many, kinds))).toEqual(['cat'])
})

test('loads lexemes and scope tags of the newest messages, except long ones', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const short = await person.say('The hamster escaped', '2026-11-17T08:00:00Z')
  const long = await person.say(Array.from({ length: 250 }, (_, n) => `word${n}`).join(' '), '2026-11-17T09:00:00Z')
  const left = await person.say('The parrot sings', '2026-11-17T10:00:00Z')
  await find(searchDeps(store), person, 'hamster')
  const reach = { scope: privately(person), upTo: 2_147_483_647, segments: undefined }
  const found = toLexemesByMessage(await loadNewestMessages(store.db, reach, { limit: 10, excluded: new Set([left.id]) }))
  expect([...found.keys()].toSorted()).toEqual([short.id, long.id].toSorted())
  expect(found.get(short.id)?.toSorted()).toEqual(['escap', 'hamster', toScopeTag(privately(person))])
  expect(found.get(long.id)).toEqual([])
})
