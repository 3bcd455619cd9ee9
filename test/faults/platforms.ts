import { messageOf } from '../../src/core/domain/errors.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import { BotProcess } from '../support/bot-process.ts'
import { ownDatabase } from '../support/own-database.ts'
import { discordStage } from '../support/stages/discord.ts'
import { slackStage } from '../support/stages/slack.ts'
import type { Stage, StagePerson, StageRoom } from '../support/stages/stage.ts'
import { telegramStage } from '../support/stages/telegram.ts'
import { type Expected, type Fault, platformFaults } from './platform-faults.ts'
import { type Asked, answeringModel, type Counts, count, untilQuiet } from './questions.ts'

export interface FaultedPlatform {
  /** For people to read. */
  readonly title: string
  readonly name: Stage['name']
  readonly open: (options?: { readonly clock?: Clock }) => Promise<Stage>
}

export const telegram: FaultedPlatform = { title: 'Telegram', name: 'telegram', open: telegramStage }
export const discord: FaultedPlatform = { title: 'Discord', name: 'discord', open: discordStage }
export const slack: FaultedPlatform = { title: 'Slack', name: 'slack', open: slackStage }

export interface FaultCounts extends Counts {
  readonly fault: string
  readonly expected: Expected
  /** Why its questions were not all asked. */
  readonly gaveUp?: string
}

export interface PlatformResult {
  readonly faults: readonly FaultCounts[]
  /** The process was the same from the beginning to the end. */
  readonly stayedUp: boolean
  /** The process's last words. */
  readonly output: string
}

/** One bot on one platform through each of the faults, with people and a room of its own for each; counted in the end. */
export async function faultsOn(open: () => Promise<Stage>, redisNumber: number, faults = platformFaults): Promise<PlatformResult> {
  const stage = await open()
  const model = await answeringModel(({ text }) => (text.includes('slowly') ? 1_500 : 1))
  const database = await ownDatabase(`faults_${stage.name}`, redisNumber)
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
  let number = 0
  async function run(fault: Fault) {
    const asked: Asked[] = []
    const scene = {
      stage,
      ada: stage.person('Ada'),
      bob: stage.person('Bob'),
      room: stage.room('Engines'),
      asked,
      ask(by: StagePerson, { room, slowly }: { room?: StageRoom; slowly?: boolean } = {}) {
        const text = `question ${++number}${slowly ? ', slowly' : ''}?`
        const inRoom = room ? { room } : {}
        const one = { number, by, ...inRoom, message: stage.say({ by, text, ...inRoom }) }
        asked.push(one)
        return one
      },
      calls: () => model.calls.length,
    }
    const ended = await fault.run(scene).then(
      (expected = {}) => ({ expected }),
      (error: unknown) => ({ expected: {}, gaveUp: messageOf(error) }),
    )
    await untilQuiet(stage, asked)
    return { fault: fault.name, asked, ...ended }
  }
  try {
    await bot.start()
    const runs = []
    for (const fault of faults) runs.push(await run(fault))
    const stayedUp = bot.running
    await bot.stop()
    const store = await openStore(database.store)
    const counted: FaultCounts[] = []
    for (const { asked, ...ended } of runs) counted.push({ ...(await count(store, stage, asked)), ...ended })
    await store.close()
    return { faults: counted, stayedUp, output: bot.output }
  } catch (error) {
    throw new Error(`The bot's last words:\n${bot.output}`, { cause: error })
  } finally {
    await bot.stop()
    await Promise.all([stage.close(), model.close()])
    await database.remove()
  }
}
