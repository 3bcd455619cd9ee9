import type { FastifyInstance } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import type { WebOptions } from '../options.ts'
import { BoxSubject } from '../pages/composer.tsx'
import { renderIn } from '../pages/language.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, parseInput } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { loadRepliable } from '../views/day-page.ts'
import { findScope } from '../views/day-view.ts'
import { findEditable } from '../views/editable.ts'
import { idInQuery } from './input.ts'

const subjectQuery = z.union([z.object({ reply: idInQuery }), z.object({ edit: idInQuery })])

/** Returns the line that names the message replied to or changed, and the text to change. */
export function boxSubjectRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/continuous/box-subject/', async (request) => {
    const query = parseInput(subjectQuery, request.query)
    const user = signedInUser(request)
    if ('edit' in query) {
      const message = await findEditable(options, user, query.edit as MessageId)
      if (!message) throw notFound()
      return { html: renderIn(languageOf(request), h(BoxSubject, { message, what: 'editing' })), text: message.text }
    }
    const scope = await findScope(options, user)
    const message = scope && (await loadRepliable(options, scope, query.reply as MessageId))
    if (!message) throw notFound()
    return { html: renderIn(languageOf(request), h(BoxSubject, { message, what: 'replying' })) }
  })
}
