import type { Due } from '../core/dates/due.ts'
import type { LoopId } from '../core/domain/ids.ts'
import type { Translate } from '../core/messages/messages.ts'
import { addDays, dayLabelOf, formatShortDay, timeOfDay } from '../core/ports/clock.ts'
import type { Button } from '../core/ports/platform.ts'
import { describeRepeat } from './describe-repeat.ts'
import type { OpenLoop } from './open-loop.ts'

/** A reminder that comes this much later than it was due says so, in ms. */
const lateAfterMs = 5 * 60_000

/** The maximum number of buttons that mark something in a list as done. */
const mostDoneButtons = 4

/** A text of the bot about loops, with its buttons. */
export interface LoopNotice {
  readonly text: string
  readonly buttons: readonly Button[]
}

/** The time at which a text is read, which determines what is today. */
export interface ReadingTime {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
}

export const doneButton = (id: LoopId, label: string): Button => ({ label, action: `/loop done ${id}` })
export const dropButton = (id: LoopId, label: string): Button => ({ label, action: `/loop drop ${id}` })
export const reopenButton = (id: LoopId, label: string): Button => ({ label, action: `/loop reopen ${id}` })
export const snoozeButton = (id: LoopId, when: string, label: string): Button => ({ label, action: `/loop snooze ${id} ${when}` })

/** Builds a reminder, which says so if it is late. A repeated one says when it recurs, and can be stopped. */
export function formatReminder(
  { loop, dueAt, now, timezone }: ReadingTime & { readonly loop: OpenLoop; readonly dueAt: Date },
  translate: Translate,
): LoopNotice {
  const { id, due } = loop
  const dueDay = dayLabelOf(dueAt, timezone)
  const notes = [
    ...(due?.repeat ? [formatDue(due, { now, timezone }, translate)] : []),
    ...(now.getTime() - dueAt.getTime() > lateAfterMs
      ? [translate('reminder.late', { when: formatDue({ day: dueDay, time: timeOfDay(dueAt, timezone) }, { now, timezone }, translate) })]
      : []),
  ]
  return {
    text: [translate('reminder.text', { text: describeLoop(loop, translate) }), ...notes.map((note) => `_${note}_`)].join('\n'),
    buttons: [
      due?.repeat ? dropButton(id, translate('loops.stop')) : doneButton(id, translate('loops.done')),
      snoozeButton(id, 'in 1 hour', translate('loops.hourLater')),
      snoozeButton(id, 'tomorrow', translate('loops.tomorrow')),
    ],
  }
}

/** Adds that a message may have arrived before. */
export const withRepetitionNote = (text: string, translate: Translate): string => `${text}\n_${translate('reminder.repeated')}_`

/** Builds the list of what is due, with buttons for the first ones. */
export function formatDueList(
  { loops, hasMore, ...time }: ReadingTime & { readonly loops: readonly OpenLoop[]; readonly hasMore: boolean },
  translate: Translate,
): { readonly markdown: string; readonly buttons: readonly Button[] } {
  const lines = loops.map((loop, index) => `${index + 1}. ${formatLoop(loop, time, translate)}`)
  return {
    markdown: [`**${translate('loops.dueHeading')}**`, ...lines, ...(hasMore ? [translate('loops.dueMore')] : [])].join('\n'),
    buttons: loops
      .slice(0, mostDoneButtons)
      .map(({ id, due }, index) =>
        due?.repeat
          ? dropButton(id, translate('loops.stopNumber', { number: index + 1 }))
          : doneButton(id, translate('loops.doneNumber', { number: index + 1 })),
      ),
  }
}

/** Formats a loop on one line, with when it is due. */
export function formatLoop(loop: OpenLoop, time: ReadingTime, translate: Translate): string {
  const text = describeLoop(loop, translate)
  if (!loop.due) return text
  const when = formatDue(loop.due, time, translate)
  const isOverdue = !loop.due.repeat && loop.due.day < dayLabelOf(time.now, time.timezone)
  return translate(isOverdue ? 'loops.overdue' : 'loops.withDue', { text, when })
}

/** Returns what a loop says, and who owes it unless it is the user. */
export function describeLoop({ text, owner, ownerName }: OpenLoop, translate: Translate): string {
  const line = text.replace(/\s+/g, ' ')
  if (owner === 'bot') return translate('loops.byBot', { text: line })
  return owner === 'other' && ownerName ? translate('loops.byOther', { name: ownerName, text: line }) : line
}

/** Formats when something is due: "today, 09:00", "Fri 27 Nov" or "every Monday at 09:00". */
export function formatDue(due: Due, { now, timezone }: ReadingTime, translate: Translate): string {
  if (due.repeat) return describeRepeat({ ...due, repeat: due.repeat }, translate)
  const today = dayLabelOf(now, timezone)
  const withYear = due.day.slice(0, 4) !== today.slice(0, 4)
  const names = new Map([
    [today, translate('loops.today')],
    [addDays(today, 1), translate('loops.dayTomorrow')],
  ])
  const day = names.get(due.day) ?? formatShortDay(due.day, translate.locale, { withYear })
  return due.time ? translate('loops.dayAndTime', { day, time: due.time }) : day
}
