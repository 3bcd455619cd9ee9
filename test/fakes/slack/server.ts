import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Deliveries } from './deliveries.ts'
import { contentOf, methods } from './methods.ts'
import { type Failure, type FakeMessage, type Params, Refusal } from './types.ts'
import type { World } from './world.ts'

export interface ServerParts {
  readonly world: World
  readonly deliveries: Deliveries
  readonly botTokens: ReadonlySet<string>
  readonly appTokens: ReadonlySet<string>
  readonly failureOf: (method: string) => Failure | undefined
  readonly called: (method: string, params: Params) => void
  /** How a new socket is refused; undefined when it is not. */
  readonly refuseSocket: () => boolean
}

export type ResponseUrl = (origin: { readonly channel: string; readonly user: string }) => string

/** Slack's Web API, its sockets, its files and its addresses for answers, on 127.0.0.1. */
export async function serve(parts: ServerParts) {
  const tickets = new Set<string>()
  const answers = new Map<string, { readonly channel: string; readonly user: string; left: number }>()
  const server = createServer((request, response) => void respond(request, response))
  const sockets = new WebSocketServer({ noServer: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  server.on('upgrade', (request, socket, head) => {
    const ticket = new URL(request.url ?? '/', origin).searchParams.get('ticket') ?? ''
    if (!tickets.delete(ticket) || parts.refuseSocket()) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (connected) => parts.deliveries.connected(connected))
  })

  const socketAddress = () => {
    const ticket = randomUUID()
    tickets.add(ticket)
    return `ws://127.0.0.1:${port}/link/?ticket=${ticket}`
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname.startsWith('/files/')) return file(request, response, pathname)
    if (pathname.startsWith('/uploads/')) return upload(request, response, pathname)
    if (pathname.startsWith('/answers/')) return privateAnswer(request, response, pathname)
    const [, name] = /^\/api\/(.+)$/.exec(pathname) ?? []
    if (name === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
      return
    }
    const params = formIn(await bodyOf(request))
    const failure = parts.failureOf(name)
    if (failure === 'cut-before') {
      parts.called(name, params)
      request.socket.destroy()
      return
    }
    if (typeof failure === 'object' && 'status' in failure) {
      parts.called(name, params)
      const retry = failure.retryAfter === undefined ? {} : { 'retry-after': String(failure.retryAfter) }
      response.writeHead(failure.status, retry).end(failure.status === 429 ? '{"ok":false,"error":"ratelimited"}' : 'Something went wrong')
      return
    }
    const outcome = failure && typeof failure === 'object' ? refusalOf(failure) : run(name, request, params)
    parts.called(name, params)
    if (failure === 'cut-after') request.socket.destroy()
    else if (failure !== 'no-answer')
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-oauth-scopes': parts.world.scopes.join(',') })
        .end(JSON.stringify(outcome))
  }

  function run(name: string, request: IncomingMessage, params: Params): object {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const asApp = parts.appTokens.has(token ?? '')
    if (!asApp && !parts.botTokens.has(token ?? '')) return { ok: false, error: token === undefined ? 'not_authed' : 'invalid_auth' }
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new Refusal('unknown_method')
      return { ok: true, ...method({ world: parts.world, asApp, socketAddress, origin }, params) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ok: false, error: error.word }
    }
  }

  /** As Slack does: whoever may not see a file is led to a page. */
  function file(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const found = parts.world.files.get(pathname.split('/')[2] ?? '')
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!found) response.writeHead(404).end()
    else if (!parts.botTokens.has(token))
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!DOCTYPE html><title>Sign in</title>')
    else response.writeHead(200, { 'content-type': found.file.mimetype }).end(found.content)
  }

  /** The bytes of a file, all that was promised. https://docs.slack.dev/messaging/working-with-files#upload */
  async function upload(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const content = new Uint8Array(Buffer.concat(chunks))
    const promised = parts.world.uploads.get(pathname.split('/')[2] ?? '')
    const failure = parts.failureOf('upload')
    if (failure === 'cut-before') request.socket.destroy()
    else if (!promised || content.length !== promised.length || failure)
      response.writeHead(typeof failure === 'object' && 'status' in failure ? failure.status : 400).end('no')
    else {
      promised.content = content
      response.writeHead(200).end(`OK - ${content.length}`)
    }
  }

  /** Half an hour and five answers: here, five answers. They stand at the foot, also when a thread was where they were asked for. */
  async function privateAnswer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as Params
    const to = answers.get(pathname.split('/')[2] ?? '')
    const failure = parts.failureOf('response_url')
    parts.called('response_url', body)
    if (failure === 'cut-before') {
      request.socket.destroy()
      return
    }
    if (!to || to.left === 0 || failure) {
      response.writeHead(typeof failure === 'object' && 'status' in failure ? failure.status : 404).end(to ? 'used_url' : 'expired_url')
      return
    }
    to.left -= 1
    const { text, rest } = contentOf(body)
    const message: FakeMessage = {
      type: 'message',
      ts: parts.world.nextTs(),
      user: parts.world.bot.id,
      bot_id: parts.world.bot.botId,
      text,
      ...rest,
    }
    parts.world.ephemerals.push({ channel: to.channel, user: to.user, message })
    response.writeHead(200).end('ok')
  }

  const responseUrl: ResponseUrl = (to) => {
    const id = randomUUID()
    answers.set(id, { ...to, left: 5 })
    return `${origin}/answers/${id}`
  }

  return {
    origin,
    url: `${origin}/api/`,
    responseUrl,
    async close() {
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What is answered with status 200 in place of the result. */
const refusalOf = (failure: { readonly error: string } | { readonly body: object }): object =>
  'body' in failure ? failure.body : { ok: false, error: failure.error }

/** Fields of a form; whatever is no text is JSON in a text. */
function formIn(body: string): Params {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      /^[[{]/.test(value) && ['blocks', 'files', 'prompts', 'view'].includes(name) ? JSON.parse(value) : value,
    ]),
  )
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
