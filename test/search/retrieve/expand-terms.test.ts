import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/core/domain/messages.ts'
import { type SearchInput, searchConversation } from '../../../src/search/search.ts'
import type { Store } from '../../../src/store/store.ts'
import { type TestPerson, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { english } from '../small-talk.ts'
import { find, privately, searchDeps, texts } from '../support.ts'

/** Somebody who has said some lines among others, hours apart. */
async function personWho(store: Store, lines: readonly string[]): Promise<TestPerson> {
  const person = await testPerson(store)
  const start = Date.parse('2026-10-01T08:00:00Z')
  for (const [n, line] of [...english, ...lines].entries()) await person.say(line, new Date(start + n * 5 * 3_600_000))
  return person
}

/** What the bot said to a message, as a turn stores it. */
async function reply(store: Store, person: TestPerson, to: Message, text: string): Promise<void> {
  const { id } = await person.answer(to, text)
  await store.db.message.update({ where: { id }, data: { replyToId: to.id } })
}

describe('swapped, missing or doubled letters', () => {
  test.each([
    ['Jhon', 'John has the spare key'],
    ['Sraah', 'Sarah is moving to Leeds'],
    ['Mlelisa', 'Melissa plays the cello'],
    ['Pual', 'Paul is allergic to nuts'],
    ['Andrwe', 'Andrew lent us the ladder'],
  ])('%s is found', async (name, answer) => {
    const store = await testStore()
    const person = await personWho(store, [answer, 'Jo will jog on', 'Sara-Lynn is a boat', 'Melinda is a street'])
    expect((await find(searchDeps(store), person, `what about ${name}`))[0]).toBe(answer)
  })

  test('do not match other names and numbers', async () => {
    const store = await testStore()
    const person = await personWho(store, ['Melissa plays the cello', 'The cart is full', 'Marco is here', 'The locker is 4171'])
    for (const query of ['Melinda', 'carz', 'Marc', '4711']) expect(await find(searchDeps(store), person, query), query).toEqual([])
  })
})

describe('a word that was misspelled before', () => {
  const answer = 'Katarzyna has a garden in Wroclaw'

  async function askedBefore(store: Store, question: string): Promise<TestPerson> {
    const person = await personWho(store, [answer])
    const asked = await person.say(question, '2026-11-12T08:00:00Z')
    await reply(store, person, asked, 'I know nothing of any Katarzina.')
    return person
  }

  test.each(['what does Katarzina grow', 'Where is Katarzina?'])(
    'in the question "%s" and its answer, is still not known',
    async (question) => {
      const store = await testStore()
      const person = await askedBefore(store, question)
      const again = await person.say(question, '2026-11-18T08:00:00Z')
      const output = await searchConversation(searchDeps(store), privately(person), { query: 'Katarzina', excludeMessageIds: [again.id] })
      expect(texts(output)).toContain(answer)
      // And with the days of the answer alone.
      const days: SearchInput = { query: 'Katarzina', until: '2026-11-10', excludeMessageIds: [again.id] }
      expect(texts(await searchConversation(searchDeps(store), privately(person), days))).toEqual([answer])
    },
  )

  test('is known from statements, also on other days', async () => {
    const store = await testStore()
    const person = await askedBefore(store, 'Where is Katarzina?')
    await person.say('Katarzina is how her card spells it', '2026-11-13T08:00:00Z')
    const deps = searchDeps(store)
    expect(await find(deps, person, 'Katarzina')).not.toContain(answer)
    expect(await find(deps, person, { query: 'Katarzina', until: '2026-11-10' })).toEqual([])
  })

  test('is known from replies of the bot', async () => {
    const store = await testStore()
    const person = await personWho(store, [answer])
    const asked = await person.say('Which names are like hers?', '2026-11-12T08:00:00Z')
    await reply(store, person, asked, 'Katarzina is one.')
    expect(await find(searchDeps(store), person, 'Katarzina')).not.toContain(answer)
  })
})
