import { expect, test } from 'vitest'
import type { Db } from '../../../src/store/store.ts'
import { testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { contextOf } from './conversation.ts'

test.each([
  ['the conversation', /WITH read AS/],
  ['the index of search', /messages_in/],
])('a failure to read %s is that of the reply, and never of the process', async (what, failing) => {
  const store = await testStore()
  const person = await testPerson(store)
  const question = await person.say('What did we say about the bridge?', '2026-11-18T08:00:00Z')
  const db = new Proxy(store.db, {
    get(target, property) {
      if (property !== '$queryRaw') return Reflect.get(target, property)
      return (query: Parameters<Db['$queryRaw']>[0], ...values: unknown[]) => {
        const text = 'sql' in query ? query.sql : query.join('?')
        return failing.test(text) ? Promise.reject(new Error('The connection was lost.')) : target.$queryRaw(query, ...values)
      }
    },
  })
  const context = contextOf({ ...store, db }, person, [question])
  // An unhandled rejection would be reported, and fail the run.
  if (what === 'the conversation') await expect(context).rejects.toThrow('The connection was lost.')
  else
    expect((await context).report.parts.find(({ name }) => name === '8 recall')?.omitted).toEqual([
      { what: 'a search', why: 'it failed; see the log' },
    ])
  await new Promise((resolve) => setTimeout(resolve, 5))
})
