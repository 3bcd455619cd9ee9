import { messageOf } from '../../src/core/domain/errors.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { discordStage } from '../support/stages/discord.ts'
import type { Stage, StagePerson } from '../support/stages/stage.ts'
import type { FaultPart } from './part.ts'
import { openStagedBot, say } from './staged-bot.ts'

const people = { full: 40, short: 10 } as const

/** Longer than a reply takes on a busy machine, in ms. */
const arrivalMs = 60_000

/**
 * The same people ask the same bot on Discord, whose database is new the second time. Discord drops a message with a nonce that it has
 * seen within minutes, and the new database gives its messages the same numbers again.
 */
export const freshDatabase: FaultPart = {
  name: 'a fresh database with an old token',
  async run(size) {
    const stage = await discordStage()
    // It outlives the first bot.
    const kept = { ...stage, close: async () => {} }
    const everybody = Array.from({ length: people[size] }, (_, index) => stage.person(`Ada ${index}`))
    try {
      const rows = { 'first database': await askAll(kept, everybody, 1), 'fresh database': await askAll(kept, everybody, 2) }
      const wrong = Object.entries(rows).flatMap(([name, { asked, arrived, notes }]) =>
        arrived === asked ? [] : [`${name}: ${asked - arrived} of ${asked} replies did not arrive: ${notes.join('; ')}`],
      )
      const shown = Object.entries(rows).map(([name, { asked, arrived }]) => [name, { asked, arrived }])
      return { rows: Object.fromEntries(shown), wrong }
    } finally {
      await stage.close()
    }
  },
}

async function askAll(stage: Stage, people: readonly StagePerson[], round: number) {
  const bot = await openStagedBot({
    name: `fresh_${round}`,
    redisNumber: 7 + round,
    open: [async (_: { readonly clock: Clock }) => stage],
    env: { ACCESS: 'open' },
  })
  const notes: string[] = []
  let arrived = 0
  try {
    const asking = people.map((person) =>
      say({ stage, person }, 'Are you there?', arrivalMs).then(
        () => arrived++,
        (error: unknown) => notes.push(messageOf(error).slice(0, 200)),
      ),
    )
    await Promise.all(asking)
    if (notes.length > 0) notes.push(`the bot's last words:\n${bot.output()}`)
    return { asked: people.length, arrived, notes }
  } finally {
    await bot.close()
  }
}
