import { DateTime } from 'luxon'
import type { Due } from '../core/dates/due.ts'
import { formatList, type MessageKey, type Translate } from '../core/messages/messages.ts'

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

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
  const last = DateTime.fromISO(until.slice(0, 8), { zone: 'UTC' }).setLocale(translate.locale).toLocaleString(DateTime.DATE_MED)
  return translate('repeat.until', { rule: timed, day: last })
}

/** Names the weekdays, days of the month or date of a rule. Undefined where the rule only counts. */
function describeDays(
  { day, parts }: { readonly day: string; readonly parts: ReadonlyMap<string, string> },
  translate: Translate,
): string | undefined {
  const frequency = parts.get('FREQ')
  const start = DateTime.fromISO(day, { zone: 'UTC' }).setLocale(translate.locale)
  if (frequency === 'YEARLY') return start.toLocaleString({ day: 'numeric', month: 'long' })
  const named = parts.get('BYDAY')?.split(',')
  if (named && !named.some((name) => /\d/.test(name)))
    return formatList(
      named.map((name) => start.set({ weekday: (weekdays.indexOf(name) + 1) as 1 }).toLocaleString({ weekday: 'long' })),
      translate,
    )
  if (frequency === 'MONTHLY') return parts.get('BYMONTHDAY')?.replaceAll('-1', '') || String(start.day)
  return frequency === 'WEEKLY' ? start.toLocaleString({ weekday: 'long' }) : undefined
}
