import { createHmac, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Telling } from './types.ts'

/** Milliseconds until what was not acknowledged is told again; on Slack seconds, minutes, and an hour. */
const tellAgainMs = 500
const postAgainMs = 50

interface Open {
  readonly telling: Telling
  attempt: number
  /** Where it was sent last. */
  socket?: WebSocket
  /** Ends the wait until it is told again. */
  tellNow?: () => void
  readonly answered: (answer: Readonly<Record<string, unknown>> | undefined) => void
}

export interface HttpTarget {
  readonly url: string
  readonly signingSecret: string
}

/** What the app is told: over one of its sockets, or by posts to its address, until it acknowledges. */
export class Deliveries {
  readonly #open = new Map<string, Open>()
  readonly #acknowledged = new Set<Telling>()
  readonly #posting = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()
  readonly sockets = new Set<WebSocket>()
  /** Ids of all envelopes that were acknowledged. */
  readonly acknowledgedIds = new Set<string>()
  /** Every post that was made, with what was answered. */
  readonly posts: { readonly status: number; readonly retry: string | undefined }[] = []
  target: HttpTarget | undefined

  constructor(
    readonly clock: Clock,
    readonly changed: () => void,
  ) {
    // Everything that was told and waits to be told again listens to it.
    setMaxListeners(0, this.#closing.signal)
  }

  /** The answer, once the app has acknowledged. */
  tell(telling: Telling): Promise<Readonly<Record<string, unknown>> | undefined> {
    return new Promise((resolve) => {
      const id = randomUUID()
      this.#open.set(id, { telling, attempt: 0, answered: resolve })
      if (this.target) this.#queue(id, telling)
      else void this.#sendUntilTaken(id)
    })
  }

  acknowledged(telling: Telling): boolean {
    return this.#acknowledged.has(telling)
  }

  connected(socket: WebSocket): void {
    this.sockets.add(socket)
    // What was lost with an earlier socket, or had none to go over, is told at once.
    for (const open of this.#open.values()) if (!open.socket || !this.sockets.has(open.socket)) open.tellNow?.()
    socket.on('close', () => {
      this.sockets.delete(socket)
      this.changed()
    })
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as { envelope_id: string; payload?: Readonly<Record<string, unknown>> }
      this.acknowledgedIds.add(answer.envelope_id)
      this.#settle(answer.envelope_id, answer.payload)
    })
    socket.send(JSON.stringify({ type: 'hello', num_connections: this.sockets.size, connection_info: { app_id: 'A0APP' } }))
    this.changed()
  }

  #settle(id: string, answer: Readonly<Record<string, unknown>> | undefined): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    this.#acknowledged.add(open.telling)
    open.answered(answer)
    this.changed()
  }

  async #sendUntilTaken(id: string): Promise<void> {
    for (let open = this.#open.get(id); open && !this.#closing.signal.aborted; open = this.#open.get(id)) {
      const [socket] = this.sockets
      const { type, payload } = open.telling
      const retry = open.attempt > 0 ? { retry_attempt: open.attempt, retry_reason: 'timeout' } : {}
      if (socket) {
        open.attempt += 1
        open.socket = socket
        socket.send(JSON.stringify({ envelope_id: id, type, payload, accepts_response_payload: type !== 'events_api', ...retry }))
      }
      const early = new AbortController()
      open.tellNow = () => early.abort()
      await wait(tellAgainMs, undefined, { signal: AbortSignal.any([this.#closing.signal, early.signal]) }).catch(() => undefined)
    }
  }

  #queue(id: string, { place }: Telling): void {
    const before = this.#posting.get(place) ?? Promise.resolve()
    this.#posting.set(
      place,
      before.then(() => this.#postUntilTaken(id)),
    )
  }

  async #postUntilTaken(id: string): Promise<void> {
    for (let open = this.#open.get(id); open && !this.#closing.signal.aborted; open = this.#open.get(id)) {
      const answer = await this.#post(open)
      if (answer) this.#settle(id, answer.body)
      else await wait(postAgainMs)
      open.attempt += 1
    }
  }

  async #post({ telling, attempt }: Open): Promise<{ body: Readonly<Record<string, unknown>> | undefined } | undefined> {
    if (!this.target) return undefined
    const retry = attempt > 0 ? { 'x-slack-retry-num': String(attempt), 'x-slack-retry-reason': 'http_error' } : {}
    try {
      const { body, headers } = signedRequest(telling, this.target, this.clock.now())
      const response = await fetch(this.target.url, {
        method: 'POST',
        body,
        headers: { ...headers, ...retry },
        signal: AbortSignal.timeout(3_000),
      })
      const text = await response.text()
      this.posts.push({ status: response.status, retry: retry['x-slack-retry-num'] })
      return response.ok ? { body: text === '' ? undefined : JSON.parse(text) } : undefined
    } catch {
      // The app is not there: that is what trying again is for.
      return undefined
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const socket of this.sockets) socket.terminate()
    await Promise.all(this.#posting.values())
  }
}

/** A request as Slack makes it. https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signedRequest(
  { type, payload }: { readonly type: Telling['type']; readonly payload: unknown },
  { signingSecret }: Pick<HttpTarget, 'signingSecret'>,
  now: Date,
) {
  const form = type === 'slash_commands' ? payload : { payload: JSON.stringify(payload) }
  const body = type === 'events_api' ? JSON.stringify(payload) : new URLSearchParams(form as Record<string, string>).toString()
  const contentType = type === 'events_api' ? 'application/json' : 'application/x-www-form-urlencoded'
  return { body, headers: { 'content-type': contentType, ...signature(body, signingSecret, Math.floor(now.getTime() / 1000)) } }
}

export function signature(body: string, signingSecret: string, seconds: number): Record<string, string> {
  const hash = createHmac('sha256', signingSecret).update(`v0:${seconds}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': String(seconds), 'x-slack-signature': `v0=${hash}` }
}
