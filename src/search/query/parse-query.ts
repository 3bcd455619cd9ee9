import { type DayRange, daysBetween } from '../../core/dates/calendar.ts'
import { type NamedDays, parseNamedDays } from '../../core/dates/named-days.ts'
import { counts, months, units } from '../../core/dates/words.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import { asksForDecisions, asksForTime, isAboutSpeaker } from './intent-cues.ts'
import { toWordSet } from './terms.ts'

/** A query, taken apart. */
export interface ParsedQuery {
  /** As it was asked, cleaned. */
  readonly text: string
  /** What it is about: without dates and without the words every question has. May be empty. */
  readonly topic: string
  /** Words of the days it names that are looked for too: what was planned for March says so, and what began two years ago. */
  readonly dateWords: string
  /** The text with spaces in place of its dates: what to look for when the topic is empty. */
  readonly textWithoutDates: string
  /** Days that it names. */
  readonly days: readonly DayRange[]
  readonly isAboutDecisions: boolean
  readonly isAboutSpeaker: boolean
  /** Asks when something was. */
  readonly isAboutTime: boolean
  /** The day on which it is asked. */
  readonly today: DayLabel
}

// Words that a question has whatever it is about. The database drops those of the user's own language;
// people also ask in another one than they set.
const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  english: toWordSet(
    'a about again all am an and any anything are as at be been but by can could did do does done for from get give had has have he her him his how i if in into is it its just kind like many may me might mine much my no not of on one or our out over please said say sort so some something tell than that the their them then there they thing things this those to too type up us was we well were what when where which who whom whose why will with would you your yours remember remind recall ever discuss discussed discussing mention mentioned talk talked talking happen happened find show list know',
  ),
  french: toWordSet(
    'à a ai ait alors as au aux avait avais avions avons avec c ce ces cette chose comme comment combien d dans de des dit dire disait du elle elles en est et étaient était eu fait il ils j je l la le les leur lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par parlé parler pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi rappelle rappelles s sa se ses si son sont souviens sur t ta te tes toi ton tu un une vos votre vous y été',
  ),
  german: toWordSet(
    'aber alle als also am an auch auf aus bei bin bist da das dass dein dem den denn der des dich die dir doch du ein eine einem einen einer eines er es etwas für gab gesagt gesprochen habe haben hast hat hatte hatten hier ich ihm ihn ihr im in ist ja kann man mein mich mir mit nach nicht noch nur oder schon sein sich sie sind so um und uns unser vom von vor war waren warum was weil welche welcher welches wann wem wen wenn wer wie wir wird wo worüber wurde zu zum zur über',
  ),
}

/** Whether a word, in lower case, is one that every question has, in any of the languages. */
const isStopWord = (word: string): boolean => Object.values(stopWords).some((list) => list.has(word))

/** At most this many words of a query are looked for. */
const maxWords = 48

/** At most this many days or ranges of days that a query names are preferred. */
const maxNamedRanges = 8

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

export interface QueryParsingOptions {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
  /** Days that the search is limited to besides; they count as named. */
  readonly limitedTo?: DayRange | undefined
}

/** Takes a query apart; `text` is at most some thousand characters, of any kind. */
export function parseQuery(text: string, { now, timezone, limitedTo }: QueryParsingOptions): ParsedQuery {
  const normalized = normalizeQuery(text)
  const today = dayLabelOf(now, timezone)
  const namedRanges = parseNamedDays(normalized, today)
  const textWithoutDates = blankOutDates(namedRanges, normalized)
  const words = dedupeWords(splitWords(textWithoutDates))
  const stopWordLists = selectStopWordLists(words)
  const isDateTerm = (days: DayRange) => (word: string) =>
    (months.has(word) && word.length > 3) || (isPastPeriod(days, today) && isPeriodWord(word))
  return {
    text: normalized,
    topic: words.filter((word) => !stopWordLists.some((list) => list.has(word))).join(' '),
    dateWords: dedupeWords(namedRanges.flatMap((days) => splitWords(days.text).filter(isDateTerm(days)))).join(' '),
    textWithoutDates,
    days: limitedTo ? [limitedTo] : dedupeRanges(namedRanges),
    isAboutDecisions: asksForDecisions(normalized),
    isAboutSpeaker: isAboutSpeaker(normalized),
    isAboutTime: asksForTime(normalized),
    today,
  }
}

