import type { FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { adoptLocale } from '../../../src/conversation/receive/receive.ts'
import {
  findSession,
  listSessions,
  type SessionIdle,
  type SignedInSession,
  type SignInSession,
  type WebSession,
} from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import type { WebDeps, WebOptions } from '../options.ts'
import { SignedOutPage } from '../pages/notice.tsx'
import { listAcceptedLocales } from './language.ts'
import { RequestError, wantsPage } from './request-error.ts'
import { sendPage } from './send-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set on every route that requires a session. */
    user: User | null
    /** The session of that user. */
    session: SignedInSession | null
  }
  interface FastifyContextConfig {
    /** Whether an open page posts by itself, which does not prolong the session. */
    isAutomatic?: boolean
  }
}

export type PublicAddress = Pick<WebOptions, 'publicUrl'>

export const isServedOverHttps = ({ publicUrl }: PublicAddress): boolean => publicUrl?.protocol === 'https:'

/**
 * Returns the name of a cookie. Browsers send cookies to every port of a host, so the name includes the port to keep two pages
 * on one machine separate. Over https, a prefix makes browsers refuse the cookie from other subdomains and from http.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
export function cookieName(address: PublicAddress, { headers: { host = '' } }: FastifyRequest, use: 'session' | 'theme'): string {
  const port = /:(\d{1,5})$/.exec(host)?.[1]
  return `${isServedOverHttps(address) ? '__Host-' : ''}throughline_${use}${port ? `_${port}` : ''}`
}

/** Returns the token in the session cookie. Empty if there is none. */
export const findSessionToken = (address: PublicAddress, request: FastifyRequest): string =>
  request.cookies[cookieName(address, request, 'session')] ?? ''

/** Returns the session of a request. Undefined without a valid one. With `idle`, prolongs it. */
async function findRequestSession(
  options: WebDeps & PublicAddress,
  request: FastifyRequest,
  idle?: SessionIdle,
): Promise<SignedInSession | undefined> {
  const token = findSessionToken(options, request)
  return token === '' ? undefined : findSession(options, token, idle)
}

/** Lists the sessions of the signed-in user. */
export function listUserSessions(options: WebDeps & PublicAddress, request: FastifyRequest): Promise<WebSession[]> {
  return listSessions(options, signedInUser(request).id, findSessionToken(options, request))
}

/** Starts a session. If the page is served over https, the cookie is sent only over https. */
export function startSession(options: PublicAddress, reply: FastifyReply, { sessionToken, endsAt }: SignInSession): void {
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isServedOverHttps(options), expires: endsAt } as const
  reply.setCookie(cookieName(options, reply.request, 'session'), sessionToken, cookie)
}

/**
 * Requires a session. Without one, browsers get a page that explains how to sign in, and scripts get one sentence. Opening a page or
 * sending something prolongs the session. The requests of a forgotten tab do not.
 */
export async function requireUser(options: WebOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const isUse = (request.method !== 'GET' && !request.routeOptions.config.isAutomatic) || wantsPage(request)
  const session = await findRequestSession(options, request, isUse ? { idleMs: options.sessionIdleMs } : undefined)
  const user = session?.user
  request.session = session ?? null
  request.user = user ?? null
  if (user && wantsPage(request)) request.user = await adoptLocale(options.store.db, user, listAcceptedLocales(request)[0])
  if (user) return
  if (request.method !== 'GET' || !wantsPage(request)) throw signedOut()
  return sendPage(reply.code(401), h(SignedOutPage, null))
}

/** Returns the signed-in user, on routes behind `requireUser`. */
export function signedInUser(request: FastifyRequest): User {
  if (!request.user) throw signedOut()
  return request.user
}

/** Returns the session of the signed-in user, on routes behind `requireUser`. */
export function signedInSession(request: FastifyRequest): SignedInSession {
  if (!request.session) throw signedOut()
  return request.session
}

/** Returns the error of a request whose session has ended. */
export const signedOut = (): RequestError => new RequestError(401, (translate) => translate('page.error.signed-out'))
