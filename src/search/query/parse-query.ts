import { type DayRange, daysBetween } from '../../core/dates/calendar.ts'
import { type NamedDays, parseNamedDays } from '../../core/dates/named-days.ts'
import { isDayOrMonthName, isPeriodWord } from '../../core/dates/vocabulary.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import { stopWords, toWordSet } from '../../core/domain/stop-words.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import { asksForAmount, asksForDecisions, asksForSeveral, asksForTime, isAboutSpeaker } from './intent-cues.ts'
import { noOperators, parseOperators, type QueryOperators } from './operators.ts'
import { segmentWords, unspacedCharacters } from './terms.ts'

/** A query, split into its parts. */
export interface ParsedQuery {
  /** The normalized query, without quotes and exclusions. */
  readonly text: string
  /** The query without dates and stop words. May be empty. */
  readonly topic: string
  /**
   * Words of its dates that are also search terms: plans for March or Friday mention them, and a message about what began two years ago may
   * say "two years ago".
   */
  readonly dateWords: string
  /** Whether it names days, whose messages are results whatever words they contain. A limit to a single day names it. */
  readonly listsDays: boolean
  /** The query with its dates replaced by spaces. Searched for if the topic is empty. */
  readonly textWithoutDates: string
  readonly operators: QueryOperators
  /** The days that the query names, within the limit of the search. If it names none, the limit. */
  readonly days: readonly DayRange[]
  readonly isAboutDecisions: boolean
  readonly isAboutSpeaker: boolean
  /** Whether the query asks for several things, which may have come up on several days. */
  readonly isAboutSeveral: boolean
  /** Whether the query asks when something happened. */
  readonly isAboutTime: boolean
  /** Whether the query asks for a price or for a number of things. */
  readonly isAboutAmount: boolean
  /** The day on which the query is asked. */
  readonly today: DayLabel
}

/** Returns whether a lower-case word is a stop word in any of the languages. */
const isStopWord = (word: string): boolean => Object.values(stopWords).some((list) => list.has(word))

/**
 * Returns the stop words of the language that matches the most words. In a tie, returns those of all tied languages. Empty if no language
 * matches.
 */
function selectStopWordLists(words: readonly string[]): ReadonlySet<string>[] {
  const hits = Object.values(stopWords).map((list) => ({ list, count: words.filter((word) => list.has(word)).length }))
  const maxCount = Math.max(...hits.map(({ count }) => count))
  return hits.filter(({ count }) => count > 0 && count === maxCount).map(({ list }) => list)
}

/** The maximum number of words used from a query. */
const maxWords = 48

/** The maximum number of days or day ranges used from a query. */
const maxNamedRanges = 8

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu
const hasUnspaced = new RegExp(unspacedCharacters, 'u')

export interface QueryParsingOptions {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
  /** The languages of the query and of the texts, preferred ones first. They decide which dates ambiguous words name. */
  readonly languages?: readonly LanguageCode[]
  /** The days to which the search is limited. */
  readonly limitedTo?: DayRange | undefined
  /** A text whose words are searched for too. It names no days and asks nothing. */
  readonly relatedText?: string | undefined
  /** Whether quotes and hyphens are ordinary characters. */
  readonly isPlainText?: boolean | undefined
  /** Whether quoted phrases must occur. The default is true. */
  readonly requiresPhrases?: boolean | undefined
}

/** Parses any text of up to several thousand characters. */
export function parseQuery(query: string, options: QueryParsingOptions): ParsedQuery {
  const { now, timezone, languages, limitedTo, relatedText = '', isPlainText, requiresPhrases = true } = options
  const normalized = normalizeQuery(query)
  const { text, textWithoutPhrases, ...operators } = isPlainText
    ? { text: normalized, textWithoutPhrases: normalized, ...noOperators }
    : parseOperators(normalized)
  const today = dayLabelOf(now, timezone)
  const namedRanges = parseNamedDays(textWithoutPhrases, today, languages)
  const textWithoutDates = blankOutDates(namedRanges, text)
  const words = dedupeWords(splitWords(`${textWithoutDates}\n${normalizeQuery(relatedText)}`))
  const stopWordLists = selectStopWordLists(words)
  const namedDays = dedupeRanges(namedRanges.flatMap((days) => intersect(days, limitedTo)))
  const days = namedDays.length === 0 && limitedTo ? [limitedTo] : namedDays
  const isDateTerm = (days: DayRange) => (word: string) =>
    isDayOrMonthName(word) || (isPastPeriod(days, today) && isPeriodWord(word) && !isStopWord(word))
  return {
    text: normalizeQuery(text),
    topic: words.filter((word) => !stopWordLists.some((list) => list.has(word))).join(' '),
    dateWords: dedupeWords(namedRanges.flatMap((days) => splitWords(days.text).filter(isDateTerm(days)))).join(' '),
    textWithoutDates,
    operators: requiresPhrases ? operators : { ...operators, phrases: [] },
    days,
    listsDays: namedDays.length > 0 || (limitedTo !== undefined && limitedTo.from === limitedTo.to),
    isAboutDecisions: asksForDecisions(text),
    isAboutSpeaker: isAboutSpeaker(text),
    isAboutSeveral: asksForSeveral(text),
    isAboutTime: asksForTime(text),
    isAboutAmount: asksForAmount(text),
    today,
  }
}

