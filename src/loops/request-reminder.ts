import { parseDue } from '../core/dates/parse-due.ts'
import { parseReminder } from '../core/dates/parse-reminder.ts'
import type { LoopDue } from './open-loop.ts'
import { type DueReading, markFixed } from './read-due.ts'

/** What somebody asks to be reminded of, and when. */
export interface RequestedReminder {
  readonly text: string
  readonly due: LoopDue
}

/** Reads a plain request such as "remind me on Friday at nine to call Ann". Undefined if the text is none, or does not say when. */
function readReminderRequest(text: string, reading: DueReading): RequestedReminder | undefined {
  const request = parseReminder(text, reading)
  return request && { text: request.text, due: markFixed(request.due, reading, (other) => parseReminder(text, other)?.due) }
}

/**
 * Reads what follows /remind: a time and a thing in any order, or a whole request. Undefined if it does not say when. The text is empty if
 * it does not say what.
 */
export function readReminderCommand(text: string, reading: DueReading): RequestedReminder | undefined {
  // Some write the whole sentence: "/remind me on Friday to call Ann".
  const request = readReminderRequest(text, reading) ?? readReminderRequest(`remind ${text}`, reading)
  if (request) return request
  const found = parseDue(text, reading)
  if (!found) return undefined
  const rest = `${text.slice(0, found.start).trim()} ${text.slice(found.end).trim()}`
  return {
    text: rest.trim().replace(/^[,:;–-]+\s*|\s*[,:;–-]+$/g, ''),
    due: markFixed(found.due, reading, (other) => parseDue(text, other)?.due),
  }
}
