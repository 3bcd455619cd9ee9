import type { DayLabel } from '../../core/domain/ids.ts'
import type { Translate } from '../../core/messages/messages.ts'
import { addDays, dayLabelOf, formatDay } from '../../core/ports/clock.ts'

interface DayTitleContext {
  readonly now: Date
  /** An IANA name. */
  readonly timezone: string
  readonly translate: Translate
}

export const todayOf = ({ now, timezone }: Pick<DayTitleContext, 'now' | 'timezone'>): DayLabel => dayLabelOf(now, timezone)

/** Formats "Tuesday 3 November 2026", followed by "(today)" or "(yesterday)" if applicable. */
export function formatDayTitle(label: DayLabel, { translate, ...when }: DayTitleContext): string {
  const today = todayOf(when)
  const day = formatDay(label, translate.locale)
  if (label === today) return translate('day.today', { day })
  return label === addDays(today, -1) ? translate('day.yesterday', { day }) : day
}
