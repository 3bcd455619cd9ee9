import { parseDayLabel } from '../ports/clock.ts'
import { toCalendarDate } from './calendar.ts'
import type { Due } from './due.ts'
import { findDueLanguage } from './due-languages/index.ts'
import type { DueKind, DueLanguage } from './due-languages/language.ts'
import { type DuePhrase, type LocalMoment, type Moment, readDue, toLocalMoment } from './due-meanings.ts'
import { compileWords, createDueReader, type DuePiece, type DueReader, dueLetter, spaces } from './due-pieces.ts'
import { foldText, TextIndex, toPattern } from './patterns.ts'

/** A phrase of a text that says when something is due. */
export interface FoundDue {
  readonly due: Due
  /** Its offset in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** A language that reads due phrases. Its patterns are compiled once, when first needed. */
interface PhraseReader extends DueReader {
  readonly lead: RegExp
  readonly until: RegExp
  readonly gap: RegExp
  readonly trail: RegExp
  readonly follow: RegExp
}

const readers = new Map<string, PhraseReader>()

/** Returns the reader of a language. Undefined if due phrases are not read in it. */
export function findPhraseReader(code: string): PhraseReader | undefined {
  const language = findDueLanguage(code)
  const reader = readers.get(code) ?? (language && createPhraseReader(language))
  if (reader) readers.set(code, reader)
  return reader
}

function createPhraseReader(language: DueLanguage): PhraseReader {
  const { lead, until, glue = '(?!)', trail = '(?!)', follow, words } = language
  const before = words.isSpaceless ? '' : `(?<!${dueLetter})`
  const end = words.isSpaceless ? '' : `(?!${dueLetter})`
  const leads = `(?:${toPattern(lead)})${words.isSpaceless || lead.includes("'") ? spaces : '\\s{1,5}'}`
  return {
    ...createDueReader(language),
    lead: compileWords(`${before}(?:${leads}){1,2}$`),
    until: compileWords(`^[\\s,]*(?:${toPattern(until)})`),
    gap: compileWords(`^${spaces}[,،、，(]?${spaces}(?:${leads}|(?:${toPattern(glue)})${spaces}){0,2}\\)?$`),
    trail: compileWords(`^${spaces}(?:${toPattern(trail)})${end}`),
    follow: compileWords(`^(?:${spaces}(?:$|[\\n,;.!?:)…"”»。！？、，」』-])|\\s{1,5}(?:[—–-]|(?:${toPattern(follow)})${end}))`),
  }
}

/**
 * Finds the phrases of a text that say when something is due in the future, in its order. If two languages read the same words, the longer
 * phrase wins, then the language that comes first.
 */
export function findDues(text: string, { languages, ...said }: Moment & { readonly languages: readonly string[] }): FoundDue[] {
  const moment = toLocalMoment(said)
  const folded = foldText(text)
  const parts = new TextIndex(folded)
  const found = languages.flatMap((code) => {
    const reader = findPhraseReader(code)
    return reader ? findInLanguage(folded, { reader, parts, moment }) : []
  })
  const chosen: FoundDue[] = []
  for (const phrase of found.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (chosen.every(({ start, end }) => phrase.end <= start || phrase.start >= end)) chosen.push(phrase)
  return chosen.sort((a, b) => a.start - b.start)
}

interface DueSearch {
  readonly reader: PhraseReader
  readonly parts: TextIndex
  readonly moment: LocalMoment
}

function findInLanguage(text: string, { reader, parts, moment }: DueSearch): FoundDue[] {
  const pieces = [...findIsoDates(text), ...reader.findPieces(text, parts)].sort((a, b) => a.start - b.start)
  const found: FoundDue[] = []
  for (let index = 0; index < pieces.length; ) {
    const group = [pieces[index++]].filter((piece) => piece !== undefined)
    for (let next = pieces[index]; next && joins(group, next, text, reader); next = pieces[++index]) group.push(next)
    const phrase = readGroup(group, text, { reader, parts, moment })
    if (phrase) found.push(phrase)
  }
  return found
}

/** Finds dates such as 2026-12-04, which are the same in all languages. */
function findIsoDates(text: string): DuePiece[] {
  return Array.from(
    text.matchAll(/(?<![\w.:/-])(20\d\d-\d\d-\d\d)(?:t(?=\d\d:))?(?![\w/-]|[.:]\d)/g),
    ({ 0: match, 1: iso = '', index }) => {
      const day = parseDayLabel(iso)
      const { year, month, day: date } = day ? toCalendarDate(day) : { year: 2000, month: 2, day: 31 }
      return { kind: 'date', start: index, end: index + match.length, values: { year, month, date } }
    },
  )
}

/** The kinds that say the same thing: a phrase has one of them. A weekday may stand beside a date. */
const rivals: Readonly<Partial<Record<DueKind, DueKind>>> = {
  numericDate: 'date',
  dayOfMonth: 'date',
  day: 'date',
  in: 'date',
  later: 'date',
}

function joins(group: readonly DuePiece[], next: DuePiece, text: string, { gap }: PhraseReader): boolean {
  const last = group.at(-1)
  if (!last || next.kind === 'skip' || last.kind === 'skip') return false
  const slotOf = (kind: DueKind): DueKind => rivals[kind] ?? kind
  if (group.some(({ kind }) => slotOf(kind) === slotOf(next.kind))) return false
  return next.start - last.end <= 24 && gap.test(text.slice(last.end, next.start))
}

function readGroup(group: readonly DuePiece[], text: string, { reader, moment }: DueSearch): FoundDue | undefined {
  const kept = [...group]
  // "At nine" may begin what people are counted with: "at nine people".
  while (kept.length > 0 && isUnlikely(kept, text, reader)) kept.pop()
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last || first.kind === 'skip') return undefined
  const lead = text.slice(Math.max(0, first.start - 30), first.start).match(reader.lead)?.[0] ?? ''
  const [trail = ''] = text.slice(last.end, last.end + 20).match(reader.trail) ?? []
  const [start, end] = [first.start - lead.length, last.end + trail.length]
  // An impossible time: "tomorrow at 25:00".
  if (/^[\s,]{0,5}(?:[^\d\s]{1,6}\s{1,5}){0,2}\d{1,2}[:h]\d\d/.test(text.slice(end, end + 24))) return undefined
  const phrase: DuePhrase = {
    ...Object.fromEntries(kept.map(({ kind, values }) => [kind, values])),
    until: kept.some((piece, index) => index > 0 && reader.until.test(text.slice(kept[index - 1]?.end, piece.end))),
  }
  const due = readDue(phrase, moment)
  return due && { due, start, end }
}

function isUnlikely(group: readonly DuePiece[], text: string, { follow, language }: PhraseReader): boolean {
  const [piece] = group
  if (!piece || group.length > 1) return false
  if (piece.values.isBound) return true
  if (!piece.values.isWeak || text.slice(0, piece.start).trim() === '') return false
  return !(language.words.isSpaceless || follow.test(text.slice(piece.end, piece.end + 30)))
}
