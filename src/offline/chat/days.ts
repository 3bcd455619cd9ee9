import type { Translate } from '../../core/messages/messages.ts'
import { formatDay, parseDayLabel } from '../../core/ports/clock.ts'
import type { AnswerLine } from './lines.ts'
import type { Period } from './period.ts'
import { toPlainLine, truncate } from './wording.ts'

/** Groups lines by day, oldest first, with headings. */
export function groupByDay(lines: readonly AnswerLine[], translate: Translate): readonly string[] {
  const days = [...new Set(lines.map(({ day }) => day))].sort()
  return days.map((day) => {
    const ofDay = new Set(lines.filter((line) => line.day === day).map(({ text }) => `- ${text}`))
    return [`**${formatAnswerDay(day, translate)}**`, ...ofDay].join('\n')
  })
}

export function formatPeriod({ since, until }: Period, translate: Translate): string {
  const first = formatAnswerDay(since, translate)
  if (since === until) return translate('offline.oneDay', { day: first })
  return translate('offline.days', { since: first, until: formatAnswerDay(until, translate) })
}

export function formatAnswerDay(day: string, { locale }: Translate): string {
  const label = parseDayLabel(day)
  return label ? formatDay(label, locale) : truncate(toPlainLine(day), 40)
}
