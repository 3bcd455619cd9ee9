import {
  type CountedText,
  type CountTokens,
  divideTokens,
  formatCount,
  formatTruncated,
  indent,
  shrinkToTokens,
  type TruncatedText,
  whole,
} from '../../core/domain/text.ts'
import type { ModelImage } from '../../core/ports/chat-model.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import { markForwarded } from '../../threads/messages/references.ts'
import type { Place } from '../../threads/places.ts'
import { fileLine, fileText, type ShownAttachment } from './attachments.ts'
import { countNow, type FittedRow, frameTokens } from './messages.ts'
import { describeBudget } from './report.ts'
import type { ContextRow, MessageToAnswer } from './rows.ts'
import type { BuiltContextPart, ContextPartInput } from './section.ts'

/** The minimum number of text tokens shown for each message to answer. */
const leastTokens = 24

/** The shares of the spare budget for images, and for the labels and minimum text of text files. */
const shareOfImages = 0.5
const shareOfFiles = 0.25

type IncomingInput = Pick<ContextPartInput, 'deps' | 'turn' | 'count' | 'attachments'>

/**
 * Builds part 11: the messages to answer, in order, with their attachments. If they exceed the budget, the longest messages and files are
 * cut in the middle.
 */
export function buildIncomingMessages(input: IncomingInput, budget: number): BuiltContextPart {
  const { turn, attachments } = input
  const came = [...attachments.values()].flat()
  const spare = Math.max(0, budget - estimateSmallestIncoming(input))
  const within = new Set([...selectImages(came, spare), ...selectTexts(input, came, spare)])
  const all = turn.messagesToAnswer.map((message) => measurePiece(input, message, { within, budget }))
  // The labels alone of hundreds of messages would fill any window, so only the newest messages are kept.
  let fitting = all
  const nowTokens = countNowLabel(input)
  while (fitting.length > 1 && nowTokens + total(fitting.map(leastOf)) > budget) fitting = fitting.slice(1)

  const textBudget = budget - nowTokens - total(fitting.map(({ frame }) => frame))
  const fitted = fitPieces(fitting.flatMap(piecesOf), textBudget)
  const excerptOf = new Map(fitted.map(({ piece, excerpt }) => [piece, excerpt]))
  const shown = (piece: IncomingPiece): TruncatedText => excerptOf.get(piece) ?? piece.excerpt
  const rows = fitting.map(
    ({ row, text, files, images }): FittedRow => ({
      row,
      text: shown(text),
      files: files.map((file) => fileText(file.label, formatTruncated(shown(file)))),
      images,
    }),
  )
  const why = describeBudget(budget)
  const dropped = all.length - fitting.length
  const own = fitting.flatMap(({ row }) => attachments.get(row.id) ?? [])
  const omitted = [
    ...(dropped > 0 ? [formatCount(dropped, 'earlier unanswered message')] : []),
    ...fitted.flatMap(({ piece, excerpt: { cut } }) => (cut > 0 ? `${formatCount(cut, 'character')} of ${piece.name}` : [])),
    ...own.flatMap((attachment) => (attachment.type !== 'unread' && !within.has(attachment) ? `the file ${attachment.label}` : [])),
  ]
  const unread = own
    .filter(({ type }) => type === 'unread')
    .map(({ label }) => ({ what: `the file ${label}`, why: 'only its name was shown' }))
  return {
    rows,
    tokens: budget - textBudget + total(fitted.map(({ tokens }) => tokens)),
    items: rows.length,
    omitted: [...omitted.map((what) => ({ what, why })), ...unread],
  }
}

/**
 * The share of the context reserved for the messages to answer if they need it, and the maximum share if there are many of them. They also
 * get what the other parts leave unused.
 */
const shareToAnswer = 0.5
const largestShareToAnswer = 0.75

/** Returns the number of tokens reserved for the messages to answer. */
export function reserveForIncoming(input: IncomingInput, limit: number): number {
  const usual = Math.min(limit * shareToAnswer, buildIncomingMessages(input, limit).tokens)
  const least = Math.min(limit * largestShareToAnswer, estimateSmallestIncoming(input))
  return Math.ceil(Math.max(usual, least))
}

/** Returns the number of tokens needed if each message is cut to the minimum and its attachments are only named. */
function estimateSmallestIncoming({ deps, turn, count }: IncomingInput): number {
  return (
    countNowLabel({ deps, turn, count }) +
    total(turn.messagesToAnswer.map((message) => frameTokens(toContextRow(message, turn), markInput(turn), count) + leastTokens))
  )
}

const countNowLabel = ({ deps, turn, count }: Pick<IncomingInput, 'deps' | 'turn' | 'count'>): number =>
  countNow({ now: deps.clock.now(), timezone: turn.timezone, userName: nameUser(turn) }, count)

/** Returns the name of the user. In a shared place, it is the one shown there, because others read the reply. */
export const nameUser = ({ user, place, messagesToAnswer }: Pick<IncomingInput['turn'], 'user' | 'place' | 'messagesToAnswer'>): string =>
  place.kind === 'shared' ? (messagesToAnswer.at(-1)?.authorName ?? '') : user.name

