import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore, type StoreConfig } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type FakeChat, type FakePerson, type FakeTelegram, startFakeTelegram } from '../fakes/telegram/index.ts'
import { BotProcess } from '../support/bot-process.ts'
import { startModelServer } from '../support/model-server.ts'

/** Where in the life of a message the process is killed, as it can be seen from outside. */
export const steps = [
  'while the event is fetched',
  'stored, the turn not begun',
  'the model called',
  'the reply half written',
  'the reply written, not sent',
  'sent, the answer of the platform still out',
  'sent',
  'a moment after',
] as const
export type Step = (typeof steps)[number]

export interface Counts {
  questions: number
  kills: number
  lost: number
  storedTwice: number
  answered: number
  unknown: number
  unanswered: number
  /** Shown to the person twice, though its delivery is not `unknown`. */
  doubled: number
  outOfOrder: number
}

export interface KillOptions {
  /** Questions asked in all. */
  readonly questions: number
  /** Every how many questions the process is killed. */
  readonly killEvery: number
  /** Where the data is; a new embedded folder where absent. */
  readonly shared?: { readonly databaseUrl: string; readonly redisUrl: string }
  /** Told of each kill. */
  readonly onKill?: (step: Step, number: number) => void
}

interface Asked {
  readonly number: number
  readonly chat: FakeChat | FakePerson
}

/**
 * Asks questions in a private chat and in a group, kills the bot with -9 at every step of answering them, starts it
 * again, and counts in the end what was lost, doubled and left open.
 */
