import type { ChangeSeq } from '../../src/core/ids.ts'
import type { Message } from '../../src/core/messages.ts'
import type { Button } from '../../src/core/platform.ts'

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
  /** Shown folded. */
  readonly collapsed: boolean
  /** Nobody knows whether it arrived. */
  readonly mayBeLost: boolean
}

export type TimelineItem =
  | { readonly type: 'message'; readonly shown: ShownMessage }
  /** Messages of past sessions that the summary covers. */
  | { readonly type: 'older'; readonly messages: readonly ShownMessage[] }
  | { readonly type: 'summary-updated'; readonly at: Date }

export interface TimelineInput {
  /** In the order of the thread. */
  readonly messages: readonly ShownMessage[]
  readonly coveredSeq: ChangeSeq
  readonly summaryUpdatedAt?: Date
  /** When the running session began: from here on nothing is folded. */
  readonly runningSince?: Date
}

/** A pause that ends a session, in milliseconds (product.md, section 10). */
const sessionPauseMs = 15 * 60_000

/** When the session of the newest message began. `sentAt` newest first; undefined when there is none. */
export function sessionStart(sentAt: readonly Date[]): Date | undefined {
  let start = sentAt[0]
  for (const earlier of sentAt) {
    if (start && start.getTime() - earlier.getTime() >= sessionPauseMs) break
    start = earlier
  }
  return start
}

/** What a day's timeline shows, in order: folded runs of covered messages, messages, and where its summary was last written. */
export function timelineOf(input: TimelineInput): TimelineItem[] {
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
