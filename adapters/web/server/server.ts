import { fastifyCookie } from '@fastify/cookie'
import { fastifyStatic } from '@fastify/static'
import { fastifyWebsocket } from '@fastify/websocket'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { messageOf } from '../../../src/core/domain/errors.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
import type { Inbox } from '../../../src/core/ports/platform.ts'
import type { WebOptions } from '../options.ts'
import { accountRoutes } from '../routes/accounts.ts'
import { attachmentRoutes } from '../routes/attachments.ts'
import { boxSubjectRoutes } from '../routes/box-subject.ts'
import { channelRoutes } from '../routes/channels.ts'
import { continuousRoutes } from '../routes/continuous.ts'
import { daySessionRoutes } from '../routes/day-sessions.ts'
import { designRoutes } from '../routes/design.ts'
import { draftRoutes } from '../routes/draft.ts'
import { embeddingRoutes } from '../routes/embeddings.ts'
import { eraseRoutes } from '../routes/erase.ts'
import { exportRoutes } from '../routes/export.ts'
import { liveRoute } from '../routes/live.ts'
import { loopRoutes } from '../routes/loops.ts'
import { manifestRoute } from '../routes/manifest.ts'
import { memoryRoutes } from '../routes/memory.ts'
import { messageRoutes } from '../routes/messages.ts'
import { modelRoutes } from '../routes/model.ts'
import { offlineRoute, workerRoute } from '../routes/offline.ts'
import { peopleRoutes } from '../routes/people.ts'
import { pushRoutes } from '../routes/push.ts'
import { replyContextRoutes } from '../routes/reply-context.ts'
import { sampleRoutes } from '../routes/samples.ts'
import { sessionRoutes } from '../routes/sessions.ts'
import { settingsRoutes } from '../routes/settings.ts'
import { signInRoutes } from '../routes/sign-in.ts'
import { themeRoutes } from '../routes/theme.ts'
import { writingRoutes } from '../routes/writing.ts'
import { assetsFolder, assetsPrefix } from './assets.ts'
import { findWhetherHasChannels } from './channel-access.ts'
import { compressAnswers, liveCompression } from './compression.ts'
import { isOwnHost, isSameOrigin, safeHeaders } from './guard.ts'
import { notFound, RequestError, sendError, toRequestError } from './request-error.ts'
import { requireUser } from './session.ts'
import { findTheme } from './theme.ts'

/** Maximum request body in bytes: the longest message in four-byte characters, with some room. */
const bodyLimit = 80_000

/** How long a client may take to send its headers, and a request without files, in ms. Checked at an interval. */
const headersTimeout = 10_000
const plainRequestMs = 30_000
const connectionsCheckingInterval = 5_000

/** In bytes per ms: one megabit per second. Over a slower network, the largest files do not arrive. */
const slowestUpload = 125

/** Where a proxy may run. One elsewhere cannot be distinguished from a client. */
const proxyAddresses = ['loopback', 'linklocal', 'uniquelocal']

