// The adapters without the bot, as a process of its own: what each is told is answered at once, and nothing is stored.
// What the whole bot is measured against.
import process from 'node:process'
import { createDiscordAdapter } from '../../adapters/discord/index.ts'
import { createSlackAdapter } from '../../adapters/slack/index.ts'
import { createTelegramAdapter } from '../../adapters/telegram/index.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { DeliveryKey } from '../../src/core/ports/platform.ts'
import type { PlatformAdapter } from '../../src/core/ports/platform-adapter.ts'

const { telegram, discord, slack } = readConfig(process.env)
const given = { commands: [], suggest: async () => [], clock: systemClock, log: silentLog }
const adapters: PlatformAdapter[] = [
  ...(telegram ? [createTelegramAdapter({ ...telegram, ...given })] : []),
  ...(discord ? [createDiscordAdapter({ ...discord, ...given, installationId: 'echo' })] : []),
  ...(slack ? [createSlackAdapter({ ...slack, ...given })] : []),
]
for (const { receiver, sender } of adapters)
  await receiver.start(async (event) => {
    if (event.type !== 'message') return
    const [, number] = /question (\d+)/.exec(event.text) ?? []
    await sender.send(event.place.address, { text: `Answer to ${number}, in full.` }, `echo.${number}` as DeliveryKey)
  })
process.stdout.write('Throughline is running, as an echo.\n')
