import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SessionId } from '../../../src/core/domain/ids.ts'
import { canRetry } from '../../../src/sessions/day-sessions.ts'
import { retrySession } from '../../../src/sessions/process/retry-session.ts'
import type { WebOptions } from '../options.ts'
import { daySessionsHtml } from '../pages/day-sessions.tsx'
import { dayHref } from '../pages/days.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, parseInput, wantsPage } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { loadDaySessions } from '../views/day-sessions.ts'
import { findScope } from '../views/day-view.ts'
import { dayIn, idInQuery } from './input.ts'

const sessionParams = z.object({ id: idInQuery })
const retryShape = z.object({ day: z.string('expected the day that is shown').transform(dayIn) })

/** Handles the button of a session whose notes failed. One that has not failed is left as it is. */
export function daySessionRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/continuous/sessions/:id/retry/', async (request, reply) => {
    const { success, data } = sessionParams.safeParse(request.params)
    const user = signedInUser(request)
    const scope = success && (await findScope(options, user))
    if (!scope) throw notFound()
    const { day } = parseInput(retryShape, request.body ?? {})
    const { sessions } = await loadDaySessions(options, scope, day)
    const session = sessions.find(({ id }) => id === data.id)
    if (!session) throw notFound()
    const isRetried = canRetry(session) && (await retrySession(options, scope, data.id as SessionId))
    if (isRetried) options.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId: scope.threadId })
    if (wantsPage(request)) return reply.redirect(`${dayHref(day)}#day-sessions`, 303)
    const language = languageOf(request)
    const view = await loadDaySessions(options, scope, day)
    const progress = view.sessions.find(({ id }) => id === data.id)?.progress ?? session.progress
    return { html: daySessionsHtml(language, view), notice: language.translate(`page.day-sessions.${progress}`) }
  })
}
