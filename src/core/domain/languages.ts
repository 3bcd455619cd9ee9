import eld from 'eld/extrasmall'

/** A language as an ISO 639 code, such as `de`. */
export type LanguageCode = string

/** The language of a user about whom nothing else is known. */
export const defaultLanguage: LanguageCode = 'en'

/** How a user's language became known, from least to most certain. What is more certain is never replaced by what is less certain. */
export const languageSources = ['default', 'locale', 'writing', 'choice'] as const
export type LanguageSource = (typeof languageSources)[number]

/** Returns the language of a BCP 47 tag, such as `pt-BR` or `pt_BR`. Undefined if it is none. */
export function toLanguageCode(tag: string): LanguageCode | undefined {
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'))
    if (language === 'und') return undefined
    // Both forms of written Norwegian are searched and answered alike.
    return language === 'nb' || language === 'nn' ? 'no' : language
  } catch {
    // Intl.Locale rejects what is no tag, such as an empty text.
    return undefined
  }
}

/** Returns the name of a language, in English unless another language is given: "German", "Deutsch". */
export const nameLanguage = (language: LanguageCode, inLanguage: LanguageCode = defaultLanguage): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language

/** The languages that users may name: those with a name of their own. */
const namedLanguages: ReadonlyMap<string, LanguageCode> = new Map(
  Array.from({ length: 26 * 26 }, (_, n) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26)))
    .filter((code) => nameLanguage(code) !== code)
    .flatMap((code) => [code, nameLanguage(code), nameLanguage(code, code)].map((name) => [name.toLowerCase(), code] as const)),
)

/** Finds a language by its code, its English name or its own name: "de", "German" or "Deutsch". */
export const findLanguage = (name: string): LanguageCode | undefined => namedLanguages.get(name.trim().toLowerCase())

/** The number of characters at the start of a text that are examined. */
const maxExamined = 1_000

/** How much better than the expected language another one must score. Measured on short chat lines in ten languages. */
const minLead = 1.25

// Addresses and domain names say nothing about the language.
eld.enableTextCleanup(true)

/**
 * Detects the language of a text. Prefers the expected one, because short texts fit several languages. Returns undefined if it is unclear.
 */
export function detectLanguage(text: string, expected: LanguageCode): LanguageCode | undefined {
  const result = eld.detect(text.slice(0, maxExamined))
  const language: LanguageCode = result.language
  if (language === '') return undefined
  if (language === expected) return language
  const scores = result.getScores()
  const lead = toRawScore(scores[language]) / toRawScore(scores[expected])
  if (lead < minLead) return expected
  return result.isReliable() ? language : undefined
}

/** Undoes the scaling of eld, s / (s + 25), so that scores can be compared by their ratio. */
const toRawScore = (scaled = 0): number => scaled / (1 - scaled)

/** Signs and options of source code, command lines and their output. */
const code = /```|[{}=]|&&|\(\)|;\s*$|\s--?[a-z]|^\s+at\s/m

/**
 * Returns whether a text is enough of a sentence to show which language its author writes. Code, names and one or two words fit other
 * languages as well.
 */
export function isSentence(text: string): boolean {
  if (code.test(text)) return false
  const words = text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  // Other scripts have few languages each.
  if (!words.every((word) => /^\p{sc=Latin}/u.test(word))) return true
  return words.length >= 3 && words.some((word, index) => index > 0 && /^\p{Ll}/u.test(word))
}
