import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { messageOf, SetupError } from '../../src/core/domain/errors.ts'
import { createGracefulClose } from '../../src/core/lib/graceful-close.ts'
import type { Log } from '../../src/core/ports/log.ts'

export interface WebhookServerOptions {
  /** The platform's name for logs, such as "Telegram". */
  readonly platform: string
  readonly log: Log
  /** The path of the platform's requests. */
  readonly path: string
  readonly listen: { readonly host: string; readonly port: number }
  /** The name of the setting to change if the port is in use. */
  readonly portVariable: string
  /** Returns an error status if the headers show that the request is not from the platform, in which case its body is not read. */
  readonly checkHeaders: (headers: IncomingHttpHeaders) => number | undefined
  /** Handles the body of a request. If it rejects, the response is 503, and the platform sends the request again. */
  readonly handleBody: (body: string, headers: IncomingHttpHeaders) => Promise<WebhookResponse>
}

export interface WebhookResponse {
  readonly status: number
  /** Sent as JSON. */
  readonly body?: object | undefined
}

/** The maximum size of a request body. Payloads take a few kilobytes, or some tens of kilobytes with a long message. */
const maxBodyBytes = 1024 * 1024
/** How long a shutdown waits for running requests, in ms. */
const stopTimeoutMs = 5_000
const bodyTimeoutMs = 10_000

/**
 * Serves a platform's requests. Returns a function that stops the server and waits for running requests. Throws SetupError if the port is
 * in use.
 */
export async function openWebhookServer(options: WebhookServerOptions): Promise<() => Promise<void>> {
  const { platform, log, path } = options
  let stopping = false
  const server = createServer({ requestTimeout: bodyTimeoutMs, headersTimeout: bodyTimeoutMs }, (request, response) => {
    const answer: Promise<WebhookResponse> = stopping ? Promise.resolve({ status: 503 }) : answerRequest(options, request)
    void answer
      .catch((error: unknown): WebhookResponse => {
        log.error({ reason: messageOf(error) }, `A ${platform} request was not acknowledged; it will be sent again`)
        return { status: 503 }
      })
      .then(({ status, body }) => {
        // The rest of a rejected body is not read, and an open connection would delay a shutdown.
        const connectionHeaders = status === 200 && !stopping ? {} : { connection: 'close' }
        if (body === undefined) response.writeHead(status, connectionHeaders).end()
        else response.writeHead(status, { ...connectionHeaders, 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
  })
  const stopServer = createGracefulClose(server, stopTimeoutMs)
  await listen(server, options)
  const address = server.address()
  log.info({ port: typeof address === 'object' ? address?.port : undefined, path }, `Listening for ${platform} requests`)
  return async () => {
    stopping = true
    await stopServer(() => new Promise((resolve) => server.close(resolve)))
  }
}

async function answerRequest({ path, checkHeaders, handleBody }: WebhookServerOptions, request: IncomingMessage): Promise<WebhookResponse> {
  if (request.url?.split('?')[0] !== path) return { status: 404 }
  if (request.method !== 'POST') return { status: 405 }
  const status = checkHeaders(request.headers)
  if (status !== undefined) return { status }
  const body = await readBody(request)
  return body === undefined ? { status: 413 } : handleBody(body, request.headers)
}

/** Returns the body as UTF-8. Undefined if it is too long, in which case the rest is not read. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Keeps the connection open for the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function listen(server: Server, { platform, portVariable, listen: { host, port } }: WebhookServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new SetupError([
          `Port ${port} on ${host} cannot be used for ${platform} requests: ${messageOf(error)}. Set ${portVariable} to a free port.`,
        ]),
      )
    })
    server.listen(port, host, resolve)
  })
}
