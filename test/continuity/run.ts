// npm run continuity: plays three weeks of a conversation (script/), and measures how often what a message refers to is in the request to
// the model, before any tool call. `-- short` is for every change: see `shortConfigurations`. `-- 8192 good` plays those with these
// windows and summaries. Exits with 1 below the limits.
import process from 'node:process'
import { readArguments } from '../support/arguments.ts'
import { findsReferent, type Measures, measure, type ProbeResult } from './measure.ts'
import type { SummarizerName } from './models.ts'
import { openPlayer } from './player.ts'
import { isLine, script } from './script.ts'

/** The least shares that a configuration must reach. */
interface Limits {
  /** Of the referents, in the request. */
  readonly inContext: number
  /** Of the referents, in the request or found by one search. */
  readonly reachable: number
  /** Of the tokens of a request, begun like the one before. */
  readonly unchangedPrefix: number
}

interface Configuration {
  readonly window: number
  readonly summarizer: SummarizerName
  readonly limits: Limits
  /** Plays only what happens before this time. */
  readonly until?: string
}

const goals = (inContext: number): Limits => ({ inContext, reachable: 1, unchangedPrefix: 0.6 })

/** In a window of 4,096 tokens, only the referents in the request have a goal. */
const smallGoals = (inContext: number): Limits => ({ inContext, reachable: 0, unchangedPrefix: 0 })

const configurations: readonly Configuration[] = [
  { window: 32_000, summarizer: 'good', limits: goals(0.98) },
  { window: 32_000, summarizer: 'offline', limits: goals(0.93) },
  { window: 8_192, summarizer: 'good', limits: goals(0.98) },
  // The goals are those of a large window. In this one, a question that shares a single word with its answer may find it too late.
  { window: 8_192, summarizer: 'offline', limits: { ...goals(0.93), reachable: 0.99 } },
  { window: 4_096, summarizer: 'good', limits: smallGoals(0.9) },
  { window: 4_096, summarizer: 'offline', limits: smallGoals(0.85) },
]

/** For every change: the figures may fall about two points below those measured last, whether a goal is reached or not. */
const shortConfigurations: readonly Configuration[] = [
  { window: 32_000, summarizer: 'good', limits: { inContext: 0.98, reachable: 0.98, unchangedPrefix: 0.76 } },
  { window: 32_000, summarizer: 'offline', limits: { inContext: 0.97, reachable: 0.98, unchangedPrefix: 0.76 } },
  {
    window: 4_096,
    summarizer: 'good',
    limits: { inContext: 0.89, reachable: 0.935, unchangedPrefix: 0.52 },
    until: '2026-10-26T12:00:00+01:00',
  },
]

const texts = readArguments('continuity')
const chosen = texts.includes('short')
  ? shortConfigurations
  : configurations.filter(({ window, summarizer }) => isChosen(String(window), /^\d+$/) && isChosen(summarizer, /^[a-z]+$/))
const failures: string[] = []
for (const configuration of chosen) {
  const began = performance.now()
  const measures = await playAll(configuration)
  report(configuration, measures, performance.now() - began)
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'All limits hold.' : `${failures.length} limits do not hold.`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Whether the arguments of a kind include a value. All values are chosen if there is no argument of that kind. */
function isChosen(value: string, kind: RegExp): boolean {
  const given = texts.filter((text) => kind.test(text))
  return given.length === 0 || given.includes(value)
}

async function playAll({ window, summarizer, until }: Configuration): Promise<Measures> {
  const player = await openPlayer({ window, summarizer })
  const found = new Map<string, boolean>()
  try {
    for (const [index, step] of script.entries()) {
      if (until !== undefined && new Date(step.at) >= new Date(until)) break
      await player.play(step, script[index + 1])
      if (isLine(step) && step.probe) found.set(step.id, await findsReferent(player, step))
    }
    return await measure(player, found, window)
  } finally {
    await player.close()
  }
}

function report({ window, summarizer, limits, until }: Configuration, measures: Measures, ms: number): void {
  const { probes, lastExchanges, exceeding, largestRequest, medianRequest, unchangedPrefix, wrong } = measures
  const played = until === undefined ? '' : `, until ${until.slice(0, 10)}`
  const name = `${summarizer === 'good' ? 'good summaries' : 'offline summaries'}, window of ${window}${played}`
  console.log(`\n${name} (${Math.round(ms / 1_000)} s)`)
  const kinds = [...new Set(probes.map(({ kind }) => kind))].sort()
  const count = (of: readonly { isInContext: boolean; isReachable: boolean }[]) => ({
    probes: of.length,
    'in context': of.filter(({ isInContext }) => isInContext).length,
    'or by one search': of.filter(({ isReachable }) => isReachable).length,
  })
  console.table({
    ...Object.fromEntries(kinds.map((kind) => [kind, count(probes.filter((probe) => probe.kind === kind))])),
    all: count(probes),
  })
  const share = shareOf(probes, ({ isInContext }) => isInContext)
  const reachable = shareOf(probes, ({ isReachable }) => isReachable)
  console.log(
    `Referent in the context: ${percent(share)}, or found by one search: ${percent(reachable)}. ` +
      `Last exchange kept over night: ${lastExchanges.kept} of ${lastExchanges.all}. ` +
      `Requests with their reply: median ${medianRequest}, largest ${largestRequest} tokens, ${exceeding.length} exceed the window. ` +
      `Unchanged prefix: ${percent(unchangedPrefix)}.`,
  )
  for (const { line, kind, isReachable } of probes.filter(({ isInContext }) => !isInContext))
    console.log(`  missing: ${line.id} (${kind}${isReachable ? ', found by search' : ''}): ${line.probe?.referents[0]}`)
  const check = (isReached: boolean, what: string) => isReached || failures.push(`${name}: ${what}`)
  const checkShare = (value: number, least: number, what: string) =>
    check(value >= least, `${what} is ${percent(value)}, expected at least ${percent(least)}`)
  checkShare(share, limits.inContext, 'the share of the referents in the context')
  checkShare(reachable, limits.reachable, 'the share of the referents in the context or found by one search')
  checkShare(unchangedPrefix, limits.unchangedPrefix, 'the unchanged prefix')
  check(lastExchanges.kept === lastExchanges.all, `the last exchange is missing after ${lastExchanges.all - lastExchanges.kept} nights`)
  check(exceeding.length === 0, `requests exceed the window: ${exceeding.join(', ')}`)
  for (const one of wrong) check(false, one)
}

function shareOf(probes: readonly ProbeResult[], has: (probe: ProbeResult) => boolean): number {
  return probes.filter(has).length / probes.length
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
