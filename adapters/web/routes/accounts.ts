import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { z } from 'zod'
import { InputError } from '../../../src/core/errors.ts'
import type { AccountId } from '../../../src/core/ids.ts'
import { linkedAccounts } from '../../../src/people/accounts.ts'
import { createLinkCode, type LinkId, readCode, requestsTo } from '../../../src/people/link-codes.ts'
import type { User } from '../../../src/people/users.ts'
import { agreeToLink } from '../../../src/rights/link/agree.ts'
import { enterCode } from '../../../src/rights/link/enter.ts'
import { cancelLink, refuseLink } from '../../../src/rights/link/settle.ts'
import { unlink } from '../../../src/rights/link/unlink.ts'
import { enteredInWords, linked } from '../../../src/rights/link/wording.ts'
import { tell } from '../../../src/rights/tell.ts'
import { placeFor } from '../../../src/threads/places.ts'
import { continuousThread } from '../../../src/threads/thread.ts'
import { pageAccount } from '../account.ts'
import { accountKey, pageAddress, pagePlace } from '../address.ts'
import type { WebOptions } from '../options.ts'
import { type AccountsView, CodeEnteredPage, LinkCodePage } from '../pages/accounts.tsx'
import { documentOf } from '../pages/layout.tsx'
import { notFound, parsed } from '../refusal.ts'
import { signedInUser } from '../session.ts'
import { idInQuery } from './input.ts'

const codeShape = z.object({ code: z.string('expected a code').max(100, 'expected a code') })
const numberParams = z.object({ id: idInQuery })

export async function accountsViewOf(options: WebOptions, user: User): Promise<AccountsView> {
  const { store, clock } = options
  const now = clock.now()
  const accounts = await linkedAccounts(store.db, options.rights().senders, user.id)
  return { accounts, requests: await requestsTo(store.db, await pageAccount(options, user), now), now }
}

/** Buttons and a field of the page, without a script. Who agrees is the account of the page: what was asked for elsewhere is agreed to there. */
export function accountRoutes(server: FastifyInstance, options: WebOptions): void {
  server.post('/settings/accounts/code/', async (request, reply) => {
    const { store, clock, random } = options
    const user = signedInUser(request)
    const accountId = await pageAccount(options, user)
    // Whoever enters the code is told of in the conversation, which may not have begun.
    await continuousThread(options, user.id, clock.now())
    const { id: placeId } = await placeFor(store.db, pagePlace(user.id), user.id)
    const { code } = await store.transaction((tx) => createLinkCode(tx, random, { accountId, placeId, now: clock.now() }))
    // Not by an address of its own: it would stand in the history of the browser.
    return sendPage(reply, LinkCodePage({ code }))
  })

  server.post('/settings/accounts/enter/', async (request, reply) => {
    const code = readCode(parsed(codeShape, request.body).code)
    if (!code) throw new InputError('A code looks like K7QF-2MXD. /link on your other account gives you one.')
    const user = signedInUser(request)
    await pageAccount(options, user)
    const entrant = { ...accountKey(user.id), name: user.name, address: pageAddress(user.id) }
    const entered = await enterCode(options.rights(), { entrant, code, isAlone: true })
    const waits = entered.outcome === 'asked' && { request: entered.request }
    return sendPage(reply, CodeEnteredPage({ text: enteredInWords(entered), ...waits }))
  })

  server.post('/settings/accounts/requests/:id/agree/', async (request, reply) => {
    const agreed = await agreeToLink(options.rights(), await sayingIn(options, request))
    if (!agreed) throw notFound()
    await tell(options.rights(), agreed.asker.userId, { text: linked(agreed.entrant), placeId: agreed.asker.placeId })
    return backToAccounts(reply)
  })

  for (const [answer, end] of Object.entries({ refuse: refuseLink, cancel: cancelLink }))
    server.post(`/settings/accounts/requests/:id/${answer}/`, async (request, reply) => {
      if (!(await end(options.rights(), await sayingIn(options, request)))) throw notFound()
      return backToAccounts(reply)
    })

  server.post('/settings/accounts/:id/unlink/', async (request, reply) => {
    const user = signedInUser(request)
    const by = await pageAccount(options, user)
    if (!(await unlink(options.rights(), { userId: user.id, accountId: numberIn(request) as AccountId, by }))) throw notFound()
    return backToAccounts(reply)
  })
}

async function sayingIn(options: WebOptions, request: FastifyRequest) {
  const id = numberIn(request) as LinkId
  return { id, accountId: await pageAccount(options, signedInUser(request)) }
}

function numberIn({ params }: FastifyRequest): number {
  const { success, data } = numberParams.safeParse(params)
  if (!success) throw notFound()
  return data.id
}

const backToAccounts = (reply: FastifyReply) => reply.redirect('/settings/#accounts', 303)

function sendPage(reply: FastifyReply, page: VNode): FastifyReply {
  // As on the page of a sign-in link: it holds forms.
  return reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8').send(documentOf(page))
}
