// Search in long conversations: of one person among others, in a place that many share, and, on PostgreSQL, of one whose own is a hundred
// times as long.

import type { PlaceAddress } from '../../src/core/domain/ids.ts'
import type { Audience } from '../../src/core/domain/messages.ts'
import { indexThread } from '../../src/search/index/update-index.ts'
import { toScopeTag } from '../../src/search/query/terms.ts'
import { searchConversation } from '../../src/search/search.ts'
import { upsertPlace } from '../../src/threads/places.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { indexHistories } from './history.ts'
import { type Row, timeRow, times } from './measure.ts'
import { queries } from './queries.ts'
import { openWorld, type Person, tidied } from './world.ts'

const each = 10_000
const million = 1_000_000
/** Those who share a place. Each says as much there as elsewhere. */
const members = 20
/** How often each query is asked. */
const rounds = 3

const world = await openWorld()
const { store } = world.app
const { db } = store
const rows: Row[] = []
console.log(`\nSearch, on ${world.engine}; what is searched is written first, which takes minutes on a server.`)

const others = store.engine === 'postgres' ? million / each : 2
const people: Person[] = []
while (people.length < others) people.push(await world.person(each))
await index(people)
await measure(`search, ${each} messages of one among ${others * each}`, people)
const sharing: Person[] = []
while (sharing.length < members) sharing.push(await world.person((2 * each) / members))
const place = await upsertPlace(
  db,
  { platform: 'bench', tenant: '', address: 'shared' as PlaceAddress, kind: 'shared' },
  sharing[0]!.userId,
)
await db.$executeRaw`
  UPDATE messages SET place_id = ${place.id}, audience = ${place.audience}
  WHERE thread_id = ANY(${sharing.map(({ threadId }) => threadId)}::int[]) AND id % 2 = 0`
await index(sharing)
await measure(`search, ${each} messages in a place of ${members}`, sharing, place.audience)
if (store.engine === 'postgres') {
  const longest = [await world.person(million)]
  await index(longest)
  await measure(`search, ${million} messages of one`, longest)
}
await world.close()
console.table(Object.fromEntries(rows.map(({ what, ...figures }) => [what, figures])))

async function index(written: readonly Person[]): Promise<void> {
  await indexHistories(
    world.app,
    written.map(({ threadId }) => threadId),
  )
  await tidied(store)
  for (const { threadId } of written) {
    const { written: more, complete } = await indexThread(world.app, threadId)
    if (more > 0 || !complete)
      throw new Error(`The index that the bench wrote is not what indexThread would have written: ${more} rows are different.`)
  }
}

async function measure(what: string, askers: readonly Person[], audience: Audience = 'private'): Promise<void> {
  const runs = queries.length * rounds
  const asked = (run: number): { scope: Scope; query: string } => {
    const { userId, threadId } = askers[run % askers.length] as Person
    return { scope: { userId, threadId, audience }, query: queries[run % queries.length] ?? '' }
  }
  let empty = 0
  const one = async (run: number) => {
    const { scope, query } = asked(run)
    const { results } = await searchConversation(world.app, scope, { query })
    if (results.length === 0) empty++
  }
  const bare = (run: number) => {
    const { scope, query } = asked(run)
    // Relies on message_index_terms_idx, as the search does: any of the words, in no order.
    return db.$queryRaw`
      SELECT message_id FROM message_index
      WHERE terms @@ (${`'${toScopeTag(scope)}' & (`} || replace(plainto_tsquery('english', ${query})::text, '&', '|') || ')')::tsquery LIMIT 50`
  }
  await times(queries.length, one)
  const found = await times(runs, one)
  await times(queries.length, bare)
  const baseline = await times(runs, bare)
  if (empty > 0) console.log(`${empty} of ${runs + queries.length} searches found nothing.`)
  rows.push(timeRow(what, 'p95 50 ms PostgreSQL', { measured: found, baseline, of: 'one bare full-text query' }))
}
