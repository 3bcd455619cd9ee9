import type { DeliveryProblem } from '../../../src/conversation/deliver/message-details.ts'
import type { ChangeSeq, DayLabel } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { Button } from '../../../src/core/ports/platform.ts'
import type { Attachment } from '../../../src/threads/messages/attachments.ts'

/** A message with what the page says about it besides its text. */
export interface ShownMessage {
  readonly message: Message
  /** The day it belongs to, which its time alone does not say. */
  readonly day: string
  /** "14:05", in the timezone of its user. */
  readonly time: string
  /** Where it was written, when that was not here. */
  readonly elsewhere?: string
  readonly buttons: readonly Button[]
  readonly attachments: readonly Attachment[]
  /** Shown folded. */
  readonly collapsed: boolean
  readonly problem?: DeliveryProblem
}

/** Tries again what went wrong; with the id of a message, that one. */
export const retryAction = '/retry'

/** The message that a button opens; undefined for other buttons. */
export function findOpenedMessage(action: string): number | undefined {
  const id = /^\/open (\d{1,10})$/.exec(action)?.[1]
  return id === undefined ? undefined : Number(id)
}

export type TimelineItem =
  | { readonly type: 'message'; readonly shown: ShownMessage }
  /** Messages of past sessions that the summary covers. */
  | { readonly type: 'older'; readonly messages: readonly ShownMessage[] }
  | { readonly type: 'summary-updated'; readonly at: Date }
  /** Where a day begins, below what was said the evening before. */
  | { readonly type: 'day'; readonly day: DayLabel }

/** The newest message that is shown. */
export function findLastShown(items: readonly TimelineItem[]): ShownMessage | undefined {
  const last = items.findLast(({ type }) => type === 'message' || type === 'older')
  if (last?.type === 'older') return last.messages.at(-1)
  return last?.type === 'message' ? last.shown : undefined
}

export interface TimelineInput {
  /** In the order of the thread. */
  readonly messages: readonly ShownMessage[]
  readonly coveredSeq: ChangeSeq
  readonly summaryUpdatedAt?: Date
  /** When the running session began: from here on nothing is folded. */
  readonly runningSince?: Date
}

/** A pause that ends a session, in milliseconds. */
const sessionPauseMs = 15 * 60_000

/** When the session of the newest message began. `sentAt` newest first; undefined when there is none. */
export function findSessionStart(sentAt: readonly Date[]): Date | undefined {
  let start = sentAt[0]
  for (const earlier of sentAt) {
    if (start && start.getTime() - earlier.getTime() >= sessionPauseMs) break
    start = earlier
  }
  return start
}

/** Whether the session of the newest message still runs. `sentAt` newest first. */
export function isRunning([newest]: readonly Date[], now: Date): boolean {
  return newest !== undefined && now.getTime() - newest.getTime() < sessionPauseMs
}

/** What a day's timeline shows, in order: folded runs of covered messages, messages, and where its summary was last written. */
export function buildTimeline(input: TimelineInput): TimelineItem[] {
  const items: TimelineItem[] = []
  let older: ShownMessage[] = []
  let mark = input.summaryUpdatedAt
  const endFold = () => {
    if (older.length > 0) items.push({ type: 'older', messages: older })
    older = []
  }
  for (const shown of input.messages) {
    const folds = isFolded(shown.message, input)
    if (!folds) endFold()
    // The mark waits for the end of a fold, so that it does not cut it in two.
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

function isFolded(message: Message, { coveredSeq, runningSince }: TimelineInput): boolean {
  if (message.changeSeq > coveredSeq) return false
  return runningSince === undefined || message.sentAt < runningSince
}
