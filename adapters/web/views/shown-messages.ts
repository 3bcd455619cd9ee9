import { loadMessageDetails, type MessageDetails } from '../../../src/conversation/deliver/message-details.ts'
import type { MessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { platformInWords } from '../../../src/core/domain/text.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import type { Button } from '../../../src/core/ports/platform.ts'
import type { Db } from '../../../src/store/store.ts'
import { type DaySummary, loadSegmentSummaries } from '../../../src/summaries/read.ts'
import { type DayOverview, findDayOverview } from '../../../src/threads/days/day-segment.ts'
import { callOf, loadCallLengths } from '../../../src/threads/messages/append-call.ts'
import { type Attachment, listAttachmentsOf } from '../../../src/threads/messages/attachments.ts'
import { hasId } from '../../../src/threads/messages/message-columns.ts'
import { listMoments, loadVisibleTexts } from '../../../src/threads/messages/read-messages.ts'
import { samplePlatform } from '../../../src/threads/messages/sample-messages.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { platformName } from '../address.ts'
import { prepareHighlighting } from '../markdown/highlight.ts'
import type { WebDeps } from '../options.ts'
import { findCited } from './markdown.ts'
import { type CallOfTurn, type CitedMoments, findOpenedMessage, type RepliedToMessage, retryAction, type ShownMessage } from './timeline.ts'

/** Loads messages with their details: day, time, place, buttons, attachments, delivery problems. */
export async function loadShownMessages(
  { store }: Pick<WebDeps, 'store'>,
  scope: Scope,
  messages: readonly Message[],
): Promise<ShownMessage[]> {
  if (messages.length === 0) return []
  const which = hasId(messages.map(({ id }) => id))
  const details = await loadMessageDetails(store.db, scope, which)
  return completeMessages({ store }, scope, { messages, details, attachments: await listAttachmentsOf(store.db, scope, which) })
}

/** The details of messages, in no particular order. */
export interface LoadedDetails {
  readonly details: readonly MessageDetails[]
  readonly attachments: readonly Attachment[]
}

/** Whether showing a message takes what is not among its details: what it quotes or cites, or the call that it was said in. */
export const refersToOthers = ({ role, replyToId, platformMessageId, text }: Message): boolean =>
  (role === 'user' && replyToId !== null) || (role === 'assistant' && findCited(text).length > 0) || callOf(platformMessageId) !== undefined

/** Adds the details to messages, and loads what they refer to. */
export async function completeMessages(
  { store }: Pick<WebDeps, 'store'>,
  scope: Scope,
  { messages, details, attachments }: LoadedDetails & { readonly messages: readonly Message[] },
): Promise<ShownMessage[]> {
  await prepareHighlighting(messages.map(({ text }) => text))
  const quoted = await loadQuoted(store.db, scope, messages)
  const calls = await loadCallLengths(store.db, messages)
  const cited = await loadCited(
    store.db,
    scope,
    messages.filter(({ role }) => role === 'assistant').map(({ text }) => text),
  )
  const byId = new Map(details.map((detail) => [detail.id, detail]))
  return messages.flatMap((message) => {
    const detail = byId.get(message.id)
    const own = attachments.filter(({ messageId }) => messageId === message.id)
    const replied = quoted.get(message.id)
    const call = findCall(message, calls)
    return detail ? [{ ...toShownMessage(message, detail, own), cited, ...(replied && { quoted: replied }), ...(call && { call }) }] : []
  })
}

/** Returns when the messages were sent that texts cite. */
async function loadCited(db: Db, scope: Scope, texts: readonly string[]): Promise<CitedMoments> {
  const ids = [...new Set(texts.flatMap(findCited))]
  const moments = ids.length === 0 ? [] : await listMoments(db, scope, ids)
  return new Map(moments.map((moment) => [moment.id, moment]))
}

/** Returns what messages of the user reply to, by the id of the reply. */
async function loadQuoted(db: Db, scope: Scope, messages: readonly Message[]): Promise<ReadonlyMap<MessageId, RepliedToMessage>> {
  const replies = messages.flatMap(({ id, role, replyToId }) => (role === 'user' && replyToId !== null ? [{ id, replyToId }] : []))
  if (replies.length === 0) return new Map()
  const texts = await loadVisibleTexts(
    db,
    scope,
    replies.map(({ replyToId }) => replyToId),
  )
  return new Map(replies.map(({ id, replyToId }) => [id, { id: replyToId, text: texts.get(replyToId) }]))
}

function toShownMessage(message: Message, details: MessageDetails, attachments: readonly Attachment[]): ShownMessage {
  const elsewhere = describePlace(details)
  return {
    message,
    day: details.day,
    time: timeOfDay(message.sentAt, details.timezone),
    buttons: details.buttons.flatMap((buttons) => buttons ?? []).flatMap((button) => toPageButton(message, button)),
    attachments,
    collapsed: details.collapsed,
    mayAnswerAgain: details.mayAnswerAgain,
    ...(details.isAwaitingAnswer && { isAwaitingAnswer: true }),
    ...(details.partial && { partial: details.partial }),
    // Problems are left out for messages on this page, because showing a message delivers it.
    ...(elsewhere && { elsewhere, ...(details.problem && { problem: details.problem }) }),
  }
}

function findCall({ platformMessageId }: Message, lengths: ReadonlyMap<string, number | null>): CallOfTurn | undefined {
  const id = callOf(platformMessageId)
  const seconds = id === undefined ? undefined : lengths.get(id)
  return id === undefined || seconds === undefined ? undefined : { id, seconds }
}

/** Adapts a button to the page. Returns none if a link in the text does the same. /retry gets the id of its message. */
function toPageButton({ id, text }: Message, { label, action }: Button): Button[] {
  const opened = findOpenedMessage(action)
  if (opened !== undefined && new RegExp(`#${opened}\\b`).test(text)) return []
  return [{ label, action: action === retryAction ? `${retryAction} ${id}` : action }]
}

/** Returns "Telegram", or "Telegram · Book club" for a shared place. Undefined for the page itself, and for samples, which are from nowhere. */
export function describePlace(place: Pick<MessageDetails, 'platform' | 'placeKind' | 'title'>): string | undefined {
  if (place.platform === platformName || place.platform === samplePlatform) return undefined
  const platform = platformInWords(place.platform)
  return place.placeKind === 'shared' && place.title !== '' ? `${platform} · ${place.title}` : platform
}

/** A day segment with its summary, as the page shows it. */
export interface SegmentState extends DayOverview {
  readonly summary: DaySummary | undefined
  /** When the messages were sent that the summary cites. */
  readonly cited: CitedMoments
}

/** Returns a segment by id. Undefined if it is not in the scope. */
export async function findSegmentState({ store }: Pick<WebDeps, 'store'>, scope: Scope, id: SegmentId): Promise<SegmentState | undefined> {
  const state = await findDayOverview(store.db, scope, id)
  const [summary] = state ? await loadSegmentSummaries({ store }, scope, [id]) : []
  return state && { ...state, summary, cited: await loadCited(store.db, scope, summary ? [summary.markdown] : []) }
}
