import { type Due, toInstant } from '../core/dates/due.ts'
import { parseDue } from '../core/dates/parse-due.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { LoopDue, LoopWriteContext } from './open-loop.ts'

/** When a phrase was written, and in which languages it may be. */
export interface DueReading extends Pick<LoopWriteContext, 'now' | 'timezone'> {
  /** The likely one first. */
  readonly languages: readonly LanguageCode[]
}

/** Reads when something is due, such as "tomorrow at 9". Undefined if the text does not say. */
export function readDue(text: string, reading: DueReading): LoopDue | undefined {
  const found = parseDue(text, reading)
  return found && markFixed(found.due, reading, (other) => parseDue(text, other)?.due)
}

/** Two timezones that never show the same local time. */
const distantTimezones = ['Etc/GMT+12', 'Etc/GMT-2']

/** Marks a due time that was counted from now: it is the same instant in every timezone. */
export function markFixed(due: Due, { timezone, ...reading }: DueReading, readAgain: (other: DueReading) => Due | undefined): LoopDue {
  const { time, repeat } = due
  if (time === undefined || repeat !== undefined) return due
  const instants = distantTimezones.map((other) => {
    const read = readAgain({ ...reading, timezone: other })
    return read?.time ? toInstant({ day: read.day, time: read.time }, other).getTime() : Number.NaN
  })
  const own = toInstant({ day: due.day, time }, timezone).getTime()
  return instants.every((instant) => instant === own) ? { ...due, isFixed: true } : due
}
