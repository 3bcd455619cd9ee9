import { type LanguageCode, nameLanguage, toLanguageCode } from '../domain/languages.ts'
import { catalogueLanguages } from './messages.ts'

/** Variants with a name of their own, such as "Brazilian Portuguese". */
const namedVariants = ['en-GB', 'en-US', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']

/** The languages that users may name: those with a two-letter code and a name. */
const isNamed = (code: LanguageCode): boolean => /^[a-z]{2}$/.test(code) && nameLanguage(code) !== code

/** Makes names equal that differ in case, accents or punctuation. */
const fold = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()

/** The languages by their folded names: in themselves, and in each language of the catalogue. */
function listNames(): ReadonlyMap<string, LanguageCode> {
  const codes = Array.from({ length: 26 * 26 }, (_, n) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))).filter(isNamed)
  const tags = [...catalogueLanguages, ...codes, ...namedVariants]
  const named = [
    ...tags.map((tag) => ({ tag, inLanguage: tag })),
    ...catalogueLanguages.flatMap((inLanguage) => tags.map((tag) => ({ tag, inLanguage }))),
  ]
  const names = new Map<string, LanguageCode>()
  for (const { tag, inLanguage } of named) {
    const name = fold(nameLanguage(tag, inLanguage))
    const code = toLanguageCode(tag)
    if (code && !names.has(name)) names.set(name, code)
  }
  return names
}

/** Read when first needed, because it takes a moment. */
let languagesByName: ReadonlyMap<string, LanguageCode> | undefined

/**
 * Finds a language by its code or locale, its own name, or its name in any language that the bot writes: "de", "de-AT", "Deutsch", "German",
 * "allemand". Case, accents and punctuation do not matter.
 */
export function findLanguage(name: string): LanguageCode | undefined {
  const code = toLanguageCode(name.trim())
  if (code && isNamed(code)) return code
  languagesByName ??= listNames()
  return languagesByName.get(fold(name))
}
