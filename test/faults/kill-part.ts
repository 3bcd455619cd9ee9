import { type KillOptions, killAtEveryStep } from './kill.ts'
import type { FaultPart } from './part.ts'
import { toldAgain } from './platform-faults.ts'
import type { FaultedPlatform } from './platforms.ts'
import { describeWrongCounts } from './wrong-counts.ts'

/** Kills the bot on one platform at every step of answering. */
export function killPart({ title, name, open }: FaultedPlatform, options: KillOptions): FaultPart {
  return {
    name: `kill -9 on ${title}`,
    async run() {
      const counts = await killAtEveryStep(open, options)
      // A kill leaves at most the turn unknown that it hit, with the few questions answered together in it; none where repeats are known.
      const unknown = name === 'discord' ? 0 : counts.kills
      return { rows: { [title]: counts }, wrong: describeWrongCounts(title, counts, { unknown, ...toldAgain(name) }) }
    },
  }
}
