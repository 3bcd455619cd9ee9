import type { SessionId } from '../../src/core/domain/ids.ts'
import type { JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createLocalBroadcast } from '../../src/jobs/embedded/open-queue.ts'
import type { SessionDeps } from '../../src/sessions/deps.ts'
import { processSession, type SessionOutcome } from '../../src/sessions/process/process-session.ts'
import { processSessions } from '../../src/sessions/process/process-sessions.ts'
import type { SessionInput } from '../../src/sessions/session-input.ts'
import type { SessionNotes } from '../../src/sessions/session-notes.ts'
import { defaultSessionSettings, type SessionSettings } from '../../src/sessions/settings.ts'
import type { Store } from '../../src/store/store.ts'
import { TestClock } from '../support/clock.ts'

export interface SessionBench extends SessionDeps {
  readonly clock: TestClock
  /** Runs the scheduler, and every job that it enqueues. */
  tick(): Promise<SessionOutcome[]>
  /** The sessions that the scheduler has enqueued since the last call. */
  takeQueued(): SessionId[]
}

export interface SessionBenchOptions extends Partial<Pick<SessionDeps, 'readSession' | 'saveLoops' | 'undoLoops' | 'listOpenLoops'>> {
  readonly clock?: TestClock
  readonly settings?: Partial<SessionSettings>
}

export const unstopped = new AbortController().signal

/** Notes that repeat all that was read, with a moment and a name of the first line. */
export function repeatingNotes({ lines }: SessionInput): SessionNotes {
  const texts = lines.map(({ text }) => text)
  const [first] = lines
  return {
    summary: texts.join(' '),
    tone: 'calm',
    names: first ? [{ kind: 'person', name: `Name of ${first.text}`, messageId: first.id }] : [],
    moments: first ? [{ text: `Moment of ${first.text}`, messageId: first.id }] : [],
    newLoops: [],
    closings: [],
  }
}

/** The parts of sessions on a real store: jobs are only written down, and notes repeat what was read unless a test makes others. */
export function sessionBench(store: Store, { clock = new TestClock(), settings, ...options }: SessionBenchOptions = {}): SessionBench {
  let queued: SessionId[] = []
  const bench: SessionBench = {
    store,
    clock,
    log: silentLog,
    jobs: {
      async add(name, payload) {
        if (name === 'process-session') queued.push((payload as JobPayloads['process-session']).sessionId)
      },
    },
    broadcast: createLocalBroadcast(silentLog),
    sessionSettings: { ...defaultSessionSettings, ...settings },
    readSession: async (input) => repeatingNotes(input),
    ...options,
    takeQueued() {
      const taken = queued
      queued = []
      return taken
    },
    async tick() {
      await processSessions(bench)
      const outcomes: SessionOutcome[] = []
      for (let ids = bench.takeQueued(); ids.length > 0; ids = bench.takeQueued())
        for (const id of ids) outcomes.push(await processSession(bench, id, { signal: unstopped }))
      return outcomes
    },
  }
  return bench
}
