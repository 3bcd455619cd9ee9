import type { CommandContext } from '../conversation/deps.ts'
import type { DayLabel } from '../core/domain/ids.ts'
import { addDays, dayInWords, dayLabelOf } from '../core/ports/clock.ts'

type When = Pick<CommandContext, 'now' | 'timezone'>

export const todayOf = ({ now, timezone }: When): DayLabel => dayLabelOf(now, timezone)

/** "Tuesday 3 November 2026", with "(today)" or "(yesterday)" after it. */
export function dayTitle(day: DayLabel, when: When): string {
  const today = todayOf(when)
  const near = day === today ? ' (today)' : day === addDays(today, -1) ? ' (yesterday)' : ''
  return dayInWords(day) + near
}

export { counted } from '../core/domain/text.ts'
