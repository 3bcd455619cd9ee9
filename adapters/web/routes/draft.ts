import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storable } from '../../../src/core/domain/text.ts'
import { findDraft, saveDraft } from '../../../src/people/drafts.ts'
import type { WebOptions } from '../options.ts'
import { parseInput } from '../server/request-error.ts'
import { accountInBody, findAuthor } from './input.ts'

const text = z.string('expected a text').max(16_000, 'page.error.message-length').transform(storable)
const draftShape = z.object({ account: accountInBody, text, known: z.array(text).max(20, 'expected at most 20 texts').default([]) })
const draftQuery = z.object({ account: z.coerce.number('expected a number').optional() })

/** Returns and stores what stands in the message box, so that every browser of the user has it. */
export function draftRoutes(server: FastifyInstance, { store, clock }: WebOptions): void {
  server.get('/continuous/draft/', async (request) => {
    const { account } = parseInput(draftQuery, request.query)
    return { text: await findDraft(store.db, findAuthor(request, account).id) }
  })

  server.post('/continuous/draft/', async (request) => {
    const { account, ...draft } = parseInput(draftShape, request.body)
    return { text: await saveDraft(store, findAuthor(request, account).id, { ...draft, now: clock.now() }) }
  })
}
