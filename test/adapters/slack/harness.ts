import { createSlackAdapter, type SlackOptions } from '../../../adapters/slack/index.ts'
import { manifestScopes } from '../../../adapters/slack/receive/receiver.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { defaultTranslator } from '../../../src/core/messages/messages.ts'
import { type Clock, systemClock } from '../../../src/core/ports/clock.ts'
import {
  type AdapterHarness,
  contractCommands,
  contractSuggest,
  type HarnessPlace,
  type Shown,
  typedCommand,
} from '../../contract/platform-adapter.ts'
import { type FakeSlack, type PersonMessage, type Seen, startFakeSlack } from '../../fakes/slack/index.ts'
import { listeningPort, type RecordingLog, recordingLog } from '../../support/recording-log.ts'

/** The right time, but what waits a second waits a tenth of it. */
export const hurriedClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / 10, signal) }

export const signingSecret = 'a-signing-secret-for-tests'
export const http = { signingSecret, listen: { host: '127.0.0.1', port: 0 } }

/** The adapter in front of a fake Slack, by Socket Mode unless it is told otherwise. */
export function adapterOn(fake: FakeSlack, options: Partial<SlackOptions> = {}) {
  const log = recordingLog()
  const adapter = createSlackAdapter({
    botToken: fake.botToken,
    receiving: { appToken: fake.appToken },
    apiUrl: fake.url,
    commands: contractCommands,
    suggest: contractSuggest,
    clock: systemClock,
    log,
    ...options,
  })
  return { adapter, log }
}

export const requestUrl = (log: Pick<RecordingLog, 'lines'>) => `http://127.0.0.1:${listeningPort(log)}/slack/events`

/** Ada alone with the bot, and a channel with another bot in it. */
export async function slackHarness({ byHttp }: { readonly byHttp: boolean }): Promise<AdapterHarness> {
  const fake = await startFakeSlack()
  fake.giveScopes(manifestScopes)
  const { adapter, log } = adapterOn(fake, byHttp ? { receiving: http } : {})
  const ada = fake.person({ name: 'Ada', timezone: 'Europe/Paris', locale: 'en-GB' })
  const otherBot = fake.person({ name: 'Other', isBot: true })
  const garden = fake.channel('garden')
  const sentMessages = new Map<PlatformMessageId, PersonMessage>()
  const placeOf = (place: HarnessPlace) => (place === 'direct' ? ada : garden)
  const channelOf = (place: HarnessPlace) => (place === 'direct' ? ada.directChannel : garden.id)
  const messageIn = (place: HarnessPlace, id: PlatformMessageId) => ({ channel: channelOf(place), ts: String(id) })

  /** Slack is told the address of the app by hand, once it is known. */
  const reachable = () => {
    if (byHttp) fake.postTo({ url: requestUrl(log), signingSecret })
  }

  return {
    adapter,
    async say({ place = 'direct', text, mention = false, replyTo, by = 'person', attachment }) {
      reachable()
      if (by === 'this-bot') return fake.botMessage(garden, text) as PlatformMessageId
      const message = fake.message({
        from: by === 'person' ? ada : otherBot,
        ...(place === 'shared' && { channel: garden }),
        text: mention ? `${fake.mention} ${text}` : text,
        ...(replyTo !== undefined && { threadTs: String(replyTo) }),
        ...(attachment && { files: [fake.file({ ...attachment, mimetype: attachment.mediaType })] }),
      })
      const id = message.ts as PlatformMessageId
      sentMessages.set(id, message)
      return id
    },
    async edit(place, id, text) {
      fake.edit(messageIn(place, id), text)
    },
    async remove(place, id) {
      fake.remove(messageIn(place, id))
    },
    async react(place, id, emoji, present) {
      if (emoji !== '👍') throw new Error(`The fake has no name for ${emoji}`)
      fake.react(ada, messageIn(place, id), { name: 'thumbsup', present })
    },
    async press(id, label) {
      void fake.press({ from: ada, ...messageIn('direct', id), label })
    },
    async command(place, name, args) {
      const [, text = ''] = /^\/\S+\s*(.*)$/.exec(typedCommand(name, args)) ?? []
      void fake.slash({ from: ada, ...(place === 'shared' && { channel: garden }), command: `/${name}`, text })
    },
    async chooseAction(place, id, label) {
      const callbackId =
        contractCommands.find(({ messageAction }) => messageAction && defaultTranslator(messageAction.label) === label)?.name ?? ''
      void fake.messageShortcut({ from: ada, ...messageIn(place, id), callbackId })
    },
    async redeliver(id) {
      void fake.deliver(sentMessages.get(id)!.telling)
    },
    acknowledged: async (id) => fake.acknowledged(sentMessages.get(id)!.telling),
    shown: async (place) =>
      fake
        .view(placeOf(place))
        .filter(({ byBot, from }) => byBot && from === fake.bot.id)
        .map(shown),
    shownPrivately: async (place) => fake.privately(placeOf(place), ada).map(shown),
    typingShown: async (place) => fake.statuses.filter(({ channel }) => channel === channelOf(place)).length,
    previewShown: async () => undefined,
    offeredCommands: async () => [],
    async suggestions(command, argument, text) {
      reachable()
      const answer = (await fake.suggest(ada, `suggest.${command}.${argument}`, text)) as {
        options: { text: { text: string }; value: string }[]
      }
      return answer.options.map(({ text: label, value }) => ({ label: label.text, value }))
    },
    async failNextSend(kind) {
      if (kind === 'rate_limited') fake.failNext('chat.postMessage', { status: 429, retryAfter: 7 })
      if (kind === 'unreachable') fake.failNext('chat.postMessage', { error: 'channel_not_found' })
      if (kind === 'rejected') fake.failNext('chat.postMessage', { error: 'invalid_blocks' })
      if (kind === 'transient') fake.failNext('chat.postMessage', { status: 503 })
      if (kind === 'unknown') fake.failNext('chat.postMessage', 'cut-after')
    },
    filesShown: async (place) => fake.shared.filter(({ channel }) => channel === channelOf(place)),
    async failNextFile(kind) {
      if (kind === 'rate_limited') fake.failNext('files.getUploadURLExternal', { status: 429, retryAfter: 7 })
      if (kind === 'unreachable') fake.failNext('files.completeUploadExternal', { error: 'channel_not_found' })
      if (kind === 'rejected') fake.failNext('files.getUploadURLExternal', { error: 'missing_scope' })
      if (kind === 'transient') fake.failNext('upload', 'cut-before')
      if (kind === 'unknown') fake.failNext('files.completeUploadExternal', 'cut-after')
    },
    close: () => fake.close(),
  }
}

function shown({ ts, text, markup, buttons, replyTo, calls }: Seen): Shown {
  return {
    id: ts as PlatformMessageId,
    text,
    markup,
    buttons,
    pings: calls,
    ...(replyTo !== undefined && { replyTo: replyTo as PlatformMessageId }),
  }
}

export const contractExceptions = {
  'a send of the same key again adds no second message': 'Slack knows no key of a message: a send with an unknown end is not repeated',
  'commands are offered, but not those for buttons alone':
    'the commands of a Slack app come with manifest.yaml, which manifest.test.ts holds against their declarations',
}