const markInput = ({ timezone, place }: IncomingInput['turn']) => ({ timezone, placeId: place.id })

interface FittedIncomingPiece extends CountedText {
  readonly piece: IncomingPiece
}

/** Cuts each text to its share of the budget. */
function fitPieces(pieces: readonly IncomingPiece[], budget: number): FittedIncomingPiece[] {
  const allowed = divideTokens(
    pieces.map(({ size }) => size),
    budget,
  )
  return pieces.map((piece, index) => {
    const most = allowed[index] ?? 0
    const { excerpt, size, count } = piece
    return { piece, ...(size <= most ? { excerpt, tokens: size } : shrinkToTokens(excerpt, most, count)) }
  })
}

/** A message text or text file that may be cut in the middle. */
interface IncomingPiece {
  /** How the report refers to it. */
  readonly name: string
  readonly excerpt: TruncatedText
  readonly size: number
  readonly count: CountTokens
}

interface MeasuredPiece {
  readonly row: ContextRow
  /** The tokens of the message besides its text and the contents of its text files. */
  readonly frame: number
  readonly text: IncomingPiece
  readonly files: readonly (IncomingPiece & { readonly label: string })[]
  readonly images: readonly ModelImage[]
}

const piecesOf = ({ text, files }: MeasuredPiece): readonly IncomingPiece[] => [text, ...files]

/** Returns the number of tokens that a message needs if its text and files are cut to the minimum. */
const leastOf = (one: MeasuredPiece): number => one.frame + total(piecesOf(one).map(({ size }) => Math.min(size, leastTokens)))

interface IncomingLimits {
  /** The images and text files that fit. */
  readonly within: ReadonlySet<ShownAttachment>
  readonly budget: number
}

function measurePiece(
  { turn, count, attachments }: IncomingInput,
  message: MessageToAnswer,
  { within, budget }: IncomingLimits,
): MeasuredPiece {
  const row = toContextRow(message, turn)
  const own = attachments.get(message.id) ?? []
  const text = [formatTruncated(row.text), ...own.flatMap((attachment) => formatIncomingLine(attachment, within))].join('\n')
  const ownImages = own.filter((attachment) => attachment.type === 'image').filter((attachment) => within.has(attachment))
  const countBody: CountTokens = (body) => count(indent(body))
  const files = own.flatMap((attachment) =>
    attachment.type === 'text' && within.has(attachment)
      ? { name: `the file ${attachment.label}`, label: attachment.label, ...measureText(attachment.text, budget, countBody) }
      : [],
  )
  return {
    row,
    frame:
      frameTokens(row, markInput(turn), count) +
      total(files.map(({ label }) => fileFrame(label, count))) +
      total(ownImages.map(({ tokens }) => tokens)),
    text: { name: `message #${row.id}`, ...measureText(text, budget, count) },
    files,
    images: ownImages.map(({ image }) => image),
  }
}

function formatIncomingLine(attachment: ShownAttachment, within: ReadonlySet<ShownAttachment>): string[] {
  const { type, label } = attachment
  if (type === 'unread') return [fileLine(label, attachment.why)]
  if (!within.has(attachment)) return [fileLine(label, 'there was no room to show it to you')]
  return type === 'image' ? [fileLine(label)] : []
}

/** Returns the number of tokens that a file needs besides its text. */
const fileFrame = (label: string, count: CountTokens): number => count(fileText(label, '')) + 1

/** Selects the latest images that fit into their share of the budget. */
function selectImages(all: readonly ShownAttachment[], budget: number): ReadonlySet<ShownAttachment> {
  const images = new Set<ShownAttachment>()
  let left = budget * shareOfImages
  for (const attachment of all.filter((attachment) => attachment.type === 'image').reverse()) {
    left -= attachment.tokens
    if (left < 0) break
    images.add(attachment)
  }
  return images
}

/**
 * Selects the latest text files that fit into their share of the budget at their minimum size. The names alone of hundreds of files would
 * fill any window.
 */
function selectTexts({ count }: IncomingInput, all: readonly ShownAttachment[], budget: number): readonly ShownAttachment[] {
  const texts: ShownAttachment[] = []
  let left = budget * shareOfFiles
  for (const attachment of all.filter(({ type }) => type === 'text').reverse()) {
    left -= fileFrame(attachment.label, count) + leastTokens
    if (left < 0) break
    texts.push(attachment)
  }
  return texts
}

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)

/** Counts the tokens of a text. If the text is far above the budget, returns a number above the budget without counting. */
function measureText(text: string, budget: number, count: CountTokens): Pick<IncomingPiece, 'excerpt' | 'size' | 'count'> {
  return { excerpt: whole(text), count, size: text.length > budget * 8 ? Math.max(0, budget) + 1 : count(text) }
}

/** Converts a message that is already loaded to a row. */
function toContextRow(message: MessageToAnswer, { place, timezone }: { place: Place; timezone: string }): ContextRow {
  const { references = [] } = message
  return {
    ...message,
    role: 'user',
    dayLabel: dayLabelOf(message.sentAt, timezone),
    timezone,
    text: references.length > 0 ? markForwarded(whole(message.text), references) : whole(message.text),
    reactions: null,
    references,
    isToAnswer: true,
    place,
  }
}
