import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BotProcess } from '../support/bot-process.ts'
import type { Row } from './measure.ts'

/** How long the idle processor is watched, in ms. */
const watchMs = 15_000

/** What the whole bot takes as a process of its own: to start, and to sit there. Linux: read from /proc. */
export async function idleRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-bench-idle-'))
  const bot = new BotProcess({ DATA_DIR: dataDir, WEB_PORT: '0', MODEL_DISCOVERY: 'off', EMBEDDINGS: 'on' })
  try {
    const first = await timed(() => bot.start())
    await bot.stop()
    const second = await timed(() => bot.start())
    await wait(5_000)
    const before = await cpuSeconds(bot.pid)
    await wait(watchMs)
    const busy = ((await cpuSeconds(bot.pid)) - before) / (watchMs / 1_000)
    const resident = await residentMegabytes(bot.pid)
    return [
      row('start, first ever', `${(first / 1_000).toFixed(1)} s`, '10 s to the first answer'),
      row('start, existing data', `${(second / 1_000).toFixed(1)} s`, '3 s to the first answer'),
      row('idle memory, all roles, embedded', `${Math.round(resident)} MB`, '450 MB; PGlite alone takes about 300'),
      row('idle processor, all roles, embedded', `${(busy * 100).toFixed(1)}% of a core`, '2%'),
    ]
  } finally {
    await bot.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const row = (what: string, measured: string, target: string): Row => ({ what, measured, baseline: '', ratio: '', target })

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** proc(5): fields 14 and 15 of stat, in ticks of 10 ms. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** What a process has in memory. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}
