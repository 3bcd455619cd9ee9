import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import type { SearchInput } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import { commandBench } from '../commands/bench.ts'
import { testBot } from '../support/bot.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import {
  buildLongText,
  byDay,
  daysOf,
  importLines,
  messagesOf,
  readAllPages,
  search,
  summaryDaysOf,
  textOf,
  textsOf,
} from './answers-first-support.ts'
import { english } from './small-talk.ts'
import { summarize } from './support.ts'

async function newPerson(language = 'en'): Promise<{ store: Store; person: TestPerson }> {
  const store = await testStore()
  return { store, person: await testPerson(store, { language }) }
}

/** Says one line of small talk per hour from a time on. */
async function chat(person: TestPerson, from: string, lines = english): Promise<void> {
  for (const [index, line] of lines.entries()) await person.say(line, new Date(Date.parse(from) + index * 3_600_000))
}

describe('the top of the list', () => {
  test.each([
    ['Hmm.', 'what did the quince jelly from the abbey cost'],
    ['Far too sweet!', 'quince jelly abbey'],
    ['I suppose so', 'the quince jelly that we bought at the abbey'],
    ['Ha!', 'was the quince jelly bought at the abbey?'],
  ])('"%s" after a message does not outrank the message that has the words', async (short, query) => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    await person.say(short, '2026-11-10T08:00:00Z')
    const line = await person.say('We bought three jars of quince jelly at the abbey, each for eleven euros', '2026-11-10T08:01:00Z')
    await person.answer(line, short, { at: new Date('2026-11-10T08:01:20Z') })
    await person.say(short, '2026-11-10T08:02:00Z')
    const [first] = (await search(store, person, query)).results
    expect(first).toMatchObject({ kind: 'message', message_id: line.id })
  })

  test('a short message between two messages with the words comes after both', async () => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const before = await person.say('The kayak and the paddle are in the boathouse for the winter', '2026-11-10T08:00:00Z')
    const between = await person.say('Okay', '2026-11-10T08:01:00Z')
    const after = await person.say('The key of the boathouse with the kayak and the paddle hangs by the stairs', '2026-11-10T08:02:00Z')
    const found = messagesOf(await search(store, person, 'kayak paddle boathouse')).map(({ message_id }) => message_id)
    expect(found.slice(0, 2).sort()).toEqual([before.id, after.id].sort())
    expect(found.slice(0, 2)).not.toContain(between.id)
  })

  test.each([
    ['What is the name of your parrot?', 'Pistachio.', 'what is the name of the parrot'],
    ['Which dentist did they recommend to you?', 'Doctor Okonkwo', 'which dentist was recommended'],
    ['How much did the accordion cost in the end?', '640 euros', 'how much did the accordion cost'],
  ])('the answer to "%s" is among the first three results', async (question, answer, query) => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const before = await person.say('Back from the shops', '2026-11-10T08:00:00Z')
    await person.answer(before, question, { at: new Date('2026-11-10T08:00:10Z') })
    await person.say(answer, '2026-11-10T08:01:00Z')
    await person.say('And now to bed', '2026-11-10T20:00:00Z')
    expect(textsOf(await search(store, person, query)).slice(0, 3)).toContain(answer)
  })
})

