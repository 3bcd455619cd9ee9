import type { Due } from './due.ts'
import type { RequestLanguage } from './due-languages/language.ts'
import { type FoundDue, findDues, findPhraseReader } from './due-phrases.ts'
import { compileWords, dueLetter } from './due-pieces.ts'
import type { DueOptions } from './parse-due.ts'
import { foldText, toPattern } from './patterns.ts'

/** A request to be reminded. */
export interface ReminderRequest {
  readonly due: Due
  /** What to be reminded of: "call Ann". */
  readonly text: string
}

/** A request is short. A longer message tells something else as well. */
const longestRequest = 1_000

/** Stands for the due phrase in a text. No message contains it: it is removed first. */
const placeholder = '\u0001'

/**
 * Returns what a message plainly asks to be reminded of, and when. Undefined if it asks for something else, such as about a reminder, or
 * names no time: then it is for the model to read. The words of the request and of the time are cut out.
 */
export function parseReminder(message: string, options: DueOptions): ReminderRequest | undefined {
  const text = message.replaceAll(placeholder, ' ').trim()
  if (text.length > longestRequest) return undefined
  const folded = foldText(text)
  for (const code of options.languages) {
    const reader = findRequestReader(code)
    if (!reader?.need.test(folded)) continue
    const dues = findDues(text, options)
    const moved = moveRequest(text, reader, dues)
    const request = readRequest(moved ?? text, reader, moved === undefined ? dues : findDues(moved, options))
    if (request) return request
  }
  return undefined
}

interface RequestReader {
  readonly language: RequestLanguage
  readonly need: RegExp
  readonly core: RegExp
  /** The end of the words before a clause that keeps its due phrase. */
  readonly that: RegExp
  readonly noThing: RegExp
  readonly patterns: readonly RegExp[]
}

const requestReaders = new Map<string, RequestReader>()

function findRequestReader(code: string): RequestReader | undefined {
  const phrases = findPhraseReader(code)
  if (!phrases) return undefined
  const known = requestReaders.get(code)
  if (known) return known
  const { requests: language, words } = phrases.language
  const space = words.isSpaceless ? '\\s{0,5}' : '\\s{1,5}'
  const edge = words.isSpaceless ? '' : `(?:(?<!${dueLetter})|(?!${dueLetter}))`
  const opening = `^[\\s,¿¡]*(?:(?:${toPattern(language.openers)})[\\s,¿¡!.，。！、:]+)*`
  const closing = `[\\s.!?…。！？~]*(?:[\\s,，、¡]*${edge}(?:${toPattern(language.closers)})${edge}[\\s.!?…。！？~:)]*)*$`
  const thing = '[,:;，、：]?\\s*(?<thing>\\S[^]*?)'
  const due = `(?:[\\s,]*${placeholder}[\\s,，、:]*)`
  const reader = {
    language,
    need: compileWords(`(?:${toPattern(language.need)})`),
    core: compileWords(`^[\\s,]*(?:${toPattern(language.core)})[\\s,]*$`),
    that: compileWords(`(?:${toPattern(language.that ?? '(?!)')})[\\s,]*$`),
    noThing: compileWords(`^(?:${toPattern(language.noThing ?? '(?!)')})`),
    patterns: language.patterns.map((pattern) => {
      // Capitals would be folded, so the parts are put in afterwards.
      const source = toPattern(pattern)
        .replaceAll(`${space}§${space}`, `(?:${due}|${space})`)
        .replaceAll('§', `${due}?`)
        .replaceAll('{thing}', thing)
      return new RegExp(foldText(opening) + source + foldText(closing), 'd')
    }),
  }
  requestReaders.set(code, reader)
  return reader
}

/** Puts a request before its day if it stands between the day and the time: "tomorrow remind me at nine". */
function moveRequest(text: string, { core }: RequestReader, [day, time]: readonly FoundDue[]): string | undefined {
  if (!day || !time || !core.test(foldText(text.slice(day.end, time.start)))) return undefined
  const request = text.slice(day.end, time.start).replace(/^[\s,]+/, '')
  return `${text.slice(0, day.start)}${request} ${text.slice(day.start, day.end)} ${text.slice(time.start)}`
}

/** A request whose parts have been found in a text. */
interface FoundRequest extends ReminderRequest {
  /** How likely the due phrase is the one of the request. */
  readonly rank: number
}

/** Tries each due phrase: the one beside the request, then one at the end, then the first. */
function readRequest(text: string, reader: RequestReader, dues: readonly FoundDue[]): ReminderRequest | undefined {
  const found = dues.flatMap(({ due, start, end }): FoundRequest[] => {
    const marked = `${text.slice(0, start)} ${placeholder} ${text.slice(end)}`
    for (const sentence of splitSentences(marked)) {
      const match = matchRequest(sentence, reader)
      if (!match) continue
      const cleaned = cleanThing(match.isClause ? match.thing.replace(placeholder, text.slice(start, end)) : match.thing, reader.language)
      if (/[\p{L}\p{N}]/u.test(cleaned) && !reader.noThing.test(foldText(cleaned)))
        return [{ due, text: cleaned, rank: rankOf(match.thing) }]
    }
    return []
  })
  const best = found.toSorted((a, b) => b.rank - a.rank)[0]
  return best && { due: best.due, text: best.text }
}

function rankOf(thing: string): number {
  const at = thing.indexOf(placeholder)
  if (at < 0) return 2
  return /^[\s.!?]*$/.test(thing.slice(at + 1)) ? 1 : 0
}

/** Returns the texts that begin with each sentence of a text and contain its due phrase. */
function splitSentences(text: string): string[] {
  const starts = [0, ...Array.from(text.matchAll(/[.!?\n。！？]\s*/g), ({ 0: match, index }) => index + match.length)].slice(0, 5)
  return starts.map((start) => text.slice(start)).filter((sentence) => sentence.includes(placeholder))
}

/** What a request is about, as it is written, with the mark of the due phrase. */
interface WrittenThing {
  readonly thing: string
  /** Whether it is a clause with "that". */
  readonly isClause: boolean
}

function matchRequest(sentence: string, { patterns, that }: RequestReader): WrittenThing | undefined {
  const folded = foldText(sentence)
  for (const pattern of patterns) {
    const [start, end] = folded.match(pattern)?.indices?.groups?.['thing'] ?? []
    // The folded text has the same length.
    if (start !== undefined) return { thing: sentence.slice(start, end), isClause: that.test(folded.slice(0, start)) }
  }
  return undefined
}

function cleanThing(thing: string, { edits = [] }: RequestLanguage): string {
  const plain = thing.replace(new RegExp(`\\s*[,，、]?\\s*${placeholder}\\s*`, 'g'), (match, at: number) =>
    at === 0 ? '' : joinAround(match),
  )
  const trimmed = trimThing(plain)
  return trimThing(edits.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), trimmed))
}

const joinAround = (match: string): string => (/[，、]/.test(match) ? '，' : ' ')

const trimThing = (text: string): string =>
  text
    .replace(/\s+([,.!?])/g, '$1')
    .replace(/^[\s,;:，、：–—-]+|[\s.,;:!?…，、。！？–—-]+$/g, '')
    .replace(/[ \t]{2,}/g, ' ')
