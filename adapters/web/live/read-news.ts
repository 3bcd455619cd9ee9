import { loadMessageDetails } from '../../../src/conversation/deliver/message-details.ts'
import type { ChangeSeq, DayLabel, ThreadId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { findSessionUser } from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import { combineReads } from '../../../src/store/combined-reads.ts'
import { listSummaryUpdates, type SummaryUpdate } from '../../../src/summaries/read.ts'
import { listAttachmentsOf } from '../../../src/threads/messages/attachments.ts'
import {
  countChangesSince,
  type DaySize,
  isAmongChanges,
  listChangesSince,
  listDaysOf,
} from '../../../src/threads/messages/read-messages.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { findContinuousThread } from '../../../src/threads/thread.ts'
import type { WebDeps } from '../options.ts'
import type { LoopPanelView } from '../pages/loop-panel.tsx'
import { type DaySessionsView, loadDaySessions } from '../views/day-sessions.ts'
import { loadLoopPanel } from '../views/loops-page.ts'
import type { LoadedDetails } from '../views/shown-messages.ts'

/** What an open page has. */
export interface KnownToPage {
  readonly user: User
  readonly sessionToken: string
  readonly scope: Scope
  readonly seq: ChangeSeq
  /** When the newest summary that the page knows was written, in ms since 1970. */
  readonly summariesSince: number
  /** The day whose sessions it shows. */
  readonly day: DayLabel | undefined
}

/** What is new for an open page. */
export interface PageNews extends LoadedDetails {
  /** The user of the page's session. Undefined if it has ended. */
  readonly sessionUser: User | undefined
  /** The user's thread now. */
  readonly threadId: ThreadId | undefined
  /** The first changes, in order. */
  readonly messages: readonly Message[]
  /** The number of all changes, counted up to one more than `mostChanges`. */
  readonly changeCount: number
  /** The days of these messages. */
  readonly days: readonly DaySize[]
  readonly summaries: readonly SummaryUpdate[]
  readonly loops: LoopPanelView
  readonly sessions: DaySessionsView | undefined
}

/** The maximum number of messages read at once. */
export const messagesAtOnce = 100
/** The maximum number of changes to send one by one. If there are more, or if the page does not keep up, it reloads instead. */
export const mostChanges = 500

/** Reads what is new for an open page, in one statement. So nothing is read after the end of its session. */
export async function readNews(deps: WebDeps, known: KnownToPage): Promise<PageNews> {
  const { user, sessionToken, scope, seq, summariesSince, day } = known
  const db = combineReads(deps.store.db, { isAtomic: true })
  const reading = { ...deps, store: { ...deps.store, db } }
  const isChanged = isAmongChanges(scope, seq, messagesAtOnce)
  const [sessionUser, threadId, messages, changeCount, details, attachments, days, summaries, loops, sessions] = await Promise.all([
    findSessionUser(reading, sessionToken),
    findContinuousThread(db, user.id),
    listChangesSince(db, scope, seq, messagesAtOnce),
    countChangesSince(db, scope, seq, mostChanges + 1),
    loadMessageDetails(db, scope, isChanged),
    listAttachmentsOf(db, scope, isChanged),
    listDaysOf(db, isChanged),
    listSummaryUpdates(db, scope.threadId, summariesSince),
    loadLoopPanel(reading, user, scope),
    day === undefined ? undefined : loadDaySessions(reading, scope, day),
  ])
  return { sessionUser, threadId, messages, changeCount, details, attachments, days, summaries, loops, sessions }
}
