import { expect } from 'vitest'
import type { ThreadId } from '../../../src/core/domain/ids.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { updateIndex } from '../../../src/search/index/update-index.ts'
import type { Store } from '../../../src/store/store.ts'
import { TestClock } from '../../support/clock.ts'

export const depsOf = (store: Store) => ({ store, log: silentLog, clock: new TestClock() })

export const rowsOf = (store: Store, threadId: ThreadId) =>
  store.db.transcriptChunk.findMany({ where: { threadId }, orderBy: [{ segmentId: 'asc' }, { audience: 'asc' }, { position: 'asc' }] })

export const long = (word: string) => Array.from({ length: 200 }, (_, n) => `${word}${n}`).join(' ')

/** Makes the chunks again from nothing, and gives them. */
export async function expectAsMadeOnce(store: Store, threadId: ThreadId) {
  const read = async () => (await rowsOf(store, threadId)).map(({ id: _, ...row }) => row)
  const stepwise = await read()
  await store.db.chunkedSegment.deleteMany({ where: { segment: { threadId } } })
  await store.db.chunkCursor.deleteMany({ where: { threadId } })
  await store.db.transcriptChunk.deleteMany({ where: { threadId } })
  await updateIndex(depsOf(store), threadId)
  const atOnce = await read()
  expect(stepwise).toEqual(atOnce)
  return atOnce
}
