import type { IncomingHttpHeaders } from 'node:http'
import { isValidSlackRequest } from '@slack/bolt'
import { SetupError } from '../../../src/core/domain/errors.ts'
import { parseJson } from '../../kit/parse-json.ts'
import { openWebhookServer, type WebhookResponse } from '../../kit/webhook-server.ts'
import type { SlackReceiverOptions } from '../deps.ts'
import type { PayloadHandler, SlackDelivery } from './bolt-receiver.ts'

export interface SlackHttpOptions {
  /** The secret from the app's Basic Information. Slack signs every request with it. */
  readonly signingSecret: string
  readonly listen: { readonly host: string; readonly port: number }
}

/** The path in manifest.yaml and the docs. */
const requestPath = '/slack/events'

/** Maximum difference between a request's time and our clock, in seconds. */
const maxClockSkewSeconds = 300

/** Throws SetupError unless requests can be authenticated. */
export function validateHttpOptions({ signingSecret }: SlackHttpOptions): void {
  if (!/^\S{8,}$/.test(signingSecret))
    throw new SetupError([
      'SLACK_SIGNING_SECRET is not a signing secret of Slack. Copy it from https://api.slack.com/apps, the app, Basic Information, Signing Secret.',
    ])
}

/**
 * Serves Slack's requests. Returns a function that stops the server and waits for running requests. Throws SetupError.
 *
 * Bolt's own server accepts requests whose time is in the future, and stops only once every kept-alive connection is closed. Bolt still
 * verifies the signature.
 */
export function openHttpServer(
  { clock, log }: SlackReceiverOptions,
  { signingSecret, listen }: SlackHttpOptions,
  handlePayload: PayloadHandler,
): Promise<() => Promise<void>> {
  /** Returns the headers needed to verify the signature. Undefined if they cannot be from Slack. */
  function parseSignature(headers: IncomingHttpHeaders) {
    const timestamp = String(headers['x-slack-request-timestamp'])
    const signature = headers['x-slack-signature']
    const isCurrent = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - clock.now().getTime() / 1000) <= maxClockSkewSeconds
    if (!isCurrent || typeof signature !== 'string') return undefined
    return { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) }
  }

  async function handleBody(raw: string, requestHeaders: IncomingHttpHeaders): Promise<WebhookResponse> {
    const headers = parseSignature(requestHeaders)
    const nowMilliseconds = clock.now().getTime()
    if (!headers || !isValidSlackRequest({ signingSecret, body: raw, headers, nowMilliseconds })) return { status: 401 }
    const body = parseRequestBody(raw, requestHeaders['content-type'])
    if (body === undefined) return { status: 400 }
    // Slack verifies an address before using it. https://docs.slack.dev/reference/events/url_verification
    if (body['type'] === 'url_verification') return { status: 200, body: { challenge: String(body['challenge']) } }
    if (body['ssl_check'] !== undefined) return { status: 200 }
    return { status: 200, body: await handlePayload({ body, ...parseRetry(requestHeaders) }) }
  }

  return openWebhookServer({
    platform: 'Slack',
    log,
    path: requestPath,
    listen,
    portVariable: 'SLACK_PORT',
    checkHeaders: (headers) => (parseSignature(headers) ? undefined : 401),
    handleBody,
  })
}

/** Returns which repetition a request is, and why, if it is one. https://docs.slack.dev/apis/events-api/#retries */
function parseRetry(headers: IncomingHttpHeaders): Omit<SlackDelivery, 'body'> {
  const [num, reason] = [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]
  return { ...(typeof num === 'string' && { retryNum: Number(num) }), ...(typeof reason === 'string' && { retryReason: reason }) }
}

type SlackRequestFields = Readonly<Record<string, unknown>>

/**
 * Parses the body of a request. Events are JSON, commands are forms, and everything else is JSON in a form field. Undefined if the JSON is
 * malformed or not an object.
 */
function parseRequestBody(raw: string, contentType = ''): SlackRequestFields | undefined {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return parseFields(raw)
  const form = Object.fromEntries(new URLSearchParams(raw))
  return form['payload'] === undefined ? form : parseFields(form['payload'])
}

function parseFields(json: string): SlackRequestFields | undefined {
  const parsed = parseJson(json)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
}
