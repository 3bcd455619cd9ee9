import type { FastifyInstance } from 'fastify'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { resolveTimezone } from '../../../src/people/users.ts'
import { findForgetProgress } from '../../../src/privacy/forget/confirm.ts'
import { loadEmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import type { WebOptions } from '../options.ts'
import { documentOf } from '../pages/layout.tsx'
import { SettingsPage } from '../pages/settings.tsx'
import { listUserSessions, signedInUser } from '../server/session.ts'
import { loadAccountsView } from './accounts.ts'
import { loadPeopleView } from './people.ts'

export function settingsRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/settings/', async (request, reply) => {
    const user = signedInUser(request)
    const timezone = resolveTimezone(user, options.defaultTimezone)
    const forOwners = user.isOwner
      ? { embeddings: await loadEmbeddingStatus(options.store, options.embeddings), people: await loadPeopleView(options) }
      : {}
    const forgetting = await findForgetProgress(options.store.db, user.id)
    const accounts = await loadAccountsView(options, user)
    const sessions = await listUserSessions(options, request)
    const localTime = timeOfDay(options.clock.now(), timezone)
    const page = SettingsPage({ user, timezone, localTime, accounts, sessions, forgetting, ...forOwners })
    // As on the sign-in page, the policy allows a referrer, because the page contains a form.
    return reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8').send(documentOf(page))
  })
}
