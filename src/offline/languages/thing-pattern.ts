export interface NounPhrase {
  /** Alternatives of the words before a noun, in lower case: "the|my". */
  readonly determiners: string
  /** Alternatives of the words that may stand between them. */
  readonly adjectives?: string
  /** Nouns that name nothing: "way", "time". */
  readonly notNouns?: string
  /** Words that are no nouns, separated by spaces. */
  readonly functionWords?: string
  /** A pattern of what else may belong to the noun, after it. */
  readonly compound?: string
  /** A pattern of a noun. Any word if absent. Adjectives do not belong to it, because their endings depend on the determiner. */
  readonly noun?: string
}

const never = '(?!)'

/** Returns the pattern of the things that a sentence names, for `ReferenceCues.things`. */
export function thingPattern({ determiners, adjectives = never, compound = never, noun, ...rest }: NounPhrase): RegExp {
  const word = noun ?? String.raw`\p{L}[\p{L}’'-]*`
  const notNouns = [adjectives, rest.notNouns ?? never, ...(rest.functionWords?.trim().split(/\s+/) ?? [])].join('|')
  const anyCase = determiners.replace(/(^|\|)(\p{Ll})/gu, (_, bar: string, letter: string) => `${bar}[${letter}${letter.toUpperCase()}]`)
  const describing = String.raw`(?:(?:${adjectives})\s+)*`
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<determiner>${anyCase})(?:\s+|(?<=['’]))${noun ? describing : ''}(?<noun>${noun ? '' : describing}(?!(?:${notNouns})(?!\p{L}))${word}(?:${compound})?)`,
    'gu',
  )
}
