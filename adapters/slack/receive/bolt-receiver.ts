import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import type { Connection } from '../../kit/receiver.ts'
import { getPayloadName, getQueueKey, parsePayload, type SlackPayload } from '../payloads.ts'
import type { SlackListenerContext } from './app.ts'

export type SlackDelivery = Pick<ReceiverEvent, 'retryNum' | 'retryReason'> & { readonly body: unknown }

/**
 * Handles a payload. Resolves with the response once the payload is stored. Only then may it be acknowledged. Rejects if the payload was
 * not stored, or not in time, and must be delivered again.
 */
export type PayloadHandler = (delivery: SlackDelivery) => Promise<object | undefined>

/** What Slack's payloads arrive by: requests or a socket. */
export interface SlackPayloadSource {
  /** Passes every payload to `handlePayload`. */
  start(handlePayload: PayloadHandler): Promise<void>
  stop(): Promise<void>
}

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

/**
 * Creates a receiver for Bolt's App that acknowledges a payload only after its listener has stored it.
 *
 * Bolt's own receivers cannot promise that. App acknowledges an event before it calls the listeners, so an `ack` that waited for them would
 * wait forever, and one that reached Slack would lose what could not be stored. Here, `ack` only records the response.
 */
export function createBoltReceiver(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { inbox, signal }: Pick<Connection, 'inbox' | 'signal'>,
  source: SlackPayloadSource,
): Receiver {
  let app: Pick<App, 'processEvent'> | undefined
  /** Events in progress, by id. A repeated event waits for the first one and is not processed again. */
  const inFlight = new Map<string, Promise<object | undefined>>()

  /** Passes a payload to Bolt once it is its turn. Resolves with the response to Slack. */
  async function process(payload: SlackPayload, { retryNum, retryReason }: SlackDelivery): Promise<object | undefined> {
    let response: object | undefined
    await inbox.run(getQueueKey(payload), async (store) => {
      if (!app) throw new Error('the bot is not connected yet')
      const customProperties: SlackListenerContext = { store }
      await app.processEvent({
        body: payload,
        ack: async (answer?: object) => {
          response = answer
        },
        customProperties,
        ...(retryNum !== undefined && { retryNum }),
        ...(retryReason !== undefined && { retryReason }),
      })
    })
    return response
  }

  function processOnce(payload: SlackPayload, delivery: SlackDelivery): Promise<object | undefined> {
    const id = payload.type === 'event_callback' ? payload.event_id : undefined
    if (id === undefined) return process(payload, delivery)
    const work = inFlight.get(id) ?? process(payload, delivery).finally(() => inFlight.delete(id))
    inFlight.set(id, work)
    return work
  }

  async function withDeadline<T>(work: Promise<T>): Promise<T> {
    const workDone = new AbortController()
    const deadline = clock.sleep(storeTimeoutMs, workDone.signal).then(() => {
      if (!workDone.signal.aborted) throw new Error('it was not stored in time')
      return work
    })
    try {
      // Only the faster of the two counts. Slack repeats a timed-out event, which then succeeds or fails.
      return await Promise.race([work, deadline])
    } finally {
      workDone.abort()
    }
  }

  async function handlePayload(delivery: SlackDelivery): Promise<object | undefined> {
    if (signal.aborted) throw new Error('the bot is shutting down')
    // Bolt does not check payloads: many with a field missing would fail again and again. So it only gets what was parsed.
    const payload = parsePayload(delivery.body)
    if (payload) return withDeadline(processOnce(payload, delivery))
    // Slack would only send a rejected payload again.
    const name = getPayloadName(delivery.body)
    if (expectedPayloads.has(name))
      log.warn({ payload: name, shape: describeShape(delivery.body) }, 'A Slack payload could not be read; skipped it')
    else log.debug({ payload: name }, 'Skipped a Slack payload that is not for this app')
    return undefined
  }

  return {
    init(created) {
      app = created
    },
    start: () => source.start(handlePayload),
    stop: () => source.stop(),
  }
}
