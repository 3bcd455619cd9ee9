import type { DeliveryProblem, PartialReply } from '../../../src/conversation/deliver/message-details.ts'
import type { ChangeSeq, DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { Button } from '../../../src/core/ports/platform.ts'
import type { Attachment } from '../../../src/threads/messages/attachments.ts'
import type { MessageMoment } from '../../../src/threads/messages/read-messages.ts'
import { isAfterPause, pauseMs } from '../shared/pause.ts'

/** A message that another one replies to. */
export interface RepliedToMessage {
  readonly id: MessageId
  /** Undefined if it was deleted. */
  readonly text: string | undefined
}

/** When cited messages were sent, by their ids. */
export type CitedMoments = ReadonlyMap<number, MessageMoment>

/** A message with its details. */
export interface ShownMessage {
  readonly message: Message
  /** The day of the message. */
  readonly day: DayLabel
  /** In the user's time zone, such as "14:05". */
  readonly time: string
  /** Where the message was written, if not on the page. */
  readonly elsewhere?: string
  /** What a message of the user replies to. */
  readonly quoted?: RepliedToMessage
  readonly buttons: readonly Button[]
  readonly attachments: readonly Attachment[]
  /** Whether the message is shown collapsed. */
  readonly collapsed: boolean
  readonly problem?: DeliveryProblem
  /** Whether the message was edited after its reply, which can be regenerated. */
  readonly mayAnswerAgain: boolean
  /** Why the reply is only a part. */
  readonly partial?: PartialReply
  /** Whether it is still to be answered. Until then, its files may arrive. */
  readonly isAwaitingAnswer?: true
  /** The call that the message is a turn of. */
  readonly call?: CallOfTurn
  /** When the messages were sent that it cites. */
  readonly cited?: CitedMoments
}

/** Retries what failed. With the id of a message, retries that message. */
export const retryAction = '/retry'

/** Returns the message that a button opens. Undefined for other buttons. */
export function findOpenedMessage(action: string): number | undefined {
  const id = /^\/open (\d{1,10})$/.exec(action)?.[1]
  return id === undefined ? undefined : Number(id)
}

export interface CallOfTurn {
  readonly id: string
  /** Null if unknown. */
  readonly seconds: number | null
}

/** A finished call with its turns, which are shown folded. */
export interface ShownCall extends CallOfTurn {
  readonly turns: readonly ShownMessage[]
}

export type TimelineItem =
  | { readonly type: 'message'; readonly shown: ShownMessage }
  /** A phone call. */
  | { readonly type: 'call'; readonly call: ShownCall }
  /** Summarized messages of past sessions. */
  | { readonly type: 'older'; readonly messages: readonly ShownMessage[] }
  | { readonly type: 'summary-updated'; readonly at: Date }
  /** Stands above the first message that has arrived since the last visit. */
  | { readonly type: 'new-since' }
  /** The beginning of a day, after messages from the evening before. */
  | { readonly type: 'day'; readonly day: DayLabel }

/** Returns the oldest message shown. */
export function findFirstShown(items: readonly TimelineItem[]): ShownMessage | undefined {
  const first = items.find(({ type }) => type === 'message' || type === 'older' || type === 'call')
  if (first?.type === 'call') return first.call.turns[0]
  if (first?.type === 'older') return first.messages[0]
  return first?.type === 'message' ? first.shown : undefined
}

/** Returns the messages that come after a pause. They show their time. */
export function findAfterPause(items: readonly TimelineItem[]): ReadonlySet<MessageId> {
  const found = new Set<MessageId>()
  let before: { readonly day: DayLabel; readonly sentAt: number } | undefined
  for (const item of items)
    for (const shown of messagesOf(item)) {
      const { message, day } = shown
      if (isStep(shown) || message.deletedAt) continue
      const moment = { day, sentAt: message.sentAt.getTime() }
      // The fold of a call says when it began.
      if (item.type !== 'call' && isAfterPause(moment, before)) found.add(message.id)
      before = moment
    }
  return found
}

function messagesOf(item: TimelineItem): readonly ShownMessage[] {
  if (item.type === 'message') return [item.shown]
  if (item.type === 'call') return item.call.turns
  return item.type === 'older' ? item.messages : []
}

/** Returns the newest message shown. */
export function findLastShown(items: readonly TimelineItem[]): ShownMessage | undefined {
  const last = items.findLast(({ type }) => type === 'message' || type === 'older' || type === 'call')
  if (last?.type === 'call') return last.call.turns.at(-1)
  if (last?.type === 'older') return last.messages.at(-1)
  return last?.type === 'message' ? last.shown : undefined
}

export interface TimelineInput {
  /** In thread order. */
  readonly messages: readonly ShownMessage[]
  readonly coveredSeq: ChangeSeq
  readonly summaryUpdatedAt?: Date
  /** The beginning of the current session. No later message is collapsed. */
  readonly runningSince?: Date
  /** The first message that has arrived since the last visit. */
  readonly newSince?: MessageId
}

/** Returns when the latest session began. Undefined if there are no messages. `sentAt` is sorted newest first. */
export function findSessionStart(sentAt: readonly Date[]): Date | undefined {
  let start = sentAt[0]
  for (const earlier of sentAt) {
    if (start && start.getTime() - earlier.getTime() >= pauseMs) break
    start = earlier
  }
  return start
}

/** Whether the latest session is still running. `sentAt` is sorted newest first. */
export function isRunning([newest]: readonly Date[], now: Date): boolean {
  return newest !== undefined && now.getTime() - newest.getTime() < pauseMs
}

/**
 * Builds a day's timeline in order: collapsed runs of summarized messages, other messages, and a mark where the latest summary was
 * written.
 */
export function buildTimeline(input: TimelineInput): TimelineItem[] {
  const items: TimelineItem[] = []
  let older: ShownMessage[] = []
  let mark = input.summaryUpdatedAt
  let isNew = false
  const endFold = () => {
    if (older.length > 0) items.push({ type: 'older', messages: older })
    older = []
  }
  for (const shown of input.messages) {
    const { call } = shown
    if (shown.message.id === input.newSince) {
      endFold()
      isNew = true
      items.splice(findEndBeforeSteps(items), 0, { type: 'new-since' })
    }
    if (call) {
      endFold()
      const previous = items.at(-1)
      if (previous?.type === 'call' && previous.call.id === call.id) items[items.length - 1] = addTurn(previous.call, shown)
      else items.push({ type: 'call', call: { ...call, turns: [shown] } })
      continue
    }
    // What is new stays open.
    const folds = !isNew && isFolded(shown.message, input)
    if (!folds) endFold()
    // The mark is placed after the end of a collapsed run, so as not to split it.
    if (mark && !folds && shown.message.sentAt > mark) {
      items.push({ type: 'summary-updated', at: mark })
      mark = undefined
    }
    if (folds) older.push(shown)
    else items.push({ type: 'message', shown })
  }
  endFold()
  if (mark) items.push({ type: 'summary-updated', at: mark })
  return items
}

/** Returns where the last items begin that are only tool steps. They belong to the reply that follows. */
function findEndBeforeSteps(items: readonly TimelineItem[]): number {
  return items.findLastIndex((item) => item.type !== 'message' || !isStep(item.shown)) + 1
}

/** Whether a message is a tool step. */
export const isStep = ({ message }: ShownMessage): boolean => message.role === 'tool' || isSilent(message)

/** Whether a message is a model round that only calls tools. */
export const isSilent = ({ role, text, deletedAt }: Message): boolean => role === 'assistant' && text.trim() === '' && !deletedAt

const addTurn = (call: ShownCall, turn: ShownMessage): TimelineItem => ({ type: 'call', call: { ...call, turns: [...call.turns, turn] } })

function isFolded(message: Message, { coveredSeq, runningSince }: TimelineInput): boolean {
  if (message.changeSeq > coveredSeq) return false
  return runningSince === undefined || message.sentAt < runningSince
}
