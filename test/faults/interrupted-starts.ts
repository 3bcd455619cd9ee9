import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { nodeArguments } from '../support/node-arguments.ts'
import type { FaultPart, PartResult } from './part.ts'

/** A first start takes about four seconds. Interruptions are spread over it. */
const startMs = 4_500
const patienceMs = 60_000
const signals = ['SIGKILL', 'SIGINT', 'SIGTERM'] as const

export const interruptedStarts: FaultPart = {
  name: 'first starts that are interrupted',
  run: (size) => interruptFirstStarts(size === 'full' ? 100 : 10),
}

/**
 * Interrupts first starts at moments spread over the whole start, and starts again on the same folder. Counts those that had
 * begun to create the database, and the second starts that failed.
 */
async function interruptFirstStarts(count: number): Promise<PartResult> {
  const wrong: string[] = []
  let creating = 0
  for (let run = 0; run < count; run++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'throughline-start-'))
    try {
      const signal = signals[run % signals.length] ?? 'SIGKILL'
      const first = start(dataDir, await freePort())
      // An odd multiplier visits the moments in a mixed order.
      await Promise.race([wait((((run * 37) % count) / count) * startMs), first.ended])
      first.child.kill(signal)
      await first.ended
      if (first.output().includes('Creating the database')) creating++
      const second = start(dataDir, await freePort())
      const isRunning = await second.runs()
      second.child.kill('SIGTERM')
      const code = await second.ended
      if (!isRunning || code !== 0) wrong.push(`Start ${run} after ${signal}: exit code ${code}.\n${second.output()}`)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  return { rows: { 'first starts': { interrupted: count, creating, failed: wrong.length } }, wrong }
}

function start(dataDir: string, port: number) {
  const child: ChildProcess = spawn(process.execPath, [...nodeArguments, 'src/main.ts'], {
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
        if (printed.includes('Throughline is running')) return true
      return false
    },
  }
}
