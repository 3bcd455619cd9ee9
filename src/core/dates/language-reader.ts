import {
  type DateLanguage,
  measures,
  type PeriodKind,
  type PhraseKind,
  periodKinds,
  phraseKinds,
  type TimeUnit,
} from './languages/language.ts'
import { anyOf, createQuickTest, foldText, formsOf, letter, maxSpaces, or, positionsOf, type TextIndex, toPattern } from './patterns.ts'
import type { PhraseValues } from './phrase-meanings.ts'

/** A phrase of a language in a text. */
export interface DatePhrase {
  readonly kind: PhraseKind
  readonly start: number
  readonly end: number
  readonly values: PhraseValues
}

/** A language whose patterns are compiled. */
export interface LanguageReader {
  readonly language: DateLanguage
  /** The words of the language that tell it from others. */
  readonly frequentWords: ReadonlySet<string>
  /** Returns the phrases of a folded text that has the given parts. They do not overlap. */
  findPhrases(text: string, parts: TextIndex): DatePhrase[]
}

function unitsOf(units: Readonly<Record<TimeUnit, string>>): ReadonlyMap<string, TimeUnit> {
  return new Map((Object.keys(units) as TimeUnit[]).flatMap((unit) => formsOf(units[unit]).map((form) => [form, unit] as const)))
}

interface Span {
  readonly count: number
  readonly unit: TimeUnit
}

function spansOf(spans: DateLanguage['spans'] = []): ReadonlyMap<string, Span> {
  return new Map(spans.flatMap(([forms, count, unit]) => formsOf(forms).map((form) => [form, { count, unit }] as const)))
}

const chineseDigits = '〇一二三四五六七八九'

/** Reads a year in digits of any kind: 2026, 二〇二六. */
const readYear = (written: string): number =>
  Number(written.replace(/[零○]/g, '0').replace(/[〇一二三四五六七八九]/g, (sign) => String(chineseDigits.indexOf(sign))))

