import type { Store } from '../../src/store/store.ts'
import { emptyStore, takeStore } from '../support/store.ts'
import { createSimulatedStore, type DatabaseUser, type Sabotage } from './database.ts'
import { findViolations } from './invariants.ts'
import { openWorld } from './world.ts'

/** What came of a seed. */
export interface SimulationResult {
  readonly seed: number
  readonly trace: readonly string[]
  readonly violations: readonly string[]
}

const warmUpSeed = 1

/** A database for simulations, one after another. */
export async function openSimulation() {
  const { store, giveBack } = await takeStore()
  const { embedded } = store
  if (!embedded) throw new Error('The simulation runs on the embedded database.')
  let current: DatabaseUser | undefined
  const simulated: Store = createSimulatedStore(embedded, () => {
    if (!current) throw new Error('No simulation runs.')
    return current
  })
  async function simulate(seed: number, sabotage?: Sabotage): Promise<SimulationResult> {
    await emptyStore(store)
    const world = openWorld(simulated, store, seed)
    const { scheduler } = world
    current = { scheduler, sabotage }
    await world.run()
    await world.settle()
    return { seed, trace: scheduler.trace, violations: await findViolations(store, world) }
  }

  // What is loaded and compiled at its first use takes time that no scheduler sees, so the first trace differs from all others.
  await simulate(warmUpSeed)
  return { simulate, giveBack }
}
