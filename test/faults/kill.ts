import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../../src/store/open-store.ts'
import { BotProcess } from '../support/bot-process.ts'
import { ownDatabase } from '../support/own-database.ts'
import type { Stage } from '../support/stages/stage.ts'
import { type Asked, answeringModel, answersTo, type Counts, count, isWhole, patienceMs, until, untilQuiet } from './questions.ts'

/** Where in the life of a message the process is killed, as it can be seen from outside. */
export const steps = [
  'while the event is told',
  'stored, the turn not begun',
  'the model called',
  'the reply half written',
  'the reply written, not sent',
  'sent, the answer of the platform still out',
  'sent',
  'a moment after',
] as const
export type Step = (typeof steps)[number]

export interface KillOptions {
  /** Questions asked in all. */
  readonly questions: number
  /** Every how many questions the process is killed. */
  readonly killEvery: number
  /** Of the Redis database, where there is one; nobody else's. */
  readonly redisNumber: number
}

export type KillCounts = Counts & { readonly kills: number }

/**
 * Asks questions in a direct chat and in a room, kills the bot with -9 at every step of answering them, starts it again, and
 * counts in the end what was lost, doubled and left open.
 */
export async function killAtEveryStep(open: () => Promise<Stage>, options: KillOptions): Promise<KillCounts> {
  const stage = await open()
  // Half of a reply is shown for a while, so that there is a while to be killed in.
  const model = await answeringModel(({ numbers }) => (numbers.some((number) => number % 4 === 0) ? 150 : 1))
  const database = await ownDatabase(`kill_${stage.name}`, options.redisNumber)
  const bot = new BotProcess({
    ...database.env,
    ...stage.env,
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'test-model',
    ACCESS: 'open',
    MESSAGES_PER_MINUTE: '0',
    TOKENS_PER_DAY: '0',
    WEB_PORT: '0',
    DEBOUNCE_MS: '150',
    LOG_LEVEL: 'warn',
  })
  try {
    const asked = await ask(options, { stage, bot, calls: () => model.calls.length })
    await until(() => asked.every((one) => answersTo(stage, one).length > 0))
    await untilQuiet(stage, asked)
    await bot.stop()
    const store = await openStore(database.store)
    const counts = await count(store, stage, asked)
    await store.close()
    return { ...counts, kills: bot.starts - 1 }
  } catch (error) {
    throw new Error(`The bot's last words:\n${bot.output}`, { cause: error })
  } finally {
    await bot.stop()
    await Promise.all([stage.close(), model.close()])
    await database.remove()
  }
}

interface Asking {
  readonly stage: Stage
  readonly bot: BotProcess
  /** How often the model was called. */
  readonly calls: () => number
}

async function ask({ questions, killEvery }: KillOptions, { stage, bot, calls }: Asking): Promise<Asked[]> {
  const by = stage.person('Ada')
  const engines = stage.room('Engines')
  await bot.start()
  const asked: Asked[] = []
  const put = (number: number) => {
    const room = number % 3 === 0 ? { room: engines } : {}
    asked.push({ number, by, ...room, message: stage.say({ by, ...room, text: `question ${number}?` }) })
  }
  const sent = () => stage.shown(by).length + stage.shown(engines).length
  for (let number = 1; number <= questions; number++) {
    const step = number % killEvery === 0 ? steps[(number / killEvery) % steps.length] : undefined
    if (step) {
      // What was asked before has been answered, so that the kill is about this question.
      await until(() => asked.every((one) => isWhole(stage, one) || one.number <= number - killEvery))
      const reached = watch(step, { stage, calls, sent })
      put(number)
      await reached()
      await bot.kill()
      await bot.start()
    } else put(number)
    // People type; a burst now and then is answered together.
    if (number % 5 !== 0) await wait(20)
  }
  return asked
}

/** To be called before a question: what it gives resolves when the step is reached by that question. */
function watch(step: Step, { stage, calls, sent }: Pick<Asking, 'stage' | 'calls'> & { sent: () => number }): () => Promise<void> {
  const before = { calls: calls(), sent: sent() }
  const reached = async (condition: () => boolean, thenMs = 0) => {
    if (!(await until(condition, patienceMs))) throw new Error(`It did not come to: ${step}`)
    await wait(thenMs)
  }
  const called = () => calls() > before.calls
  const wasSent = () => sent() > before.sent
  switch (step) {
    case 'while the event is told':
      return () => wait(2)
    case 'stored, the turn not begun':
      return () => wait(60)
    case 'the model called':
      return () => reached(called)
    case 'the reply half written':
      return () => reached(called, 50)
    case 'the reply written, not sent':
      return () => reached(called, 160)
    case 'sent, the answer of the platform still out':
      if (stage.failNextShow) stage.failNextShow('silent')
      else stage.failNextSend('silent')
      return () => reached(wasSent)
    case 'sent':
      return () => reached(wasSent)
    case 'a moment after':
      return () => reached(wasSent, 30)
  }
}
