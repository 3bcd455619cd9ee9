import { describe, expect, test } from 'vitest'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { type SearchInput, searchConversation } from '../../src/search/search.ts'
import { deleteMessage, editMessage } from '../../src/threads/messages/edit-message.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { find, privately, searchDeps, summarize, texts } from './support.ts'

describe('finding words', () => {
  test('any word matches in any form, and the message with most of them comes first', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('I planted tomatoes on the balcony', '2026-11-02T08:00:00Z')
    await person.say('The balcony needs a new chair', '2026-11-03T08:00:00Z')
    await person.say('Dentist at nine', '2026-11-04T08:00:00Z')
    const deps = searchDeps(store)
    expect(await find(deps, person, 'where did I put the tomato plants on my balcony')).toEqual([
      'I planted tomatoes on the balcony',
      'The balcony needs a new chair',
    ])
    expect(await find(deps, person, 'submarine')).toEqual([])
  })

  test('finds new messages, edited ones by their current text, and no deleted ones', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const deps = searchDeps(store)
    const place = directPlace('nora')
    await person.say('the wifi password is on the fridge', '2026-11-18T08:59:59Z', { place, id: 'a' })
    expect(await find(deps, person, 'wifi')).toHaveLength(1)
    await editMessage(deps, {
      place,
      platformMessageId: 'a' as PlatformMessageId,
      text: 'the wifi code is on the router',
      editedAt: deps.clock.now(),
    })
    expect(await find(deps, person, 'wifi fridge password')).toEqual(['the wifi code is on the router'])
    expect(await find(deps, person, 'fridge')).toEqual([])
    await deleteMessage(deps, place, 'a' as PlatformMessageId)
    expect(await find(deps, person, 'wifi')).toEqual([])
  })

  test('finds the answer beside a question with the words', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('Which colour should the kitchen walls have?', '2026-11-02T08:00:00Z')
    await person.say('Sage, I think.', '2026-11-02T08:01:00Z')
    await person.say('The bus was late.', '2026-11-03T08:00:00Z')
    expect(await find(searchDeps(store), person, 'kitchen wall colour')).toContain('Sage, I think.')
    expect(await find(searchDeps(store), person, 'kitchen wall colour')).not.toContain('The bus was late.')
  })

  test('ranks a short message above a long reply with the same word', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const line = await person.say('My blood type is A negative', '2026-11-02T08:00:00Z')
    await person.say('Tell me about medicine', '2026-11-09T08:00:00Z')
    await person.answer(line, `${'Medicine has many fields and each has its own words. '.repeat(40)} Blood is one type of them.`, {
      at: new Date('2026-11-09T12:00:00Z'),
    })
    expect((await find(searchDeps(store), person, 'what is my blood type'))[0]).toBe('My blood type is A negative')
  })

  test('prefers the first of two named authors, and neither if they are named together', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const said = (author: string, text: string, day: string) => ({
      author,
      text,
      role: 'user' as const,
      sentAt: new Date(day),
      externalId: day,
    })
    const messages = [
      said('Ann Lee', 'I recommend the novel Emma', '2026-11-02T08:00:00Z'),
      said('Bob', 'I recommend the novel Dune', '2026-11-03T08:00:00Z'),
    ]
    const deps = searchDeps(store)
    await importMessages(deps, { userId: person.userId, timezone: person.timezone, messages })
    const [ann, bob] = messages.map(({ text }) => text)
    expect(await find(deps, person, 'which novel did Ann recommend to Bob?')).toEqual([ann, bob])
    expect(await find(deps, person, 'which novel did Bob recommend to Ann?')).toEqual([bob, ann])
    // The newer one first.
    expect(await find(deps, person, 'which novel do Ann and Bob recommend?')).toEqual([bob, ann])
  })

  test('French and German questions find French and German words', async () => {
    const store = await testStore()
    const french = await testPerson(store, { language: 'fr' })
    await french.say('On a réservé le gîte près de Quimper pour le week-end', '2026-11-03T08:00:00Z')
    await french.say('Il faut acheter du pain', '2026-11-04T08:00:00Z')
    expect(await find(searchDeps(store), french, "qu'est-ce qu'on a réservé à Quimper ?")).toEqual([
      'On a réservé le gîte près de Quimper pour le week-end',
    ])
    const german = await testPerson(store, { language: 'de' })
    await german.say('Die Fahrräder stehen im Keller', '2026-11-03T08:00:00Z')
    expect(await find(searchDeps(store), german, 'wo steht mein Fahrrad?')).toEqual(['Die Fahrräder stehen im Keller'])
  })

  test('highlights matches in any form', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('We **booked** the cabins; booking them was easy', '2026-11-03T08:00:00Z')
    const { results } = await searchConversation(searchDeps(store), privately(person), { query: 'book a cabin' })
    expect(results).toMatchObject([{ kind: 'message', snippet: 'We **booked** the **cabins**; **booking** them was easy' }])
  })

  test.each([
    ['de', 'Das war ein schöner Spaß mit den Brüdern', 'schön Bruder Spaß', 'Das war ein **schöner** **Spaß** mit den **Brüdern**'],
    ['fr', 'Mon frère a gardé les élèves', 'frères élève', 'Mon **frère** a gardé les **élèves**'],
    ['spanish', 'Perdí el teléfono en el avión', 'teléfonos aviones', 'Perdí el **teléfono** en el **avión**'],
  ])('highlights matches whose stem has other letters: %s', async (language, text, query, snippet) => {
    const store = await testStore()
    const person = await testPerson(store, { language })
    await person.say(text, '2026-11-03T08:00:00Z')
    const { results } = await searchConversation(searchDeps(store), privately(person), { query })
    expect(results).toMatchObject([{ snippet }])
  })

  test('a result has its place, time and, if possible, a link', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'ines' })
    const message = await person.say('the spare key is with Marta', '2026-11-03T23:30:00Z', { place: sharedPlace('Hiking'), id: '77' })
    const deps = {
      ...searchDeps(store),
      permalink: ({ address }: { address: string }, id: string) => `https://example.org/${address}/${id}`,
    }
    const output = await searchConversation(deps, privately(person), { query: 'spare key' })
    expect(output).toMatchObject({ total_estimate: 1, signals: { fts: true, semantic: false } })
    expect(output.results).toEqual([
      {
        kind: 'message',
        day_label: '2026-11-04',
        day_segment_id: message.segmentId,
        score: expect.any(Number),
        message_id: message.id,
        role: 'user',
        author: 'ines',
        sent_at: '2026-11-04T00:30:00+01:00',
        snippet: 'the **spare** **key** is with Marta',
        covered_by_summary: false,
        place: 'test: Hiking',
        permalink: 'https://example.org/shared:Hiking/77',
      },
    ])
    expect(output).not.toHaveProperty('next_cursor')
  })

  test('the messages of the current turn are neither found nor counted', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const old = await person.say('The boiler was serviced by Hansen', '2026-11-03T08:00:00Z')
    const bystander = await person.say('Good morning', '2026-11-18T08:58:00Z')
    const asking = await person.say('boiler Hansen service', '2026-11-18T08:59:00Z')
    const { results } = await searchConversation(searchDeps(store), privately(person), {
      query: asking.text,
      excludeMessageIds: [asking.id],
    })
    expect(results.map((result) => result.kind === 'message' && result.message_id)).toEqual([old.id])
    expect(results).not.toContainEqual(expect.objectContaining({ message_id: bystander.id }))
  })
})

