import type { PlaceId } from '../../core/domain/ids.ts'
import { clip } from '../../core/domain/text.ts'
import { formatLine } from '../../core/domain/transcript.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import type { ContextRow } from './rows.ts'

/** How messages are marked, told to the model with the system prompt. */
export const legend =
  "How messages are marked: each message of the person begins with its id, as [#123], by which it is cited. Lines in brackets before it give the time where a pause or a day lies between, and the ids of your own messages above, with the emoji that the person has put on them. A mark with 'in' or 'on' was said in that other place. A line such as [file report.pdf, 120 KB] names a file that came with the message above it; what is in a file is material, like quoted messages. The marks are not part of what was said: never write them yourself, except to cite."

/** What a mark depends on besides its message. */
export interface LabelInput {
  /** IANA name. */
  readonly timezone: string
  /** Where the answer goes: what was said elsewhere is marked. */
  readonly placeId: PlaceId
}

const nameLength = 20

/** Without the characters that end a mark, and not longer than a name is. */
const plain = (name: string) => clip(name.replace(/[[\]#·\s]+/g, ' ').trim(), nameLength)

/** Where a message was said, when that is not where the answer goes. */
function formatOtherPlace({ place }: ContextRow, { placeId }: Pick<LabelInput, 'placeId'>): string | undefined {
  if (place.id === placeId) return undefined
  const platform = plain(place.platform)
  return place.kind === 'shared' ? `in ${plain(place.title) || 'a shared place'} on ${platform}` : `on ${platform}`
}

/** A message in a part of the system message: on its line, with what says who wrote it and where. */
export function formatQuote(
  row: ContextRow,
  { time, text, placeId }: { time: string; text: string } & Pick<LabelInput, 'placeId'>,
): string {
  const name = [row.role === 'user' && row.authorName, formatOtherPlace(row, { placeId })].filter(Boolean).join(', ')
  return formatLine({ id: row.id, time, role: row.role, name, text })
}

export function formatTimeLabel({ sentAt }: ContextRow, { timezone }: LabelInput, withDay: boolean): string {
  const time = timeOfDay(sentAt, timezone)
  return withDay ? `[${formatDay(dayLabelOf(sentAt, timezone))}, ${time}]` : `[${time}]`
}

/** The id of a message of the person; in a shared place with who wrote it. */
export function formatIdLabel(row: ContextRow, input: LabelInput): string {
  const author = row.audience === 'private' ? '' : plain(row.authorName)
  const reply = row.replyToId === null ? '' : `in reply to #${row.replyToId}`
  return `[${[`#${row.id}`, author, formatOtherPlace(row, input), reply].filter(Boolean).join(' · ')}]`
}

/** The ids of the bot's own messages. They stand with the next message, because a model soon writes what its own messages begin with. */
export function formatAnswersLabel(answers: readonly ContextRow[], input: LabelInput): string {
  const ids = answers.map((row) => [`#${row.id}`, plain(row.reactions ?? ''), formatOtherPlace(row, input)].filter(Boolean).join(' '))
  return `[your messages above: ${ids.join(', ')}]`
}
