import type { CommandContext } from '../../conversation/deps.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import type { Role } from '../../core/domain/messages.ts'
import { plainName } from '../../core/domain/text.ts'
import type { MessageValues, Translate } from '../../core/messages/messages.ts'
import { addDays, dayLabelOf, formatDay } from '../../core/ports/clock.ts'
import type { Scope } from '../../threads/scope.ts'

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

/** Returns the scope of what is searched where a command is given: in a shared place, only what was said there, by all members. */
export const placeScopeOf = ({ scope, place }: Pick<CommandContext, 'scope' | 'place'>): Scope => ({ ...scope, audience: place.audience })

/** Returns the values of the messages that tell whether the user, another member or the bot said something. */
export function describeSpeaker({ role, author, isOfAnother }: { role: Role; author: string; isOfAnother: boolean }): MessageValues {
  return { who: role !== 'user' ? 'me' : isOfAnother ? 'member' : 'you', name: plainName(author) }
}
