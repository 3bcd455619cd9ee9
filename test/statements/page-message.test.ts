// A message that is written on the page, and its reply, while the page is open in one tab.
import { expect, inject, test } from 'vitest'
import { skipTest } from '../jobs/support/skip-test.ts'
import { headOf, watchStatements } from '../support/watch-statements.ts'
import { countAllStatements } from './all-statements.ts'
import { openPage } from './open-page.ts'

/**
 * What the bot runs besides the jobs: 1 for the session and 1 for the message, 10 to answer, 2 to index, 1 each time the open page is told of
 * something, and 3 when it reports what it has shown. What the page is told depends on when it is told, so this is the most.
 */
const mostStatements = 19
/** Of all, with those that PostgreSQL runs itself. */
const mostOnPostgres = 25

test('a message on the page with its reply runs few statements', { timeout: 60_000 }, async () => {
  const { app, write } = await openPage()
  const statements = watchStatements(app.store)
  await write('What did we say about the garden?')
  const seen = statements.take().filter(({ sql }) => !sql.includes('pgboss'))
  expect(seen.length, seen.map(headOf).join('\n')).toBeLessThanOrEqual(mostStatements)
})

const onPostgres = 'a message on the page with its reply runs at most 25 statements on PostgreSQL, all counted'
if ('folder' in inject('databases'))
  skipTest(onPostgres, 'the database is embedded (`node scripts/servers.mjs npm run test:servers` has PostgreSQL)')
else
  test(onPostgres, { timeout: 60_000 }, async () => {
    const { app, write } = await openPage()
    const { count, list } = await countAllStatements(app.store, () => write('What did we say about the garden?'))
    expect(count, list).toBeLessThanOrEqual(mostOnPostgres)
  })