describe('summaries', () => {
  test('are found by a word that no message contains, and come first for it', async () => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const day = await person.say('It was cheaper than I thought, so I took it', '2026-11-05T08:00:00Z')
    await person.say('The shop closes at six', '2026-11-05T09:00:00Z')
    await summarize(store, day, '## Summary\nBought a theremin second-hand.\n\n## Goals\n- None\n\n## Decisions\n- None')
    for (const query of ['theremin', 'when did I get the theremin?', 'Theremins']) {
      const [first] = (await search(store, person, query)).results
      expect(first, query).toMatchObject({ kind: 'summary', day_label: '2026-11-05' })
      expect(textOf(first), query).toContain('theremin')
    }
  })

  test('that have both words of a query rank above messages that have one', async () => {
    const { store, person } = await newPerson()
    const day = await person.say('It was cheaper than I thought', '2026-11-05T08:00:00Z')
    await summarize(store, day, '## Summary\nA theremin from the auction.')
    await person.say('The auction catalogue came by post', '2026-11-07T08:00:00Z')
    await person.say('A theremin needs no strings', '2026-11-08T08:00:00Z')
    await chat(person, '2026-11-09T08:00:00Z')
    const { results } = await search(store, person, 'theremin auction')
    expect(results[0]).toMatchObject({ kind: 'summary', day_label: '2026-11-05' })
    expect(results.length).toBeGreaterThanOrEqual(3)
  })

  test('are found by their current words only', async () => {
    const { store, person } = await newPerson()
    const day = await person.say('It was cheaper than I thought', '2026-11-05T08:00:00Z')
    await summarize(store, day, '## Summary\nBought a theremin.')
    expect(summaryDaysOf(await search(store, person, 'theremin'))).toEqual(['2026-11-05'])
    await store.db.daySummary.update({
      where: { segmentId: day.segmentId },
      data: { markdown: '## Summary\nBought a zither.', updatedAt: new Date('2026-11-18T08:00:00Z') },
    })
    expect((await search(store, person, 'theremin')).results).toEqual([])
    expect(summaryDaysOf(await search(store, person, 'zither'))).toEqual(['2026-11-05'])
    await store.db.daySummary.delete({ where: { segmentId: day.segmentId } })
    expect((await search(store, person, 'zither')).results).toEqual([])
  })

  test('are found in the language of their user', async () => {
    const { store, person } = await newPerson('de')
    const day = await person.say('War billiger als gedacht', '2026-11-05T08:00:00Z')
    await summarize(store, day, '## Zusammenfassung\nZwei Waldhörner auf dem Flohmarkt gekauft.')
    expect(summaryDaysOf(await search(store, person, 'Wo habe ich das Waldhorn gekauft?'))).toEqual(['2026-11-05'])
  })
})

