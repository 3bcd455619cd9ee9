// What a text must contain for a pattern to match, so that most patterns need not be tried.

/** Parts of texts, one of which every match contains. */
type Alternatives = readonly string[]

/** Stands for any digit. */
const digit = '0'

const bits = 16

/** Says which parts a text may contain. It can be wrong if it says that the text contains a part, but not if it says the opposite. */
export class TextIndex {
  readonly #seen = new Uint8Array(1 << bits)

  constructor(text: string) {
    const plain = blurDigits(text)
    for (let length = 1; length <= longestPart; length++)
      for (let at = 0; at + length <= plain.length; at++) this.#seen[hashPart(plain, at, length)] = 1
  }

  mayContain(part: readonly number[]): boolean {
    return part.every((hash) => this.#seen[hash] === 1)
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

/** Returns a test that is false only for texts in which a pattern has no match. The pattern is one that the readers of dates use. */
export function createQuickTest(source: string): (parts: TextIndex) => boolean {
  const needed = new PatternParser(source).parse().map((alternatives) => alternatives.map(hashWord))
  return (parts) => needed.every((alternatives) => alternatives.some((part) => parts.mayContain(part)))
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
    if (escaped === 'd') return [[digit]]
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

  #parseClass(): Alternatives[] {
    const start = this.#at
    let depth = 0
    do {
      const character = this.#next()
      if (character === '\\') this.#at++
      else if (character === '[') depth++
      else if (character === ']') depth--
    } while (depth > 0)
    return /^\[[\d-]+\]$/.test(this.#source.slice(start, this.#at)) ? [[digit]] : []
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
