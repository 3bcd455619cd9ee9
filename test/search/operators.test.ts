import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import { indexThread } from '../../src/search/index/update-index.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { find, privately, searchDeps, summarize, texts } from './support.ts'

/** Says many lines at once. */
async function sayAll(store: Store, person: TestPerson, lines: readonly string[]): Promise<void> {
  const { segmentId, placeId, audience, sentAt } = await person.say('hello', '2026-11-02T08:00:00Z')
  const rows = lines.map((text) => ({ segmentId, placeId, audience, sentAt, role: 'user' as const, kind: 'chat' as const, text }))
  await store.transaction((tx) => insertMessages(tx, person.threadId, rows))
  await indexThread(searchDeps(store), person.threadId)
}

async function personWho(store: Store, lines: readonly string[]): Promise<TestPerson> {
  const person = await testPerson(store)
  for (const [n, line] of lines.entries()) await person.say(line, new Date(Date.UTC(2026, 9, 1 + n, 8)))
  return person
}

describe('a phrase in quotes', () => {
  test('must occur in every result, and every message with it is found', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const word = fc.constantFrom('red', 'car', 'the', 'cars', 'Rome', 'boat')
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 3, maxLength: 10 }),
        fc.constantFrom('red car', 'the car', 'the', 'car red', 'rome'),
        fc.constantFrom('', 'boat', 'in Rome last week', 'xylophone'),
        async (lines, phrase, others) => {
          const person = await testPerson(store, { name: `phrases-${++run}` })
          for (const [n, line] of lines.entries()) await person.say(line, new Date(Date.UTC(2026, 9, 1 + n, 8)))
          const expected = lines.filter((line) => ` ${line.toLowerCase()} `.includes(` ${phrase} `))
          expect((await find(deps, person, { query: `${others} "${phrase}"`, limit: 50 })).sort()).toEqual([...expected].sort())
        },
      ),
      { numRuns: runs(25), seed: 7, interruptAfterTimeLimit: 40_000 },
    )
  }, 120_000)

  test('is found in a long conversation in which both its words are common', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await sayAll(store, person, [
      'the garden is long, the path too',
      ...Array.from({ length: 6_000 }, (_, n) => (n % 2 ? `path of ${n} and a garden` : `a garden, a path, ${n}`)),
    ])
    await sayAll(store, person, ['a garden path at last', ...Array.from({ length: 2_000 }, (_, n) => `path ${n}, garden`)])
    expect(await find(searchDeps(store), person, '"garden path"')).toContain('a garden path at last')
    expect(await find(searchDeps(store), person, { query: 'where is the "long, the path too"', limit: 50 })).toEqual([
      'the garden is long, the path too',
    ])
  }, 60_000)

  test('of stop words is found, best with the other words', async () => {
    const store = await testStore()
    const person = await personWho(store, ['to be or not to be', 'not to be in Rome', 'to be in Rome or not to be'])
    expect((await find(searchDeps(store), person, '"or not to be"')).sort()).toEqual(['to be in Rome or not to be', 'to be or not to be'])
    expect(await find(searchDeps(store), person, 'Rome "or not to be"')).toEqual(['to be in Rome or not to be', 'to be or not to be'])
  })

  test.each([
    ['ja', '昨日、赤い車を見た', '「赤い車」'],
    ['th', 'ฉันชอบแมวดำมาก', '"แมวดำ"'],
    ['de', 'Das Straßenfest war schön', '„das Straßenfest“'],
  ])('is found in %s: %s', async (language, text, query) => {
    const store = await testStore()
    const person = await testPerson(store, { language })
    await person.say(text, '2026-11-03T08:00:00Z')
    await person.say('車は赤い。Straßenfest, das.', '2026-11-04T08:00:00Z')
    expect(await find(searchDeps(store), person, query)).toEqual([text])
  })

  test('is found deep in a long message, and after many of its words', async () => {
    const store = await testStore()
    const fillers = Array.from({ length: 18_000 }, (_, n) => `w${n % 500}`).join(' ')
    const long = [`${fillers} a purple submarine`, `${'night '.repeat(400)}and a night train`]
    const person = await personWho(store, [...long, `submarine, purple ${fillers}`, 'a train by night'])
    const idsOf = async (query: string) => {
      const { results } = await searchConversation(searchDeps(store), privately(person), { query })
      return results.map(({ day_label }) => day_label)
    }
    expect(await idsOf('"purple submarine"')).toEqual(['2026-10-01'])
    expect(await idsOf('"night train"')).toEqual(['2026-10-02'])
    expect(await idsOf('night -"night train"')).not.toContain('2026-10-02')
  })

  test('is found among long messages, of which only some are read', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const near = 'night and train '.repeat(12_000)
    await sayAll(store, person, ['the night train', ...Array.from({ length: 30 }, () => near)])
    expect(await find(searchDeps(store), person, '"night train"')).toEqual(['the night train'])
    // Those that are not read may have the phrase.
    const others = await find(searchDeps(store), person, { query: 'night -"night train"', limit: 50 })
    expect(others).not.toContain('the night train')
    expect([others.length > 0, others.length < 30]).toEqual([true, true])
  }, 60_000)

  test('limits summaries and the days listed too', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await summarize(store, await person.say('hello', '2026-11-03T08:00:00Z'), 'Saw a red car.')
    await summarize(store, await person.say('red roof', '2026-11-04T08:00:00Z'), 'The car is red.')
    expect(await find(searchDeps(store), person, '"red car"')).toEqual(['Saw a red car.'])
    expect(await find(searchDeps(store), person, '"red car" on 4 November')).toEqual(['Saw a red car.'])
    expect(await find(searchDeps(store), person, { query: '"red car"', day: '2026-11-04' })).toEqual([])
  })

  test('pages through all messages with it, once each', async () => {
    const store = await testStore()
    const person = await personWho(store, ['red car one', 'red car two', 'car red', 'red car three', 'a red car again'])
    const found: string[] = []
    for (let cursor: string | undefined, page = 0; page < 6; page++) {
      const output = await searchConversation(searchDeps(store), privately(person), {
        query: '"red car"',
        limit: 1,
        ...(cursor && { cursor }),
      })
      found.push(...output.results.map((result) => String(result.kind === 'message' && result.message_id)))
      cursor = output.next_cursor
      if (cursor === undefined) break
    }
    expect([found.length, new Set(found).size]).toEqual([4, 4])
  })

  test('that occurs nowhere is not required in a question, on any page, but what is excluded stays excluded', async () => {
    const store = await testStore()
    const trains = ['The night train to Oslo is full', 'The night train to Ghent is late', 'The train to Rome']
    const person = await personWho(store, [...trains, 'The night train to Vienna is full', 'The slow train to Graz'])
    const query = 'which "purple submarine" train -vienna -"slow train"'
    const found: string[] = []
    for (let cursor: string | undefined, page = 0; page < 6; page++) {
      const output = await searchConversation(searchDeps(store), privately(person), { query, limit: 1, ...(cursor && { cursor }) })
      found.push(...texts(output))
      cursor = output.next_cursor
      if (cursor === undefined) break
    }
    expect(found.sort()).toEqual([...trains].sort())
    expect(await find(searchDeps(store), person, 'train "purple submarine" -vienna')).toEqual([])
    expect(await find(searchDeps(store), person, 'which "night train" -vienna')).toHaveLength(2)
  })

  test('finds nothing that the search may not see', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
    const open = await anna.say('a red car in the open', '2026-11-03T08:00:00Z', { place: sharedPlace('garden') })
    await summarize(store, await anna.say('a red car in private', '2026-11-03T09:00:00Z'), 'A red car.')
    await eve.say('a red car of Eve', '2026-11-03T10:00:00Z')
    const inFront: Scope = { ...privately(anna), audience: open.audience }
    for (const query of ['"red car"', '"in the"', 'car -boat', 'red -"blue car"', '-boat on 3 November']) {
      const { results } = await searchConversation(deps, inFront, { query })
      expect(results, query).toMatchObject([{ kind: 'message', message_id: open.id }])
      for (const text of await find(deps, eve, query)) expect(text).toBe('a red car of Eve')
    }
  })
})

