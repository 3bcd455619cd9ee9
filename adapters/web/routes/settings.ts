import type { FastifyInstance } from 'fastify'
import { timeOfDay } from '../../../src/core/clock.ts'
import { timezoneOf } from '../../../src/people/settings.ts'
import { embeddingState } from '../../../src/recall/vectors/state.ts'
import type { WebOptions } from '../options.ts'
import { documentOf } from '../pages/layout.tsx'
import { SettingsPage } from '../pages/settings.tsx'
import { signedInUser } from '../session.ts'

export function settingsRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/settings/', async (request, reply) => {
    const user = signedInUser(request)
    const timezone = timezoneOf(options, user)
    const embeddings = user.isOwner ? { embeddings: await embeddingState(options) } : {}
    const page = SettingsPage({ user, timezone, localTime: timeOfDay(options.clock.now(), timezone), ...embeddings })
    // As on the page of a sign-in link: it holds a form.
    return reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8').send(documentOf(page))
  })
}
