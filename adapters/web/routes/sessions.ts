import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endAllSessions, endSession } from '../../../src/people/sign-in.ts'
import type { WebOptions } from '../options.ts'
import { notFound } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { idInQuery } from './input.ts'

const sessionParams = z.object({ id: idInQuery })

/** Handles the list of sessions in the settings, which needs no script. Open pages of an ended session close at once. */
export function sessionRoutes(server: FastifyInstance, { store, clock, broadcast }: WebOptions): void {
  server.post('/settings/sessions/sign-out-all/', async (request, reply) => {
    const user = signedInUser(request)
    await store.transaction((tx) => endAllSessions(tx, user.id))
    broadcast.publish({ type: 'sessions-ended', userId: user.id })
    return reply.redirect('/continuous/', 303)
  })

  server.post('/settings/sessions/:id/sign-out/', async (request, reply) => {
    const user = signedInUser(request)
    const { success, data } = sessionParams.safeParse(request.params)
    if (!success || !(await endSession({ store, clock }, user.id, data.id))) throw notFound()
    broadcast.publish({ type: 'sessions-ended', userId: user.id })
    return reply.redirect('/settings/#sessions', 303)
  })
}
