import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../src/store/embedded/embedded-database.ts'

let folder: string
let database: EmbeddedDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-embedded-'))
  database = await openEmbeddedDatabase(folder)
  await database.exec('CREATE TABLE written (id SERIAL, by TEXT)')
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => database.exec('TRUNCATE written'))

const write = (by: string, to: Pick<EmbeddedDatabase, 'query'> = database) => to.query('INSERT INTO written (by) VALUES ($1)', [by])
const writers = async () => (await database.query<{ by: string }>('SELECT by FROM written ORDER BY id')).rows.map(({ by }) => by)

test('statements run in the order in which they are asked for, and one that fails leaves the others alone', async () => {
  const asked = [write('first'), database.query('SELECT 1 / 0'), write('second'), database.exec('SELECT nothing'), write('third')]
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await writers()).toEqual(['first', 'second', 'third'])
})

test('no other statement runs within a transaction, however long it takes, and the next transaction waits for those before it', async () => {
  const transaction = (name: string) =>
    database.transaction(async (tx) => {
      await write(`${name} begins`, tx)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await write(`${name} ends`, tx)
    })
  await Promise.all([write('before'), transaction('one'), write('between'), transaction('two'), write('after')])
  expect(await writers()).toEqual(['before', 'one begins', 'one ends', 'between', 'two begins', 'two ends', 'after'])
})

test('what waits for a transaction runs, too, if that is rolled back', async () => {
  const failing = database.transaction(async (tx) => {
    await write('taken back', tx)
    throw new Error('It failed.')
  })
  const outcomes = await Promise.allSettled([failing, write('after'), database.transaction((tx) => write('next', tx))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(await writers()).toEqual(['after', 'next'])
})

test('a database that is being closed answers what it was asked before, and nothing after that', async () => {
  const other = await mkdtemp(join(tmpdir(), 'throughline-embedded-'))
  const closing = await openEmbeddedDatabase(other)
  const asked = closing.query<{ value: number }>('SELECT 7 AS value')
  const closed = Promise.all([closing.close(), closing.close()])
  await expect(closing.query('SELECT 8')).rejects.toThrow('The embedded database is closed.')
  await closed
  expect((await asked).rows).toEqual([{ value: 7 }])
  await expect(closing.query('SELECT 9')).rejects.toThrow('The embedded database is closed.')
  await rm(other, { recursive: true, force: true })
}, 60_000)
