import type { FaultPart } from './part.ts'
import { type FaultCounts, type FaultedPlatform, faultsOn } from './platforms.ts'
import { describeWrongCounts } from './wrong-counts.ts'

/** Everything that one platform can do to the bot. */
export function platformFaultsPart({ title, open }: FaultedPlatform, redisNumber: number): FaultPart {
  return {
    name: `faults of ${title}`,
    async run() {
      const { faults: counted, stayedUp, output } = await faultsOn(open, redisNumber)
      const rows = Object.fromEntries(counted.map(({ fault, expected: _, gaveUp: __, ...counts }) => [fault, counts]))
      const wrong = counted.flatMap(({ fault, expected, gaveUp, ...counts }: FaultCounts) => [
        ...(gaveUp === undefined ? [] : [`${fault}: ${gaveUp}`]),
        ...describeWrongCounts(fault, counts, expected),
      ])
      if (!stayedUp) wrong.push('The process ended by itself.')
      return { rows, wrong: wrong.length === 0 ? wrong : [...wrong, `The bot's last words:\n${output}`] }
    },
  }
}
