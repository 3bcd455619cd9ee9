import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the server does with one request; the last one again when there are no more. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

export interface RawModelServer {
  readonly address: string
  /** The bodies it got, parsed. */
  readonly bodies: Record<string, unknown>[]
  readonly headers: IncomingMessage['headers'][]
}

/** A model server that sends just what a test says, however wrong. Closed when the test is over. */
export async function rawModelServer(...answers: readonly Answer[]): Promise<RawModelServer> {
  const bodies: Record<string, unknown>[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = []
    for await (const part of request) sent.push(part)
    bodies.push(await parsed(Buffer.concat(sent), request.headers['content-type']))
    headers.push(request.headers)
    await (answers[bodies.length - 1] ?? answers.at(-1))?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, headers }
}

/** JSON, or a form with its files. */
async function parsed(body: Buffer, type = ''): Promise<Record<string, unknown>> {
  if (!type.startsWith('multipart/form-data')) return body.length === 0 ? {} : JSON.parse(body.toString())
  const fields: Record<string, unknown> = {}
  const form = await new Response(new Blob([new Uint8Array(body)]), { headers: { 'content-type': type } }).formData()
  form.forEach((value, name) => {
    fields[name] = value
  })
  return fields
}

/** The parts of a stream; a text is sent as it stands. */
export function send(response: ServerResponse, ...chunks: readonly unknown[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const chunk of chunks) response.write(typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`)
}

export const DONE = 'data: [DONE]\n\n'

/** Streams the chunks and ends as a server should. */
export function streams(...chunks: readonly unknown[]): Answer {
  return (response) => {
    send(response, ...chunks, DONE)
    response.end()
  }
}

/** An answer with a status, as JSON. */
export function answers(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

export function textChunk(content: string, finish_reason: string | null = null): object {
  return { choices: [{ index: 0, delta: { content }, finish_reason }] }
}
