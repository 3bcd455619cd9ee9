// Texts and the patterns that are matched against them.

/** Returns the words of a folded text in languages that separate words by spaces. */
export const splitWords = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

/** A letter in a language that separates words by spaces. Chinese and Japanese text may follow a date without a space. */
export const letter = '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]]'

/** Returns the words of a list with their positions, folded. */
export function positionsOf(list: readonly string[], first = 0): ReadonlyMap<string, number> {
  return new Map(list.flatMap((forms, position) => formsOf(forms).map((form) => [form, position + first] as const)))
}

export const formsOf = (forms: string): string[] =>
  (forms === '' ? [] : foldText(forms).split(' ')).map((form) => form.replaceAll('_', ' '))

/** The greatest length of the white space between words. Bounded, because patterns would otherwise try each length of a long one. */
export const maxSpaces = 5

/** Returns a pattern that matches any of the words, longest first. */
export function anyOf(forms: Iterable<string>): string {
  const sorted = [...forms].sort((a, b) => b.length - a.length).map((form) => form.replaceAll(' ', `\\s{1,${maxSpaces}}`))
  return sorted.length > 0 ? `(?:${sorted.join('|')})` : '(?!)'
}

/** Replaces each space of a pattern by white space, and each optional space by white space or none. */
export const toPattern = (pattern: string): string =>
  foldText(pattern).replaceAll(' ?', `\\s{0,${maxSpaces}}`).replaceAll(' ', `\\s{1,${maxSpaces}}`)

/** Returns a pattern of words that a language may lack. It then matches nothing. */
export const or = (words: string | undefined): string => (words === undefined ? '(?!)' : `(?:${toPattern(words)})`)

/**
 * Folds a text so that spellings which mean the same are equal: no capitals, no accents, ASCII digits, plain apostrophes, and one form of
 * each Arabic letter. The result has the same length, so that offsets are those of the text.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replace(foldable, foldCharacter)
}

/** Latin letters with accents, Cyrillic ё (but not й), Arabic letters and digits, other digits, full-width characters, apostrophes. */
const foldable = /[\u00aa-\u024f\u1e00-\u1eff\u0451\u0622-\u0626\u0629\u0649\u0660-\u0669\u06f0-\u06f9\u2019\uff01-\uff5e]/g

const folded = new Map<string, string>([
  ['’', "'"],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ...Array.from('۰۱۲۳۴۵۶۷۸۹', (digit, value) => [digit, String(value)] as const),
  ...Array.from('٠١٢٣٤٥٦٧٨٩', (digit, value) => [digit, String(value)] as const),
])

function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const result = plain.length === 1 ? plain : character
  folded.set(character, result)
  return result
}

// What a text must contain for a pattern to match, so that most patterns need not be tried.

/** Parts of texts, one of which every match contains. */
type Alternatives = readonly string[]

/** Stands for any digit. */
const digit = '0'

const bits = 16

/** Says which parts a text may contain. It can be wrong if it says that the text contains a part, but not if it says the opposite. */
export class TextIndex {
  static #count = 0
  /** Tells it from others. */
  readonly number = ++TextIndex.#count
  /** A bit for each hash. */
  readonly #seen = new Uint32Array((1 << bits) / 32)

  constructor(text: string) {
    const plain = blurDigits(text)
    for (let length = 1; length <= longestPart; length++)
      for (let at = 0; at + length <= plain.length; at++) {
        const hash = hashPart(plain, at, length)
        this.#seen[hash >>> 5] = (this.#seen[hash >>> 5] ?? 0) | (1 << (hash & 31))
      }
  }

