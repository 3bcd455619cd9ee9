import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import type { SummarizedSpan, WrittenText } from './summary-material.ts'

/** A longer pause is named. In ms. */
const namedPauseMs = 3_600_000

/** "2 images, 1 file" */
export const formatAttachments = ({ imageCount, fileCount }: Pick<SummarizedSpan, 'imageCount' | 'fileCount'>): string =>
  [count(imageCount, 'image'), count(fileCount, 'file')].filter((text) => text !== '').join(', ')

const count = (number: number, noun: string): string => (number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`)

/** Formats what a summary stands for: "34 messages, 2 images, Friday 27 November 2026 09:02 to 09:29; topics: rent, move" */
export function formatSpan({ startsAt, endsAt, messageCount, topics, ...counts }: SummarizedSpan & WrittenText, timezone: string): string {
  const attachments = formatAttachments(counts)
  const said = [count(messageCount, 'message'), attachments].filter((text) => text !== '').join(', ')
  const named = topics.length > 0 ? `; topics: ${topics.join(', ')}` : ''
  const end = dayLabelOf(startsAt, timezone) === dayLabelOf(endsAt, timezone) ? '' : `${formatDate(endsAt, timezone)} `
  return `${said}, ${formatDate(startsAt, timezone)} ${timeOfDay(startsAt, timezone)} to ${end}${timeOfDay(endsAt, timezone)}${named}`
}

export const formatDate = (instant: Date | undefined, timezone: string): string => (instant ? formatDay(dayLabelOf(instant, timezone)) : '')

/** "(3.5 hours of silence)", or nothing. */
export function formatPause(from: Date, to: Date): string {
  const ms = to.getTime() - from.getTime()
  return ms > namedPauseMs ? `(${formatDuration(ms)} of silence)` : ''
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Formats a duration of an hour or more for a model: "3.5 hours", "2 days". */
function formatDuration(ms: number): string {
  const [size, noun] = ms < 2 * dayMs ? [hourMs, 'hour'] : [dayMs, 'day']
  const amount = Math.round((ms / size) * 2) / 2
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
