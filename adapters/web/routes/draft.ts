import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storable } from '../../../src/core/domain/text.ts'
import { findDraft, saveDraft } from '../../../src/people/drafts.ts'
import type { WebOptions } from '../options.ts'
import { parseInput } from '../server/request-error.ts'
import { signedInSession, signedOut } from '../server/session.ts'
import { accountInBody, findAuthor } from './input.ts'

const text = z.string('expected a text').max(16_000, 'page.error.message-length').transform(storable)
const draftShape = z.object({ account: accountInBody, text, known: z.array(text).max(20, 'expected at most 20 texts').default([]) })
const draftQuery = z.object({ account: z.coerce.number('expected a number').optional() })

/** Returns and stores what stands in the message box, so that every browser of the user has it. */
export function draftRoutes(server: FastifyInstance, options: WebOptions): void {
  const { store, clock } = options
  server.get('/continuous/draft/', async (request) => {
    const { account } = parseInput(draftQuery, request.query)
    return { text: await findDraft(store.db, findAuthor(request, account).id) }
  })

  server.post('/continuous/draft/', async (request) => {
    const { account, ...draft } = parseInput(draftShape, request.body)
    const { id } = findAuthor(request, account)
    const stored = await saveDraft(store, id, { ...draft, sessionId: signedInSession(request).id, now: clock.now() })
    if (stored === undefined) throw signedOut()
    return { text: stored }
  })
}
