import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { type DaySession, listDaySessions } from '../../../src/sessions/day-sessions.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebDeps } from '../options.ts'
import { versionOf } from './version.ts'

export interface DaySessionsView {
  readonly day: DayLabel
  /** In order. */
  readonly sessions: readonly DaySession[]
  /** Changes with what is shown. Empty for a day without sessions. */
  readonly version: string
}

/** Loads the sessions of a day. */
export async function loadDaySessions({ store, clock }: WebDeps, scope: Scope | undefined, day: DayLabel): Promise<DaySessionsView> {
  const sessions = scope ? await listDaySessions(store.db, scope, { day, now: clock.now() }) : []
  return { day, sessions, version: sessions.length > 0 ? versionOf(sessions) : '' }
}
