import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession, findSessionUser, type SignInSession } from '../../../src/people/sign-in.ts'
import type { User } from '../../../src/people/users.ts'
import type { WebDeps } from '../options.ts'
import { documentOf } from '../pages/layout.tsx'
import { SignedOutPage } from '../pages/notice.tsx'
import { RequestError, wantsPage } from './request-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of those who are signed in. */
    user: User | null
  }
}

/** Browsers send cookies to every port of a host: with the port they asked for in the name, two pages on one machine keep apart. */
function cookieName({ host }: FastifyRequest): string {
  const port = /:(\d{1,5})$/.exec(host)?.[1]
  return port ? `throughline_session_${port}` : 'throughline_session'
}

/** Whose request it is; undefined without a session that is still open. */
export async function findSignedInUser(deps: WebDeps, request: FastifyRequest): Promise<User | undefined> {
  const token = request.cookies[cookieName(request)]
  return token ? findSessionUser(deps, token) : undefined
}

/** `secure` when people reach the page by https: the cookie then never travels without. */
export function startSession(reply: FastifyReply, { sessionToken, expiresAt }: SignInSession, secure: boolean): void {
  reply.setCookie(cookieName(reply.request), sessionToken, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires: expiresAt })
}

export async function signOut(deps: WebDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[cookieName(request)]
  if (token) await endSession(deps.store.db, token)
  reply.clearCookie(cookieName(request), { path: '/' })
}

/** Lets nobody past without a session: people get a page that says how to sign in, scripts a sentence. */
export async function requireUser(deps: WebDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  request.user = (await findSignedInUser(deps, request)) ?? null
  if (request.user) return
  if (request.method !== 'GET' || !wantsPage(request)) throw signedOut()
  return reply.code(401).type('text/html; charset=utf-8').send(documentOf(SignedOutPage()))
}

/** The user of a route behind `requireUser`. */
export function signedInUser(request: FastifyRequest): User {
  if (!request.user) throw signedOut()
  return request.user
}

const signedOut = () => new RequestError(401, 'You are not signed in here. Open a sign-in link first.')
