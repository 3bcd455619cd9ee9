import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { BotProcess } from '../support/bot-process.ts'
import type { Row } from './measure.ts'

/** How long the idle processor is watched, in ms. */
const watchMs = 15_000
/** How long it is idle before that, in ms. */
const idleMs = 15_000

/** What the whole bot takes as a process of its own: to start, and to sit there. Linux: read from /proc. */
export async function idleRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-bench-idle-'))
  const { TEST_DATABASE_URL: DATABASE_URL, TEST_REDIS_URL: REDIS_URL } = process.env
  const servers = DATABASE_URL && REDIS_URL ? { DATABASE_URL, REDIS_URL } : undefined
  const [where, mostMemory] = servers ? ['PostgreSQL and Redis', '180 MB'] : ['embedded', '400 MB']
  const bot = new BotProcess({ ...servers, DATA_DIR: dataDir, WEB_PORT: '0', MODEL_DISCOVERY: 'off', EMBEDDINGS: 'on' })
  try {
    const first = await timed(() => bot.start())
    await bot.stop()
    const second = await timed(() => bot.start())
    await wait(idleMs)
    const before = await cpuSeconds(bot.pid)
    await wait(watchMs)
    const busy = ((await cpuSeconds(bot.pid)) - before) / (watchMs / 1_000)
    const resident = await residentMegabytes(bot.pid)
    return [
      row('start, first ever', `${(first / 1_000).toFixed(1)} s`, '8 s until it prints its link'),
      row('start, existing data', `${(second / 1_000).toFixed(1)} s`, '2.5 s'),
      row(`memory after 30 s idle, ${where}`, `${Math.round(resident)} MB`, mostMemory),
      row(`idle processor, ${where}`, `${(busy * 100).toFixed(1)}% of a core`, '2%'),
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
