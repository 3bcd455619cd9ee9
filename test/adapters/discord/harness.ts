import { createDiscordAdapter, type DiscordOptions } from '../../../adapters/discord/index.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import type { PlatformAdapter } from '../../../src/core/ports/platform-adapter.ts'
import {
  type AdapterHarness,
  contractCommands,
  contractSuggest,
  type HarnessPlace,
  type PlatformFailure,
  type Shown,
} from '../../contract/platform-adapter.ts'
import { type FakeDiscord, type FakeMessage, type Seen, startFakeDiscord } from '../../fakes/discord/index.ts'
import { recordingLog } from '../../support/recording-log.ts'

/** The right time, but what waits a second waits ten milliseconds. */
export const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) }

/** A clock of the test's own by which ten minutes take a quarter of a second. */
export function fastClock(): Clock {
  const start = Date.now()
  return {
    now: () => new Date(start + (Date.now() - start) * 2400),
    sleep: (ms, signal) => systemClock.sleep(ms / 2400, signal),
  }
}

/** The adapter in front of a fake Discord. */
export function adapterOn(fake: FakeDiscord, options: Partial<DiscordOptions> = {}) {
  const log = recordingLog()
  const adapter = createDiscordAdapter({
    token: fake.token,
    apiBase: fake.url,
    commands: contractCommands,
    suggest: contractSuggest,
    installationId: 'test',
    clock: hurriedClock,
    log,
    ...options,
  })
  return { adapter, log }
}

const failures = {
  rate_limited: { status: 429, retryAfter: 7 },
  unreachable: { status: 403, code: 50007 },
  rejected: { status: 400, code: 50035 },
  transient: { status: 500 },
  unknown: 'cut-after',
} as const satisfies Record<PlatformFailure, unknown>

/** Ada alone with the bot, and a channel of a server with another bot in it; the bot may read all that is said there. */
export async function discordHarness(): Promise<AdapterHarness> {
  const fake = await startFakeDiscord()
  const { adapter, log: _ } = adapterOn(fake, { readAll: true })
  const ada = fake.person('Ada King')
  const otherBot = fake.otherBot('other')
  const garden = fake.channel(fake.guild('Garden'), 'roses')
  const sentMessages = new Map<PlatformMessageId, FakeMessage>()
  const stored = new Set<PlatformMessageId>()
  const channelOf = (place: HarnessPlace) => (place === 'direct' ? fake.direct(ada) : garden)
  const messageOf = (place: HarnessPlace, id: PlatformMessageId) => sentMessages.get(id) ?? { id, channel_id: channelOf(place).id }

  async function offered() {
    return fake.waitFor(() => fake.commands.get('global'), 'the commands')
  }

  return {
    adapter: recordStored(adapter, stored),
    async say({ place = 'direct', text, mention = false, replyTo, by = 'person', attachment }) {
      const message = fake.message({
        from: by === 'person' ? ada : by === 'this-bot' ? fake.bot : otherBot,
        channel: channelOf(place),
        text: mention ? `<@${fake.bot.id}> ${text}` : text,
        ...(replyTo !== undefined && { replyTo }),
        ...(attachment && { files: [attachment] }),
      })
      const id = message.id as PlatformMessageId
      sentMessages.set(id, message)
      return id
    },
    async edit(_place, id, text) {
      fake.edit(sentMessages.get(id)!, text)
    },
    async remove(place, id) {
      fake.remove(channelOf(place), id)
    },
    async react(place, id, emoji, present) {
      fake.react(messageOf(place, id), ada, emoji, present)
    },
    async press(id, label) {
      fake.pressButton({ from: ada, label, message: id })
    },
    async command(place, name, args = {}) {
      await offered()
      fake.command({ from: ada, channel: channelOf(place), name, args })
    },
    async chooseAction(_place, id, label) {
      await offered()
      fake.chooseAction({ from: ada, message: sentMessages.get(id)!, label })
    },
    async redeliver(id) {
      fake.redeliver(ada, id)
    },
    acknowledged: async (id) => stored.has(id),
    shown: async (place) =>
      fake
        .view(channelOf(place))
        .filter(({ byBot }) => byBot)
        .map(shown),
    shownPrivately: async (place) => fake.privately(ada, channelOf(place)).map(shown),
    typingShown: async (place) => fake.typing.filter((channelId) => channelId === channelOf(place).id).length,
    // Discord has no drafts: what is being written is sent and edited.
    previewShown: async () => undefined,
    offeredCommands: async () => (fake.commands.get('global') ?? []).filter(({ type }) => type === 1).map(({ name }) => name),
    async suggestions(command, argument, text) {
      await offered()
      const choices = await fake.suggestions({ from: ada, command, argument, text })
      return choices.map(({ name, value }) => ({ label: name, value }))
    },
    async failNextSend(kind) {
      fake.failNext('POST /channels/:id/messages', failures[kind])
    },
    filesShown: async (place) => fake.filesSent.filter(({ channelId }) => channelId === channelOf(place).id),
    async failNextFile(kind) {
      fake.failNext('POST /channels/:id/messages', failures[kind])
    },
    close: () => fake.close(),
  }
}

/** Discord is told of nothing that was stored, so it is noted what the inbox took. */
function recordStored(adapter: PlatformAdapter, stored: Set<PlatformMessageId>): PlatformAdapter {
  return {
    ...adapter,
    receiver: {
      start: (inbox) =>
        adapter.receiver.start(async (event) => {
          await inbox(event)
          if ('id' in event) stored.add(event.id)
        }),
      stop: () => adapter.receiver.stop(),
    },
  }
}

function shown({ id, text, markup, buttons, replyTo, pings }: Seen): Shown {
  return {
    id: id as PlatformMessageId,
    text,
    markup,
    buttons,
    pings,
    ...(replyTo !== undefined && { replyTo: replyTo as PlatformMessageId }),
  }
}
