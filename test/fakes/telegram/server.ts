import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formParts } from '../form.ts'
import { methods } from './methods.ts'
import { type Failure, type Params, Refusal } from './types.ts'
import type { UpdateQueue } from './update-queue.ts'
import type { World } from './world.ts'

export interface ServerParts {
  readonly world: World
  readonly queue: UpdateQueue
  /** The tokens that are valid now. */
  readonly tokens: ReadonlySet<string>
  /** What the server makes of a call's parameters. Throws Refusal for a method that it does not know. */
  readonly understood: (method: string, params: Params) => Params
  /** How this call must fail, if it must; asked once a call. */
  readonly failureOf: (method: string) => Failure | undefined
  /** Told of every call with its parameters, when it is done. */
  readonly called: (method: string, params: Params) => void
}

/** Serves the Bot API over HTTP on a free port of 127.0.0.1. https://core.telegram.org/bots/api#making-requests */
export async function serve(parts: ServerParts): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void handle(parts, request, response).catch((error) =>
      answer(response, 500, { ok: false, error_code: 500, description: String(error) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hungUp = new AbortController()
  response.on('close', () => hungUp.abort())
  const [, file, token = '', name = ''] = /^\/(file\/)?bot([^/]*)\/([\w/.-]+)/.exec(request.url ?? '') ?? []
  const params = await paramsOf(request)
  if (!/^\d+:[\w-]+$/.test(token)) return answer(response, 404, { ok: false, error_code: 404, description: 'Not Found' })
  if (!parts.tokens.has(token)) return answer(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' })
  if (file !== undefined) return download(parts, name, { request, response })

  const failure = parts.failureOf(name)
  if (failure === 'cut-before') {
    parts.called(name, params)
    request.socket.destroy()
    return
  }
  const outcome = typeof failure === 'object' ? refused(failure) : await run(parts, name, params, hungUp.signal)
  parts.called(name, params)
  if (failure === 'cut-after') request.socket.destroy()
  else if (failure !== 'no-answer') answer(response, outcome.ok ? 200 : outcome.error_code, outcome)
}

/** Files are not found under another address than the one given by getFile. Fails as the method "download". */
function download(parts: ServerParts, path: string, { request, response }: { request: IncomingMessage; response: ServerResponse }): void {
  const failure = parts.failureOf('download')
  parts.called('download', { path })
  const file = [...parts.world.files.values()].find((candidate) => candidate.path === path)
  if (typeof failure === 'object') answer(response, failure.status, refused(failure))
  else if (!file) answer(response, 404, { ok: false, error_code: 404, description: 'Not Found' })
  else if (failure === undefined) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.content)
  else {
    // Cut in the midst of it.
    response.writeHead(200, { 'content-length': file.content.length })
    response.write(file.content.subarray(0, file.content.length / 2), () => request.socket.destroy())
  }
}

type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error_code: number; readonly description: string; readonly parameters?: object }

async function run(parts: ServerParts, name: string, params: Params, signal: AbortSignal): Promise<Outcome> {
  try {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!method) throw new Refusal(404, 'Not Found: method not found')
    return { ok: true, result: await method({ world: parts.world, queue: parts.queue, signal }, parts.understood(name, params)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, error_code: error.code, description: error.description, ...(error.parameters && { parameters: error.parameters }) }
  }
}

function refused({ status, description, retryAfter }: Exclude<Failure, string>): Outcome {
  const usual: Readonly<Record<number, string>> = {
    429: `Too Many Requests: retry after ${retryAfter}`,
    500: 'Internal Server Error',
    502: 'Bad Gateway',
  }
  return {
    ok: false,
    error_code: status,
    description: description ?? usual[status] ?? 'Bad Request: failed on purpose',
    ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** JSON, or a form in parts; in a form, whatever is not text is JSON inside of a text. */
async function paramsOf(request: IncomingMessage): Promise<Params> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (body.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  return type.startsWith('multipart/') ? formIn(body, type) : JSON.parse(body.toString('utf8'))
}

/** The fields of a form. A file is in a field of its own, whose name another one gives as attach://<name>: here it stands there. */
function formIn(body: Buffer, type: string): Params {
  const { texts, files } = formParts(body, type)
  const fileNamed = (value: string) => files.get(/^attach:\/\/(.+)$/.exec(value)?.[1] ?? '')
  return Object.fromEntries([...texts].map(([name, value]) => [name, fileNamed(value) ?? fieldValue(name, value)]))
}

function fieldValue(name: string, value: string): unknown {
  if (name === 'text') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
