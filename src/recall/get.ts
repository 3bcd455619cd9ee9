import type { DayLabel, MessageId, SegmentId } from '../core/ids.ts'
import type { Role } from '../core/messages.ts'
import { clip } from '../core/text.ts'
import { estimateTokens } from '../model/tokens.ts'
import type { Db, Store } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { type CheckedGet, checkedGet, type GetInput, notFound } from './get-input.ts'
import { type Permalink, placeName } from './search-results.ts'
import { goesOn, rangeOf, type WindowRow, windowOf } from './window.ts'

export interface GetParts {
  readonly store: Store
  readonly permalink?: Permalink
}

export interface GottenMessage {
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  readonly content: string
  readonly created_at: Date
  readonly place: string
  readonly permalink?: string
}

export interface GottenMessages {
  /** In the order of the conversation. */
  readonly messages: readonly GottenMessage[]
  /** Whether something was cut for its length. */
  readonly truncated: boolean
  /** To be passed as before_message_id; absent where nothing comes before. */
  readonly next_before_message_id?: MessageId
  /** To be passed as after_message_id; absent where nothing comes after. */
  readonly next_after_message_id?: MessageId
}

export interface GottenSummary {
  readonly day_label: DayLabel
  readonly summary_markdown: string
  readonly updated_at: Date
  readonly truncated: boolean
}

/** Tokens of the messages, or of the summary, of one answer: by the estimate of src/model/tokens.ts, as JSON. */
const mostTokens = 6_000

/**
 * Messages as they were said, or the summary of a day. Throws InputError; what the scope does
 * not see is "not found", the same as what does not exist.
 */
export async function get(parts: GetParts, scope: Scope, input: GetInput): Promise<GottenMessages | GottenSummary> {
  const asked = checkedGet(input)
  const { day_segment_id, from_message_id, to_message_id, before_message_id, after_message_id } = asked
  const wantsMessages = from_message_id || to_message_id || before_message_id || after_message_id
  return day_segment_id && !wantsMessages ? summaryOf(parts.store.db, scope, day_segment_id as SegmentId) : messagesFor(parts, scope, asked)
}

/** A summary rests on private rows: in a shared place there is none to be found. */
async function summaryOf(db: Db, scope: Scope, segmentId: SegmentId): Promise<GottenSummary> {
  const [row] = await db.$queryRaw<{ day: DayLabel; markdown: string; updatedAt: Date }[]>`
    SELECT s.day_label AS day, d.markdown, d.updated_at AS "updatedAt"
    FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.id = ${segmentId} AND s.thread_id = ${scope.threadId} AND ${scope.audience} = 'private'`
  if (!row) throw notFound('day with a summary')
  const text = shortened(row.markdown, tokensOf)
  return { day_label: row.day, summary_markdown: text, updated_at: row.updatedAt, truncated: text !== row.markdown }
}

async function messagesFor({ store, permalink }: GetParts, scope: Scope, asked: CheckedGet): Promise<GottenMessages> {
  const range = await rangeOf(store.db, scope, asked)
  const { rows, centre } = await windowOf(store.db, scope, { asked, range })
  const { messages, cut } = withinTokens(
    rows.map((row) => shown(row, permalink)),
    centre,
  )
  const given = new Set(messages.map(({ message_id }) => message_id))
  const [first, last] = [messages[0], messages.at(-1)]
  const more = await goesOn(
    store.db,
    range,
    rows.filter(({ id }) => given.has(id)),
  )
  return {
    messages,
    truncated: cut,
    ...(first && more.before && { next_before_message_id: first.message_id }),
    ...(last && more.after && { next_after_message_id: last.message_id }),
  }
}

/** The messages that fit together, grown from one of them to both sides; that one is cut when it alone is too long. */
function withinTokens(all: readonly GottenMessage[], centre: number): { messages: GottenMessage[]; cut: boolean } {
  const middle = all[centre]
  if (!middle) return { messages: [], cut: false }
  const content = shortened(middle.content, (text) => tokensOf({ ...middle, content: text }))
  const messages = [{ ...middle, content }]
  let room = mostTokens - tokensOf(messages[0])
  const sides = [
    { rest: all.slice(0, centre).reverse(), add: (message: GottenMessage) => messages.unshift(message) },
    { rest: all.slice(centre + 1), add: (message: GottenMessage) => messages.push(message) },
  ]
  for (let step = 0; sides.some(({ rest }) => step < rest.length); step++) {
    for (const side of sides) {
      const message = side.rest[step]
      if (!message) continue
      const tokens = tokensOf(message)
      // A side that was stopped takes no more: what is given has no holes.
      if (tokens > room) side.rest = []
      else {
        side.add(message)
        room -= tokens
      }
    }
  }
  return { messages, cut: content !== middle.content || messages.length < all.length }
}

/** As the model reads it. */
const tokensOf = (given: unknown): number => estimateTokens(JSON.stringify(given))

/** The beginning of a text, as much of it as an answer holds when `count` says what it then takes. */
function shortened(text: string, count: (text: string) => number): string {
  for (let length = text.length; ; ) {
    const beginning = clip(text, length)
    const tokens = count(beginning)
    if (tokens <= mostTokens || length === 1) return beginning
    // A little less than the share that would fit if all of it were alike; at least a tenth, so that it comes to an end.
    length = Math.max(1, Math.floor(length * Math.min(0.9, (mostTokens / tokens) * 0.97)))
  }
}

function shown(row: WindowRow, permalinkOf: Permalink | undefined): GottenMessage {
  const permalink = row.platformMessageId && permalinkOf?.(row, row.platformMessageId)
  return {
    message_id: row.id,
    role: row.role,
    author: row.author,
    content: row.text,
    created_at: row.sentAt,
    place: placeName(row),
    ...(permalink && { permalink }),
  }
}
