import { describe, expect, test } from 'vitest'
import { personalData } from '../../src/app.ts'
import type { UserId } from '../../src/core/domain/ids.ts'
import { loadColumns } from '../../src/privacy/export/column-types.ts'
import { bindRegistrationSql, buildSections } from '../../src/privacy/export/sections.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import { columnsForWords, numberApart, storedRows } from '../e2e/attacks/rows.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { plant, type Said } from './planted.ts'

const data = personalData
const registrations = data.flatMap(({ tables }) => Object.entries(tables))

/** What is wrong with the registry, as it is held against the tables there are. */
async function problems(store: Store): Promise<string[]> {
  const columns = await columnsForWords(store)
  const tables = await store.db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  const registeredOnce = tables.filter(({ name }) => registrations.filter(([table]) => table === name).length === 1)
  return [
    ...tables.filter((table) => !registeredOnce.includes(table)).map(({ name }) => `the table ${name} is not in exactly one registration`),
    ...registrations.filter(([table]) => !tables.some(({ name }) => name === table)).map(([table]) => `there is no table ${table}`),
    ...columns.filter((column) => timesTold(column) !== 1).map((column) => `${column} is not either exported or withheld`),
  ]
}

function timesTold(column: string): number {
  const [table = '', name = ''] = column.split('.')
  const told = registrations.filter(([registered]) => registered === table).map(([, { exported, withheld }]) => ({ exported, withheld }))
  const reasons = told.filter(({ withheld }) => (withheld?.[name] ?? '') !== '')
  return reasons.length + told.filter(({ exported }) => exported?.columns.includes(name)).length
}

const said: Said = {
  text: 'words',
  answer: 'more words',
  at: new Date('2026-01-05T12:00:00Z'),
  place: 'direct',
  fate: 'kept',
  file: { name: 'a file', content: new Uint8Array([1]) },
  remembered: { content: 'a fact', theme: 'a theme' },
  emoji: '👍',
  tool: '{}',
  summary: '## Summary',
}

/** What a test plants in no table, as it is about nobody, or made by others of what is there. */
const notPlanted = [
  'setup_codes',
  'leases',
  'embedding_choice',
  'model_choice',
  'push_keys',
  'message_index',
  'thread_languages',
  'transcript_chunks',
  'chunked_segments',
  'chunk_cursors',
  'session_members',
  'session_cursors',
]

describe('the registry of personal data', () => {
  test('has every table once, and says of every column with words whether it is exported', async () => {
    expect(await problems(await testStore())).toEqual([])
  })

  test('misses no table that is added later', async () => {
    const store = await testStore()
    await store.db.$executeRaw`CREATE TABLE diaries (id SERIAL PRIMARY KEY, user_id INTEGER, entry TEXT NOT NULL)`
    await store.db.$executeRaw`ALTER TABLE messages ADD COLUMN mood TEXT`
    try {
      expect(await problems(store)).toEqual([
        'the table diaries is not in exactly one registration',
        'diaries.entry is not either exported or withheld',
        'messages.mood is not either exported or withheld',
      ])
    } finally {
      await store.db.$executeRaw`DROP TABLE diaries`
      await store.db.$executeRaw`ALTER TABLE messages DROP COLUMN mood`
    }
  })

  test('tells whose each row is', async () => {
    const store = await testStore()
    await numberApart(store)
    const ines = await plant(store, 'Ines', [said])
    const before = await storedRows(store)
    const omar = await plant(store, 'Omar', [said, { ...said, place: 'shared' }])
    const all = await storedRows(store)
    const nobody = await testPerson(store)
    const ofPerson = async (table: string, sql: string, userId: UserId) => {
      const rows = await store.db.$queryRaw<{ text: string }[]>`
        SELECT to_jsonb(t)::text AS text FROM ${Prisma.raw(table)} t WHERE ${bindRegistrationSql(sql, { alias: 't', userId })}`
      return rows.map(({ text }) => text).sort()
    }
    for (const [table, { ofPerson: sql }] of registrations) {
      if (!sql || notPlanted.includes(table)) continue
      const expected = (rows: typeof all) =>
        rows
          .filter((row) => row.table === table)
          .map(({ columns }) => JSON.stringify(columns))
          .sort()
      const [first, second] = [await ofPerson(table, sql, ines.userId), await ofPerson(table, sql, omar.userId)]
      expect(first.length, table).toBeGreaterThan(0)
      expect(first.length, table).toBe(expected(before).length)
      expect(second.length, table).toBe(expected(all).length - first.length)
      expect(
        first.filter((row) => second.includes(row)),
        table,
      ).toEqual([])
      expect((await ofPerson(table, sql, nobody.userId)).length, table).toBe(
        ['users', 'accounts', 'threads', 'continuous_threads'].includes(table) ? 1 : 0,
      )
    }
  })

  test('has a column of its own kind for every one that is exported, and refers only to what is exported before or has an id', async () => {
    const store = await testStore()
    const sections = buildSections(data, await loadColumns(store.db))
    for (const section of sections.filter(({ isOfOthers }) => !isOfOthers)) {
      if (section.forwardReferences.length > 0) expect(section.columns, section.table).toContain('id')
      const required = await store.db.$queryRaw<{ name: string }[]>`
        SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${section.table}
          AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER'`
      const filled = [...section.columns, ...Object.keys(section.restored ?? {})]
      expect(
        required.map(({ name }) => name).filter((name) => !filled.includes(name)),
        section.table,
      ).toEqual([])
    }
  })
})
