import { expect, it } from 'vitest'
import { type MutatedPlatform, runMutations } from '../faults/mutations/run-mutations.ts'
import { isFullRun } from '../support/runs.ts'

/** Every how many mutations are told. Each way in which a platform tells them takes a process of its own. */
const every = isFullRun ? 1 : 20
const timeoutMs = 600_000

/** Runs events with one wrong field, and things that are no events, through the adapter and its client library. */
export function mutationContract(platform: MutatedPlatform): void {
  it(
    'an event with a wrong field ends nothing, delays nothing and is logged by its shape',
    async () => {
      const { mutations, skipped, ...harm } = await runMutations(platform, every)
      expect(harm).toEqual({ fatal: 0, delayed: 0, wrong: [] })
      expect(mutations * every).toBeGreaterThan(1_000)
      expect(skipped).toBeGreaterThan(0)
    },
    timeoutMs,
  )
}
