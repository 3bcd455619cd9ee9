import { LRUCache } from 'lru-cache'
import type { DayLabel } from '../domain/ids.ts'
import { parseDayLabel } from '../ports/clock.ts'
import { type DayRange, oneDay, toDayLabel } from './calendar.ts'
import { createLanguageReader, type DatePhrase, findMatches, type LanguageReader, TakenPlaces } from './language-reader.ts'
import { dateLanguages } from './languages/index.ts'
import type { PhraseKind } from './languages/language.ts'
import { type DateMeaning, day, eitherWayRound } from './meanings.ts'
import { letter, TextIndex } from './patterns.ts'
import { readings } from './phrase-meanings.ts'

/** A past day or period that the words of a text name. */
export interface DayMention extends DayRange {
  /** Its offset in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The most likely day of the range. */
  readonly day?: DayLabel
  readonly kind: PhraseKind
  /** Whether the words name the year. */
  readonly hasYear: boolean
  /** The languages in which its words mean this: all of them for a date in digits. */
  readonly readers: readonly LanguageReader[]
}

const compiledReaders: LanguageReader[] = []

function compileNext(): void {
  const language = dateLanguages[compiledReaders.length]
  if (language) compiledReaders.push(createLanguageReader(language))
}

/** How long after the start they are compiled, in ms. Compiling all of them takes half a second, which would delay the start. */
const compileAfterMs = 5_000

/** Compiles one reader after the other while the program has nothing else to do. */
function compileWhileIdle(): void {
  if (compiledReaders.length === dateLanguages.length) return
  compileNext()
  setImmediate(compileWhileIdle).unref()
}
setTimeout(compileWhileIdle, compileAfterMs).unref()

/** Returns the readers of all languages. */
function getReaders(): readonly LanguageReader[] {
  while (compiledReaders.length < dateLanguages.length) compileNext()
  return compiledReaders
}

interface ReadPhrase extends DatePhrase {
  readonly reader: LanguageReader
}

/** The phrases of the latest texts. The text of a message is read several times: for the searches, and for the summaries that it names. */
const readTexts = new LRUCache<string, readonly ReadPhrase[]>({ max: 64 })

/** Finds the phrases of all languages in a folded text. */
function findPhrases(text: string): readonly ReadPhrase[] {
  const known = readTexts.get(text)
  if (known) return known
  const parts = new TextIndex(text)
  const phrases = getReaders().flatMap((reader) => reader.findPhrases(text, parts).map((phrase): ReadPhrase => ({ ...phrase, reader })))
  readTexts.set(text, phrases)
  return phrases
}

/** A phrase of any language, with the days that it names. */
interface PhraseInLanguage extends Omit<DatePhrase, 'values'> {
  readonly reader?: LanguageReader
  readonly mentions: readonly DayMention[]
}

/**
 * Finds the days that a folded text names in any language, in the order of the text. If languages claim the same words, the longest phrase
 * wins. `languages` are the codes of the languages that decide between phrases of equal length.
 */
export function findDayMentions(text: string, today: DayLabel, languages: readonly string[] = []): DayMention[] {
  const readers = getReaders()
  const numeric = findNumericDates(text).map(
    ({ days, ...place }): PhraseInLanguage => ({
      ...place,
      kind: 'date',
      mentions: days.map((label) => ({ ...oneDay(label), ...place, kind: 'date', hasYear: true, readers })),
    }),
  )
  const phrases = findPhrases(text).map(({ values, kind, start, end, reader }): PhraseInLanguage => {
    const hasYear = (values.year ?? values.yearsAgo) !== undefined
    const mentions = readings[kind](values, today).map(
      ({ range: { from, to }, day }): DayMention => ({ from, to, start, end, kind, hasYear, readers: [reader], ...(day && { day }) }),
    )
    return { kind, start, end, reader, mentions }
  })
  const chosen: PhraseInLanguage[] = []
  const places = new TakenPlaces(text.length)
  for (const phrase of [...numeric, ...sortPhrases(phrases, text, languages)]) {
    const index = places.findFirst(phrase.start, phrase.end) ?? chosen.length
    const other = chosen[index]
    if (!other) {
      places.take(phrase.start, phrase.end, index)
      chosen.push(phrase)
    } else if (isSamePhrase(phrase, other)) chosen[index] = addReader(other, phrase.reader)
  }
  return chosen.sort((a, b) => a.start - b.start).flatMap(({ mentions }) => mentions)
}

