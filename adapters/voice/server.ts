import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import PQueue from 'p-queue'
import { messageOf } from '../../src/core/domain/errors.ts'
import { isSameSecret } from '../../src/core/lib/signed-token.ts'
import type { CallOpening } from '../../src/core/ports/calls.ts'
import { late, withTimeout } from '../../src/core/ports/clock.ts'
import type { Inbox } from '../../src/core/ports/platform.ts'
import { parseJson } from '../kit/parse-json.ts'
import { renderCallPage, renderSpentPage } from './call-page.ts'
import type { VoiceOptions } from './options.ts'
import { fieldsOf, parseCall, parseClaim } from './payloads.ts'
import { isSigned, parseSignature } from './signature.ts'

/** The maximum size of a transcript with its details. A longer one is found by polling. */
const bodyLimit = 4 * 1024 * 1024
const startBodyLimit = 16 * 1024
const requestTimeout = 20_000
/** The service waits, and so does the caller. */
const startTimeoutMs = 400

/** What the service expects at the beginning of a call. */
const toClientData = ({ variables, userId }: CallOpening) => ({
  type: 'conversation_initiation_client_data',
  dynamic_variables: variables,
  ...(userId && { user_id: userId }),
})

type LinkRoute = { Params: { link: string } }

/** Builds the HTTP server of calls. It does not listen yet. */
export function buildVoiceServer(options: VoiceOptions, inbox: Inbox): FastifyInstance {
  const server = fastify({ bodyLimit, logger: false, requestTimeout, routerOptions: { maxParamLength: 200 } })
  // Signatures are of the bytes.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
  })
  server.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 503
    if (status >= 500)
      options.log.error({ path: request.routeOptions.url, error: messageOf(error) }, 'A request of the voice service failed')
    return reply.code(status).header('connection', 'close').send()
  })
  addWebhooks(server, options, inbox)
  addCallRoutes(server, options)
  return server
}

const refuse = (reply: FastifyReply, status: number) => reply.code(status).header('connection', 'close').send()

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

function addWebhooks(server: FastifyInstance, options: VoiceOptions, inbox: Inbox): void {
  const { clock, log, agentId, webhookSecret, startSecret, desk } = options
  /** Many calls at once, as after an outage of the service, must not keep the database from everybody else. */
  const queue = new PQueue({ concurrency: 1 })
  const isOurs = (id: unknown) => typeof id !== 'string' || id === agentId

  const checkSignature = async (request: FastifyRequest, reply: FastifyReply) =>
    parseSignature(request.headers['elevenlabs-signature'], clock.now()) ? undefined : refuse(reply, 401)
  server.post('/webhooks/elevenlabs', { onRequest: checkSignature }, async (request, reply) => {
    const body = bodyOf(request)
    const signature = parseSignature(request.headers['elevenlabs-signature'], clock.now())
    if (!signature || !isSigned(webhookSecret, signature, body)) return refuse(reply, 401)
    const parsed = parseJson(body.toString('utf8'))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refuse(reply, 400)
    const { type, data, event_timestamp: timestamp } = fieldsOf(parsed)
    // Recordings, and calls that did not begin, are also announced here, and so are the calls of other agents of the workspace.
    if ((typeof type === 'string' && type !== 'post_call_transcription') || !isOurs(fieldsOf(data)['agent_id']))
      return reply.code(200).send()
    const sentAt = typeof timestamp === 'number' && timestamp > 0 && timestamp < 4_102_444_799 ? new Date(timestamp * 1_000) : clock.now()
    // Acknowledged only once it is stored. What fails is found by polling.
    await queue.add(() => inbox(parseCall(data, sentAt)))
    return reply.code(200).send()
  })

  const checkStartSecret = async (request: FastifyRequest, reply: FastifyReply) =>
    startSecret && isSameSecret(request.headers['x-throughline-secret'], startSecret) ? undefined : refuse(reply, 401)
  server.post('/webhooks/elevenlabs/start', { onRequest: checkStartSecret, bodyLimit: startBodyLimit }, async (request) => {
    const body = parseJson(bodyOf(request).toString('utf8'))
    if (!isOurs(fieldsOf(body)['agent_id'])) return toClientData(desk.strangers)
    // A call that nothing is known of is better than none.
    const opening = await withTimeout(clock, startTimeoutMs, desk.openCall(parseClaim(body))).catch((error: unknown): typeof late => {
      log.error({ error: messageOf(error) }, 'What is known of a caller could not be read')
      return late
    })
    return toClientData(opening === late ? desk.strangers : opening)
  })
}

function addCallRoutes(server: FastifyInstance, { desk, agentId, callPage }: VoiceOptions): void {
  server.get('/voice/token', async (request, reply) => {
    const link = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const opening = link && (await desk.redeemLink(link))
    return opening ? toClientData(opening) : refuse(reply, 401)
  })

  server.get<LinkRoute>('/voice/call/:link', async (request, reply) => {
    const language = await desk.findLink(request.params.link)
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `default-src 'none'; form-action 'self' ${new URL(callPage).origin}`)
    return language ? renderCallPage(language) : reply.code(410).send(renderSpentPage())
  })

  server.post<LinkRoute>('/voice/call/:link', async (request, reply) => {
    const opening = await desk.redeemLink(request.params.link)
    if (!opening) return reply.code(410).type('text/html; charset=utf-8').send(renderSpentPage())
    const url = new URL(callPage)
    url.searchParams.set('agent_id', agentId)
    url.searchParams.set('vars', Buffer.from(JSON.stringify(opening.variables)).toString('base64'))
    return reply.redirect(url.href, 303)
  })
}
