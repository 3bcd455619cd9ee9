import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storable } from '../../../src/core/domain/text.ts'
import { findDraft, saveDraft } from '../../../src/people/drafts.ts'
import type { WebOptions } from '../options.ts'
import { parseInput } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { accountInBody, findAuthor } from './input.ts'

const draftShape = z.object({
  account: accountInBody,
  text: z.string('expected a text').max(16_000, 'page.error.message-length').transform(storable),
})

/** Returns and stores what stands in the message box, so that every browser of the user has it. */
export function draftRoutes(server: FastifyInstance, { store, clock }: WebOptions): void {
  server.get('/continuous/draft/', async (request) => ({ text: await findDraft(store.db, signedInUser(request).id) }))

  server.post('/continuous/draft/', async (request) => {
    const { text, account } = parseInput(draftShape, request.body)
    await saveDraft(store.db, findAuthor(request, account).id, { text, now: clock.now() })
    return {}
  })
}
