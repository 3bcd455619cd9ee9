// Search in what is remembered of one person, beside the same for another person.

import { itemTsvectorSql } from '../../src/memory/items/item-lexemes.ts'
import { searchMemory } from '../../src/memory/search/search-memory.ts'
import { listThemes } from '../../src/memory/themes.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { type Row, timeRow, times } from './measure.ts'
import { queries } from './queries.ts'
import { openWorld, type Person } from './world.ts'

const items = 10_000
/** Every item ends with it. */
const everywhere = 'dossier'

const world = await openWorld()
const { db } = world.app.store
const rows: Row[] = []
console.log(`\nMemory, on ${world.engine}:`)

const people = [await world.person(items), await world.person(items)]
for (const person of people) await remember(person)
await db.$executeRawUnsafe('ANALYZE')
const scopeOf = (run: number): Scope => {
  const { userId, threadId } = people[run % people.length] as Person
  return { userId, threadId, audience: 'private' }
}
const queryOf = (run: number) => queries[run % queries.length] ?? ''
const runs = queries.length * 3
const bare = (run: number) => db.$queryRaw`
  SELECT id FROM memory_items WHERE user_id = ${scopeOf(run).userId}
    AND terms @@ replace(plainto_tsquery('english', ${queryOf(run)})::text, '&', '|')::tsquery LIMIT 50`

const one = (run: number) => searchMemory(world.app, scopeOf(run), { query: queryOf(run) })
await times(queries.length, one)
await times(queries.length, bare)
const baseline = await times(runs, bare)
rows.push(
  timeRow(`search in memory, ${items} items of one`, 'p95 50 ms', {
    measured: await times(runs, one),
    baseline,
    of: 'one bare full-text query',
  }),
  timeRow(`the same with a word that is in every item`, 'p95 50 ms', {
    measured: await times(runs, (run) => searchMemory(world.app, scopeOf(run), { query: `${queryOf(run)} ${everywhere}` })),
    baseline,
    of: 'one bare full-text query',
  }),
  timeRow('the themes that the model is told of', 'p95 50 ms, all parts together', {
    measured: await times(runs, (run) => listThemes(db, scopeOf(run))),
    baseline,
    of: 'one bare full-text query',
  }),
)
await world.close()
console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))

/** What they said, as if all of it were to be remembered, under twenty themes. */
async function remember({ userId, threadId }: Person): Promise<void> {
  await db.$executeRaw`
    INSERT INTO memory_themes (user_id, audience, slug, name, created_at)
    SELECT ${userId}, 'private', 'theme-' || n, 'Theme ' || n, now() FROM generate_series(0, 19) n`
  const content = Prisma.sql`m.text || ${` ${everywhere}.`}::text`
  const words = itemTsvectorSql({ content, tags: Prisma.sql`'{}'::text[]`, theme: Prisma.sql`t.name` }, Prisma.sql`'english'`)
  await db.$executeRaw`
    INSERT INTO memory_items (user_id, audience, theme_id, type, content, gist, language, terms, created_at)
    SELECT ${userId}, 'private', t.id, 'fact', ${content}, m.id::text, 'en', ${words}, m.sent_at
    FROM messages m JOIN memory_themes t ON t.user_id = ${userId} AND t.slug = 'theme-' || m.id % 20
    WHERE m.thread_id = ${threadId} AND m.text <> ''`
}
