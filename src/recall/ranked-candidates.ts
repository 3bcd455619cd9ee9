import type { MessageId, SegmentId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import { candidateSummaries } from './candidate-summaries.ts'
import { type CandidateMessage, candidateMessages, messagesOfDays, neighboursOf, type Reach, segmentsWithin } from './candidates.ts'
import { soundsLikeDecision } from './cues.ts'
import { bestMatches, emptyMatch, type Match, matchesOf } from './matches.ts'
import { type Nearby, nearbyFrom } from './nearby.ts'
import { postingsOf } from './postings.ts'
import type { Query } from './query.ts'
import { type Corpus, restates, scoreMessage, scoreSummary } from './rank.ts'
import type { Ranked } from './search-results.ts'
import { decisionsIn } from './summary-sections.ts'
import type { SearchLanguage } from './terms.ts'

/** The messages that are ranked in full, of those with the best words. */
const poolSize = 600
/** Of these, the neighbours count too. */
const withNeighbours = 300
/** Of these, the neighbours can be found themselves: the answer beside a question that has the words. */
const bringingNeighbours = 40
const neighbourDistance = 3
/** On days that the query names, the newest messages are looked at whatever their words. */
const messagesOfNamedDays = 400
/** With fewer matches than this on the named days, what merely sounds like a decision there is let in beside them. */
const fewMatches = 3
/** Of so many of the best messages, the summaries of their days are looked at. */
const bringingSummaries = 100

export interface Ranking {
  readonly reach: Reach
  readonly query: Query
  readonly terms: readonly string[]
  readonly language: SearchLanguage
  readonly size: { readonly messages: number; readonly averageLength: number }
  /** Neither found nor counted. */
  readonly excluded: ReadonlySet<MessageId>
}

/** Everything found, each with its score, in no order. A bounded number of statements and rows, however long the thread. */
export async function rankedCandidates(db: Db, ranking: Ranking): Promise<Ranked[]> {
  const { reach, query, terms, language, size, excluded } = ranking
  const postings = await postingsOf(db, reach, { terms, messages: size.messages })
  const corpus: Corpus = { ...size, frequencies: postings.map(({ frequency }) => frequency) }
  const matches = matchesOf(postings, excluded)
  const pool = bestMatches(matches, corpus, poolSize)

  const edges = await neighboursOf(db, reach, pool.slice(0, withNeighbours), neighbourDistance)
  const beside = new Set(pool.slice(0, bringingNeighbours).flatMap((id) => (edges.get(id) ?? []).map((near) => near.id)))
  const named = await segmentsWithin(db, reach.scope, query.days)
  const onNamedDays = await messagesOfDays(db, reach, named, messagesOfNamedDays)
  const ids = [...new Set([...pool, ...beside, ...onNamedDays])].filter((id) => !excluded.has(id))
  const found = await candidateMessages(db, reach, ids)

  const messages = scored(relevant(found, { query, matches, beside }), {
    query,
    corpus,
    matches,
    nearby: nearbyFrom(edges, silentIn(found, excluded)),
  })
  const segments = daysToSummarize(found, { named, best: pool.slice(0, bringingSummaries), reach })
  const summaries = await candidateSummaries(db, reach.scope, { segments, terms, language })
  return [
    ...messages,
    ...summaries.map((summary): Ranked => {
      const score = scoreSummary(query, corpus, { ...summary, decides: decisionsIn(summary.markdown).length > 0 })
      return { kind: 'summary', score, day: summary.day, id: summary.segmentId, summary }
    }),
  ]
}

/** Of the messages of named days, which came whatever their words, only those stay that the query has a use for. */
function relevant(
  found: readonly CandidateMessage[],
  { query, matches, beside }: { query: Query; matches: ReadonlyMap<MessageId, Match>; beside: ReadonlySet<MessageId> },
): CandidateMessage[] {
  const isNamed = (day: string) => query.days.some(({ from, to }) => day >= from && day <= to)
  const few = found.filter(({ id, day }) => matches.has(id) && isNamed(day)).length < fewMatches
  return found.filter(
    ({ id, text }) => matches.has(id) || beside.has(id) || query.topic === '' || ((query.forDecisions || few) && soundsLikeDecision(text)),
  )
}

/** Messages whose words count for none of their neighbours: they only ask for what others said, or repeat it. */
function silentIn(found: readonly CandidateMessage[], excluded: ReadonlySet<MessageId>): Set<MessageId> {
  return new Set([...excluded, ...found.filter(restates).map(({ id }) => id)])
}

interface Scoring {
  readonly query: Query
  readonly corpus: Corpus
  readonly matches: ReadonlyMap<MessageId, Match>
  readonly nearby: Nearby
}

function scored(messages: readonly CandidateMessage[], { query, corpus, matches, nearby }: Scoring): Ranked[] {
  const none = emptyMatch(corpus.frequencies.length)
  return messages.map((message) => {
    const neighbours = nearby(message.id).map(({ id, distance }) => ({ ...(matches.get(id) ?? none), distance }))
    const { own } = matches.get(message.id) ?? none
    const score = scoreMessage(query, corpus, { ...message, own, neighbours })
    return { kind: 'message', score, day: message.day, id: message.id, segmentId: message.segmentId, covered: message.covered }
  })
}

/** The days that the query names or is limited to, and those of the best messages. */
function daysToSummarize(
  found: readonly CandidateMessage[],
  { named, best, reach }: { named: readonly SegmentId[]; best: readonly MessageId[]; reach: Reach },
): SegmentId[] {
  const segmentOf = new Map(found.map(({ id, segmentId }) => [id, segmentId]))
  const allowed = reach.segments && new Set(reach.segments)
  return [...new Set([...named, ...best.flatMap((id) => segmentOf.get(id) ?? [])])].filter((id) => !allowed || allowed.has(id))
}
