import { boundary } from '../core/domain/text.ts'
import { translatorOf } from '../core/messages/messages.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import { formatLoop } from '../loops/format-loop.ts'
import { listLoops, mostOpenLoops } from '../loops/open-loop.ts'
import type { PeopleDeps } from '../people/deps.ts'
import type { User } from '../people/users.ts'
import { findLastSession } from '../sessions/read.ts'
import { dropEmptyLists, findDaySummary } from '../summaries/read.ts'
import type { Scope } from '../threads/scope.ts'

/** The user whose call begins. */
export interface CallerContext {
  readonly user: User
  readonly timezone: string
  readonly scope: Scope
}

type SectionDeps = Pick<PeopleDeps, 'store' | 'clock'>

/** A variable that is private. */
interface CallSection {
  readonly variable: string
  /** The maximum size, in UTF-8 bytes. */
  readonly maxBytes: number
  /** Returns nothing from shared places. Empty if there is nothing to tell. */
  load(deps: SectionDeps, caller: CallerContext): Promise<string>
}

/** In the order of importance. */
export const callSections: readonly CallSection[] = [
  { variable: 'last_time', maxBytes: 1_000, load: loadLastTime },
  { variable: 'open_loops', maxBytes: 1_200, load: loadOpenLoops },
  { variable: 'today', maxBytes: 4_096, load: loadToday },
]

/** Returns the last session of the direct places, and when it was. */
async function loadLastTime({ store, clock }: SectionDeps, { user, scope }: CallerContext): Promise<string> {
  const last = await findLastSession(store.db, scope, clock.now())
  if (!last) return ''
  return `${formatDay(last.dayLabel, translatorOf(user.language).locale)}, ${timeOfDay(last.endedAt, last.timezone)}: ${last.summary}`
}

/** Returns the open loops of the direct places, one per line. */
async function loadOpenLoops({ store, clock }: SectionDeps, { user, timezone, scope }: CallerContext): Promise<string> {
  const { loops } = await listLoops(store.db, scope, { state: 'open', limit: mostOpenLoops, audience: 'private' })
  return loops.map((loop) => `- ${formatLoop(loop, { now: clock.now(), timezone }, translatorOf(user.language))}`).join('\n')
}

/** Returns today's summary. It is made of private messages, and summaries of shared places are no part of it. */
async function loadToday(deps: SectionDeps, { timezone, scope }: CallerContext): Promise<string> {
  const summary = await findDaySummary(deps, scope, dayLabelOf(deps.clock.now(), timezone))
  return summary ? dropEmptyLists(summary.markdown) : ''
}

/** Returns as much of a text as fits: whole lines or, if not even the first one does, its beginning. */
export function fitLines(text: string, fits: (part: string) => boolean): string {
  const lines = text.split('\n')
  while (lines.length > 1 && !fits(lines.join('\n'))) lines.pop()
  const rest = lines.join('\n')
  if (fits(rest)) return rest
  for (let length = rest.length; length > 0; length = Math.floor(length * 0.9)) {
    const part = `${rest.slice(0, boundary(rest, length))}…`
    if (fits(part)) return part
  }
  return ''
}
