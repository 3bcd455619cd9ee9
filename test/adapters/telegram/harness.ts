import { createTelegramAdapter, type TelegramOptions } from '../../../adapters/telegram/index.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import type { CommandDeclaration } from '../../../src/core/commands.ts'
import type { PlatformMessageId } from '../../../src/core/ids.ts'
import type { Log } from '../../../src/core/log.ts'
import type { AdapterHarness, HarnessPlace, Shown } from '../../contract/platform-adapter.ts'
import { type FakeTelegram, type PersonMessage, type Seen, startFakeTelegram } from '../../fakes/telegram/index.ts'

/** The right time, but what waits a second waits ten milliseconds. */
const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) }

const commands: readonly CommandDeclaration[] = [
  { name: 'find', help: 'Search the conversation', arguments: [{ name: 'words', kind: 'text', required: true, help: 'What to look for' }] },
  { name: 'help', help: 'What I can do', arguments: [] },
  { name: 'open', help: 'What a button does', arguments: [], hidden: true },
]

export const webhookSecret = 'a-secret-for-tests'

/** What was logged, for tests that read it. */
export interface LogLine {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const record = (level: keyof Log) => (fields: object, message: string) => void lines.push({ level, fields: { ...fields }, message })
  return { lines, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') }
}

/** The adapter in front of a fake Telegram, by long polling or by webhook. */
export function adapterOn(fake: FakeTelegram, options: Partial<TelegramOptions> = {}) {
  const log = recordingLog()
  const adapter = createTelegramAdapter({ token: fake.token, apiRoot: fake.url, commands, clock: hurriedClock, log, ...options })
  return { adapter, log }
}

export const webhook = { url: 'https://bot.example.org/telegram', secret: webhookSecret, listen: { host: '127.0.0.1', port: 0 } }

/** The port that the adapter says it listens on. */
export function webhookPort({ lines }: { readonly lines: readonly LogLine[] }): number | undefined {
  const port = lines.find(({ fields }) => 'port' in fields)?.fields['port']
  return typeof port === 'number' ? port : undefined
}

/** Ada alone with the bot, and a group with another bot in it. */
export async function telegramHarness({ byWebhook }: { readonly byWebhook: boolean }): Promise<AdapterHarness> {
  const fake = await startFakeTelegram()
  const { adapter, log } = adapterOn(fake, byWebhook ? { webhook } : {})
  const ada = fake.person({ name: 'Ada', language: 'en' })
  const otherBot = fake.person({ name: 'Other', username: 'other_bot', isBot: true })
  const group = fake.group('Garden')
  const said = new Map<PlatformMessageId, PersonMessage>()
  const chatOf = (place: HarnessPlace) => (place === 'direct' ? ada : group)

  return {
    adapter,
    async say({ place = 'direct', text, mention = false, replyTo, by = 'person' }) {
      const port = webhookPort(log)
      if (port !== undefined) fake.routeWebhookTo(port)
      const message = fake.message({
        from: by === 'person' ? ada : by === 'this-bot' ? fake.bot : otherBot,
        ...(place === 'shared' && { chat: group }),
        text: mention ? `@${fake.bot.username} ${text}` : text,
        ...(replyTo !== undefined && { replyTo: Number(replyTo) }),
      })
      const id = String(message.id) as PlatformMessageId
      if (place === 'direct') said.set(id, message)
      return id
    },
    async edit(place, id, text) {
      if (place === 'shared') throw new Error('Only direct messages are edited here')
      fake.edit(said.get(id)!, text)
    },
    async press(id, label) {
      fake.pressButton({ from: ada, label, message: Number(id) })
    },
    async redeliver(id) {
      fake.deliver(said.get(id)!.update)
    },
    acknowledged: async (id) => fake.acknowledged(said.get(id)!),
    shown: async (place) =>
      fake
        .view(chatOf(place))
        .filter(({ byBot }) => byBot)
        .map(shown),
    typingShown: async (place) => fake.actions.filter(({ chatId }) => chatId === chatOf(place).id).length,
    previewShown: async (place) => fake.drafts.filter(({ chatId }) => chatId === chatOf(place).id).at(-1)?.text,
    async failNextSend(kind) {
      if (kind === 'unreachable') fake.failNext('sendMessage', { status: 403, description: 'Forbidden: bot was blocked by the user' })
      if (kind === 'rate_limited') fake.failNext('sendMessage', { status: 429, retryAfter: 7 })
      if (kind === 'rejected') fake.failNext('sendMessage', { status: 400 })
      if (kind === 'transient') fake.failNext('sendMessage', { status: 500 })
      if (kind === 'unknown') fake.failNext('sendMessage', 'cut-after')
    },
    close: () => fake.close(),
  }
}

function shown({ id, text, markup, buttons, replyTo }: Seen): Shown {
  return {
    id: String(id) as PlatformMessageId,
    text,
    markup,
    buttons,
    ...(replyTo !== undefined && { replyTo: String(replyTo) as PlatformMessageId }),
  }
}
