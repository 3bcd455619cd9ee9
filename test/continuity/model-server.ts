import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TokenCounter } from '../../src/model/tokens.ts'

/** A message of a request, as it is sent. */
export interface SentMessage {
  readonly role: string
  readonly name?: string
  readonly content: string
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
}

/** The body of a request, as the server receives it. */
export interface SentBody {
  readonly model: string
  readonly messages: readonly SentMessage[]
  readonly tools?: readonly unknown[]
  readonly max_tokens: number
}

/** How a request is answered: with a text, by searching for something, or with a failure. */
export type ServerAnswer = { readonly text: string } | { readonly searches: string } | { readonly fails: string }

export interface ModelServer {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Starts a server of OpenAI's chat completions on loopback. */
export async function startModelServer(answer: (body: SentBody) => ServerAnswer): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = []
    for await (const part of request) sent.push(part)
    respond(response, answer(JSON.parse(Buffer.concat(sent).toString())))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respond(response: ServerResponse, answer: ServerAnswer): void {
  if ('fails' in answer) {
    response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: answer.fails } }))
    return
  }
  const call = { name: 'conversation_search', arguments: JSON.stringify({ query: 'searches' in answer ? answer.searches : '' }) }
  const delta =
    'text' in answer ? { content: answer.text } : { tool_calls: [{ index: 0, id: 'lookup001', type: 'function', function: call }] }
  const chunks = [
    { choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'text' in answer ? 'stop' : 'tool_calls' }] },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`)
}

/**
 * Writes out a request as servers do before they count its tokens and look for a prefix that they know: the tools first, then each message
 * between its marks. The marks are so short because servers count each as one token.
 */
export const renderBody = ({ messages, tools = [] }: SentBody): string =>
  [
    ...tools.map((tool) => `${JSON.stringify(tool)}\n`),
    ...messages.map(({ role, name, content, tool_calls: calls = [] }) => {
      const called = calls.map(({ function: call }) => `\n${call.name} ${call.arguments}`).join('')
      return `<${role}${name === undefined ? '' : ` ${name}`}>\n${content}${called}</>\n`
    }),
  ].join('')

/** Counts the tokens that a request takes of the model's window, those reserved for the reply included. */
export const countWindow = (body: SentBody, countTokens: TokenCounter): number => countTokens(renderBody(body)) + body.max_tokens

/** Counts the tokens at the beginning of a request with which another one begins too. */
export function countCommonPrefix([one, other]: readonly [SentBody, SentBody], countTokens: TokenCounter): number {
  const [text, otherText] = [renderBody(one), renderBody(other)]
  let length = 0
  while (length < text.length && text[length] === otherText[length]) length++
  return countTokens(text.slice(0, length))
}
