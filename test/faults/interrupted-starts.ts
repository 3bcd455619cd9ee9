import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { ensureBuilt, programArguments } from '../support/program.ts'
import type { FaultPart, PartResult } from './part.ts'

/** A start on a machine that does much else may take minutes. */
const patienceMs = 240_000
const signals = ['SIGKILL', 'SIGINT', 'SIGTERM'] as const

export const interruptedStarts: FaultPart = {
  name: 'first starts that are interrupted',
  run: (size) => interruptFirstStarts(size === 'full' ? 100 : 10),
}

/**
 * Interrupts first starts at moments spread over the whole start, and starts again on the same folder. Counts those that were interrupted
 * after they began to create the database, and the second starts that failed.
 */
async function interruptFirstStarts(count: number): Promise<PartResult> {
  ensureBuilt()
  const startMs = await withFolder(timeFirstStart)
  const runs = [...Array(count).keys()]
  const ended: InterruptedStart[] = []
  const interruptNext = async (): Promise<void> => {
    for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
      const signal = signals[run % signals.length] ?? 'SIGKILL'
      // An odd multiplier visits the moments in a mixed order. Two at once take longer than one.
      const afterMs = (((run * 37) % count) / count) * startMs * atOnce
      ended.push(await withFolder((dataDir) => interruptFirstStart(dataDir, signal, afterMs)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, interruptNext))
  const creating = ended.filter(({ wasCreating }) => wasCreating).length
  const failures = ended.flatMap(({ failure }) => failure ?? [])
  const wrong = creating > 0 ? failures : [...failures, 'No start was interrupted after it began to create the database.']
  return { rows: { 'first starts': { interrupted: count, creating, failed: failures.length } }, wrong }
}

/** One for each core of a small machine. */
const atOnce = 2

async function withFolder<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-start-'))
  try {
    return await run(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** How long a first start takes on this machine, in ms. */
async function timeFirstStart(dataDir: string): Promise<number> {
  const began = Date.now()
  const { child, ended, runs, output } = start(dataDir, await freePort())
  const isRunning = await runs()
  const tookMs = Date.now() - began
  child.kill('SIGTERM')
  await ended
  if (!isRunning) throw new Error(`A first start that is not interrupted fails:\n${output()}`)
  return tookMs
}

interface InterruptedStart {
  readonly wasCreating: boolean
  /** Why the second start failed. */
  readonly failure?: string
}

async function interruptFirstStart(dataDir: string, signal: NodeJS.Signals, afterMs: number): Promise<InterruptedStart> {
  const first = start(dataDir, await freePort())
  await Promise.race([wait(afterMs), first.ended])
  first.child.kill(signal)
  await first.ended
  const wasCreating = first.output().includes('Creating the database') && !first.output().includes(running)
  const second = start(dataDir, await freePort())
  const isRunning = await second.runs()
  second.child.kill('SIGTERM')
  const code = await second.ended
  if (isRunning && code === 0) return { wasCreating }
  return { wasCreating, failure: `The start after ${signal} at ${Math.round(afterMs)} ms: exit code ${code}.\n${second.output()}` }
}

const running = 'Throughline is running'

function start(dataDir: string, port: number) {
  const child: ChildProcess = spawn(process.execPath, programArguments, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, WEB_PORT: String(port), EMBEDDINGS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    ended,
    output: () => printed,
    /** Whether it says that it is running. */
    async runs(): Promise<boolean> {
      for (const until = Date.now() + patienceMs; Date.now() < until && child.exitCode === null; await wait(50))
        if (printed.includes(running)) return true
      return false
    },
  }
}
