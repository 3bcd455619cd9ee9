import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { runDemo } from '../../src/cli/demo.ts'
import { readConfig } from '../../src/config.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { systemRandom } from '../../src/core/ports/random.ts'
import type { StoreConfig } from '../../src/store/open-store.ts'
import { testBot } from '../support/bot.ts'
import { RunningClock } from '../support/clock.ts'
import { programArguments, projectRoot } from '../support/program.ts'
import { databaseEnv, testDatabase } from '../support/store.ts'

const run = promisify(execFile)
const quiet = { write: () => true, isTTY: false } as never

/** What throughline demo does, on a database of this test's own. */
async function demo(store: StoreConfig, clock: RunningClock): Promise<void> {
  const config = readConfig({ ...databaseEnv(store), MODEL_DISCOVERY: 'off', EMBEDDINGS: 'off', DEFAULT_TIMEZONE: 'Europe/Paris' })
  const app = await openApp(config, { clock, random: systemRandom, log: silentLog, redisPrefix: `demo-${process.pid}` }, () => [])
  expect(await runDemo(app, { out: quiet, err: quiet })).toBe(0)
  await app.close()
}

test('last week is found on Telegram, with citations whose buttons open the right messages', async () => {
  const clock = new RunningClock('2026-11-19T10:00:00Z')
  const store = await testDatabase()
  await demo(store, clock)
  const bot = await testBot({ store, clock })
  const owner = await bot.owner()
  for (const question of ['What did we decide last week?', "Qu'est-ce qu'on a décidé la semaine dernière ?"]) {
    const answer = await bot.ask(owner, question)
    const cited = [...answer.matchAll(/\[#(\d+)\]/g)].map(([, id]) => Number(id))
    expect(cited.length).toBeGreaterThan(2)
    const messages = await bot.app.store.db.message.findMany({ where: { id: { in: cited } }, include: { segment: true } })
    expect(messages).toHaveLength(new Set(cited).size)
    // Last week, from Monday to Sunday.
    for (const { segment } of messages) expect(segment.dayLabel >= '2026-11-09' && segment.dayLabel <= '2026-11-15').toBe(true)

    const [first] = messages
    const before = bot.telegram.botTexts(owner).length
    bot.telegram.pressButton({ from: owner, label: `#${first!.id}` })
    await bot.telegram.waitFor(() => bot.telegram.botTexts(owner).length > before, 'the cited message')
    expect(bot.telegram.botTexts(owner).at(-1)).toContain(first!.text.split('\n')[0]!.slice(0, 60))
  }
})

test('last week is found by throughline ask', { timeout: 120_000 }, async () => {
  const store = await testDatabase()
  await demo(store, new RunningClock(new Date()))
  const { stdout } = await run(process.execPath, [...programArguments, 'ask', 'What did we decide last week?'], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DEFAULT_TIMEZONE: 'Europe/Paris',
      MODEL_DISCOVERY: 'off',
      EMBEDDINGS: 'off',
      ...databaseEnv(store),
    } as NodeJS.ProcessEnv,
    timeout: 100_000,
  })
  expect(stdout).toMatch(/decided|going with|agreed|chose/i)
  expect([...stdout.matchAll(/\[#\d+\]/g)].length).toBeGreaterThan(2)
})
