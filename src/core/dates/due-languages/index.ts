import type { LanguageCode } from '../../domain/languages.ts'
import type { DateLanguageCode } from '../languages/index.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import type { DueLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'

/** The languages in which due times are read: all in which dates are, except Arabic. */
const byCode: Readonly<Record<Exclude<DateLanguageCode, 'ar'>, DueLanguage>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ru: russian,
  zh: chinese,
  ja: japanese,
}

const languages: ReadonlyMap<string, DueLanguage> = new Map(Object.entries(byCode))

/** Returns how a language says when something is due. Undefined if due times are not read in it. */
export const findDueLanguage = (code: string): DueLanguage | undefined => languages.get(code)

/** The languages in which due times are read. */
export const dueLanguageCodes: readonly LanguageCode[] = [...languages.keys()]
