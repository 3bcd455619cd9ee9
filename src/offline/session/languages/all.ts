import type { CatalogueLanguage } from '../../../core/messages/messages.ts'
import { cuesByLanguage } from '../../languages/all.ts'
import type { LanguageCues } from '../../languages/cues.ts'
import { germanSession } from './de.ts'
import { englishSession } from './en.ts'
import { spanishSession } from './es.ts'
import { frenchSession } from './fr.ts'
import { italianSession } from './it.ts'
import { japaneseSession } from './ja.ts'
import { portugueseSession } from './pt.ts'
import { type ReportCues, reportCuesByLanguage } from './report-cues.ts'
import { russianSession } from './ru.ts'
import type { SessionCues } from './session-cues.ts'
import { chineseSession } from './zh.ts'

export const sessionCuesByLanguage: Readonly<Record<CatalogueLanguage, SessionCues>> = {
  en: englishSession,
  de: germanSession,
  fr: frenchSession,
  es: spanishSession,
  it: italianSession,
  pt: portugueseSession,
  ru: russianSession,
  ja: japaneseSession,
  zh: chineseSession,
}

const languagesByCues = new Map(Object.entries(cuesByLanguage).map(([language, cues]) => [cues, language as CatalogueLanguage]))

/** Returns the cues of promises in the language of a sentence, which is known by its other cues. */
export const sessionCuesOf = (cues: LanguageCues): SessionCues => sessionCuesByLanguage[languagesByCues.get(cues) ?? 'en']

/** Returns the cues of what others answered in the language of a sentence. */
export const reportCuesOf = (cues: LanguageCues): ReportCues => reportCuesByLanguage[languagesByCues.get(cues) ?? 'en']
