import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UserId } from '../../../src/core/domain/ids.ts'
import { longestEndpoint } from '../../../src/push/endpoint.ts'
import { ensurePushKeys } from '../../../src/push/push-keys.ts'
import { sendTestPush } from '../../../src/push/send-test.ts'
import { findSubscription, type PushSession, removeSubscription, saveSubscription } from '../../../src/push/subscriptions.ts'
import type { WebOptions } from '../options.ts'
import { languageOf } from '../server/language.ts'
import { countRequest, pushLimit, subscribeLimit } from '../server/limits.ts'
import { parseInput } from '../server/request-error.ts'
import { signedInSession, signedInUser } from '../server/session.ts'
import { accountInBody, findAuthor } from './input.ts'

const accountShape = z.object({ account: accountInBody })
const key = z.string('expected a key').max(200, 'expected a shorter key')
const subscriptionShape = accountShape.extend({
  endpoint: z.string('expected an address').max(longestEndpoint, 'expected a shorter address'),
  p256dh: key,
  auth: key,
})

export interface PushView {
  readonly account: UserId
  /** For which browsers subscribe. Absent if the server cannot keep its private key. */
  readonly publicKey: string | undefined
  /** Whether the server knows a subscription of this browser. */
  readonly isOn: boolean
}

export async function loadPushView(options: WebOptions, request: FastifyRequest): Promise<PushView> {
  const keys = await ensurePushKeys(options)
  const target = await findSubscription(options.store.db, signedInSession(request).id)
  return { account: signedInUser(request).id, publicKey: keys?.publicKey, isOn: target !== undefined }
}

/** Notifies the browser of a session, or stops that. The page and its worker ask for it. */
export function pushRoutes(server: FastifyInstance, options: WebOptions): void {
  const sessionOf = (request: FastifyRequest, account: number | undefined): PushSession => ({
    userId: findAuthor(request, account).id,
    sessionId: signedInSession(request).id,
  })
  const subscribe = async (request: FastifyRequest) => {
    const { account, ...target } = parseInput(subscriptionShape, request.body)
    const session = sessionOf(request, account)
    await countRequest(options.rateLimits, subscribeLimit, String(session.sessionId))
    await saveSubscription(options, session, target)
    return {}
  }

  // The worker asks who is signed in before it shows a notification, because it may have waited at its push service.
  server.get('/settings/push/account/', async (request) => ({ account: signedInUser(request).id }))

  server.post('/settings/push/', subscribe)
  // The browser has been given another address by its push service. Nobody needs to be there.
  server.post('/settings/push/renew/', { config: { isAutomatic: true } }, subscribe)

  server.post('/settings/push/off/', async (request) => {
    const { sessionId } = sessionOf(request, parseInput(accountShape, request.body).account)
    await removeSubscription(options.store.db, sessionId)
    return {}
  })

  server.post('/settings/push/test/', async (request) => {
    const session = sessionOf(request, parseInput(accountShape, request.body).account)
    await countRequest(options.rateLimits, pushLimit, String(session.userId))
    await sendTestPush(options, session, languageOf(request).translate)
    return {}
  })
}