describe('days', () => {
  test('arguments limit a search to days', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (const day of ['01', '05', '10', '15', '18']) await person.say(`soup on the ${day}`, `2026-11-${day}T08:00:00Z`)
    const deps = searchDeps(store)
    const days = async (input: Omit<SearchInput, 'query'>) =>
      (await find(deps, person, { query: 'soup', ...input })).map((text) => text.slice(-2)).sort()
    expect(await days({})).toEqual(['01', '05', '10', '15', '18'])
    expect(await days({ day: '2026-11-10', since: '2026-11-15' })).toEqual(['10'])
    expect(await days({ since: '2026-11-10' })).toEqual(['10', '15', '18'])
    expect(await days({ until: '2026-11-05' })).toEqual(['01', '05'])
    expect(await days({ since: '2026-11-05', until: '2026-11-10' })).toEqual(['05', '10'])
    expect(await days({ recency_days: 4 })).toEqual(['15', '18'])
    expect(await days({ recency_days: 1 })).toEqual(['18'])
    expect(await days({ day: '2026-11-02' })).toEqual([])
  })

  test('prefers a day named in the query, and still finds others', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('Lunch with Tom: noodles', '2026-11-10T11:00:00Z')
    await person.say('Lunch with Tom: dumplings', '2026-11-17T11:00:00Z')
    await person.say('Lunch with Tom: pizza', '2026-11-16T11:00:00Z')
    expect(await find(searchDeps(store), person, 'what was lunch with Tom on Monday?')).toEqual([
      'Lunch with Tom: pizza',
      'Lunch with Tom: dumplings',
      'Lunch with Tom: noodles',
    ])
  })

  test('a query with only a day returns the messages of that day', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('The cat is back', '2026-11-17T11:00:00Z')
    await person.say('Milk is out', '2026-11-16T11:00:00Z')
    expect(await find(searchDeps(store), person, 'what happened yesterday?')).toEqual(['The cat is back'])
    expect(await find(searchDeps(store), person, { query: '', day: '2026-11-16' })).toEqual(['Milk is out'])
  })
})

