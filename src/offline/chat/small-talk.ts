import type { LanguageCode } from '../../core/domain/languages.ts'
import type { CatalogueLanguage } from '../../core/messages/messages.ts'
import { combineCues, cuesByLanguage } from '../languages/all.ts'
import type { LanguageCues } from '../languages/cues.ts'
import { foldText } from '../words.ts'

export interface SmallTalk {
  readonly kind: 'abilities' | 'welcome' | 'hello'
  /** The languages that the text may be in. Small talk is too short to tell it otherwise. */
  readonly languages: readonly CatalogueLanguage[]
}

const patterns: Readonly<Record<SmallTalk['kind'], (cues: LanguageCues) => RegExp>> = {
  abilities: ({ abilities }) => abilities,
  welcome: ({ thanks }) => thanks,
  hello: ({ greeting }) => greeting,
}

/** Matches the cues of all languages, because people mix them. */
const anyLanguage = {
  abilities: combineCues(patterns.abilities),
  welcome: combineCues(patterns.welcome),
  hello: combineCues(patterns.hello),
}

/** Returns the sentences of a text, folded. */
const splitParts = (text: string): readonly string[] =>
  foldText(text)
    .split(/[.!?,;\n。！？、，¡¿]+/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

/** Returns whether a text asks about the bot, is little more than thanks, or is only a greeting ("Hi, how are you?"). */
export function detectSmallTalk(text: string): SmallTalk | undefined {
  const parts = splitParts(text)
  const isThanks = text.length < 60 && !/[?？؟]/.test(text) && anyLanguage.welcome.test(parts[0] ?? '')
  const isGreeting = parts.length > 0 && parts.length < 6 && parts.every((part) => anyLanguage.hello.test(part))
  const kind = parts.some((part) => anyLanguage.abilities.test(part))
    ? 'abilities'
    : isThanks
      ? 'welcome'
      : isGreeting
        ? 'hello'
        : undefined
  if (!kind) return undefined
  const isIn = (language: CatalogueLanguage) => parts.some((part) => patterns[kind](cuesByLanguage[language]).test(part))
  return { kind, languages: (Object.keys(cuesByLanguage) as CatalogueLanguage[]).filter(isIn) }
}

/** Returns the language of small talk: the user's if it may be that one. */
export const languageOfSmallTalk = ({ languages }: SmallTalk, userLanguage: LanguageCode): LanguageCode =>
  languages.find((language) => language === userLanguage) ?? languages[0] ?? userLanguage
