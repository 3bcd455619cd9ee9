import { LRUCache } from 'lru-cache'
import { type Translate, translatorOfLocale } from '../../../src/core/messages/messages.ts'
import type { InboundEvent, Inbox } from '../../../src/core/ports/platform.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import type { Connection } from '../../kit/receiver.ts'
import { platformName } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import { describeError } from '../errors.ts'
import { getPayloadName, getQueueKey, parsePayload, type SlackPayload } from '../payloads.ts'
import { buildDayPicker, dayPickerId, loadOptions } from './day-picker.ts'
import { toDepartureEvent } from './departures.ts'
import { toButtonEvent, toMessageActionEvent, toSlashCommandEvent, toSubmissionEvent } from './inbound-actions.ts'
import { toMessageEvent, toReactionEvent, toStopEvent } from './inbound-events.ts'
import { loadAuthor } from './lookups.ts'

/**
 * Processes a payload. Resolves with the response once the payload is stored. Only then may it be acknowledged. Rejects if the payload was
 * not stored, or not in time, and must be delivered again.
 */
export type PayloadHandler = (body: unknown) => Promise<object | undefined>

/**
 * How long storing an event may take, in ms. Slack repeats what is not acknowledged within three seconds, and the network needs some of
 * that time.
 */
const storeTimeoutMs = 2_500

/** Payloads that should always be readable. Reactions are not listed, because they can also refer to objects other than messages. */
const expectedPayloads = new Set([
  'message',
  'app_mention',
  'agent_session_stopped',
  'slash_command',
  'block_actions',
  'message_action',
  'view_submission',
])

/** The prompts suggested in an empty conversation. */
const suggestedPrompts = ['help', 'yesterday', 'decisions', 'open'] as const

const writePrompts = (translate: Translate) =>
  suggestedPrompts.map((prompt) => ({
    title: translate(`slack.prompt.${prompt}.title`),
    message: translate(`slack.prompt.${prompt}.message`),
  }))

export function createPayloadProcessor(deps: SlackDeps, { inbox, signal }: Connection): PayloadHandler {
  const { clock, log, client } = deps
  /** Events in progress, by id. A repeated event waits for the first one and is not processed again. */
  const inFlight = new Map<string, Promise<void>>()
  /** A mention in a channel arrives as two events for one message. Records which of the two was processed, by channel and timestamp. */
  const recordedMentions = new LRUCache<string, string>({ max: 1_000 })

  async function convertAndStore(payload: SlackPayload, store: Inbox): Promise<void> {
    const twin = findTwin(payload)
    if (twin && (recordedMentions.get(twin.key) ?? twin.type) !== twin.type) return
    const event = await toInboundEvent(deps, payload)
    if (!event) return
    await store(event)
    if (twin) recordedMentions.set(twin.key, twin.type)
  }

  function storeOnce(payload: SlackPayload): Promise<void> {
    const id = payload.type === 'event_callback' ? payload.event_id : undefined
    const start = () => inbox.run(getQueueKey(payload), (store) => convertAndStore(payload, store))
    if (id === undefined) return start()
    const work = inFlight.get(id) ?? start().finally(() => inFlight.delete(id))
    inFlight.set(id, work)
    return work
  }

  async function withDeadline(work: Promise<void>): Promise<void> {
    const workDone = new AbortController()
    const deadline = clock.sleep(storeTimeoutMs, workDone.signal).then(() => {
      if (!workDone.signal.aborted) throw new Error('it was not stored in time')
    })
    // Only the faster of the two counts. Slack repeats a timed-out event, which then succeeds or fails.
    deadline.catch(() => undefined)
    try {
      await Promise.race([work, deadline])
    } finally {
      workDone.abort()
    }
  }

  /** Runs work that is only a convenience. A failure is logged. */
  function runInBackground(label: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => log.debug({ reason: describeError(error) }, `${label} could not be shown on Slack`))
  }

  const loadTranslator = async (userId: string) => translatorOfLocale((await loadAuthor(deps, userId)).locale)

  async function openDayPicker(triggerId: string, userId: string): Promise<void> {
    const view = buildDayPicker(deps.commands, await loadTranslator(userId))
    if (view) await client.views.open({ trigger_id: triggerId, view })
  }

  /** Sends no thread_ts: with one, Slack would show nothing in apps with the agent view. */
  async function suggestPrompts(channel: string, userId: string): Promise<void> {
    // https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts
    await client.assistant.threads.setSuggestedPrompts({ channel_id: channel, prompts: writePrompts(await loadTranslator(userId)) })
  }

  return async (body) => {
    if (signal.aborted) throw new Error('the bot is shutting down')
    const payload = parsePayload(body)
    if (!payload) {
      // Slack would only send a rejected payload again.
      const name = getPayloadName(body)
      if (expectedPayloads.has(name))
        log.warn({ payload: name, shape: describeShape(body) }, 'A Slack payload could not be read; skipped it')
      else log.debug({ payload: name }, 'Skipped a Slack payload that is not for this app')
      return undefined
    }
    if (payload.type === 'block_suggestion') {
      const request = { actionId: payload.action_id, text: payload.value, userId: payload.user.id, teamId: deps.me.teamId }
      return loadOptions(deps.suggest, platformName, request)
    }
    if (payload.type === 'shortcut') {
      if (payload.callback_id === dayPickerId) runInBackground('The choice of a day', openDayPicker(payload.trigger_id, payload.user.id))
      return undefined
    }
    if (payload.type === 'event_callback' && payload.event.type === 'app_home_opened') {
      if (payload.event.tab === 'messages') runInBackground('Suggested prompts', suggestPrompts(payload.event.channel, payload.event.user))
      return undefined
    }
    await withDeadline(storeOnce(payload))
    return undefined
  }
}

async function toInboundEvent(deps: SlackDeps, payload: SlackPayload): Promise<InboundEvent | undefined> {
  switch (payload.type) {
    case 'slash_command':
      return toSlashCommandEvent(deps, payload)
    case 'block_actions':
      return toButtonEvent(deps, payload)
    case 'message_action':
      return toMessageActionEvent(deps, payload)
    case 'view_submission':
      return toSubmissionEvent(deps, payload)
    case 'event_callback': {
      const { event } = payload
      switch (event.type) {
        case 'message':
        case 'app_mention':
          return toMessageEvent(deps, event)
        case 'agent_session_stopped':
          return toStopEvent(deps, event)
        case 'reaction_added':
        case 'reaction_removed':
          return toReactionEvent(deps, event)
        case 'app_home_opened':
          return undefined
        default:
          return toDepartureEvent(deps, event)
      }
    }
    default:
      return undefined
  }
}

function findTwin(payload: SlackPayload): { readonly key: string; readonly type: string } | undefined {
  if (payload.type !== 'event_callback') return undefined
  const { event } = payload
  const isNew = (event.type === 'message' && event.subtype === undefined) || event.type === 'app_mention'
  return isNew ? { key: `${event.channel}/${event.ts}`, type: event.type } : undefined
}
