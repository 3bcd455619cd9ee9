import { type Clock, systemClock } from '../core/clock.ts'
import { messageOf } from '../core/errors.ts'
import { redactText } from './redact.ts'

/** A part of the program that must work for it to be ready; rejects, saying why, when it does not. */
export type Check = () => Promise<unknown>

export interface Health {
  /** Whether every part works. */
  readonly ready: boolean
  /** Each part's state: `ok`, or what is wrong. */
  readonly parts: Readonly<Record<string, string>>
}

const defaultPatienceMs = 2_000

/**
 * Asks every part at once whether it works, and waits for none longer than `patienceMs`.
 * That it answers at all shows that the process lives: /healthz needs no more.
 */
export async function checkHealth(
  checks: Readonly<Record<string, Check>>,
  patienceMs = defaultPatienceMs,
  clock: Clock = systemClock,
): Promise<Health> {
  const states = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check, patienceMs, clock)] as const),
  )
  return { ready: states.every(([, state]) => state === 'ok'), parts: Object.fromEntries(states) }
}

async function stateOf(check: Check, patienceMs: number, clock: Clock): Promise<string> {
  const answered = new AbortController()
  const late = clock.sleep(patienceMs, answered.signal).then(() => `no answer within ${patienceMs} ms`)
  const asked = (async () => check())().then(
    () => 'ok',
    (error) => redactText(messageOf(error)),
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    answered.abort()
  }
}
