import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeArguments } from '../../support/program.ts'
import { type MutationReport, type ToldMutations, theEnd } from './stage.ts'

/** The stages of each platform: every way in which it tells the bot of events. */
const stagesOf = {
  telegram: ['telegram by polling', 'telegram by webhook'],
  discord: ['discord by gateway'],
  slack: ['slack by socket', 'slack by requests'],
} as const

export type MutatedPlatform = keyof typeof stagesOf

export interface MutationCounts {
  /** How many were told. */
  readonly mutations: number
  /** How many would have ended the process. */
  readonly fatal: number
  /** After how many of them something else was late. */
  readonly delayed: number
  /** How many were skipped, as the log says. */
  readonly skipped: number
  /** What is wrong, in words. */
  readonly wrong: readonly string[]
}

/** Tells a platform's adapter every mutation of every sample event, or each so-manieth one, in every way that the platform has. */
export async function runMutations(platform: MutatedPlatform, every = 1): Promise<MutationCounts> {
  const reports: MutationReport[] = []
  for (const stage of stagesOf[platform]) reports.push(...(await runStage(stage, every)))
  const sum = (count: (report: MutationReport) => number) => reports.reduce((total, report) => total + count(report), 0)
  return {
    mutations: sum(({ count }) => count),
    fatal: sum(({ fatal }) => (fatal === undefined ? 0 : 1)),
    delayed: sum(({ delayed }) => (delayed === undefined ? 0 : 1)),
    skipped: sum(({ skipped }) => skipped),
    wrong: reports.flatMap(describeProblems),
  }
}

function describeProblems({ name, fatal, delayed, wrong }: MutationReport): string[] {
  const problems = [
    ...(fatal === undefined ? [] : [`fatal: ${fatal}`]),
    ...(delayed === undefined ? [] : [`delayed: ${delayed}`]),
    ...wrong,
  ]
  return problems.map((problem) => `${name}: ${problem}`)
}

const script = fileURLToPath(new URL('./mutations-process.ts', import.meta.url))

/** How many mutations are told before a good message. */
const together = 10

/** Runs a stage to its end. A process that ended before is followed by one that tells the mutations one by one. */
async function runStage(stage: string, every: number): Promise<MutationReport[]> {
  const reports: MutationReport[] = []
  for (let next = 0, batch = together; ; batch = 1) {
    const { told, cut, output } = await runProcess([stage, every, next, batch])
    reports.push(...told)
    const last = told.at(-1)
    if (last?.name === theEnd) return reports
    if (!last && !cut) throw new Error(`The process of the stage "${stage}" told nothing. It printed:\n${output}`)
    if (cut?.count === 1) reports.push({ ...cut, fatal: `The process ended: ${output}`, skipped: 0, wrong: [] })
    next = cut ? cut.from + (cut.count === 1 ? 1 : 0) : (last?.from ?? 0) + 1
  }
}

async function runProcess(args: readonly (string | number)[]) {
  const child = fork(script, args.map(String), { execArgv: [...nodeArguments], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const told: MutationReport[] = []
  /** What it was telling when it ended. */
  let cut: ToldMutations | undefined
  let output = ''
  child.on('message', (message: MutationReport | ToldMutations) => {
    if ('wrong' in message) told.push(message)
    cut = 'wrong' in message ? undefined : message
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await once(child, 'close')
  return { told, cut, output }
}
