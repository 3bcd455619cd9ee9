import type { Message } from '../../src/core/domain/messages.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { SearchDeps } from '../../src/search/deps.ts'
import { createNewestReader, type SearchBounds } from '../../src/search/retrieve/bounds.ts'
import { loadPostings, type Postings, type PostingsQuery } from '../../src/search/retrieve/postings.ts'
import { type SearchInput, type SearchOutput, searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { TestClock } from '../support/clock.ts'
import type { TestPerson } from '../support/conversation.ts'

export const privately = (person: TestPerson): Scope => ({ userId: person.userId, threadId: person.threadId, audience: 'private' })

export function searchDeps(store: Store, now = '2026-11-18T09:00:00Z'): SearchDeps & { clock: TestClock } {
  return { store, clock: new TestClock(now), log: silentLog }
}

/** The texts found, best first: snippets without their marks. */
export function texts(output: SearchOutput): string[] {
  return output.results.map((result) => (result.kind === 'message' ? result.snippet : result.summary_snippet).replaceAll('**', ''))
}

export async function find(deps: SearchDeps, person: TestPerson, input: SearchInput | string): Promise<string[]> {
  return texts(await searchConversation(deps, privately(person), typeof input === 'string' ? { query: input } : input))
}

/** Loads postings by themselves, with the newest messages that a search would read. */
export const findPostings = ({ db }: Store, bounds: SearchBounds, query: Omit<PostingsQuery, 'newest'>): Promise<Postings> =>
  loadPostings(db, bounds, { ...query, newest: createNewestReader(db, query.excluded) })

/** Puts a summary on the day of a message, or replaces it. */
export async function summarize(store: Store, { segmentId }: Message, markdown: string, coveredSeq?: number): Promise<void> {
  const summary = { markdown, mode: 'nightly', model: 'test', language: 'en', updatedAt: new Date('2026-11-17T00:00:00Z') }
  await store.db.daySummary.upsert({ where: { segmentId }, create: { segmentId, ...summary }, update: summary })
  if (coveredSeq) await store.db.daySegment.update({ where: { id: segmentId }, data: { coveredSeq } })
}
