import { setTimeout as wait } from 'node:timers/promises'

/** A pause in which the bot usually ends what follows an answer, in ms: its index, and the jobs that look for more work. */
export const idleAgainMs = 250

/** Runs `work` so often, one after the other, with a pause before each, and gives the times in ms, sorted. */
export async function times(runs: number, work: (run: number) => Promise<unknown>, pauseMs = 0): Promise<number[]> {
  const taken: number[] = []
  for (let run = 0; run < runs; run++) {
    if (pauseMs > 0) await wait(pauseMs)
    const began = performance.now()
    await work(run)
    taken.push(performance.now() - began)
  }
  return taken.sort((a, b) => a - b)
}

/** How many of `runs` are done a second, `atOnce` of them at a time. */
export async function perSecond(runs: number, atOnce: number, work: (run: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < runs) await work(next++)
    }),
  )
  return (runs / (performance.now() - began)) * 1_000
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

/** One line of the table that is printed: what was measured, against a baseline of the same run. */
export interface Row {
  readonly what: string
  readonly measured: string
  readonly baseline: string
  readonly ratio: string
  readonly target: string
}

export function timeRow(
  what: string,
  target: string,
  { measured, baseline, of }: { measured: number[]; baseline: number[]; of: string },
): Row {
  const [p95, base] = [percentile(measured, 0.95), percentile(baseline, 0.95)]
  return {
    what,
    measured: `p50 ${ms(percentile(measured, 0.5))}, p95 ${ms(p95)}`,
    baseline: `${of}: p50 ${ms(percentile(baseline, 0.5))}, p95 ${ms(base)}`,
    ratio: `${(p95 / base).toFixed(1)} x`,
    target,
  }
}

export function rateRow(what: string, target: string, { measured, baseline, of }: { measured: number; baseline: number; of: string }): Row {
  return {
    what,
    measured: `${Math.round(measured)} a second`,
    baseline: `${of}: ${Math.round(baseline)} a second`,
    ratio: `1 / ${(baseline / measured).toFixed(1)}`,
    target,
  }
}
