import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { messageOf, SetupError } from '../../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../../src/core/lib/graceful-close.ts'
import { createKeyedQueue } from '../../../src/core/lib/keyed-queue.ts'
import { readRequestBody } from '../../../src/core/lib/request-body.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import { getChatId, parseUpdate, parseUpdateId } from '../payloads.ts'
import type { UpdateHandler } from './update-queue.ts'

export interface WebhookOptions {
  /** The https URL that Telegram posts to. We serve its path. */
  readonly url: string
  /** 1 to 256 letters, digits, _ and -. Telegram sends it with every request. */
  readonly secret: string
  readonly listen: { readonly host: string; readonly port: number }
}

export interface WebhookDeps {
  readonly log: Log
  readonly handle: UpdateHandler
}

/** An update is a few kilobytes. */
const maxBodyBytes = 1024 * 1024
/** Grace period of requests at shutdown, in ms. */
const stopTimeoutMs = 5_000
const bodyTimeoutMs = 10_000

/** Throws SetupError unless the webhook is safe to open: without a secret, anyone could write in anyone's name. */
export function validateWebhookOptions({ url, secret }: WebhookOptions): void {
  const problems: string[] = []
  if (!/^[\w-]{1,256}$/.test(secret))
    problems.push(
      'TELEGRAM_WEBHOOK_SECRET must be set for a webhook: 1 to 256 letters, digits, "_" and "-", for example from `openssl rand -hex 32`.',
    )
  if (!(URL.canParse(url) && new URL(url).protocol === 'https:'))
    problems.push('TELEGRAM_WEBHOOK_URL must be the https address at which Telegram reaches this program.')
  if (problems.length > 0) throw new SetupError(problems)
}

/** Serves Telegram's requests. Returns a function that stops, and waits for running requests. Throws SetupError. */
export async function openWebhook(deps: WebhookDeps, options: WebhookOptions): Promise<() => Promise<void>> {
  const path = new URL(options.url).pathname
  const runInOrder = createKeyedQueue<number | undefined>()
  let stopping = false

  const server = createServer({ requestTimeout: bodyTimeoutMs, headersTimeout: bodyTimeoutMs }, (request, response) => {
    const answer = stopping ? Promise.resolve(503) : receive(request)
    void answer
      .catch((error) => {
        deps.log.error({ reason: messageOf(error) }, 'A Telegram update could not be stored; it will be sent again')
        return 503
      })
      .then((status) => {
        // The rest of a refused body is not read, and an open connection would delay shutdown.
        response.writeHead(status, status === 200 && !stopping ? {} : { connection: 'close' }).end()
      })
  })

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.url?.split('?')[0] !== path) return 404
    if (request.method !== 'POST') return 405
    if (!isSameSecret(request.headers['x-telegram-bot-api-secret-token'], options.secret)) return 401
    const body = await readRequestBody(request, maxBodyBytes)
    if (body === undefined) return 413
    const raw = parseJson(body)
    const updateId = parseUpdateId(raw)
    if (updateId === undefined) return 400
    const update = parseUpdate(raw)
    // A rejected update would come again for a day.
    if (update) await runInOrder(getChatId(update), async () => (stopping ? Promise.reject(new Error('stopping')) : deps.handle(update)))
    else deps.log.warn({ update: updateId }, 'A Telegram update could not be read and was passed over')
    return 200
  }

  const stopServer = createGracefulClose(server, stopTimeoutMs)
  await listen(server, options.listen)
  const address = server.address()
  deps.log.info({ port: typeof address === 'object' ? address?.port : undefined, path }, "Listening for Telegram's webhook")
  return async () => {
    stopping = true
    await stopServer(() => new Promise((resolve) => server.close(resolve)))
  }
}

function listen(server: Server, { host, port }: WebhookOptions['listen']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new SetupError([
          `Port ${port} on ${host} cannot be used for Telegram's webhook: ${messageOf(error)}. Set TELEGRAM_WEBHOOK_PORT to a free one.`,
        ]),
      )
    })
    server.listen(port, host, resolve)
  })
}

/** In constant time. */
function isSameSecret(received: string | string[] | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof received === 'string' && timingSafeEqual(digest(received), digest(secret))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
