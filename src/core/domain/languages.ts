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
