import type { CommandContext } from '../../conversation/deps.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { addDays, dayLabelOf, formatDay } from '../../core/ports/clock.ts'

type DayMention = Pick<CommandContext, 'now' | 'timezone'>

export const todayOf = ({ now, timezone }: DayMention): DayLabel => dayLabelOf(now, timezone)

/** Formats "Tuesday 3 November 2026", followed by "(today)" or "(yesterday)" if applicable. */
export function formatDayTitle(day: DayLabel, when: DayMention): string {
  const today = todayOf(when)
  const near = day === today ? ' (today)' : day === addDays(today, -1) ? ' (yesterday)' : ''
  return formatDay(day) + near
}
