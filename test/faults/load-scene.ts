import { setTimeout as wait } from 'node:timers/promises'
import { type FakePerson, startFakeTelegram } from '../fakes/telegram/index.ts'
import { BotProcess } from '../support/bot-process.ts'
import { type ModelAnswer, startModelServer } from '../support/model-server.ts'
import { ownDatabase } from '../support/own-database.ts'

/** A bot as a process of its own on a Telegram on loopback, in front of which many people ask at once. */
export interface LoadScene {
  readonly engine: string
  readonly bot: BotProcess
  person(): FakePerson
  /** Resolves with the time in ms until the whole reply is seen. Rejects if none is seen for too long. */
  ask(by: FakePerson, more?: string): Promise<number>
  /** Writes without waiting for a reply. */
  write(by: FakePerson, text: string): void
  /** The replies to a person, oldest first. The question for the timezone is none. */
  replies(to: FakePerson): readonly string[]
  close(): Promise<void>
}

export interface LoadOptions {
  /** Names the database. */
  readonly name: string
  /** Of the Redis database, where there is one. */
  readonly redisNumber: number
  /** How the model answers the message that it sees last. By default at once. */
  readonly answer?: (asked: { readonly number: number; readonly text: string }) => ModelAnswer
  readonly env?: Readonly<Record<string, string>>
}

/** Longer than any reply may take on a busy machine, in ms. */
const patienceMs = 180_000

export const answerTo = (number: number): string => `Answer to ${number}.`

/** What the model writes when it is asked for a summary of a day, so that this work is done once, as with a good model. */
const summary = '## Summary\nQuestions were asked.\n\n## Goals\n\n## Decisions\n\n## Open loops\n\n## Next steps\n'

export async function openLoadScene({ name, redisNumber, answer, env }: LoadOptions): Promise<LoadScene> {
  const fake = await startFakeTelegram()
  const model = await startModelServer(({ texts }) => {
    const text = texts.at(-1) ?? ''
    const number = Number([...text.matchAll(/question (\d+)/g)].at(-1)?.[1])
    if (Number.isNaN(number)) return { deltas: [summary] }
    return answer?.({ number, text }) ?? { deltas: [answerTo(number)] }
  })
  const database = await ownDatabase(name, redisNumber)
  const bot = new BotProcess({
    ...database.env,
    TELEGRAM_BOT_TOKEN: fake.token,
    TELEGRAM_API_ROOT: fake.url,
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'test-model',
    MODEL_CONTEXT_WINDOW: '128000',
    ACCESS: 'open',
    WEB_PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  })
  const open = new Map<string, () => void>()
  let seen = 0
  let questions = 0
  let isClosed = false
  const watching = fake.waitFor(
    () => {
      for (; seen < fake.sent.length; seen++) open.get(/Answer to (\d+)\./.exec(fake.sent[seen]?.text ?? '')?.[1] ?? '')?.()
      return isClosed
    },
    'the end',
    86_400_000,
  )
  try {
    await bot.start()
  } catch (error) {
    await close()
    throw error
  }

  async function close(): Promise<void> {
    isClosed = true
    await bot.stop()
    await fake.close()
    await Promise.all([model.close(), watching])
    await database.remove()
  }

  return {
    engine: database.engine,
    bot,
    person: () => fake.person({ name: 'Ada' }),
    async ask(by, more = '') {
      const number = ++questions
      const over = new AbortController()
      const began = performance.now()
      const answered = new Promise<number>((resolve) => open.set(String(number), () => resolve(performance.now() - began)))
      fake.message({ from: by, text: `question ${number}? ${more}` })
      const late = wait(patienceMs, undefined, { signal: over.signal }).then(
        () => Promise.reject(new Error(`Question ${number} was not answered. The bot's last words:\n${bot.output}`)),
        () => 0,
      )
      try {
        return await Promise.race([answered, late])
      } finally {
        over.abort()
        open.delete(String(number))
      }
    },
    write: (by, text) => void fake.message({ from: by, text }),
    replies: (to) =>
      fake.sent.filter(({ chatId, text }) => chatId === to.id && !text.includes('Which timezone are you in?')).map(({ text }) => text),
    close,
  }
}