/** Returns whether the same words mean the same days in two languages: "3 marzo". */
function isSamePhrase(a: PhraseInLanguage, b: PhraseInLanguage): boolean {
  const [first, second] = [a.mentions[0], b.mentions[0]]
  return a.start === b.start && a.end === b.end && first?.from === second?.from && first?.to === second?.to
}

function addReader(phrase: PhraseInLanguage, reader: LanguageReader | undefined): PhraseInLanguage {
  if (!reader) return phrase
  return { ...phrase, mentions: phrase.mentions.map((mention) => ({ ...mention, readers: [...mention.readers, reader] })) }
}

/**
 * Sorts the most likely phrase first: the longer one, then the one in a language of the user, then the one in the language with the most
 * frequent words in the text, then the one in the language that the user prefers, then the one that names a day.
 */
function sortPhrases(phrases: readonly PhraseInLanguage[], text: string, languages: readonly string[]): PhraseInLanguage[] {
  const hits = phrases.length > 1 ? countFrequentWords(text) : new Map<LanguageReader, number>()
  const ranks = new Map(
    getReaders().map((reader): [LanguageReader | undefined, Rank] => {
      const index = languages.indexOf(reader.language.code)
      return [reader, { isOfUser: Number(index >= 0), hits: hits.get(reader) ?? 0, position: index < 0 ? languages.length : index }]
    }),
  )
  const rankOf = ({ reader }: PhraseInLanguage): Rank => ranks.get(reader) ?? { isOfUser: 0, hits: 0, position: languages.length }
  return phrases.toSorted((a, b) => {
    const [first, second] = [rankOf(a), rankOf(b)]
    return (
      b.end - b.start - (a.end - a.start) ||
      second.isOfUser - first.isOfUser ||
      second.hits - first.hits ||
      first.position - second.position ||
      b.mentions.length - a.mentions.length
    )
  })
}

/** What speaks for the phrases of a language. */
interface Rank {
  readonly isOfUser: number
  readonly hits: number
  readonly position: number
}

function countFrequentWords(text: string): ReadonlyMap<LanguageReader, number> {
  const found = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return new Map(getReaders().map((reader) => [reader, found.filter((word) => reader.frequentWords.has(word)).length]))
}

const rule = (pattern: string, read: (...numbers: string[]) => DateMeaning[]) => ({
  pattern: new RegExp(`(?<!${letter})${pattern}(?!${letter})`, 'gv'),
  read,
})

const year = '((?:19|20)\\d\\d)'
const date = '(0?[1-9]|[12]\\d|3[01])'

const rules = [
  rule('(\\d{4}-\\d{2}-\\d{2})', (iso = '') => day(parseDayLabel(iso))),
  rule(`(\\d{1,2})/(\\d{1,2})/${year}`, (first, second, y) => eitherWayRound(Number(first), Number(second), Number(y))),
  rule(`${date}\\.(0?[1-9]|1[0-2])\\.${year}`, (d, month, y) => day(toDayLabel({ year: Number(y), month: Number(month), day: Number(d) }))),
]

/** A date in digits, which is the same in all languages. */
export interface NumericDate {
  readonly start: number
  readonly end: number
  /** Several if the date can be read in two ways. */
  readonly days: readonly DayLabel[]
}

/** Finds dates in digits in a folded text: 2026-11-03, 3/11/2026, 3.11.2026. */
function findNumericDates(text: string): NumericDate[] {
  if (!/\d{4}/.test(text)) return []
  return rules.flatMap(({ pattern, read }) =>
    Array.from(findMatches(pattern, text), ({ 0: match, 1: first = '', 2: second = '', 3: third = '', index }) => ({
      start: index,
      end: index + match.length,
      days: read(first, second, third).map(({ range }) => range.from),
    })),
  )
}
