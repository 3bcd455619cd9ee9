import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What one call of the model got to see: the texts of the messages, the newest last. */
export interface SeenCall {
  readonly texts: readonly string[]
}

export interface ModelServer {
  /** For OPENAI_BASE_URL. */
  readonly url: string
  readonly calls: readonly SeenCall[]
  close(): Promise<void>
}

/** How a call is answered: the deltas of the text, `between` waited for after the first of them, and so many ms after each. */
export interface ModelAnswer {
  readonly deltas: readonly string[]
  readonly between?: Promise<unknown>
  readonly betweenMs?: number
}

/** A server of OpenAI's chat completions on loopback, for tests that run the bot as a process of its own. */
export async function startModelServer(answer: (call: SeenCall) => ModelAnswer): Promise<ModelServer> {
  const calls: SeenCall[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: [{ id: 'test-model', object: 'model' }] }))
      return
    }
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end()
      return
    }
    const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
    const call = { texts: messages.map(({ content }) => String(content)) }
    calls.push(call)
    await stream(response, answer(call))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function stream(response: ServerResponse, { deltas, between, betweenMs }: ModelAnswer): Promise<void> {
  response.setHeader('content-type', 'text/event-stream')
  const write = (chunk: object) =>
    response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'test-model', ...chunk })}\n\n`)
  for (const [index, content] of deltas.entries()) {
    if (index === 1) await between
    if (index > 0 && betweenMs) await wait(betweenMs)
    if (response.destroyed) return
    // A client that does not read, or has hung up, is not sent the rest.
    if (!write({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })) await untilReady(response)
  }
  write({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  response.end('data: [DONE]\n\n')
}

/** Resolves when the client has read what was written, or hung up. */
function untilReady(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}
