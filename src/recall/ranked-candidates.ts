import type { MessageId, SegmentId } from '../core/ids.ts'
import type { Db } from '../store/store.ts'
import { candidateSummaries } from './candidate-summaries.ts'
import {
  type CandidateMessage,
  candidateMessages,
  messagesOfDays,
  neighboursOf,
  type Reach,
  type Size,
  segmentsWithin,
} from './candidates.ts'
import { importanceOf } from './importance.ts'
import { type KindsSaid, kindsOf, kindsSaid, type Lexemes, markedKinds, newestLexemes, suretyAmong } from './kinds.ts'
import { bestAround, bestMatches, bestOfKind, daysOf, type Manner, neighboursIn } from './matches.ts'
import { namedIn } from './named.ts'
import { type Nearby, nearbyFrom } from './nearby.ts'
import type { Match } from './postings.ts'
import type { Query } from './query.ts'
import { type Corpus, evidenceOfDays, scoreMessage, scoreSummary, shareOf, weightsOf } from './rank.ts'
import type { Ranked } from './search-results.ts'
import { postingsAsMeant } from './similar-words.ts'
import { decisionsIn } from './summary-sections.ts'
import { lexemesIn, lexemesOf, type SearchLanguage } from './terms.ts'
import type { Thesaurus } from './thesaurus.ts'
import type { Meaning } from './vectors/meaning.ts'
import type { Term } from './word-forms.ts'

/** How much is looked at. */
export interface Depth {
  /** Of so many messages with the best words the neighbours count, and can be found themselves: the answer beside a question that has the words. */
  readonly pool: number
  /** The messages that are ranked in full, of all these: those with the best words, their neighbours' counted. */
  readonly ranked: number
}

/** For pages of results, and for the few best alone, which are the same and found in two thirds of the time. */
export const depths = { pages: { pool: 200, ranked: 400 }, best: { pool: 60, ranked: 100 } } as const satisfies Record<string, Depth>

const neighbourDistance = 4
/** Kinds of what is asked for are looked for in so many of the newest messages, and in those that were found by words. */
const newestLookedThrough = 1_000
const noLexemes: Lexemes = new Map()
/** On days that the query names, the newest messages are looked at whatever their words. */
const messagesOfNamedDays = 400
/** Of so many of the best messages, the summaries of their days are looked at. */
const bringingSummaries = 100

export interface Ranking {
  readonly reach: Reach
  readonly depth: Depth
  readonly query: Query
  readonly terms: readonly Term[]
  readonly language: SearchLanguage
  readonly thesaurus: Thesaurus
  readonly size: Omit<Size, 'upTo'>
  /** Not found, and nobody's neighbours. */
  readonly excluded: ReadonlySet<MessageId>
  /** Absent where there are no vectors. */
  readonly meaning: Meaning | undefined
}

export interface Found {
  /** In no order. */
  readonly candidates: readonly Ranked[]
  /** What was looked for: of a misspelt word, those like it. */
  readonly terms: readonly Term[]
  /** Kinds of what was asked for that say something. */
  readonly kinds: readonly string[]
}

