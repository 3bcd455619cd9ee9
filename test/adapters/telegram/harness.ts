import { onTestFinished } from 'vitest'
import { createTelegramAdapter, type TelegramOptions } from '../../../adapters/telegram/index.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import type { DeliveryKey, InboundEvent } from '../../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'
import {
  type AdapterHarness,
  contractCommands,
  type HarnessPlace,
  type PlatformFailure,
  type Shown,
} from '../../contract/platform-adapter.ts'
import { type FakeTelegram, type PersonMessage, type Seen, startFakeTelegram } from '../../fakes/telegram/index.ts'
import { listeningPort, recordingLog } from '../../support/recording-log.ts'

/** The right time, but what waits a second waits ten milliseconds. */
const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) }

export const webhookSecret = 'a-secret-for-tests'

/** The adapter in front of a fake Telegram, by long polling or by webhook. */
export function adapterOn(fake: FakeTelegram, options: Partial<TelegramOptions> = {}) {
  const log = recordingLog()
  const adapter = createTelegramAdapter({
    token: fake.token,
    apiRoot: fake.url,
    commands: contractCommands,
    clock: hurriedClock,
    log,
    ...options,
  })
  return { adapter, log }
}

export const webhook = { url: 'https://bot.example.org/telegram', secret: webhookSecret, listen: { host: '127.0.0.1', port: 0 } }

export const key = 'message 1, part 1' as DeliveryKey

/** Starts the adapter; what reaches its inbox, until the test is over. */
export async function startAndCollect(adapter: PlatformAdapter): Promise<readonly InboundEvent[]> {
  const events: InboundEvent[] = []
  onTestFinished(() => adapter.receiver.stop())
  await adapter.receiver.start(async (event) => void events.push(event))
  return events
}

/** What something ends in; undefined when it ends well. */
export const failureOf = (doing: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.resolve(doing).then(
    () => undefined,
    (error: unknown) => error,
  )

export const exceptions = {
  'a deletion arrives under the id of what it takes away': 'Telegram tells bots of no deletion',
  'an entry in the menu of a message brings its line, and which message it is about': 'bots add nothing to the menus of messages',
  'suggestions are shown as given, as many as may be': 'Telegram completes no arguments of commands',
  'a send of the same key again adds no second message': 'Telegram has no key to know a send by, so an unknown one is not repeated',
} as const

const failures = {
  unreachable: { status: 403, description: 'Forbidden: bot was blocked by the user' },
  rate_limited: { status: 429, retryAfter: 7 },
  rejected: { status: 400 },
  transient: { status: 500 },
  unknown: 'cut-after',
} as const satisfies Record<PlatformFailure, unknown>

/** What nobody can do on Telegram. */
const impossible = () => Promise.reject(new Error('Telegram has no such thing; see the exceptions'))

/** Ada alone with the bot, and a group with another bot in it, of which the bot is an administrator. */
export async function telegramHarness({ byWebhook }: { readonly byWebhook: boolean }): Promise<AdapterHarness> {
  const fake = await startFakeTelegram()
  const { adapter, log } = adapterOn(fake, byWebhook ? { webhook } : {})
  const ada = fake.person({ name: 'Ada', language: 'en' })
  const otherBot = fake.person({ name: 'Other', username: 'other_bot', isBot: true })
  const group = fake.group('Garden', { admin: true })
  const sentMessages = new Map<PlatformMessageId, PersonMessage>()
  /** By webhook, Telegram needs to know where that is before it can tell anything. */
  const route = () => {
    const port = listeningPort(log)
    if (port !== undefined) fake.routeWebhookTo(port)
  }
  const inChat = (place: HarnessPlace) => (place === 'shared' ? { chat: group } : {})
  const chatOf = (place: HarnessPlace) => (place === 'direct' ? ada : group)
  const fail = (method: string, kind: PlatformFailure) => fake.failNext(method, failures[kind])

  return {
    adapter,
    async say({ place = 'direct', text, mention = false, replyTo, by = 'person', attachment }) {
      route()
      const words = mention ? `@${fake.bot.username} ${text}`.trim() : text
      const message = fake.message({
        from: by === 'person' ? ada : by === 'this-bot' ? fake.bot : otherBot,
        ...inChat(place),
        ...(attachment ? { ...(words !== '' && { caption: words }), file: { kind: 'document', ...attachment } } : { text: words }),
        ...(replyTo !== undefined && { replyTo: Number(replyTo) }),
      })
      const id = String(message.id) as PlatformMessageId
      if (place === 'direct') sentMessages.set(id, message)
      return id
    },
    async edit(place, id, text) {
      if (place === 'shared') throw new Error('Only direct messages are edited here')
      fake.edit(sentMessages.get(id)!, text)
    },
    remove: impossible,
    async react(place, id, emoji, present) {
      route()
      fake.react({ from: ada, ...inChat(place), message: Number(id), emoji, present })
    },
    async command(place, name, args = {}) {
      route()
      const values = contractCommands.find((command) => command.name === name)?.arguments.map((argument) => args[argument.name]) ?? []
      const addressed = place === 'shared' ? `/${name}@${fake.bot.username}` : `/${name}`
      const menu = fake.commands.get('all_group_chats') ?? []
      const ephemeral = place === 'shared' && menu.some(({ command, is_ephemeral }) => command === name && is_ephemeral)
      fake.message({ from: ada, ...inChat(place), text: [addressed, ...values.filter(Boolean)].join(' '), ephemeral })
    },
    chooseAction: impossible,
    async press(id, label) {
      route()
      fake.pressButton({ from: ada, label, message: Number(id) })
    },
    async redeliver(id) {
      fake.deliver(sentMessages.get(id)!.update)
    },
    acknowledged: async (id) => fake.acknowledged(sentMessages.get(id)!),
    shown: async (place) =>
      fake
        .view(chatOf(place))
        .filter(({ byBot }) => byBot)
        .map(shown),
    shownPrivately: async (place) => (place === 'shared' ? fake.viewPrivately(group, ada).map(shown) : []),
    typingShown: async (place) => fake.actions.filter(({ chatId }) => chatId === chatOf(place).id).length,
    previewShown: async (place) => fake.drafts.filter(({ chatId }) => chatId === chatOf(place).id).at(-1)?.text,
    offeredCommands: async () => [...new Set([...fake.commands.values()].flat().map(({ command }) => command))],
    suggestions: impossible,
    failNextSend: async (kind) => fail('sendMessage', kind),
    filesShown: async (place) => fake.documents.filter(({ chatId }) => chatId === chatOf(place).id),
    failNextFile: async (kind) => fail('sendDocument', kind),
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
