/** A language as an ISO 639 code, such as `de`. */
export type LanguageCode = string

/** The language of a user about whom nothing else is known. */
export const defaultLanguage: LanguageCode = 'en'

/** How a user's language became known, from least to most certain. What is more certain is never replaced by what is less certain. */
export const languageSources = ['default', 'locale', 'writing', 'choice'] as const
export type LanguageSource = (typeof languageSources)[number]

/** Languages that are searched and answered alike, by the code in use. */
const sameLanguages: Readonly<Partial<Record<LanguageCode, LanguageCode>>> = { nb: 'no', nn: 'no', fil: 'tl' }

/** Returns the language of a BCP 47 tag, such as `pt-BR` or `pt_BR`. Undefined if it is none. */
export function toLanguageCode(tag: string): LanguageCode | undefined {
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'))
    return language === 'und' ? undefined : (sameLanguages[language] ?? language)
  } catch {
    // Intl.Locale rejects what is no tag, such as an empty text.
    return undefined
  }
}

/** Cached, because loading the names takes longer than finding one. */
const displayNames = new Map<LanguageCode, Intl.DisplayNames>()

/** Returns the name of a language, in English unless another language is given: "German", "Deutsch". */
export function nameLanguage(language: LanguageCode, inLanguage: LanguageCode = defaultLanguage): string {
  const names = displayNames.get(inLanguage) ?? new Intl.DisplayNames([inLanguage], { type: 'language' })
  displayNames.set(inLanguage, names)
  return names.of(language) ?? language
}