describe('days and names', () => {
  const holidays = [
    ['Mirela', '2024-12-31T10:00:00Z', 'The cable car is closed because of the wind'],
    ['Tomasz', '2024-12-31T10:05:00Z', 'Then we stay in the hut and play cards'],
    ['Mirela', '2024-12-31T21:00:00Z', 'Fireworks over the valley!'],
    ['Mirela', '2025-01-02T10:00:00Z', 'Back at my desk'],
    ['Tomasz', '2025-01-02T11:00:00Z', 'Mirela, are you there?'],
  ] as const

  test.each([
    'Where was Mirela on 31 Dec 2024?',
    'Where was Ludovica on 31 December 2024?',
    'Where was April on 31 December 2024?',
    'What happened to the submarine on December 31, 2024?',
    'What did Tomasz tell Mirela about 2024-12-31?',
  ])('"%s" finds messages of that day', async (query) => {
    const { store, person } = await newPerson()
    await importLines(store, person, holidays)
    expect(daysOf(await search(store, person, query))).toContain('2024-12-31')
  })

  test.each([
    ['de', 'Was habe ich am 3. März erzählt?'],
    ['de', 'Wo war Roswitha am 3. März 2026?'],
    ['fr', 'Qu’est-ce que j’ai raconté le 3 mars ?'],
    ['fr', 'Où était Solène le 3 mars 2026 ?'],
  ])('in %s, "%s" finds messages of that day', async (language, query) => {
    const { store, person } = await newPerson(language)
    await person.say('Zug / train 8:14', '2026-03-03T07:00:00Z')
    await person.say('Pizza', '2026-03-09T07:00:00Z')
    expect(daysOf(await search(store, person, query))).toContain('2026-03-03')
  })

  test('a day on which no word matches lists its summary and its messages', async () => {
    const { store, person } = await newPerson()
    const said = await person.say('The cable car is closed', '2026-03-03T10:00:00Z')
    await person.say('We stay in the hut', '2026-03-03T11:00:00Z')
    await summarize(store, said, '## Summary\nBad weather.')
    await person.say('Back at my desk', '2026-03-05T10:00:00Z')
    const output = await search(store, person, 'Where was Ludovica on 3 March 2026?')
    expect(textsOf(output)).toEqual(expect.arrayContaining(['The cable car is closed', 'We stay in the hut']))
    expect(summaryDaysOf(output)).toEqual(['2026-03-03'])
    expect(textsOf(output)).not.toContain('Back at my desk')
  })

  test.each(['Mirela 31 Dec 2024', 'What did Mirela say on 31 December 2024?', 'Mirela on 2024-12-31'])(
    'with only an author and a day, "%s" lists what they said that day before anything else',
    async (query) => {
      const { store, person } = await newPerson()
      await importLines(store, person, holidays)
      const found = textsOf(await search(store, person, query))
      expect(found.slice(0, 2).sort()).toEqual(['Fireworks over the valley!', 'The cable car is closed because of the wind'])
    },
  )

  test('the name of an author is not a topic: what they said about the topic comes before messages that name them', async () => {
    const { store, person } = await newPerson()
    await importLines(store, person, [
      ['Tomasz', '2026-10-02T10:00:00Z', 'Mirela, are you there?'],
      ['Mirela', '2026-10-03T10:00:00Z', 'The boiler leaks again, I turned it off and put a bucket under the pipe'],
      ['Tomasz', '2026-10-04T10:00:00Z', 'Happy birthday, Mirela!'],
      ['Tomasz', '2026-10-05T10:00:00Z', 'Mirela'],
    ])
    const [first] = textsOf(await search(store, person, 'What did Mirela say about the boiler?'))
    expect(first).toMatch(/^The boiler leaks/)
  })

  test('a name that nobody writes under is still a word', async () => {
    const { store, person } = await newPerson()
    await chat(person, '2026-10-01T08:00:00Z')
    await person.say('Ludovica lives in Trieste now', '2026-10-05T10:00:00Z')
    expect(textsOf(await search(store, person, 'Where does Ludovica live?'))[0]).toBe('Ludovica lives in Trieste now')
  })

  // The messages are of a Tuesday in October, and the searches are of a Wednesday in November.
  test.each([
    ['Friday market', 'The Friday market has the best cheese'],
    ['which stall at the Friday market is good?', 'The Friday market has the best cheese'],
    ['March hare costume', 'The March hare costume is in the attic'],
    ['where is the costume of the March hare?', 'The March hare costume is in the attic'],
    ['Friday', 'The Friday market has the best cheese'],
    ['March', 'The March hare costume is in the attic'],
    ['"March"', 'The March hare costume is in the attic'],
  ])('"%s" finds "%s" by its words', async (query, text) => {
    const { store, person } = await newPerson()
    await chat(person, '2026-10-01T08:00:00Z')
    await person.say('The Friday market has the best cheese', '2026-10-20T08:00:00Z')
    await person.say('The March hare costume is in the attic', '2026-10-20T13:00:00Z')
    await chat(person, '2026-11-12T08:00:00Z', ['The market was crowded', 'Cheese for dinner', 'A good costume'])
    const found = textsOf(await search(store, person, query))
    // The word alone may also name last Friday.
    if (query.includes(' ')) expect(found[0]).toBe(text)
    else expect(found).toContain(text)
  })
})

