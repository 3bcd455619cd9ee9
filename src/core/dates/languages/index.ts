import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { DateLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** All languages in which dates are read, by their codes. Between equally likely ones, the first wins. */
const byCode = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
  ar: arabic,
  zh: chinese,
  ja: japanese,
} satisfies Readonly<Record<string, DateLanguage>>

export type DateLanguageCode = keyof typeof byCode

export const dateLanguages: readonly DateLanguage[] = Object.values(byCode)
