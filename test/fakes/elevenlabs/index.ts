import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A turn of a call, as the service writes it. */
export interface FakeTurn {
  readonly role: 'user' | 'agent'
  readonly message: string | null
  readonly time_in_call_secs: number
}

export interface FakeCallOptions {
  readonly id?: string
  readonly startedAt: Date
  readonly seconds?: number
  readonly turns: readonly FakeTurn[]
  /** The caller of a phone call. Absent for a call in a browser. */
  readonly number?: string
  readonly variables?: Readonly<Record<string, string>>
}

export const agentId = 'agent_01throughline'
export const apiKey = 'sk_0123456789abcdef'
export const webhookSecret = 'wsec_0123456789abcdef0123456789'
export const startSecret = 'start-secret-0123456789'

/** A conversation, as the service reports it in webhooks and in its API. */
export function fakeConversation({ id = `conv_${randomUUID()}`, startedAt, seconds = 60, turns, number, variables = {} }: FakeCallOptions) {
  return {
    agent_id: agentId,
    conversation_id: id,
    status: 'done',
    user_id: null,
    transcript: turns.map((turn) => ({
      ...turn,
      tool_calls: [],
      tool_results: [],
      feedback: null,
      llm_override: null,
      interrupted: false,
    })),
    metadata: {
      start_time_unix_secs: startedAt.getTime() / 1_000,
      accepted_time_unix_secs: startedAt.getTime() / 1_000,
      call_duration_secs: seconds,
      cost: 120,
      termination_reason: 'end_call',
      main_language: 'en',
      phone_call: number
        ? {
            type: 'twilio',
            direction: 'inbound',
            phone_number_id: 'phnum_01',
            agent_number: '+4930111111',
            external_number: number,
            stream_sid: 'MZ01',
            call_sid: 'CA01',
          }
        : null,
    },
    analysis: { call_successful: 'success', transcript_summary: 'They talked.' },
    conversation_initiation_client_data: {
      conversation_config_override: null,
      custom_llm_extra_body: {},
      dynamic_variables: { system__conversation_id: id, ...(number && { system__caller_id: number }), ...variables },
    },
    has_audio: true,
  }
}

export type FakeConversation = ReturnType<typeof fakeConversation>

/** The body of a post-call webhook. */
export const webhookBody = (data: unknown, at: Date) =>
  JSON.stringify({ type: 'post_call_transcription', event_timestamp: Math.floor(at.getTime() / 1_000), data })

/** The signature of a body, as the service makes it. */
export function signatureOf(body: string, at: Date, secret = webhookSecret): string {
  const time = Math.floor(at.getTime() / 1_000)
  return `t=${time},v0=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

export interface FakeElevenLabs {
  readonly url: string
  /** What its API lists, oldest first. */
  readonly conversations: FakeConversation[]
  /** The paths of the requests to its API. */
  readonly requests: string[]
  stop(): Promise<void>
}

const fakePageSize = 2

/** The API of the service on loopback: lists conversations, newest first, in pages of two, and returns each. */
export async function startFakeElevenLabs(): Promise<FakeElevenLabs> {
  const conversations: FakeConversation[] = []
  const requests: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(url.pathname)
    const answer =
      request.headers['xi-api-key'] === apiKey ? find(conversations, url) : { status: 401, body: { detail: 'invalid_api_key' } }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conversations,
    requests,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function find(conversations: readonly FakeConversation[], { pathname, searchParams }: URL): { status: number; body: unknown } {
  const id = /^\/v1\/convai\/conversations\/(.+)$/.exec(pathname)?.[1]
  const one = conversations.find((conversation) => conversation.conversation_id === id)
  if (id !== undefined) return one ? { status: 200, body: one } : { status: 404, body: { detail: 'not_found' } }
  const after = Number(searchParams.get('call_start_after_unix') ?? 0)
  const start = Number(searchParams.get('cursor') ?? 0)
  const all = conversations.filter(({ metadata }) => metadata.start_time_unix_secs >= after).reverse()
  const next = start + fakePageSize
  const page = all.slice(start, next).map(({ agent_id, conversation_id, status, metadata }) => ({
    agent_id,
    conversation_id,
    status,
    start_time_unix_secs: metadata.start_time_unix_secs,
    call_duration_secs: metadata.call_duration_secs,
  }))
  const hasMore = next < all.length
  return { status: 200, body: { conversations: page, has_more: hasMore, next_cursor: hasMore ? String(next) : null } }
}