describe('quoted phrases and excluded words', () => {
  async function travels() {
    const { store, person } = await newPerson()
    await person.say('We take the night train to Lyon', '2026-11-10T10:00:00Z')
    await person.say('Booked, see you there', '2026-11-10T10:01:00Z')
    await person.say('The night train to Vienna is full', '2026-11-11T10:00:00Z')
    await person.say('I like to train at night', '2026-11-12T10:00:00Z')
    const last = await person.say('A train to Lyon during the day takes two hours', '2026-11-17T10:00:00Z')
    return { store, person, last }
  }
  const toLyon = 'We take the night train to Lyon'
  const toVienna = 'The night train to Vienna is full'
  const byDayTrain = 'A train to Lyon during the day takes two hours'

  test.each([
    ['"night train"', [toLyon, toVienna]],
    ['“night train”', [toLyon, toVienna]],
    ['„night train“', [toLyon, toVienna]],
    ['« night train »', [toLyon, toVienna]],
    ['"Night Train" tickets', [toLyon, toVienna]],
    ['"night train" "lyon"', [toLyon]],
    ['"train to Lyon"', [toLyon, byDayTrain]],
    ['"train to Lyon" night', [toLyon, byDayTrain]],
    ['"night train" -vienna', [toLyon]],
    ['train -night', [byDayTrain]],
    ['train -lyon', [toVienna, 'I like to train at night']],
    ['lyon -night', [byDayTrain]],
    ['"purple submarine"', []],
    ['"purple submarine" train', []],
    ['"purple submarine" yesterday', []],
    ['"night train" yesterday', [toLyon, toVienna]],
    ['train -night -lyon', []],
  ])('%s', async (query, expected) => {
    const { store, person } = await travels()
    expect(textsOf(await search(store, person, query)).sort()).toEqual([...expected].sort())
  })

  test('a hyphen within a word excludes nothing, and a quotation mark without its partner is no phrase', async () => {
    const { store, person } = await newPerson()
    await person.say('The check-in opens at noon', '2026-11-10T10:00:00Z')
    expect(textsOf(await search(store, person, 'check-in'))).toEqual(['The check-in opens at noon'])
    expect(textsOf(await search(store, person, '"noon check'))).toEqual(['The check-in opens at noon'])
  })

  test('hold for summaries too', async () => {
    const { store, person, last } = await travels()
    await summarize(store, last, '## Summary\nCompared the night train with the day train to Lyon.')
    expect(summaryDaysOf(await search(store, person, '"night train"'))).toEqual(['2026-11-17'])
    expect(summaryDaysOf(await search(store, person, '"train at night"'))).toEqual([])
    expect(summaryDaysOf(await search(store, person, 'train -compared'))).toEqual([])
  })

  test('hold with a day: its messages without the excluded word are listed', async () => {
    const { store, person } = await newPerson()
    await person.say('Off to the gym', '2026-11-17T08:00:00Z')
    await person.say('Pancakes for dinner', '2026-11-17T18:00:00Z')
    await person.say('Laundry', '2026-11-16T18:00:00Z')
    expect(textsOf(await search(store, person, 'yesterday -gym'))).toEqual(['Pancakes for dinner'])
    expect(textsOf(await search(store, person, { query: '-gym', day: '2026-11-17' }))).toEqual(['Pancakes for dinner'])
  })

  test('/find', async () => {
    const { store, person } = await travels()
    const { give } = commandBench(store)
    const phrase = (await give(person, '/find "night train"')).text
    expect(phrase).toMatch(/Lyon[\s\S]*Vienna|Vienna[\s\S]*Lyon/)
    expect(phrase).not.toContain('during the day')
    expect(phrase).not.toContain('I like to')
    const excluded = (await give(person, '/find train -lyon')).text
    expect(excluded).toContain('Vienna')
    expect(excluded).not.toContain('Lyon')
    expect((await give(person, '/find "purple submarine" train')).text).toMatch(/^I found nothing/)
  })
})

