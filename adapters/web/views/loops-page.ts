import type { LoopId } from '../../../src/core/domain/ids.ts'
import { addDays, dayLabelOf } from '../../../src/core/ports/clock.ts'
import type { ReadingTime } from '../../../src/loops/format-loop.ts'
import { type LoopDue, listLoops, loadLoop, type OpenLoop } from '../../../src/loops/open-loop.ts'
import { resolveTimezone, type User } from '../../../src/people/users.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebDeps } from '../options.ts'
import type { LoopPanelView } from '../pages/loop-panel.tsx'
import type { LoopProblem } from '../pages/loop-problem.tsx'
import type { LoopOutcome, LoopsView } from '../pages/loops.tsx'
import { findScope } from './day-view.ts'
import { versionOf } from './version.ts'

/** The maximum number of open loops on the page. */
const mostOpen = 200
/** The maximum number of closed loops on the page. */
const mostClosed = 20
/** The maximum number of loops beside the day. */
const mostInPanel = 8

/** What a loop page says about the request before it. */
export interface LoopFeedback {
  readonly notice?: { readonly id: LoopId; readonly outcome: LoopOutcome; readonly due?: LoopDue | undefined } | undefined
  readonly problem?: LoopProblem
}

/** Loads the page of all loops. A notice about a loop that the user does not have is left out. */
export async function loadLoopsPage(deps: WebDeps, user: User, { notice, problem }: LoopFeedback = {}): Promise<LoopsView> {
  const time = readingTimeOf(deps, user)
  const scope = await findScope(deps, user)
  const { loops, total } = scope ? await listLoops(deps.store.db, scope, { state: 'open', limit: mostOpen }) : { loops: [], total: 0 }
  const noticed = scope && notice && (await loadLoop(deps.store.db, scope, notice.id))
  return {
    time,
    ...splitDue(loops, time),
    notShown: total - loops.length,
    closed: scope ? await listClosed(deps, scope) : [],
    ...(noticed && { notice: { loop: { ...noticed, due: notice.due ?? noticed.due }, outcome: notice.outcome } }),
    ...(problem && { problem }),
  }
}

/** Loads the list beside the day: what is due, then what is open. */
export async function loadLoopPanel(deps: WebDeps, user: User, scope: Scope | undefined): Promise<LoopPanelView> {
  const time = readingTimeOf(deps, user)
  if (!scope) return { time, loops: [], total: 0, version: '' }
  const { loops, total } = await listLoops(deps.store.db, scope, { state: 'open', limit: mostOpen })
  const { due, open } = splitDue(loops, time)
  const shown = [...due, ...open].slice(0, mostInPanel)
  return { time, loops: shown, total, version: panelVersionOf(shown, total, time) }
}

/** Returns the user's time, which determines what is today. */
export function readingTimeOf({ clock, defaultTimezone }: WebDeps, user: User): ReadingTime {
  return { now: clock.now(), timezone: resolveTimezone(user, defaultTimezone) }
}

/** Splits loops into those that are overdue or due today, and all others. Repeated ones are never overdue. */
function splitDue(loops: readonly OpenLoop[], { now, timezone }: ReadingTime): Pick<LoopsView, 'due' | 'open'> {
  const tomorrow = addDays(dayLabelOf(now, timezone), 1)
  const isDue = ({ due }: OpenLoop) => due !== null && !due.repeat && due.day < tomorrow
  return { due: loops.filter(isDue), open: loops.filter((loop) => !isDue(loop)) }
}

/** Lists what was done or dropped, the latest first. */
async function listClosed({ store }: WebDeps, scope: Scope): Promise<OpenLoop[]> {
  const done = await listLoops(store.db, scope, { state: 'done', limit: mostClosed })
  const dropped = await listLoops(store.db, scope, { state: 'dropped', limit: mostClosed })
  const closedAt = (loop: OpenLoop) => loop.closedAt?.getTime() ?? 0
  return [...done.loops, ...dropped.loops].sort((one, other) => closedAt(other) - closedAt(one)).slice(0, mostClosed)
}

/** Returns a text that changes with what the list beside the day shows. Empty for an empty list. */
function panelVersionOf(loops: readonly OpenLoop[], total: number, { now, timezone }: ReadingTime): string {
  if (total === 0) return ''
  const shown = loops.map(({ id, text, owner, ownerName, due }) => [id, text, owner, ownerName, due])
  return versionOf([shown, total, dayLabelOf(now, timezone)])
}