export async function killAtEveryStep(options: KillOptions): Promise<Counts> {
  const telegram = await startFakeTelegram()
  const model = await startModelServer(({ texts }) => {
    const asked = [...(texts.at(-1) ?? '').matchAll(/question (\d+)/g)].map(([, number]) => number)
    // Half of a reply is shown for a while, so that there is a while to be killed in.
    return {
      deltas: [`Answer to ${asked.join(' and ')}`, ', in full.'],
      between: wait(asked.some((one) => Number(one) % 4 === 0) ? 150 : 1),
    }
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-faults-'))
  const config: StoreConfig = options.shared ? { databaseUrl: options.shared.databaseUrl } : { dataDir }
  const bot = new BotProcess({
    ...(options.shared ? { DATABASE_URL: options.shared.databaseUrl, REDIS_URL: options.shared.redisUrl } : { DATA_DIR: dataDir }),
    OPENAI_BASE_URL: model.url,
    CHAT_MODEL: 'test-model',
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    ACCESS: 'open',
    WEB_PORT: '0',
    DEBOUNCE_MS: '150',
    LOG_LEVEL: 'warn',
  })
  try {
    await bot.start()
    const asked = await ask(options, { telegram, bot, calls: () => model.calls.length })
    await untilSettled(telegram, asked)
    await bot.stop()
    const store = await openStore(config)
    const counts = await count(store, telegram, asked)
    await store.close()
    return { ...counts, kills: bot.starts - 1 }
  } catch (error) {
    throw new Error(`The bot's last words:\n${bot.output}`, { cause: error })
  } finally {
    await bot.stop()
    await Promise.all([telegram.close(), model.close(), rm(dataDir, { recursive: true, force: true })])
  }
}

interface Asking {
  readonly telegram: FakeTelegram
  readonly bot: BotProcess
  readonly calls: () => number
}

async function ask({ questions, killEvery, onKill }: KillOptions, asking: Asking): Promise<Asked[]> {
  const { telegram, bot } = asking
  const person = telegram.person({ name: 'Ada' })
  const group = telegram.group('Engines')
  const asked: Asked[] = []
  for (let number = 1; number <= questions; number++) {
    const inGroup = number % 3 === 0
    const chat = inGroup ? group : person
    const kill = number % killEvery === 0
    const step = steps[(number / killEvery) % steps.length]
    if (kill && step) {
      await quiet(telegram, asked)
      const killed = atStep(step, asking)
      asked.push(put(telegram, { number, chat, person, inGroup }))
      await killed
      await bot.kill()
      onKill?.(step, number)
      await bot.start()
    } else asked.push(put(telegram, { number, chat, person, inGroup }))
    // People type; a burst now and then is answered together.
    if (number % 5 !== 0) await wait(20)
  }
  return asked
}

function put(telegram: FakeTelegram, { number, chat, person, inGroup }: Asked & { person: FakePerson; inGroup: boolean }): Asked {
  telegram.message({
    from: person,
    ...(inGroup && { chat: chat as FakeChat }),
    text: `${inGroup ? `@${telegram.bot.username} ` : ''}question ${number}?`,
  })
  return { number, chat }
}

/** Resolves when the step is reached by what is asked next. */
async function atStep(step: Step, { telegram, calls }: Asking): Promise<void> {
  const [called, sent, fetched] = [calls(), telegram.sent.length, telegram.calls.length]
  const more = (condition: () => boolean) => telegram.waitFor(condition, step, 30_000)
  switch (step) {
    case 'while the event is fetched':
      return void (await more(() => telegram.calls.length > fetched))
    case 'stored, the turn not begun':
      await more(() => telegram.calls.length > fetched)
      return wait(60)
    case 'the model called':
      return void (await more(() => calls() > called))
    case 'the reply half written':
      await more(() => calls() > called)
      return wait(50)
    case 'the reply written, not sent':
      await more(() => calls() > called)
      return wait(160)
    case 'sent, the answer of the platform still out':
      telegram.failNext('sendMessage', 'no-answer')
      return void (await more(() => telegram.sent.length > sent))
    case 'sent':
      return void (await more(() => telegram.sent.length > sent))
    case 'a moment after':
      await more(() => telegram.sent.length > sent)
      return wait(30)
  }
}

const answers = (telegram: FakeTelegram, { number, chat }: Asked): string[] =>
  telegram.botTexts(chat).filter((text) => new RegExp(`Answer to [\\d and]*\\b${number}\\b`).test(text))

/** Waits until what was asked before has been answered, so that the next kill is about the next question. */
async function quiet(telegram: FakeTelegram, asked: readonly Asked[]): Promise<void> {
  const last = asked.at(-1)
  if (last)
    await telegram.waitFor(() => answers(telegram, last).some((text) => text.includes('in full')), `the answer to ${last.number}`, 60_000)
}

/** Everything that can still come has come: nothing new for two seconds, with an answer to the last question. */
async function untilSettled(telegram: FakeTelegram, asked: readonly Asked[]): Promise<void> {
  const last = asked.at(-1)
  if (last) await telegram.waitFor(() => answers(telegram, last).length > 0, 'the last answer', 60_000)
  for (let before = -1; before !== telegram.sent.length + telegram.edits.length; ) {
    before = telegram.sent.length + telegram.edits.length
    await wait(2_000)
  }
}

interface Row {
  readonly id: number
  readonly text: string
  readonly turn: string | null
  readonly reply: string | null
  readonly deliveries: string | null
}

async function count(store: Store, telegram: FakeTelegram, asked: readonly Asked[]): Promise<Omit<Counts, 'kills'>> {
  const rows = await store.db.$queryRaw<Row[]>`
    SELECT m.id, m.text, t.state AS turn, r.text AS reply,
      (SELECT string_agg(DISTINCT d.state, ',') FROM deliveries d WHERE d.message_id = t.reply_id) AS deliveries
    FROM messages m LEFT JOIN turns t ON t.id = m.turn_id LEFT JOIN messages r ON r.id = t.reply_id
    WHERE m.role = 'user' ORDER BY m.sent_at, m.platform_order, m.id`
  const counts = { questions: asked.length, lost: 0, storedTwice: 0, answered: 0, unknown: 0, unanswered: 0, doubled: 0, outOfOrder: 0 }
  for (const question of asked) {
    const stored = rows.filter((row) => new RegExp(`question ${question.number}\\?`).test(row.text))
    const [row] = stored
    if (!row) counts.lost++
    if (stored.length > 1) counts.storedTwice++
    // What the person sees of the reply of its turn, which may answer several questions together.
    const seen = telegram.botTexts(question.chat).filter((text) => text === row?.reply)
    const unknown = row?.deliveries?.includes('unknown') ?? false
    if (unknown) counts.unknown++
    else if (row?.turn === 'done' && row.deliveries === 'sent' && seen.length > 0) counts.answered++
    else counts.unanswered++
    if (seen.length > 1 && !unknown) counts.doubled++
  }
  // As a person sees it: the answers of a chat in the order of what they answer.
  for (const chat of new Set(asked.map((question) => question.chat))) {
    const first = telegram.botTexts(chat).map((text) => Number(/Answer to (\d+)/.exec(text)?.[1]))
    counts.outOfOrder += first.filter((number, index) => index > 0 && number < (first[index - 1] ?? 0)).length
  }
  return counts
}
