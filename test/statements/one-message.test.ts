// One message in a direct chat and its reply run a fixed number of SQL statements, whatever the database. Who adds one sees all of them, and
// decides whether it is worth its time for every message.
import { expect, inject, onTestFinished, test } from 'vitest'
import { skipTest } from '../jobs/support/skip-test.ts'
import { headOf, watchStatements } from '../support/watch-statements.ts'
import { countAllStatements } from './all-statements.ts'
import { openMessageSteps } from './message-steps.ts'

/** How many statements each step runs on PostgreSQL. The embedded database has the queue of jobs as well, with one more for each job. */
const expected = {
  /** Stores the message, if its author is as they were last time. */
  accept: 1,
  /**
   * 1 claims the turn, 1 reads the conversation, 1 the index, 1 the themes and the open loops, 4 search for the text of the message alone and
   * together with the exchange before, 1 commits, and 1 records that the reply was delivered.
   */
  answer: 10,
  /** Reads what is left to index, and writes it. */
  index: 2,
}

test('one message with its reply runs a fixed number of statements', { timeout: 60_000 }, async () => {
  const { app, accept, answer, index } = await openMessageSteps()
  onTestFinished(() => app.close())
  const statements = watchStatements(app.store)
  const taken = async (step: () => Promise<void>) => {
    statements.take()
    await step()
    return statements.take()
  }
  const steps = { accept: await taken(accept), answer: await taken(answer), index: await taken(index) }

  expect(app.sent.at(-1)?.text).toBe('An instant answer.')
  const counts = Object.fromEntries(Object.entries(steps).map(([step, { length }]) => [step, length]))
  const list = Object.entries(steps).map(([step, texts]) => `${step}:\n${texts.map((seen) => `  ${headOf(seen)}`).join('\n')}`)
  const jobs = app.store.embedded ? 1 : 0
  const all = { accept: expected.accept + jobs, answer: expected.answer + jobs, index: expected.index }
  expect(counts, `The statements:\n${list.join('\n')}`).toEqual(all)
})

/** With those that PostgreSQL runs itself: for foreign keys, and inside functions. */
const mostOnPostgres = 20

const onPostgres = 'one message with its reply runs at most 20 statements on PostgreSQL, all counted'
if ('folder' in inject('databases'))
  skipTest(onPostgres, 'the database is embedded (`node scripts/servers.mjs npm run test:servers` has PostgreSQL)')
else
  test(onPostgres, { timeout: 60_000 }, async () => {
    const { app, accept, answer, index } = await openMessageSteps()
    onTestFinished(() => app.close())
    const { count, list } = await countAllStatements(app.store, async () => {
      for (const step of [accept, answer, index]) await step()
    })
    expect(count, list).toBeLessThanOrEqual(mostOnPostgres)
  })