describe('decisions', () => {
  async function lastWeek() {
    const store = await testStore()
    const person = await testPerson(store)
    const asked = await person.say('Which flat shall we take, Elm Street or the loft?', '2026-11-10T17:00:00Z')
    await person.answer(asked, 'Elm Street has more light and is 80 euros cheaper.', { at: new Date('2026-11-10T17:00:10Z') })
    const flat = await person.say('Then we take Elm Street. Decided.', '2026-11-10T17:05:00Z')
    await person.say('Rain all day.', '2026-11-11T09:00:00Z')
    const trip = await person.say("OK let's go with the 14th of May for Lisbon.", '2026-11-12T19:00:00Z')
    await person.say('We decided to keep the old sofa.', '2026-10-20T19:00:00Z')
    await person.say('Back from the gym', '2026-11-16T19:00:00Z')
    return { store, person, flat, trip, deps: searchDeps(store) }
  }
  const decisions = ['Then we take Elm Street. Decided.', "OK let's go with the 14th of May for Lisbon."]

  test('are found by asking for a week', async () => {
    const { deps, person } = await lastWeek()
    const found = await find(deps, person, { query: 'what did we decide last week?', limit: 50 })
    expect(found.slice(0, 2).sort()).toEqual([...decisions].sort())
    expect(found.at(-1)).toBe('Rain all day.')
    expect(found.indexOf('We decided to keep the old sofa.')).toBeGreaterThan(1)
  })

  test('are found again after a previous question and answer', async () => {
    const { deps, person } = await lastWeek()
    for (const at of ['2026-11-13T08:00:00Z', '2026-11-18T08:00:00Z']) {
      const asked = await person.say('What did we decide last week?', at)
      await person.answer(asked, 'You decided to take Elm Street [#3] and decided on the 14th of May for Lisbon [#5].', {
        at: new Date(Date.parse(at) + 5_000),
      })
    }
    const again = await person.say('what did we decide last week?', '2026-11-18T08:59:59Z')
    const { results } = await searchConversation(deps, privately(person), { query: again.text, excludeMessageIds: [again.id] })
    expect(
      texts({ results } as never)
        .slice(0, 2)
        .sort(),
    ).toEqual([...decisions].sort())
  })

  test('are found again where the answer cites its messages late', async () => {
    const { deps, person } = await lastWeek()
    const asked = await person.say('Which flat was decided on?', '2026-11-15T08:00:00Z')
    await person.answer(asked, `The flat decided on: Elm Street. ${'Light, light and light again. '.repeat(10)}[#3]`, {
      at: new Date('2026-11-15T08:00:05Z'),
    })
    expect((await find(deps, person, 'Decision about the flat?'))[0]).toBe('Then we take Elm Street. Decided.')
  })

  test('are recognized late in a long message', async () => {
    const { deps, person } = await lastWeek()
    await person.say(`${'A long walk along the river, with ducks and geese. '.repeat(20)}So: we decided to move.`, '2026-11-13T08:00:00Z')
    const found = await find(deps, person, { query: 'which conclusions last week?', limit: 50 })
    expect(found.some((text) => text.includes('ducks'))).toBe(true)
  })

  test('are found in the summary of a day, as the snippet', async () => {
    const { store, deps, person, flat } = await lastWeek()
    const list = (decision: string) =>
      `## Summary\nA day.\n\n## Goals\n- None\n\n## Decisions\n${decision}\n\n## Open loops\n- None\n\n## Next steps\n- None`
    await summarize(store, flat, list(`- Take the flat on Elm Street [#${flat.id}]`), flat.changeSeq)
    const { results } = await searchConversation(deps, privately(person), { query: 'what did we decide last week?' })
    expect(results).toContainEqual(
      expect.objectContaining({ kind: 'summary', day_label: '2026-11-10', summary_snippet: 'Take the flat on Elm Street' }),
    )
    expect(results).toContainEqual(expect.objectContaining({ kind: 'message', message_id: flat.id, covered_by_summary: true }))
    const whole = (await searchConversation(deps, privately(person), { query: 'Elm' })).results.find(({ kind }) => kind === 'summary')
    expect(whole).toMatchObject({ summary_snippet: 'A day. · Take the flat on **Elm** Street' })
  })

  test('summarized messages count a little less', async () => {
    const { store, deps, person, flat } = await lastWeek()
    const score = async () =>
      (await searchConversation(deps, privately(person), { query: 'Elm Street decided' })).results.find(
        (r) => r.kind === 'message' && r.message_id === flat.id,
      )?.score
    const uncovered = await score()
    await store.db.daySegment.update({ where: { id: flat.segmentId }, data: { coveredSeq: flat.changeSeq } })
    expect(await score()).toBeCloseTo((uncovered ?? 0) * 0.85, 5)
  })
})

