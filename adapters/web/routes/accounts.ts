import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { agreeToLink } from '../../../src/accounts/agree-to-link.ts'
import { declineLink } from '../../../src/accounts/close-links.ts'
import { enterCode } from '../../../src/accounts/enter-code.ts'
import { findSide, isEntered } from '../../../src/accounts/link-confirmation.ts'
import { describeCodeEntry } from '../../../src/accounts/link-texts.ts'
import { undoMerge } from '../../../src/accounts/undo-merge.ts'
import { unlinkAccount } from '../../../src/accounts/unlink-account.ts'
import type { AccountId } from '../../../src/core/domain/ids.ts'
import { translatorOf } from '../../../src/core/messages/messages.ts'
import { listLinkedAccounts } from '../../../src/people/accounts.ts'
import { createLinkCode, type LinkId, type LinkRequest, listPendingRequests, parseLinkCode } from '../../../src/people/link-codes.ts'
import { listUndoableMerges, type MergeId } from '../../../src/people/user-merges.ts'
import type { AccountKey, User } from '../../../src/people/users.ts'
import { notifyUser } from '../../../src/threads/notify.ts'
import { upsertPlace } from '../../../src/threads/places.ts'
import { ensureContinuousThread } from '../../../src/threads/thread.ts'
import { ensurePageAccount } from '../account.ts'
import { accountKey, pageAddress, pagePlace } from '../address.ts'
import type { WebOptions } from '../options.ts'
import { type AccountsView, CodeEnteredPage, LinkCodePage, type PendingRequest } from '../pages/accounts.tsx'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { idInQuery } from './input.ts'

const codeShape = z.object({ code: z.string('expected a code').max(100, 'expected a code') })
const agreementShape = z.object({ rights: z.literal('owner').optional() })
const unlinkShape = z.object({ messages: z.enum(['stay', 'move'], 'choose whether the messages stay or move') })
const numberParams = z.object({ id: idInQuery })

export async function loadAccountsView(options: WebOptions, user: User): Promise<AccountsView> {
  const { store, clock } = options
  const now = clock.now()
  const accounts = await listLinkedAccounts(store.db, options.privacy().senders, user.id)
  const account = { ...accountKey(user), id: await ensurePageAccount(options, user) }
  const requests = (await listPendingRequests(store.db, account.id, now)).flatMap((request) => toPendingRequest(request, account))
  return { accounts, requests, merges: await listUndoableMerges(store.db, user.id, now), now }
}

function toPendingRequest(request: LinkRequest, account: AccountKey): PendingRequest[] {
  const side = isEntered(request) ? findSide(request, account) : undefined
  return isEntered(request) && side ? [{ request, side }] : []
}

/** Handles the account forms, which need no script. Each side of a request confirms where its code was created or entered. */
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
    return sendFormPage(reply, h(LinkCodePage, { code }))
  })

  server.post('/settings/accounts/enter/', async (request, reply) => {
    const code = parseLinkCode(parseInput(codeShape, request.body).code)
    if (!code) throw new RequestError(400, (translate) => translate('page.error.link-code'))
    const user = signedInUser(request)
    await ensurePageAccount(options, user)
    const claimant = { ...accountKey(user), name: user.name, handle: '', address: pageAddress(user.id) }
    const entered = await enterCode(options.privacy(), { claimant, code, isPrivate: true })
    const pending = entered.outcome === 'pending' && { pending: { request: entered.request, side: 'claimant' as const } }
    return sendFormPage(reply, h(CodeEnteredPage, { text: describeCodeEntry(entered)(translatorOf(user.language)).text, ...pending }))
  })

  server.post('/settings/accounts/requests/:id/agree/', async (request, reply) => {
    const { rights } = parseInput(agreementShape, request.body ?? {})
    const user = signedInUser(request)
    const response = { ...toLinkResponse(request), sharesOwnerRights: rights === 'owner' }
    const agreed = await agreeToLink(options.privacy(), response)
    if (!agreed) throw notFound()
    await notifyUser(options.privacy(), user.id, agreed)
    return backToAccounts(reply)
  })

  server.post('/settings/accounts/requests/:id/refuse/', async (request, reply) => {
    if ((await declineLink(options.privacy(), toLinkResponse(request))) === undefined) throw notFound()
    return backToAccounts(reply)
  })

  server.post('/settings/accounts/:id/unlink/', async (request, reply) => {
    const { messages } = parseInput(unlinkShape, request.body)
    const user = signedInUser(request)
    const requestedBy = await ensurePageAccount(options, user)
    const unlinkRequest = { userId: user.id, accountId: numberIn(request) as AccountId, requestedBy, takesMessages: messages === 'move' }
    if (!(await unlinkAccount(options.privacy(), unlinkRequest))) throw notFound()
    return backToAccounts(reply)
  })

  server.post('/settings/accounts/merges/:id/undo/', async (request, reply) => {
    const user = signedInUser(request)
    const requestedBy = await ensurePageAccount(options, user)
    if (!(await undoMerge(options.privacy(), { id: numberIn(request) as MergeId, userId: user.id, requestedBy }))) throw notFound()
    return backToAccounts(reply)
  })
}

const toLinkResponse = (request: FastifyRequest) => ({ id: numberIn(request) as LinkId, account: accountKey(signedInUser(request)) })

function numberIn({ params }: FastifyRequest): number {
  const { success, data } = numberParams.safeParse(params)
  if (!success) throw notFound()
  return data.id
}

const backToAccounts = (reply: FastifyReply) => reply.redirect('/settings/#accounts', 303)
