import type { FastifyInstance } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { findReplyContext } from '../../../src/conversation/context/report.ts'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import type { WebOptions } from '../options.ts'
import { renderIn } from '../pages/language.tsx'
import { ReplyContextPanel } from '../pages/reply-context.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { idInQuery } from './input.ts'

const messageParams = z.object({ id: idInQuery })

/** Returns what a reply was generated from, for the user who received the reply. */
export function replyContextRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/continuous/messages/:id/context/', async (request) => {
    const { success, data } = messageParams.safeParse(request.params)
    const scope = success ? await findScope(options, signedInUser(request)) : undefined
    const context = success && scope && (await findReplyContext(options.store.db, scope, data.id as MessageId))
    if (!context) throw notFound()
    if (context === 'gone') throw new RequestError(404, (translate) => translate('page.error.context-gone'))
    return { html: renderIn(languageOf(request), h(ReplyContextPanel, { context, price: options.price })) }
  })
}
