import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { z } from 'zod'
import { acceptLink } from '../../../src/accounts/accept-link.ts'
import { cancelLink, declineLink } from '../../../src/accounts/close-links.ts'
import { enterCode } from '../../../src/accounts/enter-code.ts'
import { describeCodeEntry, linkedText } from '../../../src/accounts/link-texts.ts'
import { unlinkAccount } from '../../../src/accounts/unlink-account.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { AccountId } from '../../../src/core/domain/ids.ts'
import { listLinkedAccounts } from '../../../src/people/accounts.ts'
import { createLinkCode, type LinkId, listClaimedRequests, parseLinkCode } from '../../../src/people/link-codes.ts'
import type { User } from '../../../src/people/users.ts'
import { notifyUser } from '../../../src/threads/notify.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { ensurePageAccount } from '../account.ts'
import { accountKey, pageAddress, pagePlace } from '../address.ts'
import type { WebOptions } from '../options.ts'
import { type AccountsView, CodeEnteredPage, LinkCodePage } from '../pages/accounts.tsx'
import { documentOf } from '../pages/layout.tsx'
import { notFound, parseInput } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { idInQuery } from './input.ts'

const codeShape = z.object({ code: z.string('expected a code').max(100, 'expected a code') })
const numberParams = z.object({ id: idInQuery })

export async function loadAccountsView(options: WebOptions, user: User): Promise<AccountsView> {
  const { store, clock } = options
  const now = clock.now()
  const accounts = await listLinkedAccounts(store.db, options.privacy().senders, user.id)
  return { accounts, requests: await listClaimedRequests(store.db, await ensurePageAccount(options, user), now), now }
}

/**
 * Handles the account forms, which need no script. Confirming applies only to requests for a code created on the page. Requests for other
 * codes are confirmed where the code was created.
 */
export function accountRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/accounts/code/', async (request, reply) => {
    const { store, clock, random } = options
    const user = signedInUser(request)
    const accountId = await ensurePageAccount(options, user)
    // The user is notified in the conversation, which may not exist yet.
    await ensureContinuousThread(options.store, user.id, clock.now())
    const { id: placeId } = await upsertPlace(store.db, pagePlace(user.id), user.id)
    const { code } = await store.transaction((tx) => createLinkCode(tx, random, { accountId, placeId, now: clock.now() }))
    // The code is not shown at a URL of its own, which would stay in the browser's history.
    return sendPage(reply, LinkCodePage({ code }))
  })

  server.post('/settings/accounts/enter/', async (request, reply) => {
    const code = parseLinkCode(parseInput(codeShape, request.body).code)
    if (!code) throw new InputError('A code looks like K7QF-2MXD. Send /link on your other account to get one.')
    const user = signedInUser(request)
    await ensurePageAccount(options, user)
    const claimant = { ...accountKey(user.id), name: user.name, address: pageAddress(user.id) }
    const entered = await enterCode(options.privacy(), { claimant, code, isPrivate: true })
    const waits = entered.outcome === 'pending' && { request: entered.request }
    return sendPage(reply, CodeEnteredPage({ text: describeCodeEntry(entered), ...waits }))
  })

  server.post('/settings/accounts/requests/:id/agree/', async (request, reply) => {
    const agreed = await acceptLink(options.privacy(), await parseNotice(options, request))
    if (!agreed) throw notFound()
    await notifyUser(options.privacy(), agreed.requester.userId, { text: linkedText(agreed.claimant), placeId: agreed.requester.placeId })
    return backToAccounts(reply)
  })

  for (const [answer, end] of Object.entries({ refuse: declineLink, cancel: cancelLink }))
    server.post(`/settings/accounts/requests/:id/${answer}/`, async (request, reply) => {
      if (!(await end(options.privacy(), await parseNotice(options, request)))) throw notFound()
      return backToAccounts(reply)
    })

  server.post('/settings/accounts/:id/unlink/', async (request, reply) => {
    const user = signedInUser(request)
    const requestedBy = await ensurePageAccount(options, user)
    if (!(await unlinkAccount(options.privacy(), { userId: user.id, accountId: numberIn(request) as AccountId, requestedBy })))
      throw notFound()
    return backToAccounts(reply)
  })
}

async function parseNotice(options: WebOptions, request: FastifyRequest) {
  const id = numberIn(request) as LinkId
  return { id, accountId: await ensurePageAccount(options, signedInUser(request)) }
}

function numberIn({ params }: FastifyRequest): number {
  const { success, data } = numberParams.safeParse(params)
  if (!success) throw notFound()
  return data.id
}

const backToAccounts = (reply: FastifyReply) => reply.redirect('/settings/#accounts', 303)

function sendPage(reply: FastifyReply, page: VNode): FastifyReply {
  // As on the sign-in page, the policy allows a referrer, because the page contains forms.
  return reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8').send(documentOf(page))
}
