import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlatformMessageId, ThreadId } from '../../../src/core/domain/ids.ts'
import { indexThread } from '../../../src/search/index/update-index.ts'
import type { Store } from '../../../src/store/store.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { runs } from '../../support/runs.ts'
import { testStore } from '../../support/store.ts'
import { searchDeps } from '../support.ts'

interface IndexRow {
  readonly message: number
  readonly seq: number
  readonly language: string
  readonly terms: string
}

function rowsOf(store: Store, threadId: ThreadId): Promise<IndexRow[]> {
  return store.db.$queryRaw<IndexRow[]>`
    SELECT message_id AS message, change_seq AS seq, language, terms::text AS terms
    FROM message_index WHERE thread_id = ${threadId} ORDER BY message_id`
}

describe('the index of a thread', () => {
  test('has the words of chat messages, and none of commands, notices and tools', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const said = await person.say('The keys are under the doormat', '2026-11-18T08:00:00Z')
    const { segmentId, placeId, audience } = said
    const other = { segmentId, placeId, audience, text: 'keys', sentAt: said.sentAt }
    await store.transaction((tx) =>
      insertMessages(tx, person.threadId, [
        { ...other, role: 'user', kind: 'command' },
        { ...other, role: 'system', kind: 'notice' },
        { ...other, role: 'system', kind: 'digest' },
        { ...other, role: 'assistant', kind: 'draft' },
        { ...other, role: 'tool', kind: 'chat' },
      ]),
    )
    expect(await indexThread(searchDeps(store), person.threadId)).toEqual({ written: 1, complete: true })
    const [row, ...others] = await rowsOf(store, person.threadId)
    expect(others).toEqual([])
    expect(row).toMatchObject({ message: said.id, seq: said.changeSeq, language: 'en' })
    expect(row?.terms).toContain("'doormat'")
    expect(row?.terms).not.toContain("'under'")
  })

  test('is written again after a deadlock with another statement, which undid it', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const said = await person.say('The keys are under the doormat', '2026-11-18T08:00:00Z')
    let deadlocks = 0
    const db = new Proxy(store.db, {
      get(target, property) {
        if (property !== '$queryRaw') return Reflect.get(target, property)
        return (...[sql, ...values]: Parameters<Store['db']['$queryRaw']>) => {
          const isWrite = 'sql' in sql && sql.sql.includes('INSERT INTO message_index')
          if (isWrite && ++deadlocks < 3) return Promise.reject(new Error('Raw query failed. Code: `40P01`. Message: `deadlock detected`'))
          return target.$queryRaw(sql, ...values)
        }
      },
    })
    expect(await indexThread(searchDeps({ ...store, db }), person.threadId)).toEqual({ written: 1, complete: true })
    expect(deadlocks).toBe(3)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ message: said.id }])
  })

  test('takes identifiers, paths and addresses apart', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('Order ORD-12345 is in src/recall/search.ts, ask anna@example.org <now>', '2026-11-18T08:00:00Z')
    await indexThread(searchDeps(store), person.threadId)
    const [row] = await rowsOf(store, person.threadId)
    for (const part of ["'ord'", "'12345'", "'recal'", "'search'", "'anna'", "'exampl'"]) expect(row?.terms).toContain(part)
  })

  test('tags each row with its thread, and shared rows with their place too', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const deps = searchDeps(store)
    const place = sharedPlace('garden')
    const alone = await person.say('roses', '2026-11-18T08:00:00Z')
    const open = await person.say('roses', '2026-11-18T08:01:00Z', { place, id: 'open' })
    await person.say('gone', '2026-11-18T08:02:00Z', { place, id: 'gone' })
    await deleteMessage(deps, place, 'gone' as PlatformMessageId)
    await indexThread(deps, person.threadId)
    const marked = (await rowsOf(store, person.threadId)).map(({ terms }) => terms)
    expect(marked).toEqual([`'rose':1 'thread ${alone.threadId}'`, `'audience ${open.audience}' 'rose':1 'thread ${open.threadId}'`, ''])
  })

  test('of an older version gets the tags of this one', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const place = sharedPlace('garden')
    await person.say('roses', '2026-11-18T08:00:00Z')
    await person.say('white roses', '2026-11-18T08:01:00Z', { place })
    await person.say('gone', '2026-11-18T08:02:00Z', { place, id: 'gone' })
    await deleteMessage(searchDeps(store), place, 'gone' as PlatformMessageId)
    await indexThread(searchDeps(store), person.threadId)
    const rows = await rowsOf(store, person.threadId)
    await store.db.$executeRaw`
      UPDATE message_index SET terms = ts_delete(terms, 'audience ' || audience) || array_to_tsvector(ARRAY['thread ' || thread_id || ' ' || audience])
      WHERE audience <> 'private' AND terms <> ''`
    expect(await rowsOf(store, person.threadId)).not.toEqual(rows)
    const migration = await readFile(new URL('../../../prisma/migrations/0013_places_as_rooms/migration.sql', import.meta.url), 'utf8')
    await store.db.$executeRawUnsafe(migration.split(';')[0] ?? '')
    expect(await rowsOf(store, person.threadId)).toEqual(rows)
  })

  test('treats repetition marks as words, like all characters without spaces, and has their pairs', async () => {
    const store = await testStore()
    const person = await testPerson(store, { language: 'ja' })
    await person.say('佐々木さんとWiFi々', '2026-11-18T08:00:00Z')
    await indexThread(searchDeps(store), person.threadId)
    const [row] = await rowsOf(store, person.threadId)
    for (const word of ["'佐'", "'々'", "'木'", "'佐々'", "'々木'", "'木さ'", "'さん'", "'wifi'"]) expect(row?.terms).toContain(word)
  })

  test('replaces the words of edited messages and removes those of deleted ones', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const place = directPlace('zoe')
    const deps = searchDeps(store)
    await person.say('the parrot is called Rufus', '2026-11-18T08:00:00Z', { place, id: 'a' })
    await indexThread(deps, person.threadId)
    await editMessage(deps, {
      place,
      platformMessageId: 'a' as PlatformMessageId,
      text: 'the parrot is called Otto',
      editedAt: deps.clock.now(),
    })
    expect(await indexThread(deps, person.threadId)).toMatchObject({ written: 1 })
    const [edited] = await rowsOf(store, person.threadId)
    expect(edited?.terms).toContain("'otto'")
    expect(edited?.terms).not.toContain("'rufus'")

    await deleteMessage(deps, place, 'a' as PlatformMessageId)
    await indexThread(deps, person.threadId)
    expect((await rowsOf(store, person.threadId)).map(({ terms }) => terms)).toEqual([''])
  })

  test('has each message in its own language, and unclear ones in that of the user, back and forth', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const deps = searchDeps(store)
    for (const text of ['Nous avons décidé de partir demain', 'We decided to leave tomorrow', 'ok 12'])
      await person.say(text, '2026-11-18T08:00:00Z')
    const languagesOf = async () => (await rowsOf(store, person.threadId)).map(({ language }) => language)
    await indexThread(deps, person.threadId)
    expect(await languagesOf()).toEqual(['fr', 'en', 'en'])
    await store.db.user.update({ where: { id: person.userId }, data: { language: 'fr' } })
    expect(await indexThread(deps, person.threadId)).toEqual({ written: 1, complete: true })
    expect(await languagesOf()).toEqual(['fr', 'en', 'fr'])
    await store.db.user.update({ where: { id: person.userId }, data: { language: 'en' } })
    await indexThread(deps, person.threadId)
    expect(await languagesOf()).toEqual(['fr', 'en', 'en'])
  })

  test('indexes languages that the database does not stem by their words as they are', async () => {
    const store = await testStore()
    const person = await testPerson(store, { language: 'cs' })
    await person.say('Byl jsem včera u zubaře a bolelo to', '2026-11-18T08:00:00Z')
    await indexThread(searchDeps(store), person.threadId)
    expect(await rowsOf(store, person.threadId)).toMatchObject([{ language: 'cs', terms: expect.stringContaining("'zubaře'") }])
  })

  test('stops at its limit and continues from there', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const said = await person.say('first', '2026-11-18T08:00:00Z')
    const { segmentId, placeId, audience, sentAt } = said
    const many = Array.from({ length: 1_200 }, (_, n) => ({
      segmentId,
      placeId,
      audience,
      sentAt,
      role: 'user' as const,
      kind: 'chat' as const,
      text: `line ${n}`,
    }))
    await store.transaction((tx) => insertMessages(tx, person.threadId, many))
    const deps = searchDeps(store)
    expect(await indexThread(deps, person.threadId, { maxMessages: 500 })).toEqual({ written: 500, complete: false })
    expect(await indexThread(deps, person.threadId)).toEqual({ written: 701, complete: true })
    expect(await rowsOf(store, person.threadId)).toHaveLength(1_201)
  })

  test('takes few long messages at a time, and all of them in the end', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (let minute = 10; minute < 16; minute++) await person.say('long '.repeat(3_200), `2026-11-18T08:${minute}:00Z`)
    const deps = searchDeps(store)
    expect(await indexThread(deps, person.threadId, { maxMessages: 1 })).toEqual({ written: 2, complete: false })
    expect(await indexThread(deps, person.threadId)).toEqual({ written: 4, complete: true })
  })

  test('indexes as much of a huge text or word as fits', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say(Array.from({ length: 300_000 }, (_, n) => `w${n}`).join(' '), '2026-11-18T08:00:00Z')
    await person.say(`start ${'x'.repeat(1_500_000)}`, '2026-11-18T08:01:00Z')
    expect(await indexThread(searchDeps(store), person.threadId)).toEqual({ written: 2, complete: true })
  })

  test('is the same as if built once at the end, whatever happens in between and with two concurrent runs', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    type Step = { do: 'say' | 'edit' | 'delete' | 'index' | 'index twice at once'; which: number; text: string }
    const step: fc.Arbitrary<Step> = fc.record({
      do: fc.constantFrom(
        'say' as const,
        'say' as const,
        'edit' as const,
        'delete' as const,
        'index' as const,
        'index twice at once' as const,
      ),
      which: fc.nat(5),
      text: fc.constantFrom('red door', 'blue window', 'green roof', 'the old boat', ''),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const name = `property-${++run}`
        const person = await testPerson(store, { name })
        const place = directPlace(name)
        for (const [time, { do: what, which, text }] of steps.entries()) {
          const platformMessageId = `m${which}` as PlatformMessageId
          const editedAt = new Date(Date.UTC(2026, 10, 18, 8, time))
          if (what === 'say') await person.say(text, editedAt, { place, id: platformMessageId })
          else if (what === 'edit') await editMessage(deps, { place, platformMessageId, text, editedAt })
          else if (what === 'delete') await deleteMessage(deps, place, platformMessageId)
          else if (what === 'index') await indexThread(deps, person.threadId)
          else await Promise.all([indexThread(deps, person.threadId), indexThread(deps, person.threadId)])
        }
        await indexThread(deps, person.threadId)
        const stepwise = await rowsOf(store, person.threadId)
        await store.db.$executeRaw`DELETE FROM message_index WHERE thread_id = ${person.threadId}`
        await indexThread(deps, person.threadId)
        expect(stepwise).toEqual(await rowsOf(store, person.threadId))
      }),
      { numRuns: runs(25), interruptAfterTimeLimit: 20_000 },
    )
  })
})
