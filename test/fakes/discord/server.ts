import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formParts } from '../form.ts'
import { type RouteParts, routes } from './routes.ts'
import { type Failure, Refusal } from './types.ts'

export interface ServerParts extends RouteParts {
  /** The tokens that are valid now. */
  readonly tokens: ReadonlySet<string>
  /** How this call must fail, if it must; asked once a call. */
  readonly failureOf: (route: string) => Failure | undefined
  /** Told of every call, when it is done. */
  readonly called: (route: string, body: Readonly<Record<string, unknown>>) => void
}

/** Serves Discord's REST API (under /api), its gateway and its files over a free port of 127.0.0.1. */
export async function serve(parts: ServerParts): Promise<{ readonly url: string; readonly gatewayUrl: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void handle(parts, request, response).catch((error) => answer(response, 500, { message: String(error), code: 0 }))
  })
  server.on('upgrade', (request, socket, head) => parts.gateway.upgrade(request, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    gatewayUrl: `ws://127.0.0.1:${port}/gateway`,
    async close() {
      parts.gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://127.0.0.1')
  const file = parts.world.files.get(pathname)
  if (file) {
    response.writeHead(200, { 'content-type': file.mediaType }).end(file.content)
    return
  }
  const body = await bodyOf(request)
  const path = pathname.replace(/^\/api\/v10(?=\/)/, '')
  const { name, ids } = routeOf(`${request.method} ${path}`)
  const open = /^\/(?:interactions|webhooks)\//.test(path)
  if (path === pathname || name === undefined) return answer(response, 404, { message: '404: Not Found', code: 0 })
  const [, token = ''] = /^Bot (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if (!open && !parts.tokens.has(token)) return answer(response, 401, { message: '401: Unauthorized', code: 0 })

  const failure = parts.failureOf(name)
  if (failure === 'cut-before') {
    parts.called(name, body)
    request.socket.destroy()
    return
  }
  const outcome = typeof failure === 'object' ? refused(failure) : run(parts, name, ids, { body, query })
  parts.called(name, body)
  if (failure === 'cut-after') request.socket.destroy()
  else if (failure !== 'no-answer') answer(response, outcome.status, outcome.content, outcome.headers)
}

interface Outcome {
  readonly status: number
  readonly content?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

function run(parts: RouteParts, name: string, ids: readonly string[], call: Parameters<NonNullable<(typeof routes)[string]>>[2]): Outcome {
  try {
    const content = routes[name]?.(parts, ids, call)
    return content === undefined ? { status: 204 } : { status: 200, content }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, content: { message: error.message, code: error.code, ...(error.errors && { errors: error.errors }) } }
  }
}

function routeOf(called: string): { readonly name?: string; readonly ids: readonly string[] } {
  for (const name of Object.keys(routes)) {
    const found = new RegExp(`^${name.replaceAll(':id', '([^/]+)')}$`).exec(called)
    // An exact name such as @me is not an id.
    if (found && !found.slice(1).some((id) => id.startsWith('@'))) return { name, ids: found.slice(1) }
  }
  return { ids: [] }
}

function refused({ status, code = 0, message = 'Failed on purpose', retryAfter }: Exclude<Failure, string>): Outcome {
  if (retryAfter === undefined) return { status, content: { message, code } }
  return {
    status,
    content: { message: 'You are being rate limited.', retry_after: retryAfter, global: false },
    headers: { 'retry-after': String(retryAfter), 'x-ratelimit-scope': 'user' },
  }
}

function answer(response: ServerResponse, status: number, content?: unknown, headers: Readonly<Record<string, string>> = {}): void {
  if (response.writableEnded || response.destroyed) return
  if (content === undefined) response.writeHead(status, headers).end()
  else response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(content))
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (chunks.length === 0) return {}
  const body = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  return type.startsWith('multipart/') ? formIn(body, type) : JSON.parse(body.toString('utf8'))
}

/** What goes with files is JSON in a field of its own. https://discord.com/developers/docs/reference#uploading-files */
function formIn(body: Buffer, type: string): Readonly<Record<string, unknown>> {
  const { texts, files } = formParts(body, type)
  return {
    ...JSON.parse(texts.get('payload_json') ?? '{}'),
    files: [...files].filter(([name]) => /^files\[\d+\]$/.test(name)).map(([, file]) => file),
  }
}
