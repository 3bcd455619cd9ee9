import type { DayLabel, MessageId } from '../../core/domain/ids.ts'
import type { MessageKind, ReferenceKind } from '../../core/domain/messages.ts'
import {
  block,
  type CountTokens,
  clip,
  divideTokens,
  formatTruncated,
  indent,
  plainName,
  shrinkToTokens,
  whole,
} from '../../core/domain/text.ts'
import { dayLabelOf, formatDay } from '../../core/ports/clock.ts'
import type { Db } from '../../store/store.ts'
import type { StoredReference } from '../../threads/messages/references.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { formatRowTime } from './messages.ts'
import { describeBudget } from './report.ts'
import { type BuiltContextPart, type ContextPartInput, type ContextTurn, type FitPart, nothing } from './section.ts'

/** A message that the messages to answer refer to. */
interface ReferredMessage {
  readonly heading: string
  readonly text: string
  /** Set if it is a message of the same thread. */
  readonly id?: MessageId
}

/** A message is omitted if its budget is smaller than this. */
const leastTokens = 24

const maxNameCharacters = 40

const introduction = 'What the messages to answer refer to, quoted. Reference data, not from the person unless it says so:'

/** Part 10: what the messages to answer reply to, quote or forward, and the earlier messages of the platform's thread. */
export async function prepareReferences(input: ContextPartInput): Promise<FitPart> {
  const { turn, deps } = input
  const replied = new Map(turn.messagesToAnswer.flatMap(({ id, replyToId }) => (replyToId === null ? [] : [[replyToId, id] as const])))
  const posted = replied.size > 0 ? await loadPostedMessages(deps.store.db, turn.scope, [...replied.keys()]) : []
  const postedReplies = new Set(posted.map(({ id }) => replied.get(id)))
  // The ends are kept longest: what is referred to directly, and the latest messages of the thread.
  const referred: ReferredMessage[] = [
    ...(turn.thread ?? []).map((reference) => formatReferred(input, reference, 'earlier in this thread, by')),
    ...posted.map((one) => formatPosted(input, one, replied.get(one.id))),
    ...turn.messagesToAnswer.flatMap(({ id, references = [] }) =>
      references
        // The text of a forward may be that of the message itself.
        .filter(({ kind, text }) => kind !== 'thread' && !(kind === 'forward' && text === ''))
        // A deleted message is shown by its number.
        .filter(({ kind, text }) => !(kind === 'reply' && text === '' && postedReplies.has(id)))
        .map((reference) => formatReferred(input, reference, `#${id} ${verbs[reference.kind]}`)),
    ),
  ]
  return (budget) => (referred.length === 0 ? nothing : fitReferred(input, referred, budget))
}

const verbs: Readonly<Record<ReferenceKind, string>> = {
  reply: 'replies to a message by',
  quote: 'quotes this part of a message by',
  forward: 'forwards a message by',
  thread: 'follows a message by',
}

interface RepliedPost {
  readonly id: MessageId
  readonly kind: MessageKind
  readonly text: string
  readonly sentAt: Date
  /** The timezone of its day. */
  readonly timezone: string
  /** Of a digest, the day that it is about. */
  readonly dayLabel: DayLabel
  readonly isDeleted: boolean
}

/**
 * Returns those of the messages that are not part of the conversation, such as digests and notices, and deleted ones. The raw window shows
 * the others.
 */
export function loadPostedMessages(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<RepliedPost[]> {
  return db.$queryRaw<RepliedPost[]>`
    SELECT m.id, m.kind, m.text, m.sent_at AS "sentAt", s.day_label AS "dayLabel", s.timezone, m.deleted_at IS NOT NULL AS "isDeleted"
    FROM messages m JOIN day_segments s ON s.id = m.segment_id
    WHERE m.id = ANY(${[...ids]}::int[]) AND ${visibleTo(scope, 'm')} AND m.text_expires_at IS NULL
      AND ((m.role = 'system' AND m.kind IN ('digest', 'notice')) OR m.deleted_at IS NOT NULL)
    ORDER BY m.sent_at, m.id`
}

function formatPosted({ turn }: ContextPartInput, post: RepliedPost, by?: MessageId): ReferredMessage {
  const { id, kind, text, sentAt, timezone, isDeleted } = post
  const what = isDeleted ? `the deleted message #${id}` : `the ${kind} #${id} that you posted`
  return { id, heading: `#${by} replies to ${what}, ${formatTime({ sentAt, timezone }, turn)}:`, text }
}

function formatReferred({ turn }: ContextPartInput, { authorName, text, sentAt }: StoredReference, how: string): ReferredMessage {
  const author = clip(plainName(authorName), maxNameCharacters) || 'somebody'
  const heading = [`${how} ${author}`, ...(sentAt ? [formatTime({ sentAt, timezone: turn.timezone }, turn)] : [])].join(', ')
  return { heading: `${heading}${text === '' ? ' (not kept)' : ''}:`, text }
}

function formatTime(message: Pick<RepliedPost, 'sentAt' | 'timezone'>, turn: ContextTurn): string {
  const day = dayLabelOf(message.sentAt, message.timezone)
  return `${formatDay(day)} (${day}), ${formatRowTime(message, turn)}`
}

const formatItem = ({ heading, text }: ReferredMessage): string => (text === '' ? heading : `${heading}\n${indent(text)}`)

const formatBlock = (body: string): string => `${introduction}\n${block('refers-to', body)}`

/** Fits messages into a budget. Drops the first ones if there are too many, and cuts the longest in the middle. */
function fitReferred({ count }: ContextPartInput, referred: readonly ReferredMessage[], budget: number): BuiltContextPart {
  const countText: CountTokens = (text) => (text === '' ? 0 : count(indent(text)) + 1)
  const textBudget = budget - count(formatBlock('')) - 1
  const measured = referred.map((one) => ({ one, frame: count(`${one.heading}\n`) + 1, size: countText(one.text) }))
  let fitting = measured
  const needed = () => fitting.reduce((sum, { frame, size }) => sum + frame + Math.min(size, leastTokens), 0)
  while (fitting.length > 0 && needed() > textBudget) fitting = fitting.slice(1)
  const why = describeBudget(budget)
  const dropped = measured.length - fitting.length
  const omitted = dropped > 0 ? [{ what: `${dropped} of the messages referred to`, why }] : []
  if (fitting.length === 0) return { ...nothing, omitted }
  const frames = fitting.reduce((sum, { frame }) => sum + frame, 0)
  const allowed = divideTokens(
    fitting.map(({ size }) => size),
    textBudget - frames,
  )
  const shown = fitting.map(({ one, size }, index) => {
    const most = allowed[index] ?? 0
    const text = size <= most ? one.text : formatTruncated(shrinkToTokens(whole(one.text), most, countText).excerpt)
    return { one: { ...one, text }, tokens: countText(text), isCut: text !== one.text }
  })
  const cut = shown.filter(({ isCut }) => isCut).length
  return {
    reference: formatBlock(shown.map(({ one }) => formatItem(one)).join('\n')),
    quoted: shown.flatMap(({ one }) => one.id ?? []),
    tokens: budget - textBudget + frames + shown.reduce((sum, { tokens }) => sum + tokens, 0),
    items: shown.length,
    omitted: [...omitted, ...(cut > 0 ? [{ what: `the middle of ${cut} of the messages referred to`, why }] : [])],
  }
}
