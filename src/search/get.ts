import type { DayLabel, MessageId } from '../core/domain/ids.ts'
import type { Role } from '../core/domain/messages.ts'
import { clip, countCharacters } from '../core/domain/text.ts'
import { formatIsoTime } from '../core/ports/clock.ts'
import { estimateTokens } from '../model/tokens.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import type { PermalinkBuilder, SearchDeps } from './deps.ts'
import { createNotFoundError, type GetInput, type ParsedGetInput, parseGetInput } from './get-input.ts'
import { checkForMore, loadWindow, resolveRange, type WindowMessage } from './message-window.ts'
import { formatPlaceName } from './search-results.ts'

export interface RetrievedMessage {
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  readonly content: string
  /** The next value for from_character. Absent if the message ends with `content`. */
  readonly next_from_character?: number
  /** ISO 8601, with the offset of the timezone of its day. Of another member's message, that of the reader. */
  readonly created_at: string
  readonly place: string
  readonly permalink?: string
}

export interface RetrievedMessages {
  /** In conversation order. */
  readonly messages: readonly RetrievedMessage[]
  /** Whether anything was truncated or dropped to fit the response. */
  readonly truncated: boolean
  /** The next value for before_message_id. Absent if there are no earlier messages. */
  readonly next_before_message_id?: MessageId
  /** The next value for after_message_id. Absent if there are no later messages. */
  readonly next_after_message_id?: MessageId
}

export interface RetrievedSummary {
  readonly day_label: DayLabel
  readonly summary_markdown: string
  readonly updated_at: Date
  readonly truncated: boolean
}

/** The maximum size of the messages or the summary in one response, as JSON, in tokens as estimated by src/model/tokens.ts. */
const maxResponseTokens = 6_000

/**
 * Returns messages in full, or the summary of a day. A date without a summary returns its messages. Throws InputError. The error is "not found" for data outside the scope, just as for
 * data that does not exist.
 */
export async function getConversation(deps: SearchDeps, scope: Scope, input: GetInput): Promise<RetrievedMessages | RetrievedSummary> {
  const args = parseGetInput(input)
  const { day, day_segment_id, messages, from_message_id, to_message_id, before_message_id, after_message_id } = args
  const wantsSummary = !messages && !from_message_id && !to_message_id && !before_message_id && !after_message_id
  if (day_segment_id && wantsSummary) {
    const summary = await findSummary(deps.store.db, scope, Prisma.sql`s.id = ${day_segment_id}`)
    if (!summary) throw createNotFoundError('day with a summary')
    return summary
  }
  const summary = day && wantsSummary ? await findSummary(deps.store.db, scope, Prisma.sql`s.day_label = ${day}`) : undefined
  return summary ?? getMessages(deps, scope, args)
}

/** Finds the summary of a day. Summaries are made from private messages, so a shared place has none. */
async function findSummary(db: Db, scope: Scope, daySql: Prisma.Sql): Promise<RetrievedSummary | undefined> {
  const [row] = await db.$queryRaw<{ day: DayLabel; markdown: string; updatedAt: Date }[]>`
    SELECT s.day_label AS day, d.markdown, d.updated_at AS "updatedAt"
    FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
    WHERE ${daySql} AND s.thread_id = ${scope.threadId} AND ${scope.audience} = 'private'`
  if (!row) return undefined
  const text = truncateToTokens(row.markdown, countTokens)
  return { day_label: row.day, summary_markdown: text, updated_at: row.updatedAt, truncated: text !== row.markdown }
}

async function getMessages({ store, permalink }: SearchDeps, scope: Scope, args: ParsedGetInput): Promise<RetrievedMessages> {
  const range = await resolveRange(store.db, scope, args)
  const { rows, centerIndex } = await loadWindow(store.db, scope, { args, range })
  const { messages, isTruncated } = fitToTokens(
    rows.map((row) => toRetrievedMessage(row, permalink)),
    { centerIndex, textStart: rows[centerIndex]?.textStart ?? 0 },
  )
  const includedIds = new Set(messages.map(({ message_id }) => message_id))
  const [first, last] = [messages[0], messages.at(-1)]
  const more = await checkForMore(
    store.db,
    range,
    rows.filter(({ id }) => includedIds.has(id)),
  )
  return {
    messages,
    truncated: isTruncated,
    ...(first && more.before && { next_before_message_id: first.message_id }),
    ...(last && more.after && { next_after_message_id: last.message_id }),
  }
}

/** Keeps as many messages as fit, working outward from the center. Truncates the center message if it is too long by itself. */
function fitToTokens(
  candidates: readonly RetrievedMessage[],
  { centerIndex, textStart }: { centerIndex: number; textStart: number },
): { messages: RetrievedMessage[]; isTruncated: boolean } {
  const center = candidates[centerIndex]
  if (!center) return { messages: [], isTruncated: false }
  const messages = [truncateMessage(center, textStart)]
  let remainingTokens = maxResponseTokens - countTokens(messages[0])
  const sides = [
    { rest: candidates.slice(0, centerIndex).reverse(), add: (message: RetrievedMessage) => messages.unshift(message) },
    { rest: candidates.slice(centerIndex + 1), add: (message: RetrievedMessage) => messages.push(message) },
  ]
  for (let step = 0; sides.some(({ rest }) => step < rest.length); step++) {
    for (const side of sides) {
      const message = side.rest[step]
      if (!message) continue
      const tokens = countTokens(message)
      // Stops on the side where a message does not fit, so that the result has no gaps.
      if (tokens > remainingTokens) side.rest = []
      else {
        side.add(message)
        remainingTokens -= tokens
      }
    }
  }
  return { messages, isTruncated: messages.some((m) => m.next_from_character !== undefined) || messages.length < candidates.length }
}

/** Truncates a message that is too long by itself. `textStart` is the number of characters before its content. */
function truncateMessage(message: RetrievedMessage, textStart: number): RetrievedMessage {
  // The last character is an ellipsis.
  const toPart = (content: string) => ({ ...message, content, next_from_character: textStart + countCharacters(content) - 1 })
  const content = truncateToTokens(message.content, (text) => countTokens(toPart(text)))
  return content === message.content ? message : toPart(content)
}

/** Estimates the tokens of a value in the form that the model reads, which is JSON. */
const countTokens = (value: unknown): number => estimateTokens(JSON.stringify(value))

/** Truncates a text so that the response fits. `countTokensOf` counts the tokens of the response with a given text. */
function truncateToTokens(text: string, countTokensOf: (text: string) => number): string {
  for (let length = text.length; ; ) {
    const prefix = clip(text, length)
    const tokens = countTokensOf(prefix)
    if (tokens <= maxResponseTokens || length === 1) return prefix
    // Slightly less than the proportional share, and at most nine tenths of the current length, so that the loop ends.
    length = Math.max(1, Math.floor(length * Math.min(0.9, (maxResponseTokens / tokens) * 0.97)))
  }
}

function toRetrievedMessage(row: WindowMessage, buildPermalink: PermalinkBuilder | undefined): RetrievedMessage {
  const permalink = row.platformMessageId && buildPermalink?.(row, row.platformMessageId)
  return {
    message_id: row.id,
    role: row.role,
    author: row.author,
    content: row.text,
    created_at: formatIsoTime(row.sentAt, row.timezone),
    place: formatPlaceName(row),
    ...(permalink && { permalink }),
  }
}
