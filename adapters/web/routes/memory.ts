import type { FastifyInstance, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { MemoryId, ProposalId } from '../../../src/core/domain/ids.ts'
import type { MemoryWriteContext } from '../../../src/memory/items/add-memory.ts'
import { deleteMemory } from '../../../src/memory/items/change-memory.ts'
import { memoryTypes } from '../../../src/memory/items/memory-item.ts'
import { decideProposal, undoProposal } from '../../../src/memory/proposals/decide.ts'
import { toSlug } from '../../../src/memory/themes.ts'
import type { Tx } from '../../../src/store/store.ts'
import type { WebOptions } from '../options.ts'
import { MemoryPage } from '../pages/memory.tsx'
import { type MemoryAddress, memoryHref } from '../pages/memory-item.tsx'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { loadItemPage, loadMemoryPage } from '../views/memory-page.ts'
import { idInQuery } from './input.ts'

const addressShape = z.object({
  theme: z.string('expected one theme').max(200, 'expected the short name of a theme').transform(toSlug).optional(),
  type: z.enum(memoryTypes, `expected one of ${memoryTypes.join(', ')}`).optional(),
  archived: z.literal('1', 'expected 1, or no value').optional(),
  before: z.string('expected one place in the list').transform(cursorIn).optional(),
})
const decidedShape = z.object({ decided: idInQuery.optional() })
const itemParams = z.object({ id: idInQuery })

/** What the forms of a proposal do. Undefined if there is no such proposal. */
const proposalForms: Readonly<Record<string, (tx: Tx, context: MemoryWriteContext, id: ProposalId) => Promise<unknown>>> = {
  accept: (tx, context, id) => decideProposal(tx, context, { id, accept: true }),
  decline: (tx, context, id) => decideProposal(tx, context, { id, accept: false }),
  undo: undoProposal,
}

export function memoryRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/memory/', async (request, reply) => {
    const { decided } = parseInput(decidedShape, request.query)
    const address = { ...addressIn(request), ...(decided !== undefined && { decidedId: decided as ProposalId }) }
    const view = await loadMemoryPage(options, signedInUser(request), address)
    return sendFormPage(reply, h(MemoryPage, { view }))
  })

  server.get('/memory/:id/', async (request, reply) => {
    const view = await loadItemPage(options, signedInUser(request), idIn(request))
    if (!view) throw notFound()
    return sendFormPage(reply, h(MemoryPage, { view }))
  })

  /** Permanently deletes an item, and returns to the page on which the button was pressed. */
  server.post('/memory/:id/delete/', async (request, reply) => {
    const id = idIn(request)
    const scope = await findScope(options, signedInUser(request))
    const deleted = scope && (await options.store.transaction((tx) => deleteMemory(tx, { scope }, id)))
    if (!deleted) throw notFound()
    return reply.redirect(memoryHref(addressIn(request)), 303)
  })

  for (const [name, apply] of Object.entries(proposalForms))
    server.post(`/memory/suggestions/:id/${name}/`, async (request, reply) => {
      const id = Number(idIn(request)) as ProposalId
      const user = signedInUser(request)
      const scope = await findScope(options, user)
      const done = scope && (await options.store.transaction((tx) => apply(tx, { scope, now: options.clock.now() }, id)))
      if (!done) throw notFound()
      options.broadcast.publish({ type: 'thread-changed', userId: user.id, threadId: scope.threadId })
      return reply.redirect(`/memory/?decided=${id}#notice`, 303)
    })
}

function idIn({ params }: FastifyRequest): MemoryId {
  const { success, data } = itemParams.safeParse(params)
  if (!success) throw notFound()
  return data.id as MemoryId
}

function addressIn({ query }: FastifyRequest): MemoryAddress {
  const { archived, ...address } = parseInput(addressShape, query)
  return { ...address, archived: archived !== undefined }
}

/** Parses the position where a page of the list ended, as written by `memoryHref`. */
function cursorIn(text: string): NonNullable<MemoryAddress['before']> {
  const [, instant = '', digits] = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\d{1,10})$/.exec(text) ?? []
  const createdAt = new Date(instant)
  const { success, data } = idInQuery.safeParse(digits)
  if (!success || Number.isNaN(createdAt.getTime())) throw new RequestError(400, (translate) => translate('page.error.position'))
  return { createdAt, id: data as MemoryId }
}