  mayContain(part: readonly number[]): boolean {
    return part.every((hash) => ((this.#seen[hash >>> 5] ?? 0) & (1 << (hash & 31))) !== 0)
  }
}

const longestPart = 3

const blurDigits = (text: string): string => text.replace(/\d/g, digit)

/** Returns the hashes of all the parts of a word that `TextIndex` knows. */
function hashWord(written: string): number[] {
  const word = blurDigits(written)
  const length = Math.min(word.length, longestPart)
  return Array.from({ length: word.length - length + 1 }, (_, at) => hashPart(word, at, length))
}

function hashPart(text: string, start: number, length: number): number {
  let hash = length
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, 0x9e37_79b1) + text.charCodeAt(at)) | 0
  return (hash ^ (hash >>> bits)) & ((1 << bits) - 1)
}

/** Says whether a text may contain what a pattern needs. */
export type QuickTest = (parts: TextIndex) => boolean

/**
 * Returns a test that is false only for texts in which a pattern has no match. The pattern is one that the readers of dates use. `known` has
 * the tests of signs that stand for parts of it.
 */
export function createQuickTest(source: string, known: ReadonlyMap<string, QuickTest> = new Map()): QuickTest {
  const needed = new PatternParser(source).parse().map((alternatives) => {
    const signs = alternatives.flatMap((word) => known.get(word) ?? [])
    const words = alternatives.filter((word) => !known.has(word))
    return [...signs, ...(words.length > 0 ? [testWords(words)] : [])]
  })
  return (parts) => needed.every((alternatives) => alternatives.some((test) => test(parts)))
}

/** The tests of words, by the words. Many patterns need one of the same words, such as the names of months. */
const wordTests = new Map<string, QuickTest>()

/** Returns whether a text may contain one of some words. Keeps the answer about the latest text. */
function testWords(words: Alternatives): QuickTest {
  const key = words.join('\n')
  const known = wordTests.get(key)
  if (known) return known
  const hashes = words.map(hashWord)
  let latest = { number: 0, answer: false }
  const test: QuickTest = (parts) => {
    if (latest.number !== parts.number) latest = { number: parts.number, answer: hashes.some((part) => parts.mayContain(part)) }
    return latest.answer
  }
  wordTests.set(key, test)
  return test
}

/** Reads a pattern from left to right. */
class PatternParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Returns what every match contains. */
  parse(): Alternatives[] {
    const branches = [this.#parseBranch()]
    while (this.#skip('|')) branches.push(this.#parseBranch())
    const [only = []] = branches
    if (branches.length === 1) return only
    const chosen = branches.map(findRarest)
    return chosen.every((alternatives) => alternatives !== undefined) ? [chosen.flat()] : []
  }

  #parseBranch(): Alternatives[] {
    const needed: Alternatives[] = []
    let run = ''
    const endRun = () => {
      if (run !== '') needed.push([run])
      run = ''
    }
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) {
      const atom = this.#parseAtom()
      const isOptional = this.#skipQuantifier()
      if (typeof atom === 'string' && !isOptional) run += atom
      else endRun()
      if (typeof atom !== 'string' && !isOptional) needed.push(...atom)
    }
    endRun()
    return needed
  }

  /** Returns a character, or what every match of a group or class contains. */
  #parseAtom(): string | Alternatives[] {
    if (this.#skip('(')) return this.#parseGroup()
    if (this.#peek() === '[') return this.#parseClass()
    const character = this.#next()
    if (character !== '\\') return '.^$'.includes(character) ? [] : character
    const escaped = this.#next()
    if (escaped === 'd') return digit
    if (escaped === 'p') this.#at = this.#source.indexOf('}', this.#at) + 1
    if (/[a-zA-Z]/.test(escaped)) return []
    return escaped
  }

  #parseGroup(): Alternatives[] {
    const [opening = ''] = this.#source.slice(this.#at).match(/^\?(?:<?[=!]|:|<\w+>)/) ?? []
    this.#at += opening.length
    const needed = this.parse()
    this.#skip(')')
    // What stands around a match is not part of it.
    return /[=!]$/.test(opening) ? [] : needed
  }

  #parseClass(): string | Alternatives[] {
    const start = this.#at
    let depth = 0
    do {
      const character = this.#next()
      if (character === '\\') this.#at++
      else if (character === '[') depth++
      else if (character === ']') depth--
    } while (depth > 0)
    return /^\[[\d-]+\]$/.test(this.#source.slice(start, this.#at)) ? digit : []
  }

  /** Returns whether what stands before it may be missing. It then ends a run of characters, as does every repetition. */
  #skipQuantifier(): boolean {
    const [quantifier] = this.#source.slice(this.#at, this.#at + 12).match(/^(?:[?*+]|\{\d+(?:,\d*)?\})\??/) ?? []
    this.#at += quantifier?.length ?? 0
    return quantifier !== undefined
  }

  #peek(): string {
    return this.#source[this.#at] ?? ''
  }

  #next(): string {
    return this.#source[this.#at++] ?? ''
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }
}

/** Returns the alternatives whose shortest word is the longest. */
function findRarest(needed: readonly Alternatives[]): Alternatives | undefined {
  const shortest = (alternatives: Alternatives): number => Math.min(...alternatives.map((word) => word.length))
  return needed.toSorted((a, b) => shortest(b) - shortest(a))[0]
}
