import type { Stage } from '../support/stages/stage.ts'
import { loseNextReply } from './lost-sends.ts'
import type { FaultPart, PartResult } from './part.ts'
import { discord, slack, telegram } from './platforms.ts'
import { answeringModel, patienceMs } from './questions.ts'
import { type Actor, answerTo, openStagedBot, type StagedBot } from './staged-bot.ts'

const platforms = [telegram, discord, slack]
/** On each platform. Half of them, where replies are streamed, lose the start of the stream. */
const sends = { full: 20, short: 2 } as const

interface UnknownCounts {
  /** Sends whose answer was lost. */
  readonly lost: number
  /** Deliveries that the bot counts as unknown. */
  readonly unknown: number
  /** Notices to the user about them, before they asked. */
  readonly notified: number
  /** Offered by /retry. */
  readonly offered: number
  /** Seen a second time, after the user chose so. */
  readonly resent: number
  /** Mentioned again although they were resent. */
  readonly again: number
  /** Seen, those that arrived at once and those that were resent. */
  readonly seen: number
}

/** Replies whose delivery is unknown: the user is notified once, and `/retry` offers and resends them. */
export const unknownDeliveries: FaultPart = {
  name: 'unknown deliveries',
  async run(size): Promise<PartResult> {
    const model = await answeringModel(() => 1)
    const env = { ACCESS: 'open', TOKENS_PER_DAY: '0', OPENAI_BASE_URL: model.url, CHAT_MODEL: 'test-model' }
    const bot = await openStagedBot({ name: 'unknown', redisNumber: 6, open: platforms.map(({ open }) => open), env })
    try {
      const counted = await Promise.all(
        bot.stages.map(async (stage) => ({ ...(await loseReplies(stage, sends[size])), unknown: await countUnknown(bot, stage) })),
      )
      const wrong = counted.flatMap((counts, index) => findWrong(platforms[index]?.title ?? '', counts))
      return { rows: Object.fromEntries(counted.map((counts, index) => [platforms[index]?.title, counts])), wrong }
    } catch (error) {
      throw new Error(`The bot's last words:\n${bot.output()}`, { cause: error })
    } finally {
      await bot.close()
      await model.close()
    }
  },
}

/** Discord recognizes repeats, so the bot sends there until it knows. */
function findWrong(title: string, { lost, again, seen, ...counts }: UnknownCounts): string[] {
  const due = title === discord.title ? 0 : lost
  const expected = Object.entries(counts).map(([what, count]) => ({ what, count, due }))
  return [...expected, { what: 'seen', count: seen, due: lost + due }, { what: 'mentioned again', count: again, due: 0 }].flatMap((one) =>
    one.count === one.due ? [] : [`${title}: ${one.what}: ${one.count}, expected ${one.due}`],
  )
}

async function loseReplies(stage: Stage, lost: number): Promise<Omit<UnknownCounts, 'unknown'>> {
  const ada: Actor = { stage, person: stage.person('Ada') }
  const counts = { lost, notified: 0, offered: 0, resent: 0, again: 0, seen: 0 }
  for (let index = 0; index < lost; index++) {
    const [number, next] = [2 * index + 1, 2 * index + 2]
    loseNextReply(stage, index % 2 === 0 ? 'stream' : 'message')
    await ask(ada, number)
    await ask(ada, next)
    counts.notified += mentionsOf(ada, number)
    // Each answer is waited for, so that none of them meets the next fault.
    if (isMention(await askToRetry(ada), number)) {
      counts.offered++
      const before = answersTo(ada, number)
      await answerTo(ada, () => stage.press(ada.person, 'Send again'), /Sending it again/)
      await stage.waitFor(() => answersTo(ada, number) > before, `the answer to question ${number} again`, patienceMs)
      counts.resent++
      const mentions = mentionsOf(ada, number)
      await askToRetry(ada)
      counts.again += mentionsOf(ada, number) - mentions
    }
    counts.seen += answersTo(ada, number)
  }
  return counts
}

/** Asks, and waits for the answer, or for its beginning where a stream was lost. */
async function ask(actor: Actor, number: number): Promise<void> {
  actor.stage.say({ by: actor.person, text: `question ${number}?` })
  await actor.stage.waitFor(() => answersTo(actor, number) > 0, `an answer to question ${number}`, patienceMs)
}

const askToRetry = (actor: Actor): Promise<string> =>
  answerTo(
    actor,
    () => actor.stage.command({ by: actor.person, name: 'retry' }),
    /may not have been delivered|There is nothing to retry|Sending it again/,
  )

const isMention = (text: string, number: number) => new RegExp(`question ${number}\\?” may not have been delivered`).test(text)

function mentionsOf({ stage, person }: Actor, number: number): number {
  return stage.shown(person).filter(({ text }) => isMention(text, number)).length
}

function answersTo({ stage, person }: Actor, number: number): number {
  return stage.shown(person).filter(({ text }) => new RegExp(`Answer to ${number}\\b`).test(text)).length
}

/** As the bot counts them for whoever runs it. */
async function countUnknown({ metricsUrl }: StagedBot, { name }: Stage): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text()
  const lines = metrics.split('\n').filter((line) => line.includes('outcome="unknown"') && line.includes(`platform="${name}"`))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