describe('long messages', () => {
  const answer = 'The combination of the blue suitcase is 4711, and the lock sticks.'

  test.each([0, 20, 59])('the passage that answers is shown, wherever it is: paragraph %i of 60', async (position) => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const text = buildLongText(60, { [position]: answer })
    const long = await person.say(text, '2026-11-10T10:00:00Z')
    const [first] = messagesOf(await search(store, person, 'what is the combination of the blue suitcase?'))
    expect(first?.message_id).toBe(long.id)
    expect(textOf(first)).toContain('4711')
    expect(first?.snippet).toMatch(/\*\*(combination|suitcase|blue)\*\*/)
    expect(first?.snippet.length).toBeLessThan(text.length / 4)
  })

  test('the best passage is shown, not the first one with a matching word', async () => {
    const { store, person } = await newPerson()
    const text = buildLongText(40, {
      2: 'Somebody left a suitcase at the gate.',
      9: 'The blue of the plums was deep.',
      15: 'Another suitcase.',
      27: answer,
      35: 'No suitcase today.',
    })
    await person.say(text, '2026-11-10T10:00:00Z')
    const [first] = messagesOf(await search(store, person, 'combination of the blue suitcase'))
    expect(textOf(first)).toContain('4711')
  })

  test('a long message is listed once, however many of its passages match', async () => {
    const { store, person } = await newPerson()
    const text = buildLongText(40, { 2: answer, 20: 'The blue suitcase is heavy.', 35: 'The suitcase again.' })
    const long = await person.say(text, '2026-11-10T10:00:00Z')
    const output = await search(store, person, { query: 'blue suitcase combination', limit: 50 })
    expect(messagesOf(output).map(({ message_id }) => message_id)).toEqual([long.id])
    expect(output.total_estimate).toBe(1)
  })

  test('one with the words in one passage ranks above one with the words scattered', async () => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const dense = await person.say(buildLongText(30, { 18: answer }), '2026-11-05T10:00:00Z')
    const scattered = buildLongText(30, {
      1: 'In combination with sand it holds.',
      11: 'The lock is rusty.',
      20: 'The sky was blue.',
      29: 'A suitcase full of bulbs.',
    })
    await person.say(scattered, '2026-11-08T10:00:00Z')
    await person.say(`${scattered} `, '2026-11-10T10:00:00Z')
    const [first] = messagesOf(await search(store, person, 'combination of the lock on the blue suitcase'))
    expect(first?.message_id).toBe(dense.id)
  })

  test('one with the words in one passage ranks above short messages that have some of them', async () => {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z')
    const dense = await person.say(buildLongText(30, { 18: answer }), '2026-11-05T10:00:00Z')
    await person.say('A blue jacket would be nice', '2026-11-08T10:00:00Z')
    await person.say('My suitcase is packed', '2026-11-09T10:00:00Z')
    await person.say('The lock of the shed is broken', '2026-11-10T10:00:00Z')
    const [first] = messagesOf(await search(store, person, 'combination of the lock on the blue suitcase'))
    expect(first?.message_id).toBe(dense.id)
  })

  test('a reply of the bot is found by its passage too', async () => {
    const { store, person } = await newPerson()
    const asked = await person.say('Tell me about gardens', '2026-11-10T10:00:00Z')
    const reply = await person.answer(asked, buildLongText(30, { 25: 'Medlars are eaten once they are bletted.' }))
    const [first] = messagesOf(await search(store, person, 'when are medlars eaten'))
    expect(first).toMatchObject({ message_id: reply.id, role: 'assistant' })
    expect(textOf(first)).toContain('bletted')
  })
})

