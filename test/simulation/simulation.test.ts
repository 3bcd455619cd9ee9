/**
 * Two workers, interleaved step by step, with crashes, lost jobs and failing platforms: see docs/developers/faults.md. More seeds than a
 * full run tries, or one that failed: `SIMULATION_SEEDS=1-2000 npx vitest run test/simulation --project slow`, or `SIMULATION_SEEDS=36`.
 */
import { beforeAll, expect, test } from 'vitest'
import { runs } from '../support/runs.ts'
import { plantedFaults } from './planted-faults.ts'
import { openSimulation } from './simulate.ts'

let simulation: Awaited<ReturnType<typeof openSimulation>>

beforeAll(async () => {
  simulation = await openSimulation()
  return simulation.giveBack
})

/** Returns the seeds that the environment asks for, or else as many as the run has time for. */
function chooseSeeds(): number[] {
  const [first = 1, last = first] = (process.env['SIMULATION_SEEDS'] ?? `1-${runs(120)}`).split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const timeout = 24 * 3_600_000

test('whatever the order, the crashes and the losses, everything holds when the dust has settled', { timeout }, async () => {
  for (const seed of chooseSeeds()) {
    const { violations, trace } = await simulation.simulate(seed)
    expect(violations, `Seed ${seed} fails. What happened:\n${trace.join('\n')}\nSeed ${seed} fails.`).toEqual([])
  }
})

test('a seed has the same trace each time, and another seed has another', { timeout: 120_000 }, async () => {
  const first = await simulation.simulate(7)
  const other = await simulation.simulate(8)
  expect((await simulation.simulate(7)).trace).toEqual(first.trace)
  expect(other.trace).not.toEqual(first.trace)
})

/** How many seeds it may take to notice a fault. */
const mostSeeds = 400

test.each(Object.entries(plantedFaults))('it notices when %s', { timeout: 600_000 }, async (_, { sabotage, finding }) => {
  const found: string[] = []
  for (let seed = 1; seed <= mostSeeds && !found.some((one) => finding.test(one)); seed++)
    found.push(...(await simulation.simulate(seed, sabotage)).violations)
  expect(found).toContainEqual(expect.stringMatching(finding))
})
