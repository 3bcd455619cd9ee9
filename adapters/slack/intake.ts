import type { Clock } from '../../src/core/clock.ts'
import type { Suggest } from '../../src/core/commands.ts'
import { keyedQueue } from '../../src/core/keyed-queue.ts'
import type { InboundEvent, Inbox } from '../../src/core/platform.ts'
import { recentMap } from '../../src/core/recent-map.ts'
import { messageActionEvent, pressEvent, slashEvent, submissionEvent } from './actions.ts'
import { platformName } from './address.ts'
import type { SlackClient } from './client.ts'
import { dayPicker, dayPickerId, optionsFor } from './day-picker.ts'
import { describeError } from './errors.ts'
import { type InboundParts, messageEvent, reactionEvent, stopEvent } from './inbound.ts'
import { nameOfPayload, placeOfPayload, readPayload, type SlackPayload } from './payloads.ts'

export interface IntakeParts extends InboundParts {
  readonly client: SlackClient
  readonly suggest: Suggest
  readonly clock: Clock
}

/**
 * Takes what Slack posted. Resolves with what to answer once it is stored, and only then may it be acknowledged;
 * rejects when it was not stored, or not soon enough, and must be delivered again.
 */
export type Take = (body: unknown) => Promise<object | undefined>

export interface Intake {
  readonly take: Take
  /** Nothing reaches the inbox after it resolves. */
  stop(): Promise<void>
}

/** Slack counts what is not acknowledged within three seconds as lost and delivers it again; in ms, with room for the way. */
const storeWithinMs = 2_500

/** What should be readable whenever it comes; reactions also come to what is no message. */
const expected = new Set([
  'message',
  'app_mention',
  'agent_session_stopped',
  'slash_command',
  'block_actions',
  'message_action',
  'view_submission',
])

/** What people can begin with when the conversation is still empty. */
const prompts = [
  { title: 'What can you do?', message: 'What can you help me with?' },
  { title: 'Yesterday', message: 'What did we talk about yesterday?' },
  { title: 'Decisions', message: 'What did we decide last week?' },
  { title: 'Open points', message: 'What is still open?' },
]

export function createIntake(parts: IntakeParts, inbox: Inbox): Intake {
  const { clock, log, client } = parts
  const inOrder = keyedQueue<string>()
  const running = new Set<Promise<unknown>>()
  /** Events that are being stored, by their ids: what is told again meanwhile waits with the first time, and makes no new work. */
  const storing = new Map<string, Promise<void>>()
  let stopping = false
  /** A mention in a channel comes as two events, which are one message. Which of the two was taken, by channel and time. */
  const mentions = recentMap<string>(1_000)

  async function store(payload: SlackPayload): Promise<void> {
    const twin = twinOf(payload)
    if (twin && (mentions.get(twin.key) ?? twin.type) !== twin.type) return
    const event = await eventOf(parts, payload)
    if (stopping) throw new Error('the bot is stopping')
    if (!event) return
    await inbox(event)
    if (twin) mentions.set(twin.key, twin.type)
  }

  function storeInOrder(payload: SlackPayload): Promise<void> {
    const id = payload.type === 'event_callback' ? payload.event_id : undefined
    const before = id === undefined ? undefined : storing.get(id)
    if (before) return before
    const work = inOrder(placeOfPayload(payload), () => store(payload))
    const settled = work
      // Whoever told of it hears of a failure; here it is only waited for.
      .catch(() => undefined)
      .finally(() => {
        running.delete(settled)
        if (id !== undefined) storing.delete(id)
      })
    running.add(settled)
    if (id !== undefined) storing.set(id, work)
    return work
  }

  async function withinTime(work: Promise<void>): Promise<void> {
    const done = new AbortController()
    const late = clock.sleep(storeWithinMs, done.signal).then(() => {
      if (!done.signal.aborted) throw new Error('it was not stored in time')
    })
    // Whichever comes second has nobody waiting for it; what was too late is told again, and succeeds or fails then.
    late.catch(() => undefined)
    try {
      await Promise.race([work, late])
    } finally {
      done.abort()
    }
  }

  /** For people's convenience: a failure is logged and costs nothing. */
  function aside(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => log.debug({ reason: describeError(error) }, `${what} could not be shown on Slack`))
  }

  return {
    async take(body) {
      if (stopping) throw new Error('the bot is stopping')
      const payload = readPayload(body)
      if (!payload) {
        // Refusing it would only bring it back.
        const name = nameOfPayload(body)
        if (expected.has(name)) log.warn({ payload: name }, 'A payload of Slack could not be read and was passed over')
        else log.debug({ payload: name }, 'A payload of Slack that is none of ours was passed over')
        return undefined
      }
      if (payload.type === 'block_suggestion') {
        const asked = { actionId: payload.action_id, text: payload.value, userId: payload.user.id, teamId: parts.me.teamId }
        return optionsFor(parts.suggest, platformName, asked)
      }
      if (payload.type === 'shortcut') {
        const view = payload.callback_id === dayPickerId ? dayPicker(parts.commands) : undefined
        if (view) aside('The choice of a day', client.views.open({ trigger_id: payload.trigger_id, view }))
        return undefined
      }
      if (payload.type === 'event_callback' && payload.event.type === 'app_home_opened') {
        // With a thread_ts, apps with the agent view would be shown nothing. https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts
        if (payload.event.tab === 'messages')
          aside('Suggested prompts', client.assistant.threads.setSuggestedPrompts({ channel_id: payload.event.channel, prompts }))
        return undefined
      }
      await withinTime(storeInOrder(payload))
      return undefined
    },

    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}

async function eventOf(parts: IntakeParts, payload: SlackPayload): Promise<InboundEvent | undefined> {
  switch (payload.type) {
    case 'slash_command':
      return slashEvent(parts, payload)
    case 'block_actions':
      return pressEvent(parts, payload)
    case 'message_action':
      return messageActionEvent(parts, payload)
    case 'view_submission':
      return submissionEvent(parts, payload)
    case 'event_callback': {
      const { event } = payload
      switch (event.type) {
        case 'message':
        case 'app_mention':
          return messageEvent(parts, event)
        case 'agent_session_stopped':
          return stopEvent(parts, event)
        case 'reaction_added':
        case 'reaction_removed':
          return reactionEvent(parts, event)
        default:
          return undefined
      }
    }
    default:
      return undefined
  }
}

function twinOf(payload: SlackPayload): { readonly key: string; readonly type: string } | undefined {
  if (payload.type !== 'event_callback') return undefined
  const { event } = payload
  const isNew = (event.type === 'message' && event.subtype === undefined) || event.type === 'app_mention'
  return isNew ? { key: `${event.channel}/${event.ts}`, type: event.type } : undefined
}
