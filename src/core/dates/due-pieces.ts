import { type DueKind, type DueLanguage, type DueUnit, type DueValues, dueKinds } from './due-languages/language.ts'
import { TakenPlaces } from './language-reader.ts'
import { anyOf, createQuickTest, foldText, formsOf, maxSpaces, positionsOf, type QuickTest, type TextIndex, toPattern } from './patterns.ts'

/** A piece of a due phrase in a text. */
export interface DuePiece {
  readonly kind: DueKind
  readonly start: number
  readonly end: number
  readonly values: DueValues
}

/** A language whose patterns are compiled when a text first needs them. */
export interface DueReader {
  readonly language: DueLanguage
  /** Returns the pieces of a folded text that has the given parts, in its order. They do not overlap. */
  findPieces(text: string, parts: TextIndex): DuePiece[]
}

/** A letter or digit of a folded text. Plain ranges, because classes of Unicode properties take long to compile. */
export const dueLetter = '[a-z0-9\\u00df-\\u024f\\u0400-\\u04ff\\u0621-\\u064a]'

const dayUnits = ['day', 'week', 'month', 'year'] as const

export function createDueReader(language: DueLanguage): DueReader {
  const { words } = language
  const weekdays = positionsOf(language.weekdays ?? words.weekdays)
  const shortWeekdays = positionsOf(words.shortWeekdays ?? [])
  const months = new Map([...positionsOf(words.shortMonths ?? [], 1), ...positionsOf(words.months, 1)])
  const dates = positionsOf(words.dates ?? [])
  const counts = positionsOf(words.counts)
  const hours = positionsOf(language.hours ?? words.counts.slice(0, 25))
  const units = new Map<string, DueUnit>([
    ...dayUnits.flatMap((unit) => formsOf(words.units[unit]).map((form) => [form, unit] as const)),
    ...formsOf(language.minute).map((form) => [form, 'minute'] as const),
    ...formsOf(language.hour).map((form) => [form, 'hour'] as const),
  ])
  const anyUnit = anyOf(units.keys())
  const unit = anyOf([...units.keys()].filter((form) => dayUnits.some((each) => each === units.get(form))))
  const anyWeekday = anyOf([...weekdays.keys(), ...shortWeekdays.keys()])
  const number = '0?[1-9](?!\\d)|[12]\\d|3[01]'
  const count = `\\d{1,3}|${anyOf(counts.keys())}`
  const wordsByName: Readonly<Record<string, string>> = {
    weekday: anyOf(weekdays.keys()),
    shortweekday: anyOf(shortWeekdays.keys()),
    weekdays: `${anyWeekday}(?:(?:${toPattern(language.and)})${anyWeekday}){0,6}`,
    month: anyOf(months.keys()),
    date: `${number}|${anyOf(dates.keys())}`,
    number,
    year: '20\\d\\d',
    // After a day and a month in digits, where it cannot be an hour.
    shortyear: '(?:20)?\\d\\d(?!\\d)',
    count,
    unit,
    anyunit: anyUnit,
    hour: `(?:2[0-3]|[01]?\\d)(?!\\d)|${anyOf(hours.keys())}`,
    minute: '[0-5]\\d',
    minutes: `[0-5]?\\d|${anyOf(counts.keys())}`,
    minutesto: `[0-5]?\\d|${anyOf(counts.keys())}`,
    am: toPattern(language.am ?? '(?!)'),
    pm: toPattern(language.pm ?? '(?!)'),
    first: '\\d{1,2}',
    second: '\\d{1,2}',
  }

  /** Numbers the groups, because a pattern may name the same kind of word in several alternatives. */
  const expand = (template: string): string =>
    template
      .split(/(\{[a-z]+\})/)
      .map((part, at) =>
        /^\{[a-z]+\}$/.test(part) ? `(?<${part.slice(1, -1)}${at}>${wordsByName[part.slice(1, -1)] ?? '(?!)'})` : toPattern(part),
      )
      .join('')

  // What a pattern needs is found out once for each kind of word, because the lists are long.
  const names = Object.keys(wordsByName)
  const signOf = (name: string): string => String.fromCharCode(0xe000 + names.indexOf(name))
  const known = new Map(
    names.map((name): [string, QuickTest] => {
      let test: QuickTest | undefined
      return [
        signOf(name),
        (parts) => {
          test ??= createQuickTest(wordsByName[name] ?? '')
          return test(parts)
        },
      ]
    }),
  )
  const abbreviate = (template: string): string => toPattern(template).replace(/\{([a-z]+)\}/g, (_, name: string) => `(?:${signOf(name)})`)

  function readValues(numbered: Readonly<Record<string, string | undefined>>): DueValues {
    const matched = Object.entries(numbered).filter(([, word]) => word !== undefined)
    const groups: Readonly<Record<string, string | undefined>> = Object.fromEntries(
      matched.map(([name, word]) => [name.replace(/\d+$/, ''), word]),
    )
    const find = <Value>(values: ReadonlyMap<string, Value>, name: string): Value | undefined =>
      values.get((groups[name] ?? '').replace(/\s+/g, ' '))
    const numberIn = (values: ReadonlyMap<string, number>, name: string): number | undefined =>
      groups[name] === undefined ? undefined : (find(values, name) ?? Number(groups[name]))
    const { minute, minutesto, am, pm, first, second } = groups
    const [month, date] = language.isMonthFirst ? [first, second] : [second, first]
    const shift = minutesto === undefined ? undefined : -(numberIn(counts, 'minutesto') ?? 0)
    return onlyDefined({
      weekday: find(weekdays, 'weekday') ?? find(shortWeekdays, 'shortweekday'),
      weekdays: groups['weekdays'] === undefined ? undefined : readWeekdays(groups['weekdays']),
      month: find(months, 'month') ?? (month === undefined ? undefined : Number(month)),
      date: numberIn(dates, 'date') ?? numberIn(dates, 'number') ?? (date === undefined ? undefined : Number(date)),
      year: readYear(groups['year'] ?? groups['shortyear']),
      count: numberIn(counts, 'count'),
      unit: find(units, 'unit') ?? find(units, 'anyunit'),
      hour: numberIn(hours, 'hour'),
      minute: minute === undefined ? numberIn(counts, 'minutes') : Number(minute),
      isExact: (minute !== undefined && (!language.has12Hours || /^0/.test(groups['hour'] ?? ''))) || undefined,
      shift,
      part: am === undefined ? (pm === undefined ? undefined : 'afternoon') : 'morning',
    })
  }

  function readWeekdays(written: string): number[] {
    const found = written.match(new RegExp(anyWeekday, 'g')) ?? []
    const names = found.map((name) => name.replace(/\s+/g, ' '))
    return [...new Set(names.flatMap((name) => weekdays.get(name) ?? shortWeekdays.get(name) ?? []))].sort((a, b) => a - b)
  }

  // No piece begins within "3.10" or "8:30", or ends before "%".
  const [before, after] = words.isSpaceless
    ? ['(?:(?![0-9])|(?<![0-9.:/-]))', '(?:(?<![0-9])|(?![.:/]?[0-9]))']
    : [`(?<!${dueLetter}|[\\d$€£][.,:/\\-]?(?=\\d)|-)`, `(?!${dueLetter}|[.,:/\\-–][\\d]|\\s?[%€$£°+*=]|'[a-z])`]
  const rules = dueKinds.flatMap((kind) =>
    language.rules
      .filter((rule) => rule[0] === kind)
      .map(([, template, values]) => {
        let pattern: RegExp | undefined
        let mayMatch: ((parts: TextIndex) => boolean) | undefined
        return {
          kind,
          values,
          mayMatch: (parts: TextIndex) => {
            mayMatch ??= createQuickTest(abbreviate(template), known)
            return mayMatch(parts)
          },
          compile: () => {
            pattern ??= new RegExp(`${before}(?:${expand(template)})${after}`, 'g')
            return pattern
          },
        }
      }),
  )

  return {
    language,
    findPieces(text, parts) {
      if (!words.script.test(text) && /\p{L}/u.test(text)) return []
      const found: DuePiece[] = []
      for (const { kind, mayMatch, compile, values } of rules) {
        if (!mayMatch(parts)) continue
        for (const match of text.matchAll(compile())) {
          if (match[0] === '') continue
          found.push({
            kind,
            start: match.index,
            end: match.index + match[0].length,
            values: { ...readValues(match.groups ?? {}), ...values },
          })
        }
      }
      return chooseLongest(found, text.length)
    },
  }
}

/** Keeps the longest of pieces that overlap. Of equally long ones, the first. */
function chooseLongest(found: readonly DuePiece[], length: number): DuePiece[] {
  const places = new TakenPlaces(length)
  const chosen: DuePiece[] = []
  for (const piece of found.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (places.findFirst(piece.start, piece.end) !== undefined) continue
    places.take(piece.start, piece.end, chosen.length)
    chosen.push(piece)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** Values that may be undefined. */
type Optional<T> = { [Key in keyof T]?: T[Key] | undefined }

const onlyDefined = (values: Optional<DueValues>): DueValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DueValues

/** White space between words, bounded. */
export const spaces = `\\s{0,${maxSpaces}}`

/** Folds a pattern of words, and compiles it. */
export const compileWords = (pattern: string, flags = ''): RegExp => new RegExp(foldText(pattern), flags)

/** Returns the year of two or four digits. */
const readYear = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits.padStart(4, '2000')))
