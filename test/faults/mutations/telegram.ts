import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTelegramAdapter } from '../../../adapters/telegram/index.ts'
import { contractCommands } from '../../contract/platform-adapter/commands.ts'
import { startFakeTelegram } from '../../fakes/telegram/index.ts'
import { sampleUpdates } from '../../fakes/telegram/sample-updates.ts'
import { listeningPort } from '../../support/recording-log.ts'
import { type MutationStage, type MutationStageParts, secret } from './stage.ts'

const path = '/telegram'
const webhook = { url: `https://bot.example.org${path}`, secret: 'a-secret-for-tests', listen: { host: '127.0.0.1', port: 0 } }

export async function openTelegram(parts: MutationStageParts, { byWebhook }: { readonly byWebhook: boolean }): Promise<MutationStage> {
  const { inbox, clock, log } = parts
  const fake = await startFakeTelegram()
  const options = { token: fake.token, apiRoot: fake.url, commands: contractCommands, clock, log }
  const { receiver } = createTelegramAdapter({ ...options, ...(byWebhook && { webhook }) })
  await receiver.start(inbox)
  const port = listeningPort(log)
  if (port !== undefined) fake.routeWebhookTo(port)
  const person = fake.person({ name: 'Ada' })
  const group = fake.group('Garden', { forum: true })

  async function post(update: unknown): Promise<void> {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': webhook.secret },
      body: JSON.stringify(update),
    })
    // Telegram posts an update until it is accepted. It posts nothing but objects.
    const isObject = typeof update === 'object' && update !== null && !Array.isArray(update)
    if (status !== 200 && (isObject || status !== 400)) throw new Error(`answered ${status}`)
  }

  return {
    samples: sampleUpdates({ person, group, bot: fake.bot, secret }),
    async tell({ payload }) {
      if (byWebhook) return post(payload)
      fake.deliverRaw(payload)
      // So that what follows comes with the next poll.
      await nextTurn()
    },
    write(text) {
      fake.message({ from: person, text })
      fake.message({ from: person, chat: group, topic: 7, text: `@${fake.bot.username} ${text}` })
      return 2
    },
    async close() {
      await receiver.stop()
      await fake.close()
    },
  }
}
