import { daysBetween } from '../core/dates/calendar.ts'
import type { DayLabel } from '../core/ids.ts'
import { asksAboutPast, isQuestion, soundsLikeDecision, speaksOfOneself, tellsTime } from './cues.ts'
import type { Query } from './query.ts'

/** The conversation as its reader sees it, for weighing words. */
export interface Corpus {
  /** Distinct words of a message on average. */
  readonly averageLength: number
  /** By term: the rarer, the more. */
  readonly weights: readonly number[]
}

/** What of a message its rank is made of. */
export interface RankedMessage {
  /** By term: 1 where the message has it. */
  readonly own: readonly number[]
  /** By term: how surely it has a kind of what the term says, "violin" for "instrument"; from 0 to 1. */
  readonly kinds: readonly number[] | undefined
  readonly length: number
  readonly neighbours: readonly Neighbour[]
  /** What the words of its whole day say, as evidenceOfDay has it. */
  readonly onItsDay: number
  /** How near in meaning it is, from 0 to 1 and as far as the embedding model is trusted. */
  readonly meaning: number
  readonly role: string
  readonly day: DayLabel
  /** Its beginning. */
  readonly text: string
  /** Whether it cites messages, anywhere in it. */
  readonly cites: boolean
  readonly covered: boolean
  /** How much the query prefers what its author said, from 0 to 1: 1 where it names nobody else. */
  readonly byPreferred: number
}

export interface Neighbour {
  readonly own: readonly number[]
  readonly length: number
  /** 1 for the message next to it. */
  readonly distance: number
  readonly before: boolean
  /** Whether it asks something. */
  readonly asks: boolean
}

// All numbers here were found by npm run eval; docs/search.md says what each gives.
const saturation = 2
/** One for BM25's own weights: less, and several words of a question weigh more beside the rarest of them. */
const flatness = 0.8
/** As if so many messages without the word were there too: in a young conversation every word is rare or in all of it. */
const ordinaryMessages = 100
/** Of the words of the messages before and after, by distance. */
const sharesBefore = [0.5, 0.4, 0.06, 0.05]
const sharesAfter = [0.35, 0.22, 0.2, 0.03]
/** An answer has more of its question than of other neighbours. */
const answersShare = 1.8
/** What a message of this many words gives its neighbours in full; a long answer gives each a part. */
const shortLength = 10
/** Of a word, for a kind of what it says. */
const kindShare = 0.9
/** Of what the words of its day say. */
const dayShare = 0.4
/** BM25's k1 and length in one for days: which are all long. */
const daySaturation = 2
const namedAuthorEvidence = 4
/** Of the one who is named, for what they say of themselves. */
const ofThemselvesEvidence = 0.7
const timeEvidence = 1.1
/** The nearest there is, by a model that is trusted in full. */
const meaningEvidence = 10
const decisionEvidence = 4
/** The sum at which a score is one half. */
const halfway = 8
const coveredFactor = 0.85

/** Between 0 and 1, the same for the same evidence whatever else was found; six decimals, so that a cursor can hold it. */
function scoreOf(evidence: number, factor = 1): number {
  return Math.round((evidence / (evidence + halfway)) * factor * 1e6) / 1e6
}

export interface Rarity {
  readonly messages: number
  /** By term: in how many messages it is. */
  readonly frequencies: readonly number[]
  /** By term: 1, or less for one that says little of what is looked for. */
  readonly importance: readonly number[]
}

/** By term: its weight, the rarer the more. */
export function weightsOf({ messages, frequencies, importance }: Rarity): number[] {
  return frequencies.map((frequency, term) => (importance[term] ?? 1) * rarity(messages + ordinaryMessages, Math.min(frequency, messages)))
}

/** The inverse document frequency of BM25, a little flatter: of so many, so few have it. */
function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5)) ** flatness
}

/** BM25 (Robertson and Zaragoza, 2009) over counts by term, with length normalized in full: a long answer holds many words by chance. */
export function wordEvidence({ weights }: Corpus, counts: readonly number[], lengths: { length: number; usual: number }): number {
  const norm = (saturation * lengths.length) / Math.max(lengths.usual, 1)
  let evidence = 0
  for (let term = 0; term < weights.length; term++) evidence += (weights[term] ?? 0) * saturated(counts[term] ?? 0, norm)
  return evidence
}

const saturated = (count: number, norm: number): number => (count > 0 ? (count * (saturation + 1)) / (count + norm) : 0)

/**
 * What each day says by all its words, from how many of its messages have each term. Words that few of the days have tell
 * what a day was about, whatever message of it says so.
 */
export function evidenceOfDays<Day>(
  { importance }: Pick<Rarity, 'importance'>,
  days: ReadonlyMap<Day, readonly number[]>,
): Map<Day, number> {
  const all = [...days.values()]
  const weights = importance.map((part, term) => part * rarity(all.length, all.filter((counts) => (counts[term] ?? 0) > 0).length))
  return new Map(
    Array.from(days, ([day, counts]) => [
      day,
      counts.reduce((sum, count, term) => sum + (weights[term] ?? 0) * saturated(count, daySaturation), 0),
    ]),
  )
}

type WordsAround = Pick<RankedMessage, 'own' | 'kinds' | 'neighbours'>

