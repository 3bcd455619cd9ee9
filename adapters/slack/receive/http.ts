import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isValidSlackRequest } from '@slack/bolt'
import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../../src/core/lib/graceful-close.ts'
import { readRequestBody } from '../../../src/core/lib/request-body.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { parseJson } from '../parse-json.ts'
import type { PayloadHandler } from './payload-processor.ts'

export interface SlackHttpOptions {
  /** From the app's Basic Information. Slack signs every request with it. */
  readonly signingSecret: string
  readonly listen: { readonly host: string; readonly port: number }
}

export interface SlackHttpDeps {
  readonly clock: Clock
  readonly log: Log
  readonly handlePayload: PayloadHandler
}

/** The path in manifest.yaml and the docs. */
const requestPath = '/slack/events'

/** A payload with a long message is some tens of kilobytes. */
const maxBodyBytes = 1024 * 1024
/** Grace period of requests at shutdown, in ms. */
const stopTimeoutMs = 5_000
const bodyTimeoutMs = 10_000
/** Maximum difference between a request's time and our clock, in seconds. */
const maxClockSkewSeconds = 300

/** Throws SetupError unless requests can be authenticated. */
export function validateHttpOptions({ signingSecret }: SlackHttpOptions): void {
  if (!/^\S{8,}$/.test(signingSecret))
    throw new SetupError([
      'SLACK_SIGNING_SECRET is not one of Slack. Copy it from https://api.slack.com/apps, the app, Basic Information, Signing Secret.',
    ])
}

/**
 * Serves Slack's requests. Returns a function that stops, and waits for running requests. Throws SetupError.
 *
 * Replaces Bolt's receiver, which accepts requests from the future, and stops only when every kept-alive connection is closed. Bolt
 * verifies the signature.
 */
export async function openHttpServer(deps: SlackHttpDeps, options: SlackHttpOptions): Promise<() => Promise<void>> {
  let stopping = false
  const server = createServer({ requestTimeout: bodyTimeoutMs, headersTimeout: bodyTimeoutMs }, (request, response) => {
    const answer: Promise<SlackHttpResponse> = stopping ? Promise.resolve({ status: 503 }) : receive(deps, options, request)
    void answer
      .catch((error: unknown): SlackHttpResponse => {
        deps.log.error({ reason: messageOf(error) }, 'A request of Slack was not acknowledged; it will be sent again')
        return { status: 500 }
      })
      .then(({ status, body }) => {
        const connectionHeaders = status === 200 && !stopping ? {} : { connection: 'close' }
        // The rest of a refused body is not read, and an open connection would delay shutdown.
        if (body === undefined) response.writeHead(status, connectionHeaders).end()
        else response.writeHead(status, { ...connectionHeaders, 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
  })
  const stopServer = createGracefulClose(server, stopTimeoutMs)
  await listen(server, options.listen)
  const address = server.address()
  deps.log.info({ port: typeof address === 'object' ? address?.port : undefined, path: requestPath }, 'Listening for requests of Slack')
  return async () => {
    stopping = true
    await stopServer(() => new Promise((resolve) => server.close(resolve)))
  }
}

interface SlackHttpResponse {
  readonly status: number
  readonly body?: object | undefined
}

async function receive(
  { clock, handlePayload }: SlackHttpDeps,
  { signingSecret }: SlackHttpOptions,
  request: IncomingMessage,
): Promise<SlackHttpResponse> {
  if (request.url?.split('?')[0] !== requestPath) return { status: 404 }
  if (request.method !== 'POST') return { status: 405 }
  const timestamp = String(request.headers['x-slack-request-timestamp'])
  const signature = request.headers['x-slack-signature']
  const nowMilliseconds = clock.now().getTime()
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - nowMilliseconds / 1000) > maxClockSkewSeconds) return { status: 401 }
  if (typeof signature !== 'string') return { status: 401 }
  const raw = await readRequestBody(request, maxBodyBytes)
  if (raw === undefined) return { status: 413 }
  const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) }
  if (!isValidSlackRequest({ signingSecret, body: raw, headers, nowMilliseconds })) return { status: 401 }

  const body = parseRequestBody(raw, request.headers['content-type'])
  if (body === undefined) return { status: 400 }
  // Slack tries an address out before it uses it. https://docs.slack.dev/reference/events/url_verification
  if (body['type'] === 'url_verification') return { status: 200, body: { challenge: String(body['challenge']) } }
  if (body['ssl_check'] !== undefined) return { status: 200 }
  return { status: 200, body: await handlePayload(body) }
}

type SlackRequestFields = Readonly<Record<string, unknown>>

/** Events are JSON, commands are forms, everything else is JSON in a form field. Undefined if it is none of them. */
function parseRequestBody(raw: string, contentType = ''): SlackRequestFields | undefined {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return parseFields(raw)
  const form = Object.fromEntries(new URLSearchParams(raw))
  return form['payload'] === undefined ? form : parseFields(form['payload'])
}

function parseFields(json: string): SlackRequestFields | undefined {
  const parsed = parseJson(json)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
}

function listen(server: Server, { host, port }: SlackHttpOptions['listen']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new SetupError([`Port ${port} on ${host} cannot be used for Slack's requests: ${messageOf(error)}. Set SLACK_PORT to a free one.`]),
      )
    })
    server.listen(port, host, resolve)
  })
}
