import type { FastifyInstance } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { findLanguage } from '../../../src/core/messages/find-language.ts'
import { catalogueLanguages } from '../../../src/core/messages/messages.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { resolveTimezone, storeLanguage } from '../../../src/people/users.ts'
import { findForgetProgress } from '../../../src/privacy/forget/confirm.ts'
import { loadEmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import type { WebOptions } from '../options.ts'
import { SettingsPage } from '../pages/settings.tsx'
import { parseInput, RequestError } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { listUserSessions, signedInUser } from '../server/session.ts'
import { loadAccountsView } from './accounts.ts'
import { loadPeopleView } from './people.ts'

const languageShape = z.object({ language: z.string('expected a language') })

export function settingsRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/settings/', async (request, reply) => {
    const user = signedInUser(request)
    const timezone = resolveTimezone(user, options.defaultTimezone)
    const forOwners = user.isOwner
      ? {
          embeddings: await loadEmbeddingStatus(options.store, options.embeddings),
          people: await loadPeopleView(options),
          assumedWindows: options.assumedWindows(),
        }
      : {}
    const forgetting = await findForgetProgress(options.store.db, user.id)
    const accounts = await loadAccountsView(options, user)
    const sessions = await listUserSessions(options, request)
    const localTime = timeOfDay(options.clock.now(), timezone)
    return sendFormPage(reply, h(SettingsPage, { user, timezone, localTime, accounts, sessions, forgetting, ...forOwners }))
  })

  server.post('/settings/language/', async (request, reply) => {
    const user = signedInUser(request)
    const { language: name } = parseInput(languageShape, request.body)
    const language = name === user.language ? name : findLanguage(name)
    // A language that the page is not written in can be kept, but not chosen here.
    if (language === undefined || (!catalogueLanguages.includes(language) && language !== user.language))
      throw new RequestError(400, (translate) => translate('page.error.language'))
    await storeLanguage(options.store.db, user.id, language, 'choice')
    return reply.redirect('/settings/', 303)
  })
}
