import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'
import { defaultLanguage, type LanguageCode, toLanguageCode } from '../domain/languages.ts'
import type { Catalogue, MessageKey } from './catalogue.ts'
import { german } from './de/index.ts'
import { english } from './en/index.ts'
import { spanish } from './es/index.ts'
import { french } from './fr/index.ts'
import { italian } from './it/index.ts'
import { japanese } from './ja/index.ts'
import { portuguese } from './pt/index.ts'
import { russian } from './ru/index.ts'
import { chinese } from './zh/index.ts'

export type { Catalogue, MessageKey } from './catalogue.ts'

export type MessageValues = Readonly<Record<string, PrimitiveType>>

/** Writes a message of the catalogue in one language. Throws if a value of the message is missing. */
export interface Translate {
  (key: MessageKey, values?: MessageValues): string
  /** The language of the messages. */
  readonly language: CatalogueLanguage
  /** BCP 47 tag, for formatting dates and numbers. */
  readonly locale: string
}

/** Builds a text in the language of its reader. */
export type Localized<Result> = (translate: Translate) => Result

export const catalogues = {
  en: { locale: 'en-GB', messages: english },
  de: { locale: 'de', messages: german },
  fr: { locale: 'fr', messages: french },
  es: { locale: 'es', messages: spanish },
  it: { locale: 'it', messages: italian },
  pt: { locale: 'pt-BR', messages: portuguese },
  ru: { locale: 'ru', messages: russian },
  ja: { locale: 'ja', messages: japanese },
  zh: { locale: 'zh-CN', messages: chinese },
} satisfies Record<string, { readonly locale: string; readonly messages: Catalogue }>

/** The languages that the bot writes. */
export const catalogueLanguages: readonly LanguageCode[] = Object.keys(catalogues)

/** Whether a text is the name of a message. */
export const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(english, text)

/** A language that the bot writes. */
export type CatalogueLanguage = keyof typeof catalogues

/** Whether the bot writes a language. */
export const isCatalogueLanguage = (language: LanguageCode): language is CatalogueLanguage => Object.hasOwn(catalogues, language)

/** Cached, because parsing a message takes longer than formatting it. */
const translators = new Map<CatalogueLanguage, Translate>()

/** Returns the function that writes messages in a language. Writes English if the catalogue lacks the language. */
export function translatorOf(language: LanguageCode): Translate {
  const available = isCatalogueLanguage(language) ? language : 'en'
  const translate = translators.get(available) ?? createTranslator(available)
  translators.set(available, translate)
  return translate
}

function createTranslator(language: CatalogueLanguage): Translate {
  const { locale, messages } = catalogues[language]
  const formats = new Map<MessageKey, IntlMessageFormat>()
  const translate = (key: MessageKey, values?: MessageValues) => {
    const format = formats.get(key) ?? new IntlMessageFormat(messages[key], locale, undefined, { ignoreTag: true })
    formats.set(key, format)
    return String(format.format(values))
  }
  return Object.assign(translate, { language, locale })
}

/** Returns the function that writes to somebody of whom only the language of their app is known, as a BCP 47 tag. */
export const translatorOfLocale = (locale = ''): Translate => translatorOf(toLanguageCode(locale) ?? defaultLanguage)

/** Formats a list: "a, b and c". */
export const formatList = (items: readonly string[], { locale }: Translate): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

/** The functions for all languages of the catalogue. */
export const allTranslators: readonly Translate[] = catalogueLanguages.map(translatorOf)

/** Writes to somebody whose language is unknown. */
export const defaultTranslator: Translate = translatorOf(defaultLanguage)

/** The functions for the languages other than the default one. */
export const otherTranslators: readonly Translate[] = allTranslators.filter((translate) => translate !== defaultTranslator)