/** How often each term is in a message, with a share of its kinds and of the messages around it. Done for thousands: hence the loops. */
function countsWithNeighbours({ own, kinds, neighbours }: WordsAround, isQuestion: boolean): readonly number[] {
  if (neighbours.length === 0 && !kinds) return own
  const counts = [...own]
  if (kinds) for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + kindShare * (kinds[term] ?? 0)
  for (const { own: theirs, length, distance, before, asks } of neighbours) {
    const usual = (before ? sharesBefore : sharesAfter)[distance - 1] ?? 0
    const share =
      usual * Math.min(1, shortLength / Math.max(length, 1)) * (before && distance === 1 && asks && !isQuestion ? answersShare : 1)
    for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + share * (theirs[term] ?? 0)
  }
  return counts
}

/** What the words of a message and of those around it say. */
export function evidenceAround(corpus: Corpus, message: WordsAround & Pick<RankedMessage, 'length'>, isQuestion = false): number {
  return wordEvidence(corpus, countsWithNeighbours(message, isQuestion), { length: message.length, usual: corpus.averageLength })
}

/**
 * What being on a day that the query names is worth: the fewer days it names, the more. Of a day long ago people also
 * tell on the days after it.
 */
function dayEvidence({ days, today }: Query, day: DayLabel): number {
  const worth = days.map(({ from, to }) => {
    const length = daysBetween(from, to) + 1
    const full = length <= 1 ? 8 : length <= 7 ? 7 : length <= 31 ? 6 : 2
    if (day >= from && day <= to) return full
    const after = daysBetween(to, day)
    const isLongAgo = daysBetween(to, today) > 14
    return isLongAgo && length <= 31 && after > 0 && after <= (length <= 1 ? 3 : 7) ? full / 2 : 0
  })
  return Math.max(0, ...worth)
}

/**
 * The score of a message. What repeats older messages, or asks for them, holds their words without saying anything:
 * it counts little, or the second time a question is asked, its first time would be found.
 */
export function scoreMessage(query: Query, corpus: Corpus, message: RankedMessage): number {
  const { text } = message
  const browsing = query.topic === ''
  if (!browsing && !query.forDecisions && saysNothing(message)) return 0
  const asks = isQuestion(text)
  const meaning = meaningEvidence * message.meaning
  const words = evidenceAround(corpus, message, asks)
  const around = dayShare * message.onItsDay + byNamed(message) + (query.forTime && tellsTime(text) ? timeEvidence : 0)
  const decides = query.forDecisions && soundsLikeDecision(text)
  // A named day prefers what has to do with the question; the day alone is enough only where nothing else was asked.
  const relevant = words > 0 || meaning > 0 || decides || browsing
  const evidence =
    meaning + (words > 0 ? words + around : 0) + (relevant ? dayEvidence(query, message.day) : 0) + (decides ? decisionEvidence : 0)
  return evidence === 0 ? 0 : scoreOf(evidence * novelty(query, message, asks), message.covered ? coveredFactor : 1)
}

/** Of what was asked for: so are most messages of a day that the query names. */
function saysNothing({ own, kinds, neighbours, meaning }: RankedMessage): boolean {
  return meaning === 0 && !kinds && neighbours.length === 0 && !own.includes(1)
}

function byNamed({ byPreferred, text }: RankedMessage): number {
  if (byPreferred === 0) return 0
  return byPreferred * (namedAuthorEvidence + (speaksOfOneself(text) ? ofThemselvesEvidence : 0))
}

function novelty(query: Query, { role, text, cites }: RankedMessage, asks: boolean): number {
  if (sameWords(text, query.text)) return 0.05
  // What only asks for what others said, or repeats it.
  if (role === 'assistant' ? cites : asks && asksAboutPast(text)) return 0.2
  if (role === 'assistant') return query.aboutOneself ? 0.15 : 1
  return asks ? 0.95 : 1
}

function sameWords(one: string, other: string): boolean {
  // Most are told apart by their length.
  if (one.length > other.length * 2 + 20) return false
  return bare(one) === bare(other)
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Of all that is asked for, weighed by rarity, the share that somebody says, or says kinds of: 1 where no word is asked for. */
export function shareOf({ weights }: Corpus, counts: readonly number[], kinds: readonly number[] = []): number {
  const said = weights.map((weight, term) => weight * Math.min(1, Math.max(counts[term] ?? 0, kinds[term] ?? 0)))
  return weights.length === 0 ? 1 : sum(said) / sum(weights)
}

const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0)

export interface RankedSummary {
  /** By term: how often the summary has it. */
  readonly counts: readonly number[]
  readonly length: number
  readonly day: DayLabel
  /** Whether it lists a decision. */
  readonly decides: boolean
  /** As of a message. */
  readonly meaning: number
}

/** Words of a usual day summary; its length is weighed against that, not against chat lines. */
const usualSummary = 100
const summaryFactor = 0.9

export function scoreSummary(query: Query, corpus: Corpus, summary: RankedSummary): number {
  const words = wordEvidence(corpus, summary.counts, { length: summary.length, usual: usualSummary }) + meaningEvidence * summary.meaning
  const onDay = dayEvidence(query, summary.day)
  const decides = query.forDecisions && summary.decides && (words > 0 || onDay > 0)
  // A day without decisions says nothing to who asks for those of its week.
  const evidence = words + (query.forDecisions && !decides ? onDay / 4 : onDay) + (decides ? decisionEvidence : 0)
  return scoreOf(evidence * summaryFactor)
}
