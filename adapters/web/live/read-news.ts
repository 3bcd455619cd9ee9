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
  /** When the last summary was written that the page was told of, in ms since 1970. */
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
  /** The number of all changes, up to a maximum. */
  readonly changeCount: number
  /** The days of these messages. */
  readonly days: readonly DaySize[]
  readonly summaries: readonly SummaryUpdate[]
  readonly loops: LoopPanelView
  readonly sessions: DaySessionsView | undefined
}

export interface NewsLimits {
  /** The maximum number of messages to read. */
  readonly batch: number
  /** The number up to which changes are counted. */
  readonly counted: number
}

/** Reads what is new for an open page, in one statement. So nothing is read after the end of its session. */
export async function readNews(deps: WebDeps, known: KnownToPage, { batch, counted }: NewsLimits): Promise<PageNews> {
  const { user, sessionToken, scope, seq, summariesSince, day } = known
  const db = combineReads(deps.store.db, { isAtomic: true })
  const reading = { ...deps, store: { ...deps.store, db } }
  const isChanged = isAmongChanges(scope, seq, batch)
  const [sessionUser, threadId, messages, changeCount, details, attachments, days, summaries, loops, sessions] = await Promise.all([
    findSessionUser(reading, sessionToken),
    findContinuousThread(db, user.id),
    listChangesSince(db, scope, seq, batch),
    countChangesSince(db, scope, seq, counted),
    loadMessageDetails(db, scope, isChanged),
    listAttachmentsOf(db, scope, isChanged),
    listDaysOf(db, isChanged),
    listSummaryUpdates(db, scope.threadId, summariesSince),
    loadLoopPanel(reading, user, scope),
    day === undefined ? undefined : loadDaySessions(reading, scope, day),
  ])
  return { sessionUser, threadId, messages, changeCount, details, attachments, days, summaries, loops, sessions }
}
