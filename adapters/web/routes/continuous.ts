import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import type { ChangeSeq, MessageId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { User } from '../../../src/people/users.ts'
import { markShown } from '../../../src/push/subscriptions.ts'
import { findSummaryProgress } from '../../../src/summaries/read.ts'
import {
  findMessageById,
  findPlatformMessage,
  findSegment,
  listChangesSince,
  loadMessagesAround,
} from '../../../src/threads/messages/read-messages.ts'
import { markSeen } from '../../../src/threads/seen.ts'
import { pageMessageId, pagePlace } from '../address.ts'
import type { WebOptions } from '../options.ts'
import { calendarHtml } from '../pages/calendar.tsx'
import { ContinuousPage } from '../pages/continuous.tsx'
import { dayHref, dayItemsHtml } from '../pages/days.tsx'
import { earlierAnswer } from '../pages/earlier.tsx'
import { messageFragment } from '../pages/message.tsx'
import { summaryHtml } from '../pages/summary.tsx'
import { languageOf } from '../server/language.ts'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { sendFormPage } from '../server/send-page.ts'
import { signedInSession, signedInUser } from '../server/session.ts'
import { type DayRequest, loadDayPage, loadEarlier, messagesAtOnce } from '../views/day-page.ts'
import { findScope, findToday, loadCalendar, loadDayList, loadSummaryView } from '../views/day-view.ts'
import { messageHref } from '../views/markdown.ts'
import { findSegmentState, loadShownMessages } from '../views/shown-messages.ts'
import { accountInBody, dayIn, findAuthor, idInQuery, monthIn } from './input.ts'

const platformId = z.string('expected an id').regex(pageMessageId, 'expected the id of a message')
const monthQuery = z.object({ month: z.string().optional() })
const pageQuery = monthQuery.extend({
  message: idInQuery.optional(),
  reply: idInQuery.optional(),
  edit: idInQuery.optional(),
  pageMessage: platformId.optional(),
})
const calendarQuery = monthQuery.extend({ selected: z.string().optional() })
const daysQuery = z.object({ before: z.string().optional(), selected: z.string().optional() })
const messagesQuery = z.object({
  around: idInQuery.optional(),
  since: idInQuery.optional(),
  before: idInQuery.optional(),
  beforeDay: z.string().optional(),
})
const seenShape = z.object({ seq: idInQuery, account: accountInBody })
const summaryQuery = z.object({
  since: z.iso.datetime('expected an instant, such as 2026-11-21T09:00:00Z').optional(),
  joined: z.literal('yes', 'expected yes').optional(),
})

type DayRoute = { Params: { day: string } }

export function continuousRoutes(server: FastifyInstance, options: WebOptions): void {
  const sendDay = async (reply: FastifyReply, wanted: Omit<DayRequest, 'commands'>) => {
    const view = await loadDayPage(options, signedInUser(reply.request), { ...wanted, commands: options.commands })
    if (!view) throw notFound()
    // What a browser loads ahead of its user is not seen yet.
    const isAhead = reply.request.headers['sec-purpose'] !== undefined
    if (view.day === view.today && !view.hasLater && !isAhead)
      await markPageSeen(options, reply.request, signedInUser(reply.request), view.seq)
    return sendFormPage(reply, h(ContinuousPage, { view }))
  }

  server.get('/continuous/', async (request, reply) => {
    const { message, month, reply: replyingTo, edit: editing, pageMessage } = parseInput(pageQuery, request.query)
    if (pageMessage !== undefined)
      return reply.redirect(await hrefOfPageMessage(options, signedInUser(request), pageMessage as PlatformMessageId), 303)
    if (message !== undefined) return sendDay(reply, { message: message as MessageId })
    return sendDay(reply, {
      ...(month !== undefined && { month: monthIn(month) }),
      ...(replyingTo !== undefined && { replyingTo: replyingTo as MessageId }),
      ...(editing !== undefined && { editing: editing as MessageId }),
    })
  })

  // The date picker submits to this route.
  server.get('/continuous/day/', async (request, reply) => {
    const { day } = parseInput(z.object({ day: z.string() }), request.query)
    return reply.redirect(dayHref(dayIn(day)), 303)
  })

  server.get<DayRoute>('/continuous/day/:day/', (request, reply) => {
    const { month } = parseInput(monthQuery, request.query)
    return sendDay(reply, { day: dayIn(request.params.day), ...(month !== undefined && { month: monthIn(month) }) })
  })

  /** The month that the script shows in place of another. */
  server.get('/continuous/calendar/', async (request) => {
    const { month, selected } = parseInput(calendarQuery, request.query)
    const user = signedInUser(request)
    const scope = await findScope(options, user)
    const view = await loadCalendar(options, scope, {
      today: await findToday(options, user, scope),
      ...(month !== undefined && { month: monthIn(month) }),
      ...(selected !== undefined && { selected: dayIn(selected) }),
    })
    return { month: view.month, days: view.days, html: calendarHtml(languageOf(request), view) }
  })

  server.get('/continuous/days/', async (request) => {
    const { before, selected } = parseInput(daysQuery, request.query)
    const user = signedInUser(request)
    const scope = await findScope(options, user)
    const list = await loadDayList(options, scope, {
      today: await findToday(options, user, scope),
      ...(before !== undefined && { before: dayIn(before) }),
      ...(selected !== undefined && { selected: dayIn(selected) }),
    })
    const days = list.days.map(({ dayLabel, messages, hasSummary }) => ({ day: dayLabel, messages, hasSummary }))
    return { days, html: dayItemsHtml(languageOf(request), list), ...(list.more && { next: list.days.at(-1)?.dayLabel }) }
  })

  /** The open page has shown the changes up to this one. */
  server.post('/continuous/seen/', { config: { isAutomatic: true } }, async (request) => {
    const { seq, account } = parseInput(seenShape, request.body)
    await markPageSeen(options, request, findAuthor(request, account), seq as ChangeSeq)
    return { seq }
  })

  /** Returns the current summary of a day, and the progress of a request made at `since` to regenerate it. */
  server.get<DayRoute>('/continuous/day/:day/summary/', async (request) => {
    const { since, joined } = parseInput(summaryQuery, request.query)
    const day = dayIn(request.params.day)
    const scope = await findScope(options, signedInUser(request))
    const segment = scope && (await findSegment(options.store.db, scope.threadId, day))
    if (!segment) throw notFound()
    const state = await findSegmentState(options, scope, segment.id)
    return {
      html: summaryHtml(languageOf(request), { view: loadSummaryView(options, day, state), joined: joined !== undefined }),
      updatedAt: state?.summary?.updatedAt ?? null,
      ...(since && { progress: await findSummaryProgress(options.store.db, segment.id, new Date(since)) }),
    }
  })

  /** Returns the messages around a message, those before a message or a day, or those changed since a given change. */
  server.get('/continuous/messages/', async (request) => {
    const { around, since, before, beforeDay } = parseInput(messagesQuery, request.query)
    const scope = await findScope(options, signedInUser(request))
    const { db } = options.store
    if ([around, since, before, beforeDay].every((one) => one === undefined))
      throw new RequestError(400, (translate) => translate('page.error.messages'))
    if (since !== undefined && !scope) return { messages: [], seq: since }
    if (!scope) throw notFound()
    const today = await findToday(options, signedInUser(request), scope)
    const render = async (messages: readonly Message[]) =>
      (await loadShownMessages(options, scope, messages)).map((shown) => messageFragment(languageOf(request), shown, today))
    if (since !== undefined) {
      const changed = await listChangesSince(db, scope, since as ChangeSeq, messagesAtOnce)
      return { messages: await render(changed), seq: changed.at(-1)?.changeSeq ?? since }
    }
    if (before !== undefined || beforeDay !== undefined) {
      const message = before !== undefined && (await findMessageById(db, scope, before as MessageId))
      if (before !== undefined && !message) throw notFound()
      const earlier = await loadEarlier(options, scope, { today, ...(message ? { message } : { day: dayIn(beforeDay ?? '') }) })
      return earlier ? earlierAnswer(languageOf(request), earlier) : { messages: [] }
    }
    const window = await loadMessagesAround(db, scope, around as MessageId, { before: 15, after: 15 })
    if (window.length === 0) throw notFound()
    return { messages: await render(window) }
  })
}

async function markPageSeen({ store: { db } }: WebOptions, request: FastifyRequest, user: User, seq: ChangeSeq): Promise<void> {
  await markSeen(db, user.id, seq)
  await markShown(db, signedInSession(request).id, seq)
}

/** Returns the address that shows the message a permalink points to. */
async function hrefOfPageMessage({ store }: WebOptions, user: User, platformMessageId: PlatformMessageId): Promise<string> {
  const message = await findPlatformMessage(store.db, user.id, { place: pagePlace(user.id), platformMessageId })
  if (!message) throw notFound()
  return messageHref(message.id)
}
