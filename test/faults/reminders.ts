import { openStore } from '../../src/store/open-store.ts'
import { BotProcess } from '../support/bot-process.ts'
import { ownDatabase } from '../support/own-database.ts'
import { fixedChoice } from '../support/random.ts'
import type { FaultPart, PartResult } from './part.ts'
import { telegram } from './platforms.ts'
import { until } from './questions.ts'
import { countReminders, findWrongReminders } from './reminder-counts.ts'
import { killWhileDue, plantChores, requestChores, untilStill, watchReminders } from './reminder-scene.ts'

/** How many reminders fall due, over how long, in ms. Telegram takes one message a second in each chat. */
const sizes = { short: { planted: 52, windowMs: 40_000 }, full: { planted: 240, windowMs: 180_000 } } as const
const names = ['Ada', 'Ben', 'Cleo', 'Dan']

/**
 * Kills the processes of a bot at fixed random moments while reminders fall due: two processes on PostgreSQL, one on the embedded
 * database. Each reminder is shown once, or, if nobody knows whether it arrived, once more with a note.
 */
export const reminders: FaultPart = {
  name: 'reminders',
  async run(size): Promise<PartResult> {
    const { planted, windowMs } = sizes[size]
    const stage = await telegram.open()
    const database = await ownDatabase('reminders', 12)
    const env = {
      ...{ ...database.env, ...stage.env, MODEL_DISCOVERY: 'off', DEFAULT_TIMEZONE: 'UTC', ACCESS: 'open' },
      ...{ MESSAGES_PER_MINUTE: '0', WEB_PORT: '0', DEBOUNCE_MS: '50', LOG_LEVEL: 'warn' },
    }
    const bots = Array.from({ length: 'databaseUrl' in database.store ? 2 : 1 }, () => new BotProcess(env))
    const people = names.map((name) => stage.person(name))
    const watch = watchReminders(stage, people)
    try {
      // One after the other, because the first one creates the tables.
      for (const bot of bots) await bot.start()
      const requested = await requestChores({ stage, people, from: 1 })
      await Promise.all(bots.map((bot) => bot.stop()))
      const store = await openStore(database.store)
      const chores = await plantChores(store, { from: requested.length * 2 + 1, count: planted, windowMs })
      await store.close()
      await Promise.all(bots.map((bot) => bot.start()))
      const kills = killWhileDue({ stage, bots, until: Date.now() + windowMs, choose: fixedChoice() })
      // Requested while processes are killed.
      const late = await requestChores({ stage, people, from: requested.length + 1 })
      const numbers = [...requested, ...late, ...chores]
      const killed = await kills
      await until(() => numbers.every((number) => watch.shown(number).length > 0))
      await untilStill(watch)
      await Promise.all(bots.map((bot) => bot.stop()))
      const after = await openStore(database.store)
      const counts = await countReminders(after, watch, numbers)
      await after.close()
      return { rows: { [database.engine]: { processes: bots.length, kills: killed, ...counts } }, wrong: findWrongReminders(counts) }
    } catch (error) {
      throw new Error(`The bot's last words:\n${bots.map(({ output }) => output).join('\n')}`, { cause: error })
    } finally {
      watch.stop()
      await Promise.all(bots.map((bot) => bot.stop()))
      await stage.close()
      await database.remove()
    }
  },
}
