import { type MutatedPlatform, type MutationCounts, runMutations } from './mutations/run-mutations.ts'
import type { FaultPart } from './part.ts'

const platforms = ['telegram', 'discord', 'slack'] as const satisfies readonly MutatedPlatform[]
/** The short form tells every so-manieth mutation. */
const everyInShort = 8
/** Of each platform, in the full form. */
const leastInFull = 1_000

/** Events with one wrong field, told by each platform in all its ways. None may end the process or delay what follows. */
export const mutatedPayloads: FaultPart = {
  name: 'mutated payloads',
  async run(size) {
    const every = size === 'full' ? 1 : everyInShort
    const counted = await Promise.all(platforms.map(async (platform) => ({ platform, ...(await runMutations(platform, every)) })))
    const rows = Object.fromEntries(counted.map(({ platform, wrong: _, ...counts }) => [platform, counts]))
    return { rows, wrong: counted.flatMap((counts) => findWrong(counts, every)) }
  },
}

function findWrong({ platform, mutations, skipped, wrong }: MutationCounts & { readonly platform: string }, every: number): string[] {
  return [
    ...wrong,
    ...(mutations * every < leastInFull ? [`${platform}: only ${mutations} mutations were told`] : []),
    ...(skipped === 0 ? [`${platform}: none was skipped, so they did not reach the adapter`] : []),
  ]
}
