import { messageOf } from '../core/domain/errors.ts'
import { type Clock, systemClock } from '../core/ports/clock.ts'
import type { PlatformAdapter } from '../core/ports/platform-adapter.ts'
import { redactText } from './redact.ts'

/** A component that must work for the program to be ready. Rejects with the reason if it does not. */
export type HealthCheck = () => Promise<unknown>

export interface Health {
  /** Whether every component works. */
  readonly ready: boolean
  /** The state of each component: `ok`, or what is wrong. */
  readonly parts: Readonly<Record<string, string>>
}

const timeoutMs = 2_000

/** Returns a check for each platform whose receiver knows whether it is connected. */
export function connectionChecks(receiving: readonly Pick<PlatformAdapter, 'name' | 'receiver'>[]): Readonly<Record<string, HealthCheck>> {
  const checks: Record<string, HealthCheck> = {}
  for (const { name, receiver } of receiving)
    if (receiver.isConnected)
      checks[name] = async () => {
        if (!receiver.isConnected?.()) throw new Error('not connected; the log says why')
      }
  return checks
}

/**
 * Checks all components in parallel, each for at most `timeoutMs`. /healthz needs no check, because any answer shows that the process is
 * alive.
 */
export async function checkHealth(checks: Readonly<Record<string, HealthCheck>>, clock: Clock = systemClock): Promise<Health> {
  const states = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check, clock)] as const))
  return { ready: states.every(([, state]) => state === 'ok'), parts: Object.fromEntries(states) }
}

async function runCheck(check: HealthCheck, clock: Clock): Promise<string> {
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
