import { App, type Receiver, type ViewSubmitAction } from '@slack/bolt'
import { LRUCache } from 'lru-cache'
import { type Translate, translatorOfLocale } from '../../../src/core/messages/messages.ts'
import type { InboundEvent, Inbox } from '../../../src/core/ports/platform.ts'
import { platformName } from '../address.ts'
import { type SlackClient, silentLogger, toClientOptions } from '../client.ts'
import type { SlackDeps } from '../deps.ts'
import { describeError } from '../errors.ts'
import { buttonIdPattern } from '../format/format-part.ts'
import type { SlackMessage } from '../payloads.ts'
import { buildDayPicker, dayPickerId, loadOptions } from './day-picker.ts'
import { toDepartureEvent } from './departures.ts'
import { toButtonEvent, toMessageActionEvent, toSlashCommandEvent, toSubmissionEvent } from './inbound-actions.ts'
import { toMessageEvent, toReactionEvent, toStopEvent } from './inbound-events.ts'
import { loadAuthor } from './lookups.ts'

/** What the receiver adds to the context of every listener. */
export type SlackListenerContext = {
  /** Stores an event. Rejects if it was not stored. */
  readonly store: Inbox
}

export type SlackApp = App<SlackListenerContext>

/** The prompts suggested in an empty conversation. */
const suggestedPrompts = ['help', 'yesterday', 'decisions', 'open'] as const

const channelEnds = ['channel_archive', 'channel_deleted', 'channel_left', 'group_archive', 'group_deleted', 'group_left'] as const

/** Creates Bolt's App, with listeners for all that manifest.yaml requests. `processEvent` rejects if a listener does. */
export function createApp(deps: SlackDeps, receiver: Receiver): SlackApp {
  const app = new App<SlackListenerContext>({
    receiver,
    // Makes no request. With a token in it, Bolt would give listeners a client of its own instead of `app.client`.
    authorize: async () => ({ botUserId: deps.me.userId, teamId: deps.me.teamId }),
    convoStore: false,
    logger: silentLogger,
    clientOptions: toClientOptions(deps.apiUrl),
  })
  // Keeps within Slack's limits.
  app.client = deps.client
  app.error((error) => Promise.reject(error))
  registerListeners(app, deps)
  return app
}

function registerListeners(app: SlackApp, deps: SlackDeps): void {
  const { commands, log } = deps
  const storeMessage = createMessageListener(deps)

  app.event('message', ({ event, context }) => storeMessage(event, context))
  app.event('app_mention', ({ event, context }) => storeMessage(event, context))
  app.event('reaction_added', async ({ event, context }) => store(await toReactionEvent(deps, event), context))
  app.event('reaction_removed', async ({ event, context }) => store(await toReactionEvent(deps, event), context))
  app.event('agent_session_stopped', async ({ event, context }) => store(await toStopEvent(deps, event), context))
  app.event('member_left_channel', async ({ event, context }) => store(toDepartureEvent(deps, event), context))
  for (const type of channelEnds) app.event(type, async ({ event, context }) => store(toDepartureEvent(deps, event), context))
  app.event('app_home_opened', async ({ event, client }) => {
    if (event.tab === 'messages') runInBackground('Suggested prompts', suggestPrompts(client, event.channel, event.user))
  })

  // Every name, because a command can be renamed in the app's settings.
  app.command(/^\//, async ({ command, context, ack }) => {
    await store(await toSlashCommandEvent(deps, command), context)
    await ack()
  })
  app.action({ type: 'block_actions', action_id: buttonIdPattern }, async ({ body, context, ack }) => {
    await store(await toButtonEvent(deps, body), context)
    await ack()
  })
  for (const { name, messageAction } of commands)
    if (messageAction)
      app.shortcut({ type: 'message_action', callback_id: name }, async ({ shortcut, context, ack }) => {
        await store(await toMessageActionEvent(deps, shortcut, messageAction), context)
        await ack()
      })

  app.shortcut({ type: 'shortcut', callback_id: dayPickerId }, async ({ shortcut, client, ack }) => {
    runInBackground('The choice of a day', openDayPicker(client, shortcut.trigger_id, shortcut.user.id))
    await ack()
  })
  app.options<'block_suggestion'>({ type: 'block_suggestion' }, async ({ options, ack }) => {
    const request = { actionId: options.action_id, text: options.value, userId: options.user.id, teamId: deps.me.teamId }
    await ack(await loadOptions(deps.suggest, platformName, request))
  })
  app.view<ViewSubmitAction>(dayPickerId, async ({ body, context, ack }) => {
    await store(await toSubmissionEvent(deps, body), context)
    await ack()
  })

  /** Runs work that is only a convenience, and that Slack's acknowledgement does not wait for. A failure is logged. */
  function runInBackground(label: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => log.debug({ reason: describeError(error) }, `${label} could not be shown on Slack`))
  }

  const loadTranslator = async (userId: string) => translatorOfLocale((await loadAuthor(deps, userId)).locale)

  async function openDayPicker(client: SlackClient, triggerId: string, userId: string): Promise<void> {
    const view = buildDayPicker(commands, await loadTranslator(userId))
    if (view) await client.views.open({ trigger_id: triggerId, view })
  }

  /** Sends no thread_ts: with one, Slack would show nothing in apps with the agent view. */
  async function suggestPrompts(client: SlackClient, channel: string, userId: string): Promise<void> {
    // https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts
    await client.assistant.threads.setSuggestedPrompts({ channel_id: channel, prompts: writePrompts(await loadTranslator(userId)) })
  }
}

const writePrompts = (translate: Translate) =>
  suggestedPrompts.map((prompt) => ({
    title: translate(`slack.prompt.${prompt}.title`),
    message: translate(`slack.prompt.${prompt}.message`),
  }))

/** Stores an event, if a payload contains one. */
async function store(event: InboundEvent | undefined, context: SlackListenerContext): Promise<void> {
  if (event) await context.store(event)
}

/** Stores messages, and one that mentions the bot only once. */
function createMessageListener(deps: SlackDeps): (event: SlackMessage, context: SlackListenerContext) => Promise<void> {
  /** A mention in a channel arrives as two events for one message. Records which of the two was stored, by channel and timestamp. */
  const recordedMentions = new LRUCache<string, string>({ max: 1_000 })
  return async (message, context) => {
    const isNew = message.type === 'app_mention' || message.subtype === undefined
    const key = `${message.channel}/${message.ts}`
    if (isNew && (recordedMentions.get(key) ?? message.type) !== message.type) return
    const event = await toMessageEvent(deps, message)
    if (!event) return
    await context.store(event)
    if (isNew) recordedMentions.set(key, message.type)
  }
}
