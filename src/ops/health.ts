import { messageOf } from '../core/domain/errors.ts'
import { type Clock, systemClock } from '../core/ports/clock.ts'
import { redactText } from './redact.ts'

/** A component that must work for the program to be ready. Rejects with the reason if it does not. */
export type HealthCheck = () => Promise<unknown>

export interface Health {
  /** Whether every component works. */
  readonly ready: boolean
  /** The state of each component: `ok`, or what is wrong. */
  readonly parts: Readonly<Record<string, string>>
}

const defaultTimeoutMs = 2_000

/**
 * Checks all components in parallel, each for at most `patienceMs`. /healthz needs no check, because any answer shows that the process is
 * alive.
 */
export async function checkHealth(
  checks: Readonly<Record<string, HealthCheck>>,
  timeoutMs = defaultTimeoutMs,
  clock: Clock = systemClock,
): Promise<Health> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check, timeoutMs, clock)] as const),
  )
  return { ready: states.every(([, state]) => state === 'ok'), parts: Object.fromEntries(states) }
}

async function runCheck(check: HealthCheck, timeoutMs: number, clock: Clock): Promise<string> {
  const finished = new AbortController()
  const timeout = clock.sleep(timeoutMs, finished.signal).then(() => `no answer within ${timeoutMs} ms`)
  const result = (async () => check())().then(
    () => 'ok',
    (error) => redactText(messageOf(error)),
  )
  try {
    return await Promise.race([result, timeout])
  } finally {
    finished.abort()
  }
}
