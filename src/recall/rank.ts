import type { DayRange } from './calendar.ts'
import { asksAboutPast, isQuestion, soundsLikeDecision } from './cues.ts'
import type { Query } from './query.ts'

/** The conversation as its reader sees it, for weighing words. */
export interface Corpus {
  readonly messages: number
  /** Distinct words of a message on average. */
  readonly averageLength: number
  /** By term: in how many messages it is. */
  readonly frequencies: readonly number[]
}

/** What of a message its rank is made of. */
export interface RankedMessage {
  /** By term: 1 where the message has it. */
  readonly own: readonly number[]
  readonly length: number
  readonly neighbours: readonly Neighbour[]
  readonly role: string
  readonly day: string
  /** Its beginning. */
  readonly text: string
  /** Whether it cites messages, anywhere in it. */
  readonly cites: boolean
  readonly covered: boolean
}

export interface Neighbour {
  readonly own: readonly number[]
  readonly length: number
  /** 1 for the message next to it. */
  readonly distance: number
}

const saturation = 1.2
const lengthShare = 0.75
/** As if so many messages without the word were there too: in a young conversation every word is rare or in all of it. */
const ordinaryMessages = 100
const shares = [0.4, 0.3, 0.2]
/** What a message of this many words gives its neighbours in full; a long answer gives each a part. */
const shortLength = 10
/** The sum at which a score is one half. */
const halfway = 8
const coveredFactor = 0.85

/** Between 0 and 1, the same for the same evidence whatever else was found; six decimals, so that a cursor can hold it. */
function scoreOf(evidence: number, factor = 1): number {
  return Math.round((evidence / (evidence + halfway)) * factor * 1e6) / 1e6
}

/** The weight of a term: the rarer, the more. */
export function weightOf(corpus: Corpus, term: number): number {
  const messages = corpus.messages + ordinaryMessages
  const frequency = Math.min(corpus.frequencies[term] ?? 0, corpus.messages)
  return Math.log(1 + (messages - frequency + 0.5) / (frequency + 0.5))
}

/** BM25 over counts by term, for a text of `length` words where `usual` is the usual number. */
export function wordEvidence(corpus: Corpus, counts: readonly number[], lengths: { length: number; usual: number }): number {
  const norm = saturation * (1 - lengthShare + lengthShare * (lengths.length / Math.max(lengths.usual, 1)))
  return counts.reduce(
    (sum, count, term) => (count > 0 ? sum + (weightOf(corpus, term) * count * (saturation + 1)) / (count + norm) : sum),
    0,
  )
}

/** How often each term is in a message, with a share of those around it. */
function countsWithNeighbours({ own, neighbours }: Pick<RankedMessage, 'own' | 'neighbours'>): number[] {
  const counts = [...own]
  for (const { own: theirs, length, distance } of neighbours) {
    const share = (shares[distance - 1] ?? 0) * Math.min(1, shortLength / Math.max(length, 1))
    theirs.forEach((count, term) => {
      counts[term] = (counts[term] ?? 0) + share * count
    })
  }
  return counts
}

/** What being on a day that the query names is worth: the fewer days it names, the more. */
function dayEvidence(days: readonly DayRange[], day: string): number {
  const range = days.find(({ from, to }) => day >= from && day <= to)
  if (!range) return 0
  const length = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  if (length <= 1) return 6
  return length <= 7 ? 5 : length <= 31 ? 4 : 2
}

const decisionEvidence = 4

/**
 * The score of a message. What repeats older messages, or asks for them, holds their words without saying anything:
 * it counts little, or the second time a question is asked, its first time would be found.
 */
export function scoreMessage(query: Query, corpus: Corpus, message: RankedMessage): number {
  const words = wordEvidence(corpus, countsWithNeighbours(message), { length: message.length, usual: corpus.averageLength })
  const onDay = dayEvidence(query.days, message.day)
  const decides = query.forDecisions && soundsLikeDecision(message.text)
  const browsing = query.topic === ''
  // A named day prefers what has to do with the question; the day alone is enough only where nothing else was asked.
  const relevant = words > 0 || decides || browsing
  const evidence = words + (relevant ? onDay : 0) + (decides ? decisionEvidence : 0)
  return scoreOf(evidence * novelty(query, message), message.covered ? coveredFactor : 1)
}

/** Whether a message only asks for what others said, or repeats it. */
export function restates({ role, text, cites }: Pick<RankedMessage, 'role' | 'text' | 'cites'>): boolean {
  return role === 'assistant' ? cites : asksAboutPast(text)
}

function novelty(query: Query, message: RankedMessage): number {
  const { role, text } = message
  if (sameWords(text, query.text)) return 0.05
  if (restates(message)) return 0.2
  if (role === 'assistant') return query.aboutOneself ? 0.6 : 0.9
  return isQuestion(text) ? 0.7 : 1
}

function sameWords(one: string, other: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return bare(one) === bare(other)
}

export interface RankedSummary {
  /** By term: how often the summary has it. */
  readonly counts: readonly number[]
  readonly length: number
  readonly day: string
  /** Whether it lists a decision. */
  readonly decides: boolean
}

/** Words of a usual day summary; its length is weighed against that, not against chat lines. */
const usualSummary = 100
const summaryFactor = 0.9

export function scoreSummary(query: Query, corpus: Corpus, summary: RankedSummary): number {
  const words = wordEvidence(corpus, summary.counts, { length: summary.length, usual: usualSummary })
  const onDay = dayEvidence(query.days, summary.day)
  const decides = query.forDecisions && summary.decides && (words > 0 || onDay > 0)
  // A day without decisions says nothing to who asks for those of its week.
  const evidence = words + (query.forDecisions && !decides ? onDay / 4 : onDay) + (decides ? decisionEvidence : 0)
  return scoreOf(evidence * summaryFactor)
}
