import { expect, test } from 'vitest'
import { checkModelChoices } from '../../../src/store/check/check-choices.ts'
import { checkTrigrams } from '../../../src/store/check/check-trigrams.ts'
import { checkVectors } from '../../../src/store/check/check-vectors.ts'
import type { MigrationConnection } from '../../../src/store/migrate.ts'
import { ownStore } from '../../support/store.ts'

/** A database of this version, to take extensions from. */
async function database() {
  const store = await ownStore()
  const query: MigrationConnection['query'] = (sql, values) => store.db.$queryRawUnsafe(sql, ...values)
  return { query, run: (sql: string) => store.db.$executeRawUnsafe(sql) }
}

test('what search needs of the database is there, and what to do when it is not is said', async () => {
  const { query, run } = await database()
  expect(await checkTrigrams({ query })).toMatchObject({ state: 'good', text: expect.stringContaining('pg_trgm 1.') })

  await run('CREATE SCHEMA apart')
  await run('ALTER EXTENSION pg_trgm SET SCHEMA apart')
  expect(await checkTrigrams({ query })).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('ALTER EXTENSION pg_trgm SET SCHEMA public'),
  })
  await run('ALTER EXTENSION pg_trgm SET SCHEMA public')
  expect(await checkTrigrams({ query })).toMatchObject({ state: 'good' })

  // The tables are there, so no start adds it any more.
  await run('DROP EXTENSION pg_trgm CASCADE')
  expect(await checkTrigrams({ query })).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('CREATE EXTENSION pg_trgm SCHEMA public'),
  })
  await run('DROP TABLE transcript_chunks CASCADE')
  expect(await checkTrigrams({ query })).toMatchObject({ state: 'note', text: expect.stringContaining('the next start adds it') })

  const { version } = (await query("SELECT default_version AS version FROM pg_available_extensions WHERE name = 'vector'", []))[0] ?? {}
  if (version === undefined) {
    expect(await checkVectors({ query })).toMatchObject({ state: 'note', text: expect.stringContaining('does not have pgvector') })
    return
  }
  expect(await checkVectors({ query })).toEqual({ state: 'good', text: `pgvector ${version} is installed: semantic search works.` })
  await run('ALTER EXTENSION vector SET SCHEMA apart')
  expect(await checkVectors({ query })).toMatchObject({
    state: 'note',
    text: expect.stringContaining('ALTER EXTENSION vector SET SCHEMA public'),
  })
  await run('DROP EXTENSION vector CASCADE')
  expect(await checkVectors({ query })).toMatchObject({ state: 'good', text: expect.stringContaining('the next start') })
})

test.each([
  { what: 'a server without its extensions', row: undefined, words: /postgresql-contrib/, vectors: /does not have pgvector/ },
  {
    what: 'a user that may add nothing',
    row: { version: '1.6', installed: false, seen: false, allowed: false },
    words: /not installed in this database.*CREATE EXTENSION pg_trgm/,
    vectors: /may not install it.*CREATE EXTENSION vector/,
  },
  {
    what: 'an old version',
    row: { version: '0.7.4', installed: true, seen: true, allowed: true },
    words: /is installed/,
    vectors: /0.8 or newer.*UPDATE/,
  },
])('$what is told of with what to do', async ({ row, words, vectors }) => {
  const query: MigrationConnection['query'] = async (sql) => (sql.includes('pg_available_extensions') && row ? [row] : [])
  expect((await checkTrigrams({ query })).text).toMatch(words)
  expect(await checkVectors({ query })).toMatchObject({ state: 'note', text: expect.stringMatching(vectors) })
})

test('a model that an owner has chosen is told of, and so is that they switched it off', async () => {
  const { query, run } = await database()
  expect(await checkModelChoices({ query })).toEqual([])
  await run("INSERT INTO embedding_choice (provider, model, chosen_at) VALUES ('builtin', 'found', now())")
  expect(await checkModelChoices({ query })).toEqual([])
  await run("UPDATE embedding_choice SET origin = 'owner', provider = 'server', model = 'mine', base_url = 'http://127.0.0.1:9/v1'")
  expect(await checkModelChoices({ query })).toMatchObject([{ state: 'note', text: expect.stringContaining('the embedding model mine') }])
  await run('UPDATE embedding_choice SET is_off = TRUE')
  expect(await checkModelChoices({ query })).toMatchObject([{ state: 'note', text: expect.stringContaining('switched embeddings off') }])
  await run("INSERT INTO model_choice (base_url, model, chosen_at) VALUES ('http://127.0.0.1:9/v1', 'writer', now())")
  expect(await checkModelChoices({ query })).toMatchObject([
    { state: 'note', text: expect.stringContaining('language model writer at http://127.0.0.1:9/v1') },
    { state: 'note', text: expect.stringContaining('switched embeddings off') },
  ])
})