describe('questions about several days', () => {
  /** One day on which museums are the only subject, and four others that mention one museum each. */
  async function sayMuseumDays(person: TestPerson): Promise<void> {
    const crowdedDay = [
      'The museum visit starts at the museum shop',
      'Museum visit: the museum map is free',
      'We visit the museum with a guide of the museum',
      'A museum visit makes hungry, the museum has a café',
      'Visit of the second floor of the museum, museum of coins',
      'The museum closes, end of the museum visit',
      'What a museum, what a visit',
      'Museum visit again some day',
    ]
    for (const [index, text] of crowdedDay.entries()) await person.say(text, `2026-10-20T1${index}:00:00Z`)
    const others = ['a clock museum in the rain', 'the maritime museum, quite small', 'a museum full of looms', 'the museum of salt']
    for (const [index, text] of others.entries()) {
      await person.say(`Today we went to ${text}, then home by tram`, `2026-10-0${index + 2}T10:00:00Z`)
    }
    await chat(person, '2026-11-01T08:00:00Z')
  }
  const days = ['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05', '2026-10-20']

  test.each([
    'Which museums did we visit?',
    'List the museum visits',
    'What are all the museums we went to on a visit?',
    'In which order did we visit the museums?',
    'Summarize our museum visits',
  ])('"%s" has results from each of the days', async (query) => {
    const { store, person } = await newPerson()
    await sayMuseumDays(person)
    expect([...new Set(daysOf(await search(store, person, query)))].sort()).toEqual(days)
  })

  test.each([
    ['de', 'Welche Brettspiele haben wir zusammen gespielt?', 'Brettspiele gespielt'],
    ['fr', 'Quels musées avons-nous visités ?', 'musée visite'],
  ])('in %s too: "%s"', async (language, query, words) => {
    const { store, person } = await newPerson(language)
    for (let hour = 0; hour < 8; hour++) await person.say(`${words} ${words} ${hour}`, `2026-10-20T1${hour}:00:00Z`)
    for (let day = 2; day < 6; day++) await person.say(`${words}, Tram, Tee, Regen, ${day}`, `2026-10-0${day}T10:00:00Z`)
    expect([...new Set(daysOf(await search(store, person, query)))].sort()).toEqual(days)
  })

  test('"both" has results from both days', async () => {
    const { store, person } = await newPerson()
    for (let hour = 0; hour < 8; hour++) await person.say(`Recital rehearsal, recital number ${hour}`, `2026-10-20T1${hour}:00:00Z`)
    await person.say('After work a recital in the old chapel with friends from school', '2026-10-02T10:00:00Z')
    expect(new Set(daysOf(await search(store, person, 'Where were both of the recitals?')))).toEqual(new Set(['2026-10-20', '2026-10-02']))
  })

  test('the pages of such a question have every result once', async () => {
    const { store, person } = await newPerson()
    await sayMuseumDays(person)
    const query = 'Which museums did we visit?'
    const ids = (await readAllPages(store, person, { query, limit: 2 })).flatMap((page) => messagesOf(page).map((m) => m.message_id))
    const whole = messagesOf(await search(store, person, { query, limit: 50 })).map((m) => m.message_id)
    expect(ids).toEqual(whole)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(12)
  })

  test('group_by day returns each day once, the best first', async () => {
    const { store, person } = await newPerson()
    await sayMuseumDays(person)
    const best = await person.say('The museum visit with the salt tasting', '2026-10-09T10:00:00Z')
    await summarize(store, best, '## Summary\nMuseum visit and salt tasting.')
    const input = { query: 'museum visit salt tasting', limit: 50 }
    const output = await search(store, person, byDay(input))
    // In the order in which the days first appear among the results that are not grouped.
    expect(daysOf(output)).toEqual([...new Set(daysOf(await search(store, person, input)))])
    expect(daysOf(output)[0]).toBe('2026-10-09')
    expect(daysOf(output)).toEqual(expect.arrayContaining(['2026-10-05', '2026-10-20']))
    const scores = output.results.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test.each([1, 2, 4])('the cursors of group_by day lead through every day once, %i at a time', async (limit) => {
    const { store, person } = await newPerson()
    await sayMuseumDays(person)
    const input: SearchInput = byDay({ query: 'museum visit' })
    const whole = daysOf(await search(store, person, { ...input, limit: 50 }))
    const pages = await readAllPages(store, person, { ...input, limit })
    expect(pages.flatMap(daysOf)).toEqual(whole)
    expect(whole.toSorted()).toEqual(days)
    expect(pages.slice(0, -1).every(({ results }) => results.length === limit)).toBe(true)
  })

  test('a cursor of group_by day is refused without it, and group_by accepts only day', async () => {
    const { store, person } = await newPerson()
    await sayMuseumDays(person)
    const { next_cursor: cursor } = await search(store, person, byDay({ query: 'museum visit', limit: 1 }))
    expect(cursor).toBeDefined()
    await expect(search(store, person, { query: 'museum visit', limit: 1, ...(cursor && { cursor }) })).rejects.toThrow(InputError)
    const other = { query: 'museum', group_by: 'month' } as unknown as SearchInput
    await expect(search(store, person, other)).rejects.toThrow(/^"group_by"/)
  })
})

describe('nothing relevant', () => {
  /** Talk in which a few words are everywhere. */
  const everyday = Array.from({ length: 12 }, (_, index) => [
    `Work was good today, number ${index}`,
    `Good time at home, I think, after ${index + 20} minutes`,
    `I think the time at work today went well, ${index + 40}`,
  ]).flat()

  async function everydayTalk(): Promise<{ store: Store; person: TestPerson; rare: Message }> {
    const { store, person } = await newPerson()
    await chat(person, '2026-11-01T08:00:00Z', everyday)
    const rare = await person.say('The harpsichord is back from the workshop', '2026-11-12T10:00:00Z')
    return { store, person, rare }
  }
  const unanswered = [
    'Was the submarine engineer ever at a good school in Antwerp?',
    'Which volcano do you think erupted at the time of the emperor?',
    'Does the glacier hike work with crampons and an ice axe?',
  ]

  test.each(unanswered)('"%s" returns no results when only everyday words match', async (query) => {
    const { store, person } = await everydayTalk()
    expect(await search(store, person, query)).toMatchObject({ results: [], total_estimate: 0 })
    expect(await search(store, person, byDay({ query }))).toMatchObject({ results: [], total_estimate: 0 })
  })

  test.each(['good', 'good time', 'what did I think about the time at work?'])(
    '"%s" finds everyday words when it consists of them',
    async (query) => {
      const { store, person } = await everydayTalk()
      expect((await search(store, person, query)).results).toHaveLength(6)
    },
  )

  test.each([
    'harpsichord',
    'Do you know whether the submarine engineer from Antwerp ever tuned a harpsichord for the emperor?',
    'Did the glacier guide with the crampons play the harpsichord at a good time?',
  ])('a message that shares a rare word is first: "%s"', async (query) => {
    const { store, person, rare } = await everydayTalk()
    expect((await search(store, person, query)).results[0]).toMatchObject({ kind: 'message', message_id: rare.id })
  })

  test('/find says that nothing was found', async () => {
    const { store, person } = await everydayTalk()
    const { give } = commandBench(store)
    for (const question of unanswered) expect((await give(person, `/find ${question}`)).text, question).toMatch(/^I found nothing/)
    expect((await give(person, '/find the harpsichord of the emperor')).text).toContain('**harpsichord**')
  })

  test('the offline model says that nothing was found', async () => {
    const bot = await testBot()
    const owner = await bot.owner()
    const user = await bot.app.store.db.user.findFirstOrThrow()
    const at = (index: number) => new Date(Date.parse('2026-11-01T08:00:00Z') + index * 3_600_000).toISOString()
    const lines = [...everyday, 'The harpsichord is back from the workshop'].map((text, index) => ['Ada', at(index), text] as const)
    await importLines(bot.app.store, { userId: user.id as TestPerson['userId'], timezone: 'Europe/Paris' }, lines)
    expect(await bot.ask(owner, 'Where is the harpsichord?')).toContain('The harpsichord is back from the workshop')
    for (const question of unanswered) {
      const reply = await bot.ask(owner, question)
      expect(reply, question).toMatch(/I did not find that/)
      expect(reply, question).not.toMatch(/Work was good|Good time at home|the time at work/)
    }
  })
})