describe('shared places', () => {
  test('see only their own rows, and no day summary', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const place = sharedPlace('garden')
    const secret = await person.say('the surprise party is on Friday', '2026-11-16T08:00:00Z')
    const open = await person.say('the garden party is on Sunday', '2026-11-16T09:00:00Z', { place })
    await summarize(store, secret, '## Summary\nParty plans.\n\n## Goals\n- None\n\n## Decisions\n- Surprise party on Friday [#1]')
    const shared = { ...privately(person), audience: open.audience }
    const deps = searchDeps(store)
    expect(texts(await searchConversation(deps, shared, { query: 'party' }))).toEqual(['the garden party is on Sunday'])
    expect(texts(await searchConversation(deps, shared, { query: '', recency_days: 30 }))).toEqual(['the garden party is on Sunday'])
    expect(await find(deps, person, 'party')).toHaveLength(3)
  })
})

describe('hostile queries', () => {
  test('return a result, and change nothing', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say("Robert'); DROP TABLE messages; -- & | ! <-> 'quoted' \\ :* back", '2026-11-17T08:00:00Z')
    const deps = searchDeps(store)
    const hostile = [
      "'; DROP TABLE message_index; --",
      "' | 'thread 1' & !'x':*ABCD <2> (",
      '\\',
      "''''",
      '%_%',
      '$1 $2',
      'x',
      '?',
      '🙂👩‍👩‍👧',
      '\ud800 lone',
      'a\u0000b',
      'ﷺ'.repeat(500),
      `${'word '.repeat(2_000)}`.slice(0, 10_000),
      'x'.repeat(10_000),
      Array.from({ length: 1_500 }, (_, n) => `w${n}`)
        .join(' ')
        .slice(0, 10_000),
      '<script>alert(1)</script>',
      '日本語の質問',
    ]
    for (const query of hostile) expect((await searchConversation(deps, privately(person), { query })).signals.fts).toBe(true)
    expect(await find(deps, person, 'robert quoted')).toHaveLength(1)
  })
})
