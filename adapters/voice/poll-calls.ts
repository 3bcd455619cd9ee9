import { messageOf } from '../../src/core/domain/errors.ts'
import type { Inbox } from '../../src/core/ports/platform.ts'
import type { VoiceOptions } from './options.ts'
import { fieldsOf, parseCall, textOf } from './payloads.ts'

/** How far back finished calls are looked for, in ms: a week. */
const lookBackMs = 7 * 24 * 3_600_000
const pageSize = 100
/** More pages than a week of calls can take. A cursor that never ends must not keep us busy. */
const maxPages = 50
const requestTimeoutMs = 15_000

export interface CallPoller {
  /** Looks once for finished calls that no webhook delivered. */
  poll(inbox: Inbox, signal: AbortSignal): Promise<void>
}

/** Creates the search for missed calls. A webhook that fails is not repeated by the service. */
export function createCallPoller(options: VoiceOptions): CallPoller {
  /** Calls that were not stored, because nothing proves who called. */
  const handled = new Set<string>()
  return {
    async poll(inbox, signal) {
      const ids = (await listFinishedCalls(options, signal)).filter((id) => !handled.has(id))
      const stored = await options.desk.listStored(ids)
      for (const id of ids) {
        if (signal.aborted) return
        try {
          if (!stored.has(id)) await receiveMissed(options, { id, inbox, signal })
          handled.add(id)
        } catch (error) {
          // One that always fails must not keep back the others.
          if (!signal.aborted) options.log.warn({ reason: messageOf(error) }, 'A missed call could not be received; trying again later')
        }
      }
    },
  }
}

/** Polls at an interval until the signal is aborted. Never rejects. */
export async function pollRegularly(options: VoiceOptions, inbox: Inbox, signal: AbortSignal): Promise<void> {
  const { clock, log, pollMs } = options
  const poller = createCallPoller(options)
  while (!signal.aborted) {
    try {
      await poller.poll(inbox, signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: messageOf(error) }, 'Missed calls could not be looked for; trying again')
    }
    await clock.sleep(pollMs, signal)
  }
}

async function listFinishedCalls(options: VoiceOptions, signal: AbortSignal): Promise<string[]> {
  const since = Math.floor((options.clock.now().getTime() - lookBackMs) / 1_000)
  const ids: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < maxPages; pages++) {
    const query = new URLSearchParams({
      agent_id: options.agentId,
      page_size: String(pageSize),
      call_start_after_unix: String(since),
      ...(cursor && { cursor }),
    })
    const page = fieldsOf(await requestJson(options, `/v1/convai/conversations?${query}`, signal))
    for (const conversation of Array.isArray(page['conversations']) ? page['conversations'] : []) {
      const { conversation_id: id, status } = fieldsOf(conversation)
      // A call that is going on, or is being processed, is found later.
      if (typeof id === 'string' && (status === 'done' || status === 'failed')) ids.push(id)
    }
    cursor = textOf(page['next_cursor'])
    if (page['has_more'] !== true || cursor === undefined) break
  }
  return ids
}

async function receiveMissed(
  options: VoiceOptions,
  { id, inbox, signal }: { readonly id: string; readonly inbox: Inbox; readonly signal: AbortSignal },
): Promise<void> {
  const conversation = fieldsOf(await requestJson(options, `/v1/convai/conversations/${encodeURIComponent(id)}`, signal))
  await inbox(parseCall({ ...conversation, conversation_id: id }, options.clock.now()))
}

async function requestJson({ apiUrl, apiKey }: VoiceOptions, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`${apiUrl}${path}`, {
    headers: { 'xi-api-key': apiKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  })
  if (!response.ok) throw new Error(`the service answered ${response.status}`)
  return response.json()
}
