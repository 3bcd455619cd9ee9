import type { FastifyInstance, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { findMessageById } from '../../../src/threads/messages/read-messages.ts'
import type { WebOptions } from '../options.ts'
import { renderIn } from '../pages/language.tsx'
import { MessagePreview } from '../pages/message-preview.tsx'
import { languageOf } from '../server/language.ts'
import { notFound } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { loadShownMessages } from '../views/shown-messages.ts'
import { idInQuery } from './input.ts'

const messageParams = z.object({ id: idInQuery })

/** Single messages, for users who may read them. */
export function messageRoutes(server: FastifyInstance, options: WebOptions): void {
  /** Returns the message of the request's address. Throws if the user may not read it, or if it is gone. */
  const findReadable = async (request: FastifyRequest) => {
    const { success, data } = messageParams.safeParse(request.params)
    const scope = success ? await findScope(options, signedInUser(request)) : undefined
    const message = success && scope && (await findMessageById(options.store.db, scope, data.id as MessageId))
    if (!message || message.deletedAt || message.kind === 'draft') throw notFound()
    return { message, scope }
  }

  /** Returns the text of a message as it was written. */
  server.get('/continuous/messages/:id/text/', async (request) => ({ text: (await findReadable(request)).message.text }))

  /** Returns what a citation shows of the message it cites. */
  server.get('/continuous/messages/:id/preview/', async (request) => {
    const { message, scope } = await findReadable(request)
    const [shown] = await loadShownMessages(options, scope, [message])
    if (!shown || message.role === 'tool') throw notFound()
    return { html: renderIn(languageOf(request), h(MessagePreview, { shown })) }
  })
}
