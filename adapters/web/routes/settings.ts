import type { FastifyInstance, FastifyReply } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { findLanguage } from '../../../src/core/messages/find-language.ts'
import { catalogueLanguages } from '../../../src/core/messages/messages.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { resolveTimezone, storeLanguage } from '../../../src/people/users.ts'
import { findForgetProgress } from '../../../src/privacy/forget/confirm.ts'
import { findSamplesState } from '../../../src/privacy/forget/forget-samples.ts'
import { loadEmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import type { WebOptions } from '../options.ts'
import { SettingsPage } from '../pages/settings.tsx'
import { parseInput, RequestError } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { listUserSessions, signedInUser } from '../server/session.ts'
import { loadAccountsView } from './accounts.ts'
import { loadModelForm, type ModelFormEntry } from './model-form.ts'
import { loadPeopleView } from './people.ts'
import { loadPushView } from './push.ts'

const languageShape = z.object({ language: z.string('expected a language') })

/** Sends the settings, with what an owner entered in the form of the language model. */
export async function sendSettings(options: WebOptions, reply: FastifyReply, entry?: ModelFormEntry): Promise<FastifyReply> {
  const { store, clock } = options
  const user = signedInUser(reply.request)
  const timezone = resolveTimezone(user, options.defaultTimezone)
  const forOwners = user.isOwner
    ? {
        model: await loadModelForm(options, entry),
        apps: [...options.privacy().senders.keys()],
        embeddings: await loadEmbeddingStatus(store, options.embeddings),
        people: await loadPeopleView(options),
        assumedWindows: options.assumedWindows(),
      }
    : {}
  const settings = {
    ...{ user, timezone, localTime: timeOfDay(clock.now(), timezone) },
    forgetting: await findForgetProgress(store.db, user.id),
    samples: await findSamplesState(store.db, user.id),
    push: await loadPushView(options, reply.request),
    accounts: await loadAccountsView(options, user),
    sessions: await listUserSessions(options, reply.request),
  }
  return sendFormPage(reply, h(SettingsPage, { ...settings, ...forOwners }))
}

export function settingsRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/settings/', (_request, reply) => sendSettings(options, reply))

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