/** Returns the part of a range within a limit, if any. */
function intersect({ from, to }: DayRange, limit: DayRange = { from, to }): DayRange[] {
  const common = { from: from > limit.from ? from : limit.from, to: to < limit.to ? to : limit.to }
  return common.from <= common.to ? [common] : []
}

/** Returns whether a range is a past period of more than a month. People often mention such a period later in the same words. */
const isPastPeriod = ({ from, to }: DayRange, today: DayLabel): boolean => to < today && daysBetween(from, to) >= 31

/** Removes control characters and unpaired surrogates, which a database rejects. Composes characters, so that both forms of é are equal. */
export function normalizeQuery(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the words of a text in lower case. */
function splitWords(text: string): string[] {
  return Array.from(text.matchAll(wordPattern)).flatMap(([word]) => (hasUnspaced.test(word) ? segmentWords(word) : [word.toLowerCase()]))
}

/** Replaces dates with spaces, because in Japanese a date and what follows it look like one word. */
function blankOutDates(namedRanges: readonly NamedDays[], text: string): string {
  return namedRanges.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text)
}

/** Removes duplicate ranges and limits their number. */
function dedupeRanges(namedRanges: readonly DayRange[]): DayRange[] {
  return [...new Map(namedRanges.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()].slice(0, maxNamedRanges)
}

function dedupeWords(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, maxWords)
}

/** The authors named in a query. */
export interface NamedAuthors {
  readonly authors: readonly string[]
  /** How much the query prefers each author's messages, up to 1. */
  readonly preferences: ReadonlyMap<string, number>
}

/**
 * Finds authors by any word of their name that has three or more letters. Expects the query without dates, because "May" can be a date or
 * a name. Prefers the only author named. Of several, prefers the first with half the weight, because that author usually did what is asked
 * about: "what did Ann recommend to Bob?". Prefers none of several authors who are named together, and does not prefer Ann in "what did I
 * tell Ann?".
 */
export function findNamedAuthors(query: string, authors: Iterable<string>): NamedAuthors {
  const words = tokenize(query)
  const mentions = [...new Set(authors)]
    .map((author) => ({ author, name: new Set(tokenize(author).map(({ word }) => word)) }))
    .map(({ author, name }) => ({ author, name, at: words.findIndex(({ word, isNameLike }) => isNameLike && name.has(word)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const [first] = mentions
  const preference = computePreference(
    words.map(({ word }) => word),
    mentions,
  )
  return {
    authors: mentions.map(({ author }) => author),
    preferences: new Map(first && preference > 0 ? [[first.author, preference]] : []),
  }
}

interface AuthorMention {
  /** The words of the author's name. */
  readonly name: ReadonlySet<string>
  /** The index of the first word of the query that belongs to the name. */
  readonly at: number
}

const firstOfSeveralPreference = 0.5
/** Pronouns that make the user the agent if they come two words before the first name: "what did I tell Ann?". */
const speakerPronouns = toWordSet('i we je j nous ich wir')
/** Prepositions before an agent who is named second: "recommended to Ann by Bob". */
const agentPrepositions = toWordSet('by par von')
/** Conjunctions between authors who are named together. */
const conjunctionPattern =
  /(?<!\S)(?:and|or|nor|vs|versus|et|ou|ni|und|oder|sowie|together with|zusammen mit|as well as|ainsi que|als auch)(?!\S)/

function computePreference(words: readonly string[], [first, ...others]: readonly AuthorMention[]): number {
  const [second] = others
  if (!first || speakerPronouns.has(words[first.at - 2] ?? '')) return 0
  if (!second) return 1
  const wordsBetween = words.slice(first.at, second.at).filter((word) => !first.name.has(word) && !second.name.has(word) && word !== 's')
  const areTogether = wordsBetween.length === 0 || conjunctionPattern.test(wordsBetween.join(' '))
  return areTogether || others.some(({ at }) => agentPrepositions.has(words[at - 1] ?? '')) ? 0 : firstOfSeveralPreference
}

interface QueryWord {
  /** In lower case. */
  readonly word: string
  /** Whether it can be a name. A name that is also a common word must look like a name: "when will Will come?", "will's boat". */
  readonly isNameLike: boolean
}

function tokenize(text: string): QueryWord[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: original, index }) => {
    const word = original.toLowerCase()
    // Every word is capitalized at the start of a sentence, so a capital says nothing there.
    const hasCapital = original !== word && !/(?:^|[.!?])\s*$/.test(text.slice(Math.max(0, index - 4), index))
    const isPossessive = /^['’]s(?!\p{L})/u.test(text.slice(index + original.length, index + original.length + 3))
    return { word, isNameLike: original.length > 2 && (hasCapital || isPossessive || !isStopWord(word)) }
  })
}
