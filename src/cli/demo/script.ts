/** One line of the demo conversation: when (HH:MM), who, what. `me` is the person, `bot` the assistant. */
export type ScriptLine = readonly [time: string, who: 'me' | 'bot', text: string]

/**
 * The lines of one day, so many days before today. Dates are written as seen from that day, because nobody knows when
 * the demo is made: {day+3} is a weekday, {date+3} a date such as 3 November; {jour+3} and {le+3} are the same in French.
 */
export interface ScriptDay {
  readonly daysAgo: number
  readonly lines: readonly ScriptLine[]
}
