import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ChangeSeq } from '../../../src/core/domain/ids.ts'
import { followThread } from '../live/follow-thread.ts'
import type { WebOptions } from '../options.ts'
import { findPageLanguage } from '../pages/language.tsx'
import { isSameOrigin } from '../server/guard.ts'
import { languageOf } from '../server/language.ts'
import { createConnectionSlots } from '../server/limits.ts'
import { parseInput, RequestError } from '../server/request-error.ts'
import { findSessionToken, signedInUser } from '../server/session.ts'
import { dayIn } from './input.ts'

const liveQuery = z.object({
  since: z.coerce.number('expected the last change seen').int().min(0).max(2_147_483_647),
  /** The language of the open page. */
  language: z.string().max(10).optional(),
  /** The version of the list of loops on the open page. */
  loops: z.string().max(20).optional(),
  /** The day of the open page, and the version of its sessions. */
  day: z.string().transform(dayIn).optional(),
  sessions: z.string().max(20).optional(),
})

/** Opens the WebSocket that keeps a page up to date. */
export function liveRoute(server: FastifyInstance, options: WebOptions): void {
  const reserveConnection = createConnectionSlots()
  server.route({
    method: 'GET',
    url: '/continuous/live',
    websocket: true,
    // Checked before the upgrade, because a page on another site can open a WebSocket here that carries the cookie.
    preValidation: async (request, reply) => {
      if (request.headers.origin === undefined || !isSameOrigin(options, request.headers))
        throw new RequestError(403, (translate) => translate('page.error.other-site-live'))
      parseInput(liveQuery, request.query)
      if (request.ws) reply.raw.once('close', reserveConnection(findSessionToken(options, request)))
    },
    handler: (socket, request) => {
      const { since, language, loops, day, sessions } = parseInput(liveQuery, request.query)
      followThread(options, {
        socket,
        user: signedInUser(request),
        language: language === undefined ? languageOf(request) : findPageLanguage(language),
        since: since as ChangeSeq,
        loops,
        day,
        sessions,
        sessionToken: findSessionToken(options, request),
      })
    },
  })
}
