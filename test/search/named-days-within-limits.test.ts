import { expect, test } from 'vitest'
import { searchConversation } from '../../src/search/search.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps } from './support.ts'

const limits = [{}, { since: '2026-01-01' }, { until: '2026-12-31' }, { since: '2026-01-01', until: '2026-12-31' }, { recency_days: 365 }]

test.each(limits)('a day that the query names is listed within the limit %j', async (limit) => {
  const store = await testStore()
  const person = await testPerson(store, {})
  const said = await person.say('The boat is in the harbor', '2026-03-03T10:00:00Z')
  await person.say('A quiet evening', '2026-03-04T10:00:00Z')
  const deps = searchDeps(store)
  const { results } = await searchConversation(deps, privately(person), { query: 'Where was Ludovica on 3 March 2026?', ...limit })
  expect(results).toMatchObject([{ kind: 'message', message_id: said.id }])
})

test('a day outside the limit is not listed', async () => {
  const store = await testStore()
  const person = await testPerson(store, {})
  await person.say('The boat is in the harbor', '2026-03-03T10:00:00Z')
  const find = async (query: string, limit: object) =>
    (await searchConversation(searchDeps(store), privately(person), { query, ...limit })).results
  expect(await find('Where was Ludovica on 3 March 2026?', { since: '2026-06-01' })).toEqual([])
})