/** More than a month, and over: what was then is often told later, in the same words. */
const isPastPeriod = ({ from, to }: DayRange, today: DayLabel): boolean => to < today && daysBetween(from, to) >= 31

const pastPeriodWords = toWordSet('ago last past previous dernier dernière passé passée letzte letzten letztes vergangenen vorigen')

/** "two years ago", "2019". */
const isPeriodWord = (word: string): boolean =>
  /^(?:19|20)\d\d$/.test(word) || ((pastPeriodWords.has(word) || units.has(word) || counts.has(word)) && !isStopWord(word))

/** Without control characters and broken surrogates, which a database refuses, and in composed form, so that é is é. */
function normalizeQuery(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
}

/** In lower case. */
function splitWords(text: string): string[] {
  return Array.from(text.matchAll(wordPattern), ([word]) => word.toLowerCase())
}

/** A text with spaces in place of its dates: in Japanese a date and what follows it look like one word. */
function blankOutDates(namedRanges: readonly NamedDays[], text: string): string {
  return namedRanges.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text)
}

/** The ranges that are named, each once. */
function dedupeRanges(namedRanges: readonly DayRange[]): DayRange[] {
  return [...new Map(namedRanges.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()].slice(0, maxNamedRanges)
}

function dedupeWords(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, maxWords)
}

/** The lists that most of the words are in: of several languages where these are even, none where no list has any. */
function selectStopWordLists(words: readonly string[]): ReadonlySet<string>[] {
  const hits = Object.values(stopWords).map((list) => ({ list, count: words.filter((word) => list.has(word)).length }))
  const maxCount = Math.max(...hits.map(({ count }) => count))
  return hits.filter(({ count }) => count > 0 && count === maxCount).map(({ list }) => list)
}

/** Who of those who speak is named in a query. */
export interface NamedAuthors {
  readonly authors: readonly string[]
  /** By author: how much what they said is preferred, up to 1. */
  readonly preferences: ReadonlyMap<string, number>
}

/**
 * Authors are named by any word of their name that has three letters or more; the query should have no dates in it, as May
 * may be one. Preferred is the one who is named; of several the first, who has mostly done what is asked for: "what did
 * Ann recommend to Bob?". Of those who are named together it could be any, and what I told Ann, Ann did not say.
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
  /** The words of their name. */
  readonly name: ReadonlySet<string>
  /** Which word of the query names them. */
  readonly at: number
}

const firstOfSeveralPreference = 0.5
/** Two words before the one who is named first: "what did I tell Ann?". */
const speakerPronouns = toWordSet('i we je j nous ich wir')
/** Before one who does what is asked for, named after another one: "recommended to Ann by Bob". */
const agentPrepositions = toWordSet('by par von')
/** Between two who are named together. */
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
  /** Names that are usual words too are written like names: "when will Will come?", "will's boat". */
  readonly isNameLike: boolean
}

function tokenize(text: string): QueryWord[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: original, index }) => {
    const word = original.toLowerCase()
    // At the beginning of a sentence any word has a capital.
    const hasCapital = original !== word && !/(?:^|[.!?])\s*$/.test(text.slice(Math.max(0, index - 4), index))
    const isPossessive = /^['’]s(?!\p{L})/u.test(text.slice(index + original.length, index + original.length + 3))
    return { word, isNameLike: original.length > 2 && (hasCapital || isPossessive || !isStopWord(word)) }
  })
}