/** Everything found, each with its score. A bounded number of statements and rows, however long the thread. */
export async function rankedCandidates(db: Db, ranking: Ranking): Promise<Found> {
  const { reach, depth, query, language, thesaurus, size, excluded, meaning } = ranking
  const hasKinds = ranking.terms.some((term) => term.some((lexeme) => thesaurus.has(lexeme)))
  const [asked, newest] = await Promise.all([
    postingsAsMeant(db, reach, { terms: ranking.terms, size, excluded }, thesaurus),
    hasKinds ? newestLexemes(db, reach, { most: newestLookedThrough, excluded }) : noLexemes,
  ])
  const { terms, frequencies, certainty } = asked
  const kinds = kindsOf(ranking.terms, { lookedFor: terms, thesaurus })
  // Among the newest alone, or how sure a kind is would depend on what else was found.
  const surety = suretyAmong(newest, kinds)
  const kindsOfNewest = kindsSaid(newest, kinds, surety)
  const matches = new Map(asked.matches.map((match) => [match.id, match]))
  const unnamed = { averageLength: size.averageLength, weights: weightsOf({ ...size, frequencies, importance: certainty }) }
  const pool = bestMatches(asked.matches, unnamed, depth.pool)

  const inMeaning = meaning?.summaries ?? new Map<SegmentId, number>()
  const [edges, [namedDays, onNamedDays]] = await Promise.all([
    neighboursOf(db, reach, pool, neighbourDistance),
    onDaysNamed(db, reach, query),
  ])
  const beside = new Set([...edges.values()].flatMap((near) => near.map(({ id }) => id)))
  const nearby = nearbyFrom(edges)
  const around = [...new Set([...pool, ...beside, ...bestOfKind(kindsOfNewest, unnamed, depth.pool)])]
  const best = bestAround(around, { matches, kinds: kindsOfNewest, corpus: unnamed, nearby }, depth.ranked)
  const near = meaning?.messages ?? new Map<MessageId, number>()
  const ids = [...new Set([...best, ...onNamedDays, ...near.keys()])].filter((id) => !excluded.has(id))
  const ofBest = pool.slice(0, bringingSummaries).flatMap((id) => matches.get(id)?.segmentId ?? [])
  const segments = daysToSummarize({ first: [...inMeaning.keys()].reverse(), best: ofBest, last: namedDays, reach })
  const [found, summaries] = await Promise.all([
    candidateMessages(db, reach, ids, { lexemes: hasKinds }),
    candidateSummaries(db, reach, { segments, terms, language }),
  ])

  const named = namedIn(
    query.undated,
    found.map(({ author }) => author),
  )
  const nameLexemes = new Set(named.authors.length === 0 ? [] : await lexemesOf(db, language, named.authors.join(' ')))
  const importance = importanceOf(ranking.terms, { names: nameLexemes, language }).map((part, n) => part * (certainty[n] ?? 1))
  const corpus: Corpus = { averageLength: size.averageLength, weights: weightsOf({ ...size, frequencies, importance }) }
  const kindsOfFound = kindsSaid(new Map(found.map(({ id, lexemes }) => [id, lexemesIn(lexemes)])), kinds, surety)
  const messages = scored(found, {
    query,
    corpus,
    matches,
    kinds: kindsOfFound,
    near,
    days: evidenceOfDays({ importance }, daysOf(asked.matches)),
    nearby,
    manner: mannerOf(found),
    preferred: named.preferred,
  })
  const days = summaries.map((summary): Ranked => {
    const score = scoreSummary(query, corpus, {
      ...summary,
      decides: decisionsIn(summary.markdown).length > 0,
      meaning: inMeaning.get(summary.segmentId) ?? 0,
    })
    const share = Math.max(shareOf(corpus, summary.counts), inMeaning.get(summary.segmentId) ?? 0)
    return { kind: 'summary', score, share, day: summary.day, id: summary.segmentId, summary }
  })
  return { candidates: [...messages, ...days], terms, kinds: markedKinds(surety) }
}

async function onDaysNamed(db: Db, reach: Reach, { days }: Query): Promise<[SegmentId[], MessageId[]]> {
  const named = await segmentsWithin(db, reach.scope, days)
  return [named, await messagesOfDays(db, reach, named, messagesOfNamedDays)]
}

/** What the neighbours of some messages need to know of them: a question is answered, and what repeats others says nothing itself. */
function mannerOf(found: readonly CandidateMessage[]): Manner {
  return {
    asking: new Set(found.flatMap(({ id, text }) => (text.trimEnd().endsWith('?') ? [id] : []))),
    silent: new Set(found.flatMap(({ id, cites }) => (cites ? [id] : []))),
  }
}

interface Scoring {
  readonly query: Query
  readonly corpus: Corpus
  readonly matches: ReadonlyMap<MessageId, Match>
  readonly kinds: KindsSaid
  /** How near in meaning. */
  readonly near: ReadonlyMap<MessageId, number>
  /** By day: what all its words say. */
  readonly days: ReadonlyMap<SegmentId, number>
  readonly nearby: Nearby
  readonly manner: Manner
  /** By author: how much. */
  readonly preferred: ReadonlyMap<string, number>
}

function scored(
  messages: readonly CandidateMessage[],
  { query, corpus, matches, kinds, near, days, nearby, manner, preferred }: Scoring,
): Ranked[] {
  const none = corpus.weights.map(() => 0)
  return messages.map(({ id, segmentId, day, role, author, text, cites, length, covered }) => {
    const own = matches.get(id)?.own ?? none
    const ofKind = kinds.get(id)
    const neighbours = neighboursIn(matches, nearby(id), manner)
    const [onItsDay, meaning, byPreferred] = [days.get(segmentId) ?? 0, near.get(id) ?? 0, preferred.get(author) ?? 0]
    const message = { own, kinds: ofKind, length, neighbours, onItsDay, meaning, role, day, text, cites, covered, byPreferred }
    const score = scoreMessage(query, corpus, message)
    return { kind: 'message', score, share: Math.max(shareOf(corpus, own, ofKind), meaning), day, id, segmentId, covered }
  })
}

/** Those near in meaning, those of the best messages, and those that the query names: the most important first. */
function daysToSummarize({
  first,
  best,
  last,
  reach,
}: Record<'first' | 'best' | 'last', readonly SegmentId[]> & { reach: Reach }): SegmentId[] {
  const allowed = reach.segments && new Set(reach.segments)
  return [...new Set([...first, ...best, ...last])].filter((id) => !allowed || allowed.has(id))
}