export function createLanguageReader(language: DateLanguage): LanguageReader {
  const weekdays = positionsOf(language.weekdays)
  const shortWeekdays = positionsOf(language.shortWeekdays ?? [])
  const months = positionsOf(language.months, 1)
  const shortMonths = positionsOf(language.shortMonths ?? [], 1)
  const dates = positionsOf(language.dates ?? [])
  const counts = positionsOf(language.counts)
  const units = unitsOf(language.units)
  const separator = `[\\s\\-]{1,${maxSpaces}}`
  const spans = spansOf(language.spans)
  const number = '0?[1-9]|[12]\\d|3[01]'
  const date = `(?:${language.isSpaceless ? '\\d{1,3}' : number}|${anyOf(dates.keys())})`
  const digits = language.isSpaceless ? '\\d{1,3}' : '\\d{1,2}|(?<!\\d\\s)\\d{3}'
  const withinNumber = language.withinNumber === undefined ? '(?!)' : `(?<!${letter})(?:${toPattern(language.withinNumber)})${separator}`
  const wordsByName: Readonly<Record<string, string>> = {
    weekday: anyOf(weekdays.keys()),
    shortWeekday: anyOf(shortWeekdays.keys()),
    month: anyOf(months.keys()),
    firstMonth: anyOf(months.keys()),
    shortMonth: anyOf(shortMonths.keys()),
    date,
    firstDate: date,
    year: language.isSpaceless
      ? '(?:19\\d\\d|20\\d\\d|[一二][〇零○九][〇零○一二三四五六七八九]{2})'
      : `(?:19\\d\\d|20\\d\\d)(?!\\s{0,${maxSpaces}}(?:${anyOf(measures.flatMap(formsOf))})(?!${letter}))`,
    count: `(?<!${withinNumber})(?:${digits}|${anyOf(counts.keys())})`,
    unit: anyOf(units.keys()),
    span: `(?<!(?:${anyOf(counts.keys())}|\\d)${separator}|${withinNumber})${anyOf(spans.keys())}`,
    number: `(?:${number})`,
    ordinal: anyOf(dates.keys()),
    monthNumber: '(?:1[0-2]|0?[1-9])',
  }
  const event = `(?<!${letter})${or(language.happened)}(?!${letter})`
  const restOfSentence = '[^\\n.!?。]{0,80}'
  const patternsByName: Readonly<Record<string, string>> = {
    greater: `(?!${anyOf(counts.keys())}\\s{1,${maxSpaces}}${anyOf(units.keys())})${or(language.withinNumber)}(?:${separator}${anyOf(counts.keys())}){0,3}`,
    lineStart: `(?<=(?:^|\\n)[\\s¿"«„\\(]{0,${maxSpaces}})`,
    lineEnd: `(?=[\\t ]{0,${maxSpaces}}[.?。]{0,3}["»”\\)]?[\\t ]{0,${maxSpaces}}(?:$|\\n))`,
    happened: `(?:(?<=${event}${restOfSentence})|(?=${restOfSentence}${event}))`,
    week: anyOf(formsOf(language.units.week)),
    about: `(?:${or(language.about)}\\s{1,${maxSpaces}})?`,
    end: `(?=[\\t ]{0,${maxSpaces}}(?:$|[\\n!?;؟؛\\)"»…]|[,.:،](?!\\s*\\d)|[\\-–—]\\s)|\\s{1,${maxSpaces}}${or(language.afterDay)}(?!${letter}))`,
  }

  /** Captures the words, unless no value of the phrase is used. Such a phrase may name the same kind of word twice. */
  function expand(template: string, kind: PhraseKind): string {
    const capture = kind === 'noPastDay' ? () => '(?:' : (name: string) => `(?<${name}>`
    return template
      .split(/(\{\w+\})/)
      .map((part) => (/^\{[a-zA-Z]\w*\}$/.test(part) ? placeholder(part.slice(1, -1), capture) : toPattern(part)))
      .join('')
  }

  function placeholder(name: string, capture: (name: string) => string): string {
    const named = wordsByName[name]
    if (named) return `${capture(name)}${named})`
    const pattern = patternsByName[name]
    if (pattern) return pattern
    const kind = periodKinds.find((each) => name.startsWith(each))
    if (!kind) throw new Error(`No words are called ${name}.`)
    const chosen = name === kind ? namesOfPeriods(kind) : [name]
    return `(?:${chosen.map((each) => `${capture(each)}${toPattern(language.periods[kind][positionIn(each, kind)] ?? '(?!)')})`).join('|')})`
  }

  /** The earliest period first, because its words can contain those of a later one. */
  function namesOfPeriods(kind: PeriodKind): string[] {
    return language.periods[kind].map((_, position) => `${kind}${position}`).toReversed()
  }

  function readValues(groups: Readonly<Record<string, string | undefined>>): PhraseValues {
    const find = <Value>(values: ReadonlyMap<string, Value>, name: string): Value | undefined =>
      values.get((groups[name] ?? '').replace(/\s+/g, ' '))
    const number = (values: ReadonlyMap<string, number>, name: string): number | undefined =>
      groups[name] === undefined ? undefined : (find(values, name) ?? Number(groups[name]))
    const span = find(spans, 'span')
    return {
      weekday: find(weekdays, 'weekday') ?? find(shortWeekdays, 'shortWeekday'),
      month: find(months, 'month') ?? find(shortMonths, 'shortMonth') ?? number(months, 'monthNumber'),
      firstMonth: find(months, 'firstMonth'),
      date: number(dates, 'date') ?? number(dates, 'ordinal') ?? number(dates, 'number'),
      firstDate: number(dates, 'firstDate'),
      year: groups['year'] === undefined ? undefined : readYear(groups['year']),
      count: span?.count ?? number(counts, 'count'),
      unit: span?.unit ?? find(units, 'unit'),
      ...readPeriods(groups),
    }
  }

  // No number begins within "3.10" or "8:30".
  const [before, after] = language.isSpaceless
    ? ['', '']
    : [`(?<!${letter}|\\d[.,:](?=\\d))${foldText(language.prefix ?? '')}`, `(?!${letter})`]
  const patterns = phraseKinds.flatMap((kind) =>
    [...(language.phrases[kind] ?? []), ...(isPeriodKind(kind) ? namesOfPeriods(kind).map((name) => `{${name}}`) : [])].map((template) => {
      const source = expand(template, kind)
      return { kind, mayMatch: createQuickTest(source), pattern: new RegExp(`${before}(?:${source})${after}`, 'gv') }
    }),
  )

  return {
    language,
    frequentWords: new Set(formsOf(language.frequentWords)),
    findPhrases(text, parts) {
      if (!language.script.test(text)) return []
      const found: DatePhrase[] = []
      const places = new TakenPlaces(text.length)
      for (const { kind, mayMatch, pattern } of patterns) {
        if (!mayMatch(parts)) continue
        for (const match of findMatches(pattern, text)) {
          const [start, end] = [match.index, match.index + match[0].length]
          if (places.findFirst(start, end) !== undefined) continue
          places.take(start, end, found.length)
          found.push({ kind, start, end, values: readValues(match.groups ?? {}) })
        }
      }
      return found
    },
  }
}

const isPeriodKind = (kind: PhraseKind): kind is PeriodKind => periodKinds.some((each) => each === kind)

function readPeriods(groups: Readonly<Record<string, string | undefined>>): Partial<Record<PeriodKind, number>> {
  const periods: Partial<Record<PeriodKind, number>> = {}
  for (const [name, words] of Object.entries(groups)) {
    const kind = words === undefined ? undefined : periodKinds.find((each) => name.startsWith(each))
    if (kind) periods[kind] ??= positionIn(name, kind)
  }
  return periods
}

/** Returns the position of a pattern that has a name such as `weeksAgo1`. */
const positionIn = (name: string, kind: PeriodKind): number => Number(name.slice(kind.length))

/** Works like matchAll, but does not copy the pattern. A copy would compile these long patterns again on each call. */
export function* findMatches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) yield match
}

/** The parts of a text that are taken by phrases. Each question takes only as long as the part is. */
export class TakenPlaces {
  /** For each character, the number of the phrase that has it, from 1. */
  readonly #owners: Int32Array

  constructor(length: number) {
    this.#owners = new Int32Array(length)
  }

  /** Takes a part for the phrase with an index. */
  take(start: number, end: number, index: number): void {
    this.#owners.fill(index + 1, start, end)
  }

  /** Returns the smallest index of the phrases that have a character of a part. Undefined if none has. */
  findFirst(start: number, end: number): number | undefined {
    let first = Number.POSITIVE_INFINITY
    for (let at = start; at < end; at++) {
      const owner = this.#owners[at] ?? 0
      if (owner > 0) first = Math.min(first, owner - 1)
    }
    return Number.isFinite(first) ? first : undefined
  }
}
