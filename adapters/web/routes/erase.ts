import type { FastifyInstance, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { ForgetRequestId, PlaceId } from '../../../src/core/domain/ids.ts'
import { confirmForgetRequest, discardPreview } from '../../../src/privacy/forget/confirm.ts'
import type { ForgetTarget } from '../../../src/privacy/forget/find-targets.ts'
import { createForgetPreview, findForgetPreview } from '../../../src/privacy/forget/preview.ts'
import { findAnyPlaceId } from '../../../src/threads/messages/read-messages.ts'
import { findLastDirectPlace } from '../../../src/threads/places.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import type { WebOptions } from '../options.ts'
import { ForgettingPage, NothingToForgetPage } from '../pages/erase.tsx'
import { notFound, parseInput } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { findScope } from '../views/day-view.ts'
import { dayIn, idInQuery } from './input.ts'

const wantedShape = z.union([
  z.object({ everything: z.literal('1', 'expected 1, or a day') }),
  z.object({ day: z.string('expected a date').transform(dayIn) }),
])
const listParams = z.object({ id: idInQuery })

/** Previews, confirms or cancels deletions, with plain forms. A job does the deleting. */
export function eraseRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/forget/', async (request, reply) => {
    const input = parseInput(wantedShape, request.body)
    const wanted: ForgetTarget = 'day' in input ? { kind: 'day', day: input.day } : { kind: 'everything' }
    const scope = await findScope(options, signedInUser(request))
    const placeId = scope && (await placeOf(options, scope))
    const listing = scope && placeId && (await createForgetPreview(options.privacy(), { scope, placeId }, wanted))
    return listing ? reply.redirect(`/settings/forget/${listing.id}/`, 303) : sendFormPage(reply, h(NothingToForgetPage, null))
  })

  server.get('/settings/forget/:id/', async (request, reply) => {
    const scope = await findScope(options, signedInUser(request))
    const listing = scope && (await findForgetPreview(options, scope, idIn(request)))
    return listing ? sendFormPage(reply, h(ForgettingPage, { listing })) : sendFormPage(reply.code(404), h(NothingToForgetPage, null))
  })

  server.post('/settings/forget/:id/confirm/', async (request, reply) => {
    const outcome = await confirmForgetRequest(options.privacy(), signedInUser(request).id, idIn(request))
    if (outcome === 'unknown') throw notFound()
    return outcome === 'expired' ? sendFormPage(reply, h(NothingToForgetPage, null)) : reply.redirect('/settings/#forget', 303)
  })

  server.post('/settings/forget/:id/keep/', async (request, reply) => {
    if (!(await discardPreview(options.store, signedInUser(request).id, idIn(request)))) throw notFound()
    return reply.redirect('/settings/#forget', 303)
  })
}

/** Returns the place in which the user is notified at the end. A user without a direct place is not notified. */
async function placeOf({ store: { db } }: WebOptions, { userId, threadId }: Scope): Promise<PlaceId | undefined> {
  const direct = await findLastDirectPlace(db, userId)
  return direct?.id ?? findAnyPlaceId(db, threadId)
}

function idIn({ params }: FastifyRequest): ForgetRequestId {
  const { success, data } = listParams.safeParse(params)
  if (!success) throw notFound()
  return data.id as ForgetRequestId
}
