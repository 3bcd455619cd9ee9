import type { CatalogueLanguage } from '../../core/messages/messages.ts'
import { arabic } from './ar.ts'
import type { LanguageCues, QuestionCues } from './cues.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { portuguese } from './pt.ts'
import { russian } from './ru.ts'
import { chinese } from './zh.ts'

/** The languages that the offline model understands. */
export const cuesByLanguage: Readonly<Record<CatalogueLanguage, LanguageCues>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
  ja: japanese,
  zh: chinese,
}

/** A text is matched with the cues of all languages, because people mix them. */
export const allCues: readonly LanguageCues[] = Object.values(cuesByLanguage)

/** The cues of questions in all languages, also in those that the bot does not write. */
export const allQuestionCues: readonly QuestionCues[] = [...allCues, arabic]

/** Combines the patterns of all languages. */
export const combineCues = (select: (cues: LanguageCues) => RegExp | undefined, flags = 'u'): RegExp =>
  combinePatterns(allCues.map(select), flags)

/** Combines the patterns of questions in all languages. */
export const combineQuestionCues = (select: (cues: QuestionCues) => RegExp, flags = 'u'): RegExp =>
  combinePatterns(allQuestionCues.map(select), flags)

const combinePatterns = (patterns: readonly (RegExp | undefined)[], flags: string): RegExp =>
  new RegExp(
    patterns
      .flatMap((pattern) => pattern ?? [])
      .map(({ source }) => `(?:${source})`)
      .join('|'),
    flags,
  )

/** Combines alternatives of all languages, as the source of a pattern. */
export const combineWords = (select: (cues: LanguageCues) => string): string => allCues.map(select).join('|')