describe('an exclusion', () => {
  test('drops messages and summaries with any form of the word, and no others', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The jaguar won', 'A jaguar buying cars', 'jaguar carpets'])
    await summarize(store, await person.say('hello', '2026-11-03T08:00:00Z'), 'The jaguar and its car.')
    await summarize(store, await person.say('hello', '2026-11-04T08:00:00Z'), 'The jaguar and its carpet.')
    const deps = searchDeps(store)
    expect((await find(deps, person, 'jaguar -car')).sort()).toEqual(['The jaguar and its carpet.', 'The jaguar won', 'jaguar carpets'])
    expect(await find(deps, person, 'jaguar -CARS -carpet')).toEqual(['The jaguar won'])
    expect(await find(deps, person, 'jaguar -win -car')).not.toContain('The jaguar won')
    expect(await find(deps, person, 'jaguar -"buying cars"')).not.toContain('A jaguar buying cars')
    expect(await find(deps, person, 'jaguar -"car buying"')).toContain('A jaguar buying cars')
    expect((await find(deps, person, 'jaguar -the')).sort()).toEqual(['A jaguar buying cars', 'jaguar carpets'])
    expect(await find(deps, person, '"jaguar carpets" -carpet')).toEqual([])
  })

  test('of words joined by punctuation excludes them only where they are joined', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The bus takes.full', 'The bus takes us', 'A full bus', 'The bus a/b', 'Bus b'])
    const deps = searchDeps(store)
    expect((await find(deps, person, 'bus -takes.full')).sort()).toEqual(['A full bus', 'Bus b', 'The bus a/b', 'The bus takes us'])
    expect(await find(deps, person, 'bus -a/b')).toHaveLength(4)
    expect(await find(deps, person, 'bus -a/b')).not.toContain('The bus a/b')
  })

  test.each([
    ['ฉันชอบแมวดำมาก', 'แมว', 'ชอบ'],
    ['ຂ້ອຍມັກແມວດຳຫຼາຍ', 'ແມວ', 'ມັກ'],
  ])('of a word in a script without spaces excludes it anywhere: %s', async (text, word, other) => {
    const store = await testStore()
    const person = await testPerson(store, { language: 'ja' })
    await person.say(`${text} cat`, '2026-11-03T08:00:00Z')
    await person.say(`${other} cat`, '2026-11-04T08:00:00Z')
    expect(await find(searchDeps(store), person, `cat -${word}`)).toEqual([`${other} cat`])
  })

  test('does not make the words of the other results rarer', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The jaguar won'])
    for (let minute = 10; minute < 40; minute++) await person.say(`A jaguar car, number ${minute}`, `2026-10-09T08:${minute}:00Z`)
    const scoreOf = async (query: string) => {
      const { results } = await searchConversation(searchDeps(store), privately(person), { query, limit: 50 })
      return results.find((result) => result.kind === 'message' && result.snippet === 'The **jaguar** won')?.score ?? 0
    }
    expect(await scoreOf('jaguar -car')).toBeGreaterThan(0)
    expect(Math.abs((await scoreOf('jaguar -car')) - (await scoreOf('jaguar')))).toBeLessThan(0.05)
  })

  test('alone needs words to search for, or a day', async () => {
    const store = await testStore()
    const person = await personWho(store, ['The jaguar won', 'A car'])
    const deps = searchDeps(store)
    await expect(find(deps, person, '-car')).rejects.toThrow('The search only excludes words. Add the words to search for, or a day.')
    await expect(find(deps, person, '-"a car" -boat')).rejects.toThrow(InputError)
    expect(await find(deps, person, '-car on 1 October')).toEqual(['The jaguar won'])
    expect(await find(deps, person, { query: '-car', since: '2026-10-01' })).toEqual(['The jaguar won'])
    expect(await find(deps, person, { query: '-car', day: '2026-10-02' })).toEqual([])
  })
})

test('a query that is plain text requires and excludes nothing', async () => {
  const store = await testStore()
  const person = await personWho(store, ['The car is red', 'A boat'])
  expect(await find(searchDeps(store), person, { query: 'is it a "red car" -boat', isPlainText: true })).toHaveLength(2)
})
