import { expect, test } from 'vitest'
import { combineReads } from '../../src/store/combined-reads.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { planOnce } from '../../src/store/store.ts'
import { testStore } from '../support/store.ts'
import { watchStatements } from '../support/watch-statements.ts'

async function openReads() {
  const store = await testStore()
  return { db: combineReads(store.db), statements: watchStatements(store) }
}

const word = (text: string) => planOnce`SELECT upper(${text}) AS word`
const numbers = (most: number) => planOnce`SELECT n AS number, n % 2 = 0 AS "isEven" FROM generate_series(1, ${most}) n`

test('statements that start at the same time are sent as one, and each gets its own rows', async () => {
  const { db, statements } = await openReads()
  const [words, counted] = await Promise.all([
    db.$queryRaw<{ word: string }[]>(word('a "b" \\ c')),
    db.$queryRaw<{ number: number; isEven: boolean }[]>(numbers(2)),
  ])
  expect(words).toEqual([{ word: 'A "B" \\ C' }])
  expect(counted).toEqual([
    { number: 1, isEven: false },
    { number: 2, isEven: true },
  ])
  expect(statements.take()).toHaveLength(1)
})

test('statements that follow from what was read together are sent together', async () => {
  const { db, statements } = await openReads()
  const readTwice = async (text: string) => {
    const [first] = await db.$queryRaw<{ word: string }[]>(word(text))
    // Some of them take more turns of the event loop than others.
    for (let turn = 0; turn < text.length; turn++) await Promise.resolve()
    return db.$queryRaw<{ word: string }[]>(word(`${first?.word} again`))
  }
  expect(await Promise.all(['one', 'fourteen'].map(readTwice))).toEqual([[{ word: 'ONE AGAIN' }], [{ word: 'FOURTEEN AGAIN' }]])
  expect(statements.take()).toHaveLength(2)
})

test('a statement without rows gets none', async () => {
  const { db } = await openReads()
  expect(await Promise.all([db.$queryRaw(numbers(0)), db.$queryRaw(word('x'))])).toEqual([[], [{ word: 'X' }]])
})

test('a statement that is alone is sent as it is', async () => {
  const { db, statements } = await openReads()
  expect(await db.$queryRaw(word('alone'))).toEqual([{ word: 'ALONE' }])
  expect(statements.take().map(({ sql }) => sql)).toEqual([word('').text])
})

test('a statement that is planned for its values is never combined', async () => {
  const { db, statements } = await openReads()
  await Promise.all([db.$queryRaw(Prisma.sql`SELECT ${1}::int AS one`), db.$queryRaw`SELECT ${2}::int AS two`])
  expect(statements.take()).toHaveLength(2)
})

test('a failure reaches only the statement that failed', async () => {
  const { db } = await openReads()
  const [failed, counted] = await Promise.allSettled([db.$queryRaw(planOnce`SELECT 1 / ${0} AS one`), db.$queryRaw(numbers(1))])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('division by zero') } })
  expect(counted).toEqual({ status: 'fulfilled', value: [{ number: 1, isEven: false }] })
})

test('what must see one state fails as a whole, and nothing of it is run by itself', async () => {
  const store = await testStore()
  const db = combineReads(store.db, { isAtomic: true })
  const statements = watchStatements(store)
  const outcomes = await Promise.allSettled([db.$queryRaw(planOnce`SELECT 1 / ${0} AS one`), db.$queryRaw(numbers(1))])
  const failed = { status: 'rejected', reason: { message: expect.stringContaining('division by zero') } }
  expect(outcomes).toMatchObject([failed, failed])
  expect(statements.take()).toHaveLength(1)
})

test('everything but raw queries runs as on the database itself', async () => {
  const { db } = await openReads()
  expect(await db.user.count()).toBe(0)
})
