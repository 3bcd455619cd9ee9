import type { FastifyInstance, FastifyRequest } from 'fastify'
import { h } from 'preact'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { parseDayLabel } from '../../../src/core/ports/clock.ts'
import { consumeSignInLink, findSessionUser, isSignInLinkValid } from '../../../src/people/sign-in.ts'
import { ensurePageAccount } from '../account.ts'
import type { WebOptions } from '../options.ts'
import { SignInPage, SpentLinkPage } from '../pages/notice.tsx'
import { describeBrowser } from '../server/browser-name.ts'
import { countRequest, findClientNetwork, signInLimit } from '../server/limits.ts'
import { sendFormPage } from '../server/send-page.ts'
import { startSession } from '../server/session.ts'

type TokenRoute = { Params: { token: string }; Querystring: { day?: unknown } }

/** Returns the day that a link leads to. Undefined for the end of the conversation, or if the day is invalid. */
function dayOf({ query }: { query: TokenRoute['Querystring'] }): DayLabel | undefined {
  return typeof query.day === 'string' ? parseDayLabel(query.day) : undefined
}

export function signInRoutes(server: FastifyInstance, options: WebOptions): void {
  const { rateLimits } = options

  const onRequest = ({ ip }: FastifyRequest) => countRequest(rateLimits, signInLimit, findClientNetwork(ip))

  // Never consumes the link, because link previews and mail scanners open it too.
  server.get<TokenRoute>('/sign-in/:token', { onRequest }, async (request, reply) => {
    if (!(await isSignInLinkValid(options, request.params.token))) return sendFormPage(reply.code(410), h(SpentLinkPage, null))
    const day = dayOf(request)
    const action = `/sign-in/${encodeURIComponent(request.params.token)}${day ? `?day=${day}` : ''}`
    return sendFormPage(reply, h(SignInPage, { action }))
  })

  server.post<TokenRoute>('/sign-in/:token', { onRequest }, async (request, reply) => {
    const signedIn = await consumeSignInLink(options, request.params.token, {
      browser: describeBrowser(request.headers['user-agent']),
      idleMs: options.sessionIdleMs,
    })
    const user = signedIn && (await findSessionUser(options, signedIn.sessionToken))
    if (!signedIn || !user) return sendFormPage(reply.code(410), h(SpentLinkPage, null))
    await ensurePageAccount(options, user)
    startSession(options, reply, signedIn)
    const day = dayOf(request)
    return reply.redirect(day ? `/continuous/day/${day}/` : '/continuous/', 303)
  })
}
