// npm run continuity: plays three weeks of a conversation (script/), and measures how often what a message refers to is in the request to
// the model, before any tool call. `-- short` plays the default window only, `-- 8192 good` those with these windows and summaries. Exits with 1 below
// the goals.
import process from 'node:process'
import { readArguments } from '../../src/cli/arguments.ts'
import { findsReferent, isPlayable, type Measures, measure } from './measure.ts'
import type { SummarizerName } from './models.ts'
import { openPlayer } from './player.ts'
import { isLine, script } from './script.ts'

interface Configuration {
  readonly window: number
  readonly summarizer: SummarizerName
  /** The share of the referents that must be in the request. */
  readonly goal: number
}

const configurations: readonly Configuration[] = [
  { window: 32_000, summarizer: 'good', goal: 0.98 },
  { window: 32_000, summarizer: 'offline', goal: 0.93 },
  { window: 8_192, summarizer: 'good', goal: 0.98 },
  { window: 8_192, summarizer: 'offline', goal: 0.93 },
  { window: 4_096, summarizer: 'good', goal: 0.9 },
  { window: 4_096, summarizer: 'offline', goal: 0.85 },
]
const unchangedPrefixGoal = 0.6

const { texts } = readArguments('continuity')
const chosen = texts.includes('short')
  ? configurations.slice(0, 2)
  : configurations.filter(({ window, summarizer }) => isChosen(String(window), /^\d+$/) && isChosen(summarizer, /^[a-z]+$/))
const skipped = script.filter(isLine).filter((line) => line.probe && !isPlayable(line))
if (skipped.length > 0) console.log(`Not played, because reminders do not exist yet: ${skipped.map(({ id }) => id).join(', ')}.`)

const failures: string[] = []
for (const configuration of chosen) {
  const began = performance.now()
  const measures = await playAll(configuration)
  report(configuration, measures, performance.now() - began)
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'All goals are reached.' : `${failures.length} goals are missed.`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Whether the arguments of a kind include a value. All values are chosen if there is no argument of that kind. */
function isChosen(value: string, kind: RegExp): boolean {
  const given = texts.filter((text) => kind.test(text))
  return given.length === 0 || given.includes(value)
}

async function playAll({ window, summarizer }: Configuration): Promise<Measures> {
  const player = await openPlayer({ window, summarizer })
  const found = new Map<string, boolean>()
  try {
    for (const [index, step] of script.entries()) {
      await player.play(step, script[index + 1])
      if (isLine(step) && step.probe && isPlayable(step)) found.set(step.id, await findsReferent(player, step))
    }
    return await measure(player, found, window)
  } finally {
    await player.close()
  }
}

function report({ window, summarizer, goal }: Configuration, measures: Measures, ms: number): void {
  const { probes, lastExchanges, exceeding, largestRequest, medianRequest, unchangedPrefix, wrong } = measures
  const name = `${summarizer === 'good' ? 'good summaries' : 'offline summaries'}, window of ${window}`
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
  const share = probes.filter(({ isInContext }) => isInContext).length / probes.length
  console.log(
    `Referent in the context: ${percent(share)}, goal ${percent(goal)}. Last exchange kept over night: ${lastExchanges.kept} of ${lastExchanges.all}. ` +
      `Requests: median ${medianRequest}, largest ${largestRequest} tokens, ${exceeding.length} exceed the window. Unchanged prefix: ${percent(unchangedPrefix)}.`,
  )
  const missing = probes.filter(({ isInContext }) => !isInContext)
  for (const { line, kind, isReachable } of missing)
    console.log(`  missing: ${line.id} (${kind}${isReachable ? ', found by search' : ''}): ${line.probe?.referents[0]}`)
  const check = (isReached: boolean, what: string) => isReached || failures.push(`${name}: ${what}`)
  check(share >= goal, `${percent(share)} of the referents are in the context, the goal is ${percent(goal)}`)
  check(lastExchanges.kept === lastExchanges.all, `the last exchange is missing after ${lastExchanges.all - lastExchanges.kept} nights`)
  check(
    probes.every(({ isReachable }) => isReachable),
    `not found by search either: ${missing
      .filter(({ isReachable }) => !isReachable)
      .map(({ line }) => line.id)
      .join(', ')}`,
  )
  check(exceeding.length === 0, `the requests of ${exceeding.join(', ')} exceed the window`)
  check(
    unchangedPrefix >= unchangedPrefixGoal,
    `${percent(unchangedPrefix)} of a request begin like the one before, the goal is ${percent(unchangedPrefixGoal)}`,
  )
  for (const one of wrong) check(false, one)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
