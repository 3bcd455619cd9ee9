import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { type SearchOutput, searchConversation } from '../../src/search/search.ts'
import { testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps, summarize } from './support.ts'

const keysOf = ({ results }: SearchOutput) =>
  results.map((result) => (result.kind === 'message' ? `message ${result.message_id}` : `summary ${result.day_segment_id}`))

test('pages neither repeat nor lose results when messages are added between them', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
  const words = ['boat', 'harbour', 'sail', 'paint', 'rope']
  const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(' '))
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 4, maxLength: 12 }),
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (said, later, limit) => {
        const person = await testPerson(store, { name: `paging-${++run}` })
        for (const [index, text] of said.entries()) await person.say(text, new Date(Date.UTC(2026, 10, 2 + (index % 5), 8, index)))
        const query = 'boat rope paint'
        const whole = keysOf(await searchConversation(deps, privately(person), { query, limit: 50 }))
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const page = await searchConversation(deps, privately(person), { query, limit, ...(cursor && { cursor }) })
          paged.push(...keysOf(page))
          cursor = page.next_cursor
          const text = later[paged.length % later.length] ?? ''
          await person.say(text, new Date(Date.UTC(2026, 10, 3, 20, paged.length)))
        } while (cursor)
        expect(paged).toEqual(whole)
        expect(new Set(paged).size).toBe(paged.length)
      },
    ),
    { numRuns: runs(8), interruptAfterTimeLimit: 20_000 },
  )
})

test('pages are consistent when summaries are written between them', async () => {
  const store = await testStore()
  const deps = searchDeps(store, '2026-11-20T09:00:00Z')
  const person = await testPerson(store)
  const said = []
  for (let index = 0; index < 6; index++)
    said.push(await person.say(`rope number ${index}`, new Date(Date.UTC(2026, 10, 2 + (index % 3), 8, index))))
  await runOf(said[0]!, '2026-11-19T09:00:00Z')
  const whole = keysOf(await searchConversation(deps, privately(person), { query: 'rope', limit: 50 }))
  const paged: string[] = []
  for (let cursor: string | undefined, page = 0; page < 9; page++) {
    const found = await searchConversation(deps, privately(person), { query: 'rope', limit: 1, ...(cursor && { cursor }) })
    paged.push(...keysOf(found))
    cursor = found.next_cursor
    if (cursor === undefined) break
    deps.clock.advance(60_000)
    // After some messages were shown as not covered.
    if (page === 2) for (const message of said.slice(-3)) await runOf(message, deps.clock.now().toISOString())
  }
  expect(paged).toEqual(whole)

  /** A summary of the day of a message, which covers it. */
  async function runOf({ segmentId, changeSeq }: Message, at: string): Promise<void> {
    const [finishedAt, markdown] = [new Date(at), 'Rope, rope and rope.']
    const written = { markdown, mode: 'nightly', model: 'test', language: 'en', updatedAt: finishedAt }
    await store.db.daySummary.upsert({ where: { segmentId }, create: { segmentId, ...written }, update: written })
    await store.db.daySegment.update({ where: { id: segmentId }, data: { coveredSeq: changeSeq } })
    const run = { segmentId, mode: 'nightly', state: 'done', fromRevision: 0, toSeq: changeSeq, startedAt: finishedAt, finishedAt }
    await store.db.summaryRun.create({ data: run })
  }
})

test('a summary that is rewritten between pages keeps its place', async () => {
  const store = await testStore()
  const deps = searchDeps(store, '2026-11-20T09:00:00Z')
  const person = await testPerson(store)
  const told = await person.say('rope', '2026-11-02T08:00:00Z')
  for (let minute = 10; minute < 14; minute++) await person.say(`rope knot ${minute}`, `2026-11-03T08:${minute}:00Z`)
  await summarize(store, told, `The rope. ${'Much else happened on that day. '.repeat(10)}`)
  const whole = keysOf(await searchConversation(deps, privately(person), { query: 'rope knot', limit: 50 }))
  const place = whole.findIndex((key) => key.startsWith('summary'))
  expect(place).toBeGreaterThan(0)
  const first = await searchConversation(deps, privately(person), { query: 'rope knot', limit: place })
  await store.db.daySummary.update({
    where: { segmentId: told.segmentId },
    data: { markdown: 'Rope, rope, rope.', updatedAt: new Date('2026-11-20T09:01:00Z') },
  })
  const rest = await searchConversation(deps, privately(person), { query: 'rope knot', limit: 50, cursor: first.next_cursor ?? '' })
  expect([...keysOf(first), ...keysOf(rest)]).toEqual(whole)
})

test('an offset skips results, and beyond the end there are none', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  for (let minute = 10; minute < 20; minute++) await person.say(`note about honey ${minute}`, `2026-11-02T08:${minute}:00Z`)
  const deps = searchDeps(store)
  const page = (offset: number) => searchConversation(deps, privately(person), { query: 'honey', limit: 3, offset })
  const whole = keysOf(await searchConversation(deps, privately(person), { query: 'honey', limit: 50 }))
  expect(whole).toHaveLength(10)
  expect([...keysOf(await page(0)), ...keysOf(await page(3)), ...keysOf(await page(6)), ...keysOf(await page(9))]).toEqual(whole)
  expect(await page(500)).toMatchObject({ results: [], total_estimate: 10 })
  expect(await page(9)).not.toHaveProperty('next_cursor')
})

test('a cursor keeps the meaning of "yesterday" past midnight', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  await person.say('soup with leek', '2026-11-17T11:00:00Z')
  await person.say('soup with beans', '2026-11-18T11:00:00Z')
  const deps = searchDeps(store, '2026-11-18T22:59:00Z')
  const first = await searchConversation(deps, privately(person), { query: 'soup yesterday', limit: 1 })
  deps.clock.set('2026-11-18T23:01:00Z')
  const second = await searchConversation(deps, privately(person), { query: 'soup yesterday', limit: 1, cursor: first.next_cursor ?? '' })
  expect([first, second].flatMap(({ results }) => results.map((result) => result.day_label))).toEqual(['2026-11-17', '2026-11-18'])
})

test('invalid cursors and those of another search or user are rejected', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
  const [anna, ben] = [await testPerson(store), await testPerson(store)]
  for (const person of [anna, ben]) for (const text of ['tea green', 'tea black']) await person.say(text, '2026-11-02T08:00:00Z')
  const { next_cursor: cursor = '' } = await searchConversation(deps, privately(anna), { query: 'tea', limit: 1 })
  expect(cursor).not.toBe('')
  const changed = Buffer.from(cursor, 'base64url')
    .toString()
    .replace(/\d+\]$/, '-1]')
  for (const wrong of ['', 'nonsense', 'W10', Buffer.from(changed).toString('base64url'), Buffer.from('{"a":1}').toString('base64url')])
    await expect(searchConversation(deps, privately(anna), { query: 'tea', cursor: wrong })).rejects.toThrow(/The cursor is invalid/)
  for (const foreign of [
    searchConversation(deps, privately(anna), { query: 'coffee', cursor }),
    searchConversation(deps, privately(anna), { query: 'tea', day: '2026-11-02', cursor }),
    searchConversation(deps, privately(ben), { query: 'tea', cursor }),
  ])
    await expect(foreign).rejects.toThrow(/belongs to another search/)
  await expect(searchConversation(deps, privately(anna), { query: 'tea', cursor: 'x' })).rejects.toThrow(InputError)
  expect(keysOf(await searchConversation(deps, privately(anna), { query: 'tea', cursor, limit: 50 }))).toHaveLength(1)
})
