import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../bench/measure.ts'
import type { FakePerson } from '../fakes/telegram/index.ts'
import type { LoadScene } from './load-scene.ts'

/** How many times the reply time in quiet another user's reply may take. */
const mostSlowdown = 2

/** Between two questions of an asker. */
const pauseMs = 2_000

/** Lets each asker ask one question after the other, with short pauses. Returns the sorted reply times in ms. */
export async function askOften(scene: LoadScene, askers: readonly FakePerson[], goesOn: (asked: number) => boolean): Promise<number[]> {
  const times: number[] = []
  const askAlone = async (by: FakePerson) => {
    for (let asked = 0; goesOn(asked); asked++) {
      times.push(await scene.ask(by))
      // Below the bot's limit of 30 messages a minute, and Telegram's of one message a second to a chat.
      await wait(pauseMs)
    }
  }
  await Promise.all(askers.map(askAlone))
  return times.sort((a, b) => a - b)
}

export const percentiles = (times: Readonly<Record<string, readonly number[]>>) =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, sorted]) => [
      [`${name} p50 ms`, Math.round(percentile(sorted, 0.5))],
      [`${name} p95 ms`, Math.round(percentile(sorted, 0.95))],
    ]),
  )

/** Compares the sorted reply times while something goes on with those in quiet. */
export function findSlowdowns(what: string, { quiet, ...busy }: Readonly<Record<'quiet' | string, readonly number[]>>): string[] {
  return Object.entries(busy).flatMap(([name, times]) =>
    [0.5, 0.95].flatMap((share) => {
      const slowdown = percentile(times, share) / percentile(quiet ?? [], share)
      return slowdown <= mostSlowdown
        ? []
        : [`${what}: p${share * 100} is ${slowdown.toFixed(1)} times that in quiet when ${name}, expected at most ${mostSlowdown}.`]
    }),
  )
}

/** The memory of a process and of its descendants, in megabytes. Linux: read from /proc. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
  const others = await Promise.all(children.map((child) => residentMegabytes(Number(child)).catch(() => 0)))
  return others.reduce((sum, one) => sum + one, own)
}

/** Samples the memory of a process until `stop` is called, which returns the growth from the first sample to the largest, in megabytes. */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<{ readonly before: number; readonly growth: number }> }> {
  const over = new AbortController()
  const before = await residentMegabytes(pid)
  let most = before
  const watching = (async () => {
    while (!over.signal.aborted) {
      const now = await residentMegabytes(pid).catch(() => undefined)
      // The process has ended, because something else failed.
      if (now === undefined) return
      most = Math.max(most, now)
      await wait(200, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      over.abort()
      await watching
      return { before: Math.round(before), growth: Math.round(most - before) }
    },
  }
}
