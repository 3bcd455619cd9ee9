import type { FastifyReply, FastifyRequest } from 'fastify'
import { findSessionUser, listSessions, type SignInSession, type WebSession } from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import type { WebDeps } from '../options.ts'
import { documentOf } from '../pages/layout.tsx'
import { SignedOutPage } from '../pages/notice.tsx'
import { RequestError, wantsPage } from './request-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set on every route that requires a session. */
    user: User | null
  }
}

/**
 * Returns the name of the session cookie. Browsers send cookies to every port of a host, so the name includes the port to keep two pages
 * on one machine separate.
 */
function cookieName({ headers: { host = '' } }: FastifyRequest): string {
  const port = /:(\d{1,5})$/.exec(host)?.[1]
  return port ? `throughline_session_${port}` : 'throughline_session'
}

/** Returns the token in the session cookie. Empty if there is none. */
export const sessionToken = (request: FastifyRequest): string => request.cookies[cookieName(request)] ?? ''

/** Returns the user of a request. Undefined without a valid session. */
export async function findSignedInUser(deps: WebDeps, request: FastifyRequest): Promise<User | undefined> {
  const token = sessionToken(request)
  return token === '' ? undefined : findSessionUser(deps, token)
}

/** Lists the sessions of the signed-in user. */
export function listUserSessions(deps: WebDeps, request: FastifyRequest): Promise<WebSession[]> {
  return listSessions(deps, signedInUser(request).id, sessionToken(request))
}

/** Starts a session. `secure` if the page is served over https, in which case the cookie is sent only over https. */
export function startSession(reply: FastifyReply, { sessionToken, expiresAt }: SignInSession, secure: boolean): void {
  reply.setCookie(cookieName(reply.request), sessionToken, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires: expiresAt })
}

/** Requires a session. Without one, browsers get a page that explains how to sign in, and scripts get one sentence. */
export async function requireUser(deps: WebDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  request.user = (await findSignedInUser(deps, request)) ?? null
  if (request.user) return
  if (request.method !== 'GET' || !wantsPage(request)) throw signedOut()
  return reply.code(401).type('text/html; charset=utf-8').send(documentOf(SignedOutPage()))
}

/** Returns the signed-in user, on routes behind `requireUser`. */
export function signedInUser(request: FastifyRequest): User {
  if (!request.user) throw signedOut()
  return request.user
}

const signedOut = () => new RequestError(401, 'You are not signed in. Open a sign-in link first.')