/** Builds the HTTP and WebSocket server. It does not listen yet. */
export async function buildServer(options: WebOptions, inbox: Inbox): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit,
    logger: false,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: plainRequestMs + Math.ceil(options.attachmentMaxBytes / slowestUpload),
    http: { headersTimeout, connectionsCheckingInterval },
    // Only a proxy can serve the page over https. It passes on the client's address, by which limits are counted.
    trustProxy: options.publicUrl?.protocol === 'https:' && proxyAddresses,
  })
  server.decorateRequest('session', null)
  server.decorateRequest('user', null)
  server.decorateRequest('hasChannels', false)
  server.decorateRequest('theme', 'system')
  guard(server, options)
  acceptForms(server)
  compressAnswers(server)
  await server.register(fastifyCookie)
  server.addHook('onRequest', async (request) => {
    request.theme = findTheme(options, request)
  })
  await server.register(fastifyStatic, {
    root: assetsFolder,
    prefix: assetsPrefix,
    index: false,
    cacheControl: false,
    preCompressed: true,
  })
  await server.register(fastifyWebsocket, {
    options: { maxPayload: 1_024, perMessageDeflate: liveCompression },
    preClose: () => closeSockets(server),
  })

  server.get('/', (_request, reply) => reply.redirect('/continuous/'))
  manifestRoute(server)
  workerRoute(server)
  signInRoutes(server, options)
  await server.register(async (signedIn) => {
    signedIn.addHook('onRequest', (request, reply) => requireUser(options, request, reply))
    signedIn.addHook('onRequest', (request) => findWhetherHasChannels(options, request))
    continuousRoutes(signedIn, options)
    attachmentRoutes(signedIn, options)
    daySessionRoutes(signedIn, options)
    messageRoutes(signedIn, options)
    replyContextRoutes(signedIn, options)
    boxSubjectRoutes(signedIn, options)
    draftRoutes(signedIn, options)
    writingRoutes(signedIn, options, inbox)
    channelRoutes(signedIn, options)
    loopRoutes(signedIn, options)
    memoryRoutes(signedIn, options)
    sampleRoutes(signedIn, options)
    settingsRoutes(signedIn, options)
    modelRoutes(signedIn, options)
    designRoutes(signedIn, options)
    themeRoutes(signedIn, options)
    pushRoutes(signedIn, options)
    accountRoutes(signedIn, options)
    sessionRoutes(signedIn, options)
    embeddingRoutes(signedIn, options)
    peopleRoutes(signedIn, options)
    exportRoutes(signedIn, options)
    eraseRoutes(signedIn, options)
    liveRoute(signedIn, options)
    offlineRoute(signedIn)
  })
  return server
}

/** Applies to every request: only our own host names, no changes from other sites, security headers, and one sentence per error. */
function guard(server: FastifyInstance, options: WebOptions): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(safeHeaders)
    // The names of these files change with their content, so that they may be kept forever.
    if (request.url.startsWith(assetsPrefix)) reply.header('cache-control', 'public, max-age=31536000, immutable')
    if (options.publicUrl?.protocol === 'https:') reply.header('strict-transport-security', 'max-age=31536000')
    if (!isOwnHost(options, request.headers)) throw new RequestError(421, (translate) => describeAddress(translate, options))
    if (!['GET', 'HEAD'].includes(request.method) && !isSameOrigin(options, request.headers))
      throw new RequestError(403, (translate) => translate('page.error.other-site'))
  })
  server.setNotFoundHandler((request, reply) => sendError(request, reply, notFound()))
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRequestError(error)
    // The route's path, without the query or the token of a sign-in link.
    const path = request.routeOptions.url ?? 'unknown'
    if (!refusal) options.log.error({ path, error: messageOf(error) }, 'A request to the page failed')
    return sendError(request, reply, refusal ?? new RequestError(500, (translate) => translate('page.error.ours')))
  })
}

const describeAddress = (translate: Translate, { publicUrl }: WebOptions) =>
  publicUrl ? translate('page.error.other-address', { address: publicUrl.origin }) : translate('page.error.unknown-address')

/** Accepts forms. On pages without a script, buttons submit empty ones. */
function acceptForms(server: FastifyInstance): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, parseFiles)
}

/** Parses a form with files. */
async function parseFiles({ headers }: FastifyRequest, body: Buffer): Promise<object> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const form = await response.formData().catch(() => {
    throw new RequestError(400, (translate) => translate('page.error.unreadable'))
  })
  const fields: (readonly [string, unknown])[] = []
  form.forEach((value, name) => {
    fields.push([name, value])
  })
  return { ...Object.fromEntries(fields), files: form.getAll('files') }
}

/** Closes the connections of open pages. They reconnect once the server is back. */
async function closeSockets(server: FastifyInstance): Promise<void> {
  // Refuses new connections.
  server.websocketServer.close()
  for (const socket of server.websocketServer.clients) {
    socket.close(1001)
    // Does not wait for pages that do not respond.
    setImmediate(() => socket.terminate())
  }
}
