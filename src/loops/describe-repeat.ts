import type { Due } from '../core/dates/due.ts'
import { formatList, type MessageKey, type Translate } from '../core/messages/messages.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A Monday, from which weekdays are counted to name them. */
const someMonday = Date.parse('2024-01-01')

const dayMs = 86_400_000

/** Formats a date or an instant in UTC, in which days have no time. */
const formatUtc = (date: Date, { locale }: Translate, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)

/** Chinese says "every week" with the short name: 每周一. */
const nameWeekday = (index: number, translate: Translate): string =>
  formatUtc(new Date(someMonday + index * dayMs), translate, { weekday: translate.locale.startsWith('zh') ? 'short' : 'long' })

/** The messages of a frequency: with the days or dates it names, and without. */
const messages: Readonly<Record<string, { readonly plain: MessageKey; readonly on: MessageKey }>> = {
  DAILY: { plain: 'repeat.daily', on: 'repeat.weeklyOn' },
  WEEKLY: { plain: 'repeat.weekly', on: 'repeat.weeklyOn' },
  MONTHLY: { plain: 'repeat.monthly', on: 'repeat.monthlyOn' },
  YEARLY: { plain: 'repeat.yearly', on: 'repeat.yearlyOn' },
}

/** Describes a rule in words, such as "every Monday at 09:00". */
export function describeRepeat({ day, time, repeat }: Due & { readonly repeat: string }, translate: Translate): string {
  const parts = new Map(repeat.split(';').map((part) => part.split('=') as [string, string]))
  const { plain, on } = messages[parts.get('FREQ') ?? ''] ?? { plain: 'repeat.daily', on: 'repeat.daily' }
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const days = describeDays({ day, parts }, translate)
  const until = parts.get('UNTIL')
  const rule =
    parts.get('BYDAY') === 'MO,TU,WE,TH,FR' && interval === 1
      ? translate('repeat.weekdays')
      : translate(days === undefined ? plain : on, { interval, days: days ?? '' })
  const timed = time ? translate('repeat.at', { rule, time }) : rule
  if (!until) return timed
  const last = new Date(until.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3'))
  return translate('repeat.until', { rule: timed, day: formatUtc(last, translate, { dateStyle: 'medium' }) })
}

/** Names the weekdays, days of the month or date of a rule. Undefined where the rule only counts. */
function describeDays(
  { day, parts }: { readonly day: string; readonly parts: ReadonlyMap<string, string> },
  translate: Translate,
): string | undefined {
  const frequency = parts.get('FREQ')
  const start = new Date(day)
  if (frequency === 'YEARLY') return formatUtc(start, translate, { day: 'numeric', month: 'long' })
  const indexes =
    parts
      .get('BYDAY')
      ?.split(',')
      .map((name) => weekdays.indexOf(name)) ?? []
  if (indexes.length > 0 && !indexes.includes(-1))
    return formatList(
      indexes.map((index) => nameWeekday(index, translate)),
      translate,
    )
  if (frequency === 'MONTHLY') return parts.get('BYMONTHDAY') ?? String(start.getUTCDate())
  return frequency === 'WEEKLY' ? nameWeekday((start.getUTCDay() + 6) % 7, translate) : undefined
}
