import { createServer, type IncomingMessage } from 'node:http'
import { messageOf, SetupError } from '../core/domain/errors.ts'
import { createGracefulClose } from '../core/lib/graceful-close.ts'
import { isLoopbackHost, parseHostHeader } from '../core/lib/host-names.ts'
import { explainListenError, isPortTaken, type ListenAddress, listeningUrl, listenOn } from '../core/lib/listen.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import { checkHealth, type HealthCheck } from './health.ts'
import type { Metrics } from './metrics.ts'
import { redactText } from './redact.ts'

export interface HealthServerOptions extends ListenAddress {
  /** Whether a free port is used if the given one is taken. */
  readonly usesOtherPort: boolean
  /** What must work for the process to be ready. */
  readonly checks: Readonly<Record<string, HealthCheck>>
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>
  readonly clock: Clock
  readonly log: Log
}

export interface HealthServer {
  /** The listening address, without a trailing slash. */
  readonly url: string
  stop(): Promise<void>
}

interface HealthAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** How long a client may take to send its request, and a shutdown waits for requests, in ms. */
const requestTimeoutMs = 10_000
const stopWithinMs = 1_000

const json = 'application/json; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** Serves /healthz, /readyz and /metrics, which are not for the public. Throws SetupError if it cannot listen. */
export async function openHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { log } = options
  const server = createServer({ requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs }, (request, response) => {
    const answer = respond(options, request).catch((error: unknown): HealthAnswer => {
      log.error({ path: request.url, reason: redactText(messageOf(error)) }, 'A health request failed')
      return { status: 500, contentType: plain, body: 'This could not be read. The log says why.\n' }
    })
    void answer.then(({ status, contentType, body }) => {
      response
        .writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .end(body)
    })
  })
  const stopServer = createGracefulClose(server, stopWithinMs)
  const listen = (port: number) => listenOn(server, { host: options.host, port })
  try {
    const port = await listen(options.port).catch((error: unknown) => {
      if (options.usesOtherPort && isPortTaken(error)) return listen(0)
      throw error
    })
    const url = listeningUrl({ host: options.host, port })
    log.info({ url }, 'Serving /healthz, /readyz and /metrics')
    return { url, stop: () => stopServer(() => new Promise((resolve) => server.close(resolve))) }
  } catch (error) {
    const reason = explainListenError(error, 'HEALTH')
    const problem = `/healthz, /readyz and /metrics cannot be served on ${options.host}, port ${options.port}: ${reason}`
    throw new SetupError([problem], { cause: error })
  }
}

async function respond(options: HealthServerOptions, { method, url, headers }: IncomingMessage): Promise<HealthAnswer> {
  const { host, checks, clock, metrics } = options
  // A site can point its own name at this machine, and read as if from its own server (DNS rebinding).
  if (isLoopbackHost(host) && !isLoopbackHost(parseHostHeader(headers.host) ?? ''))
    return { status: 421, contentType: plain, body: 'This is not the address of this server. Open it as localhost.\n' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, contentType: plain, body: 'Only GET is allowed here.\n' }
  switch (url?.split('?')[0]) {
    case '/healthz':
      return { status: 200, contentType: json, body: '{"alive":true}' }
    case '/readyz': {
      const health = await checkHealth(checks, clock)
      return { status: health.ready ? 200 : 503, contentType: json, body: JSON.stringify(health) }
    }
    case '/metrics':
      return { status: 200, contentType: metrics.contentType, body: await metrics.text() }
    default:
      return { status: 404, contentType: plain, body: 'Only /healthz, /readyz and /metrics are served here.\n' }
  }
}
