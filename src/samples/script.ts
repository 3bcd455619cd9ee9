/** One line of the demo conversation: the time (HH:MM), the speaker and the text. `me` is the user, and `bot` is the assistant. */
export type ScriptLine = readonly [time: string, who: 'me' | 'bot', text: string]

/**
 * The lines of one day, with its distance from today. Dates are relative to that day: {day+3} becomes a weekday, and {date+3} a date such
 * as 3 November. {jour+3} and {le+3} are the same in French.
 */
export interface ScriptDay {
  readonly daysAgo: number
  readonly lines: readonly ScriptLine[]
}
