import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { approveAccess } from '../../../src/accounts/approve-access.ts'
import { blockUser } from '../../../src/conversation/receive/block-user.ts'
import type { UserId } from '../../../src/core/domain/ids.ts'
import { denyRequest, listPendingRequests } from '../../../src/people/access-requests.ts'
import { unblockUser } from '../../../src/people/block-user.ts'
import { listUsers } from '../../../src/people/list-users.ts'
import type { WebDeps, WebOptions } from '../options.ts'
import type { PeopleView } from '../pages/people.tsx'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { idInQuery } from './input.ts'

/** The maximum number of users to list. Others can be blocked with /block. */
const shown = 100

const codeShape = z.object({ code: z.string('expected a code').max(100, 'expected a code') })
const personParams = z.object({ id: idInQuery })

export async function loadPeopleView({ store, clock }: WebDeps): Promise<PeopleView> {
  const now = clock.now()
  const [requests, list] = await Promise.all([listPendingRequests(store.db, now), listUsers(store.db, shown)])
  return { requests, list, now }
}

/** Handles the forms for members and access requests, for owners only. They need no script. */
export function peopleRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/people/approve/', async (request, reply) => {
    requireOwner(request)
    if (!(await approveAccess(options.privacy(), parseInput(codeShape, request.body).code))) throw alreadyAnswered()
    return backToPeople(reply)
  })

  server.post('/settings/people/deny/', async (request, reply) => {
    requireOwner(request)
    if ((await denyRequest(options.store, parseInput(codeShape, request.body).code, options.clock.now())) === undefined)
      throw alreadyAnswered()
    return backToPeople(reply)
  })

  server.post('/settings/people/:id/block/', async (request, reply) => {
    requireOwner(request)
    if (!(await blockUser(options.privacy(), personIn(request)))) throw notFound()
    return backToPeople(reply)
  })

  server.post('/settings/people/:id/unblock/', async (request, reply) => {
    requireOwner(request)
    await unblockUser(options.store.db, personIn(request))
    return backToPeople(reply)
  })
}

const backToPeople = (reply: FastifyReply) => reply.redirect('/settings/#people', 303)

const alreadyAnswered = () => new RequestError(409, (translate) => translate('page.error.access-request'))

function personIn({ params }: FastifyRequest): UserId {
  const { success, data } = personParams.safeParse(params)
  if (!success) throw notFound()
  return data.id as UserId
}

function requireOwner(request: FastifyRequest): void {
  if (!signedInUser(request).isOwner) throw notFound()
}
