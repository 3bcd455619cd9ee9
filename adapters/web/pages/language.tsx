import { type ComponentChildren, createContext, type VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { renderToString } from 'preact-render-to-string'
import { formatMonth } from '../../../src/core/dates/calendar.ts'
import type { DayLabel, MonthLabel } from '../../../src/core/domain/ids.ts'
import type { LanguageCode } from '../../../src/core/domain/languages.ts'
import { measureSize } from '../../../src/core/domain/text.ts'
import { catalogueLanguages, type MessageKey, type Translate, translatorOf } from '../../../src/core/messages/messages.ts'
import { addDays, formatDay, formatDayHeading, formatShortDay } from '../../../src/core/ports/clock.ts'
import { formatAge } from '../shared/format-age.ts'

/** A language in which the page is written: its messages, and how it writes dates and numbers. */
export interface PageLanguage {
  readonly code: LanguageCode
  /** BCP 47 tag, for formatting dates. */
  readonly locale: string
  readonly translate: Translate
  formatNumber(count: number): string
  formatSize(bytes: number): string
  formatDay(day: DayLabel): string
  formatShortDay(day: DayLabel, options: { readonly withYear: boolean }): string
  formatMonth(month: MonthLabel): string
  /** Returns "Wed 25 November" for where there is little room. The year is added if it is not that of today. */
  formatHeading(day: DayLabel, today: DayLabel): string
  /** Returns "Today", "Yesterday", or the formatted day. */
  formatDayTitle(day: DayLabel, today: DayLabel): string
  /** Formats a time before now. Both are in ms. */
  formatAge(ms: number): string
}

function createPageLanguage(code: LanguageCode): PageLanguage {
  const translate = translatorOf(code)
  const { locale } = translate
  const numbers = new Intl.NumberFormat(locale)
  const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const language: PageLanguage = {
    code,
    locale,
    translate,
    formatNumber: (count) => numbers.format(count),
    formatSize: (bytes) => translate('page.size', { ...measureSize(bytes) }),
    formatDay: (label) => formatDay(label, locale),
    formatShortDay: (label, options) => capitalize(formatShortDay(label, locale, options)),
    formatHeading: (label, today) => capitalize(formatDayHeading(label, locale, { withYear: label.slice(0, 4) !== today.slice(0, 4) })),
    formatMonth: (month) => capitalize(formatMonth(month, locale)),
    formatDayTitle(label, today) {
      if (label === today) return translate('page.today')
      return label === addDays(today, -1) ? translate('page.yesterday') : capitalize(language.formatDay(label))
    },
    formatAge: (ms) => formatAge(ms, ages, translate('page.time.now')),
  }
  return language
}

/** For the start of a line, in languages whose names of days are lower-case. */
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const pageLanguages: ReadonlyMap<LanguageCode, PageLanguage> = new Map(catalogueLanguages.map((code) => [code, createPageLanguage(code)]))
const english = createPageLanguage('en')

/** Returns a language of the page. English if the page is not written in it. */
export const findPageLanguage = (code: LanguageCode): PageLanguage => pageLanguages.get(code) ?? english

const LanguageContext = createContext(english)

/** Returns the language of the page that is being rendered. */
export const useLanguage = (): PageLanguage => useContext(LanguageContext)

/** Renders a component in a language. */
export const renderIn = (language: PageLanguage, content: ComponentChildren): string =>
  renderToString(<LanguageContext.Provider value={language}>{content}</LanguageContext.Provider>)

interface TextProps {
  readonly of: MessageKey
  /** The values of the message. Those that are elements stand where the message names them. */
  readonly values?: Readonly<Record<string, string | number | VNode>>
}

/** A message of the catalogue with elements in it. What stands between backticks is shown as code. */
export function Text({ of, values = {} }: TextProps) {
  const { translate } = useLanguage()
  const elements: VNode[] = []
  const texts = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? `\0${elements.push(value) - 1}\0` : value])
  const pieces = translate(of, Object.fromEntries(texts)).split(/(`[^`]*`|\0\d+\0)/)
  return <>{pieces.map((piece, index) => (index % 2 === 1 ? toElement(piece, elements) : piece))}</>
}

function toElement(piece: string, elements: readonly VNode[]): VNode | undefined {
  const content = piece.slice(1, -1)
  return piece.startsWith('`') ? <code>{content}</code> : elements[Number(content)]
}
