import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Clock, toWaitMs } from '../core/ports/clock.ts'
import type { PushDeps } from './deps.ts'
import { createPublicLookup, isPushTarget, type PushTarget } from './endpoint.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushNotice } from './push-notice.ts'

/** What a push service has made of a push. */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  /** The browser has ended its subscription. */
  | { readonly kind: 'gone' }
  /** `reason` is a status or the code of an error. Never the address. */
  | { readonly kind: 'failed'; readonly reason: string; readonly waitMs?: number }

export interface Push {
  readonly target: PushTarget
  readonly keys: PushKeys
  readonly notice: PushNotice
  readonly signal?: AbortSignal
}

/** In ms. From the first byte to the status, whatever the push service does meanwhile. */
const timeoutMs = 10_000
/** In seconds. For how long the push service keeps it for a browser that cannot be reached: a phone that is off at night. */
const timeToLive = 43_200

/** The contact that push services receive if the page has no public https address. The domain is reserved (RFC 6761). */
const noContact = 'mailto:operator@throughline.invalid'

/** Encrypts a notice for one browser (RFC 8291), signs the request (RFC 8292), and sends it to the push service (RFC 8030). Never throws. */
export async function deliverPush(
  { clock, publicUrl, isPushServiceLocal }: PushDeps,
  { target, keys, notice, signal }: Push,
): Promise<PushOutcome> {
  if (!isPushTarget(target, isPushServiceLocal)) return { kind: 'failed', reason: 'EREFUSED' }
  try {
    const { default: webPush } = await import('web-push')
    const subject = publicUrl?.protocol === 'https:' ? publicUrl.origin : noContact
    const { endpoint, p256dh, auth } = target
    // A later push about the same replaces one that has not reached the browser yet (RFC 8030 section 5.4).
    const how = { TTL: timeToLive, urgency: 'high', topic: notice.about, contentEncoding: 'aes128gcm' } as const
    const options = { ...how, vapidDetails: { subject, ...keys } }
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), options)
    return judge(await withLimit(clock, signal, (limited) => post(new URL(endpoint), { headers, body, signal: limited })))
  } catch (error) {
    return { kind: 'failed', reason: codeOf(error) }
  }
}

/** Runs a request, and aborts it after `timeoutMs`. */
async function withLimit<T>(clock: Clock, signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const done = new AbortController()
  const limiting = clock.sleep(timeoutMs, done.signal).then(() => limit.abort())
  try {
    return await run(signal ? AbortSignal.any([limit.signal, signal]) : limit.signal)
  } finally {
    done.abort()
    await limiting
  }
}

interface PushRequest {
  readonly headers: Record<string, string | number>
  readonly body: Buffer | null
  readonly signal: AbortSignal
}

interface PushAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Reads only the status and the headers. Follows no redirects. */
function post(url: URL, { headers, body, signal }: PushRequest): Promise<PushAnswer> {
  const [send, lookup] = url.protocol === 'https:' ? [requestHttps, { lookup: createPublicLookup() }] : [requestHttp, {}]
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers, signal, agent: false, ...lookup }, (response) => {
      response.on('error', () => {
        // Its body is of no use, and is cut off here.
      })
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}

function judge({ status, retryAfter }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  return { kind: 'failed', reason: String(status), ...(retryAfter !== undefined && { waitMs: toWaitMs(retryAfter) }) }
}

/** Returns the code of an error. Its message may contain the address. */
function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
