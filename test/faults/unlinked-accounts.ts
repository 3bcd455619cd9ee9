import type { FaultPart, PartResult } from './part.ts'
import { discord, type FaultedPlatform, slack, telegram } from './platforms.ts'
import { openStagedBot } from './staged-bot.ts'
import { type SecretCounts, unlink } from './unlink.ts'

/** Which account leaves, and which stays. */
const pairs: readonly (readonly [FaultedPlatform, FaultedPlatform])[] = [
  [telegram, discord],
  [slack, telegram],
  [discord, slack],
]

/** An account that was linked and is unlinked sees nothing more of the other one. Before that it sees all of it, which shows that the test can see. */
export const unlinkedAccounts: FaultPart = {
  name: 'unlinked accounts',
  async run(size) {
    const results: PartResult[] = []
    for (const [leaving, staying] of size === 'full' ? pairs : pairs.slice(0, 1)) results.push(await unlinkOn(leaving, staying))
    return { rows: Object.assign({}, ...results.map(({ rows }) => rows)), wrong: results.flatMap(({ wrong }) => wrong) }
  },
}

async function unlinkOn(leaving: FaultedPlatform, staying: FaultedPlatform): Promise<PartResult> {
  const bot = await openStagedBot({
    name: `unlinked_${leaving.name}`,
    redisNumber: 4,
    open: [leaving.open, staying.open],
    env: { ACCESS: 'open' },
  })
  try {
    const { linked, unlinked } = await unlink(bot, leaving.title)
    const what = `${leaving.title}, linked with ${staying.title}`
    const wrong = [
      // A reply to Discord is never sent again by /retry, because it recognizes repeats.
      ...findWrong(`${what}, while linked`, linked, (count, way) => count > 0 || (way === 'retry' && leaving === discord)),
      ...findWrong(`${what}, after unlinking`, unlinked, (count) => count === 0),
    ]
    return { rows: { [`${what}, while linked`]: linked, [`${what}, after unlinking`]: unlinked }, wrong }
  } catch (error) {
    throw new Error(`The bot's last words:\n${bot.output()}`, { cause: error })
  } finally {
    await bot.close()
  }
}

function findWrong(what: string, counts: SecretCounts, isRight: (count: number, way: string) => boolean): string[] {
  return Object.entries(counts).flatMap(([way, count]) => (isRight(count, way) ? [] : [`${what}: ${way}: ${count}`]))
}
