import type { DayLabel } from '../core/domain/ids.ts'
import { addDays, dayLabelOf, formatDay, timeOnDay } from '../core/ports/clock.ts'
import type { ImportedMessage } from '../threads/messages/import-messages.ts'
import { firstWeek } from './first-week.ts'
import { secondWeek } from './second-week.ts'

/** Returns two weeks of conversation between one user and the bot, up to `now`, in order. `timezone` is an IANA name. */
export function demoConversation(now: Date, timezone: string): ImportedMessage[] {
  const today = dayLabelOf(now, timezone)
  const messages = [...firstWeek, ...secondWeek].flatMap(({ daysAgo, lines }) => {
    const day = addDays(today, -daysAgo)
    return lines.map(([time, who, text], index): ImportedMessage => {
      // An answer follows its question after some seconds, within the same minute.
      const sentAt = new Date(timeOnDay(day, time, timezone).getTime() + (who === 'bot' ? 20_000 : 0))
      return { sentAt, role: who === 'bot' ? 'assistant' : 'user', text: withDates(text, day), externalId: `demo:${day}:${index + 1}` }
    })
  })
  const past = messages.filter(({ sentAt }) => sentAt < now)
  // Ends with an answer, so that the user's next message starts a new exchange.
  return past.slice(0, past.findLastIndex(({ role }) => role === 'assistant') + 1)
}

/** Fills in the dates in a line, relative to its day. */
function withDates(text: string, day: DayLabel): string {
  return text.replace(/\{(day|date|jour|le)\+(\d+)\}/g, (_, form: string, days: string) => {
    const french = form === 'jour' || form === 'le'
    const [weekday = '', date = '', month = ''] = formatDay(addDays(day, Number(days)), french ? 'fr' : 'en-GB').split(' ')
    return form === 'day' || form === 'jour' ? weekday : `${date} ${month}`
  })
}
