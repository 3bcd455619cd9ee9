import { z } from 'zod'
import { messageTokens } from '../../agent/request-size.ts'
import type { MessageId, PlaceId } from '../../core/domain/ids.ts'
import type { ToolCall } from '../../core/domain/messages.ts'
import { type CountTokens, clip, formatLine, formatTruncated, shrinkToTokens, type TruncatedText } from '../../core/domain/text.ts'
import type { ModelImage, ModelMessage } from '../../core/ports/chat-model.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import type { StoredReference } from '../../threads/messages/references.ts'
import type { ContextRow } from './rows.ts'

/** What the labels of a message depend on besides the message itself. */
export interface LabelInput {
  /** The user's current timezone, as an IANA name. Times of days in another timezone name theirs. */
  readonly timezone: string
  /** The place where the answer is sent. Messages from other places are labeled with theirs. */
  readonly placeId: PlaceId
}

const nameLength = 20

/** Removes the characters that would end a label, and truncates the name. */
const plain = (name: string) => clip(name.replace(/[[\]#·\s]+/g, ' ').trim(), nameLength)

/** Names the place of a message if the answer is sent to a different one. */
function formatOtherPlace({ place }: ContextRow, { placeId }: Pick<LabelInput, 'placeId'>): string | undefined {
  if (place.id === placeId) return undefined
  const platform = plain(place.platform)
  return place.kind === 'shared' ? `in ${plain(place.title) || 'a shared place'} on ${platform}` : `on ${platform}`
}

/** Formats a message that the reference block quotes: one line with its author and place. */
export function formatQuote(
  row: ContextRow,
  { time, text, placeId }: { time: string; text: string } & Pick<LabelInput, 'placeId'>,
): string {
  const name = [row.role === 'user' && row.authorName, formatOtherPlace(row, { placeId })].filter(Boolean).join(', ')
  return formatLine({ id: row.id, time, role: row.role, name, text })
}

/** Formats the time of a message in the timezone of its day, so that nine o'clock stays nine o'clock after a flight. */
export function formatRowTime(row: Pick<ContextRow, 'sentAt' | 'timezone'>, { timezone }: Pick<LabelInput, 'timezone'>): string {
  const time = timeOfDay(row.sentAt, row.timezone)
  return row.timezone === timezone ? time : `${time} in ${row.timezone}`
}

function formatTimeLabel(row: ContextRow, input: LabelInput, withDay: boolean): string {
  const time = formatRowTime(row, input)
  return withDay ? `[${formatDay(dayLabelOf(row.sentAt, row.timezone))}, ${time}]` : `[${time}]`
}

/** The maximum number of characters that a label quotes of a message. */
const quotedCharacters = 120

/** Names what a message refers to, with the beginning of its text unless part 10 shows it. Earlier messages of a thread are not named. */
function formatReferenceLabel({ kind, authorName, text }: StoredReference, isInPart10 = false): string[] {
  if (kind === 'thread') return []
  const author = plain(authorName) || 'somebody'
  if (kind === 'forward' && text === '') return [`forwarded from ${author}`]
  const how = { reply: 'in reply to', quote: 'quoting', forward: 'forwarding' }[kind]
  const line = clip(text.replace(/[[\]#·\s]+/g, ' ').trim(), quotedCharacters)
  return [`${how} ${author}${line === '' || isInPart10 ? '' : `: ${JSON.stringify(line)}`}`]
}

/** Labels a user's message with its id, and in a shared place with its author. */
function formatIdLabel(row: ContextRow, input: LabelInput): string {
  const author = row.audience === 'private' ? '' : plain(row.authorName)
  const reply = row.replyToId === null ? '' : `in reply to #${row.replyToId}`
  const references = row.references.flatMap((reference) => formatReferenceLabel(reference, row.isToAnswer))
  return `[${[`#${row.id}`, author, formatOtherPlace(row, input), reply, ...references].filter(Boolean).join(' · ')}]`
}

/**
 * Lists the ids of the bot's own messages. The list is shown with the next user message, because models imitate how their own messages
 * begin.
 */
function formatAnswersLabel(answers: readonly ContextRow[], input: LabelInput): string {
  const ids = answers.map((row) => [`#${row.id}`, plain(row.reactions ?? ''), formatOtherPlace(row, input)].filter(Boolean).join(' '))
  return `[your messages above: ${ids.join(', ')}]`
}

/** When and to whom the messages are answered. It stands with them, because the time changes with each request. */
export interface NowInput extends Pick<LabelInput, 'timezone'> {
  readonly now: Date
  readonly userName: string
}

function formatNow({ now, timezone, userName }: NowInput): string {
  const day = dayLabelOf(now, timezone)
  const name = plain(userName)
  return `[now: ${formatDay(day)} (${day}), ${timeOfDay(now, timezone)} in ${timezone}${name && `; you talk with ${name}`}]`
}

/** Counts the tokens of the label that the first message to answer gets. */
export const countNow = (input: NowInput, count: CountTokens): number => count(`${formatNow(input)}\n`)

/** Formats what the bot posted by itself as a quote on one line. It is shown with the next user message. */
function formatPostedLabel(row: ContextRow, text: string, input: LabelInput): string {
  const day = `${formatDay(dayLabelOf(row.sentAt, row.timezone))}, ${formatRowTime(row, input)}`
  const where = formatOtherPlace(row, input)
  // No bracket within the label may look like its end.
  const line = text.replaceAll('\n', ' ').replaceAll('[', '(').replaceAll(']', ')').trim()
  return `[you posted ${[`the ${row.kind} #${row.id}`, where, `on ${day}`].filter(Boolean).join(' ')}: ${JSON.stringify(line)}]`
}

/** The maximum number of characters shown of a tool call's arguments. */
const argumentsLength = 1_000

/** Counts the tokens of a message besides its text, including all labels it may get. */
export function frameTokens(row: ContextRow, input: LabelInput, count: CountTokens): number {
  if (row.role === 'user') return messageTokens + count(`${formatTimeLabel(row, input, true)}\n`) + count(`${formatIdLabel(row, input)} `)
  if (row.role === 'assistant') return messageTokens + count(`${formatAnswersLabel([row], input)}\n`)
  if (row.role === 'system') return count(`${formatPostedLabel(row, '', input)}\n`)
  const call = row.tool && formatToolCall(row.tool)
  return 2 * messageTokens + (call ? count(call.name) + count(call.arguments) : 0)
}

/**
 * Converts rows to model messages, in order. A tool output becomes both the call and its output, so that neither appears without the
 * other, whatever was omitted around them.
 */
export function toModelMessages(
  rows: readonly FittedRow[],
  input: LabelInput & NowInput & { readonly sessionGapMs: number; readonly repliedTo: ReadonlySet<MessageId> },
): ModelMessage[] {
  const messages: ModelMessage[] = []
  const callIds = new Set<string>()
  let answers: ContextRow[] = []
  let posted: string[] = []
  let before: ContextRow | undefined
  for (const { row, text, files = [], images = [] } of rows) {
    const content = formatTruncated(text)
    if (row.role === 'user') {
      const isFirstToAnswer = row.isToAnswer && !before?.isToAnswer
      const marks = [
        ...posted,
        describeGap(before, row, input),
        isFirstToAnswer && formatNow(input),
        answers.length > 0 && formatAnswersLabel(answers, input),
      ]
      messages.push({
        role: 'user',
        content: [...marks.filter(Boolean), `${formatIdLabel(row, input)} ${content}`, ...files].join('\n'),
        ...(images.length > 0 && { images }),
        ...(input.repliedTo.has(row.id) && { isReferredTo: true }),
      })
      answers = []
      posted = []
    } else if (row.role === 'system') {
      posted.push(formatPostedLabel(row, content, input))
      continue
    } else if (row.role === 'assistant') {
      messages.push({ role: 'assistant', content, ...(input.repliedTo.has(row.id) && { isReferredTo: true }) })
      answers.push(row)
    } else if (row.tool) {
      // Models restart their call ids in each turn, and servers reject duplicate ids.
      const id = callIds.has(row.tool.id) ? `${row.tool.id}-${row.id}` : row.tool.id
      callIds.add(id)
      messages.push(
        { role: 'assistant', content: '', toolCalls: [{ ...formatToolCall(row.tool), id }] },
        { role: 'tool', content, toolCallId: id },
      )
    }
    before = row
  }
  return messages
}

function describeGap(
  before: ContextRow | undefined,
  row: ContextRow,
  input: LabelInput & { readonly sessionGapMs: number },
): string | false {
  const isOtherDay =
    !before || before.timezone !== row.timezone || dayLabelOf(before.sentAt, row.timezone) !== dayLabelOf(row.sentAt, row.timezone)
  if (isOtherDay) return formatTimeLabel(row, input, true)
  return row.sentAt.getTime() - before.sentAt.getTime() >= input.sessionGapMs && formatTimeLabel(row, input, false)
}

const jsonObject = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'not a JSON object' })
    return z.NEVER
  }
})

/**
 * Formats a tool call. Servers that parse the arguments accept only a JSON object, so truncated or invalid arguments are wrapped in one.
 */
function formatToolCall(call: ToolCall): ToolCall {
  const { id, name, arguments: written } = call
  const isShown = !isCutCall(call) && jsonObject.safeParse(written).success
  return { id, name, arguments: isShown ? written : JSON.stringify({ arguments: clip(written, argumentsLength / 2) }) }
}

/** Returns whether the arguments of a call are too long to be shown in full. */
export const isCutCall = ({ arguments: written }: ToolCall): boolean => written.length > argumentsLength

/** A message with as much of its text as fits. */
export interface FittedRow {
  readonly row: ContextRow
  readonly text: TruncatedText
  /** Its attachments: the text files that fit, formatted, and the images. */
  readonly files?: readonly string[]
  readonly images?: readonly ModelImage[]
}

/** A message to fit into a token budget. */
export interface FitInput {
  readonly row: ContextRow
  /** The number of tokens of the message besides its text. */
  readonly frame: number
  /** The number of tokens that its text is cut to if the messages do not all fit. */
  readonly cutTo: number
  /** The maximum number of tokens for this message and all newer ones together. */
  readonly limit: number
  /** Whether its text is never restored beyond `cutTo`. */
  readonly staysCut?: boolean
  /** Whether its tokens are reserved before those of all others, however new they are. */
  readonly isReserved?: boolean
}

export interface FitResult {
  /** In the order given. */
  readonly rows: readonly FittedRow[]
  readonly tokens: number
  /** The number of messages cut in the middle, and the number of oldest messages dropped. */
  readonly cut: number
  readonly dropped: number
}

/**
 * Fits messages, given in order, into their limits. Cuts tool outputs first, then other long messages, oldest first, and finally drops the
 * oldest, but never a reserved one for another. With `isSteady`, it then begins at a steady message. Counts few tokens
 * beyond the limit, however many messages are given.
 */
export function fitRows(items: readonly FitInput[], count: CountTokens, { isSteady = false } = {}): FitResult {
  const cutText = (item: FitInput) => shrinkToTokens(item.row.text, item.cutTo, count)
  const shortest = items.flatMap((item) => (item.isReserved ? { item, counted: cutText(item) } : []))
  let tokens = shortest.reduce((sum, { item, counted }) => sum + item.frame + counted.tokens, 0)
  const reserved = new Map(shortest.filter(({ item }) => tokens <= item.limit).map(({ item, counted }) => [item, counted]))
  if (reserved.size < shortest.length) tokens = 0
  const kept: { item: FitInput; counted: ReturnType<typeof cutText> }[] = []
  let isFull = false
  for (const item of [...items].reverse()) {
    const counted = reserved.get(item) ?? (isFull ? undefined : cutText(item))
    if (!counted) continue
    const more: number = reserved.has(item) ? 0 : item.frame + counted.tokens
    isFull ||= tokens + more > item.limit
    if (isFull && !reserved.has(item)) continue
    tokens += more
    kept.push({ item, counted })
  }
  if (isSteady) {
    const sizes = kept.map(({ item, counted }) => ({ item, tokens: item.frame + counted.tokens })).reverse()
    const start = findSteadyStart(sizes, (items[0]?.limit ?? 0) * steadyShare)
    for (const size of sizes.slice(0, start)) tokens -= size.tokens
    kept.length -= start
  }
  // The remaining budget restores the cut texts in the opposite order.
  for (const isTool of [false, true]) {
    for (const entry of kept.filter(({ item }) => !item.staysCut && (item.row.role === 'tool') === isTool)) {
      const { item, counted } = entry
      if (counted.excerpt.cut === item.row.text.cut) continue
      const grown = shrinkToTokens(item.row.text, counted.tokens + item.limit - tokens, count)
      if (grown.excerpt.cut >= counted.excerpt.cut) continue
      tokens += grown.tokens - counted.tokens
      entry.counted = grown
    }
  }
  return {
    rows: kept.reverse().map(({ item, counted }) => ({ row: item.row, text: counted.excerpt })),
    tokens,
    cut: kept.filter(({ item, counted }) => !item.staysCut && counted.excerpt.cut > 0).length,
    dropped: items.length - kept.length,
  }
}

/** The share of the budget that the oldest messages may leave unused, so that the window moves in steps. */
const steadyShare = 0.25

/**
 * Returns the index of the message that a window begins with. Of the oldest messages that together take at most `mostDropped` tokens, up
 * to a reserved one, it is the one whose id is divisible by the largest power of two. As new messages come, it stays the same for many of
 * them, so that the provider can reuse its prefix cache.
 */
function findSteadyStart(sizes: readonly { readonly item: FitInput; readonly tokens: number }[], mostDropped: number): number {
  /** The largest power of two that divides the id. */
  const alignmentAt = (index: number, id: number = sizes[index]?.item.row.id ?? 0): number => id & -id
  let best = 0
  let dropped = 0
  for (const [index, { item, tokens }] of sizes.entries()) {
    dropped += tokens
    if (item.isReserved || dropped > mostDropped) break
    const next = index + 1
    if (next < sizes.length && alignmentAt(next) > alignmentAt(best)) best = next
  }
  return best
}
