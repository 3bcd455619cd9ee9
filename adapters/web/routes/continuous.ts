import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChangeSeq, MessageId, PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { User } from '../../../src/people/users.ts'
import { findSummaryProgress } from '../../../src/summaries/read.ts'
import {
  findMessageById,
  findPlatformMessage,
  findSegment,
  listChangesSince,
  loadDayWindow,
  loadMessagesAround,
} from '../../../src/threads/messages/read-messages.ts'
import { pageMessageId, pagePlace } from '../address.ts'
import type { WebOptions } from '../options.ts'
import { ContinuousPage } from '../pages/continuous.tsx'
import { dayHref, dayItemsHtml } from '../pages/days.tsx'
import { documentOf } from '../pages/layout.tsx'
import { messageFragment } from '../pages/message.tsx'
import { summaryHtml } from '../pages/summary.tsx'
import { notFound, parseInput, RequestError } from '../server/request-error.ts'
import { signedInUser } from '../server/session.ts'
import { type DayRequest, loadDayPage, messagesAtOnce } from '../views/day-page.ts'
import { findScope, findToday, loadDayList, loadSummaryView } from '../views/day-view.ts'
import { messageHref } from '../views/markdown.ts'
import { findSegmentState, loadShownMessages } from '../views/shown-messages.ts'
import { dayIn, idInQuery } from './input.ts'

const platformId = z.string('expected an id').regex(pageMessageId, 'expected the id of a message')
const pageQuery = z.object({ message: idInQuery.optional(), pageMessage: platformId.optional() })
const daysQuery = z.object({ before: z.string().optional(), selected: z.string().optional() })
const messagesQuery = z.object({ around: idInQuery.optional(), since: idInQuery.optional(), before: idInQuery.optional() })
const summaryQuery = z.object({ since: z.iso.datetime('expected an instant, such as 2026-11-21T09:00:00Z').optional() })

type DayRoute = { Params: { day: string } }

export function continuousRoutes(server: FastifyInstance, options: WebOptions): void {
  const pageOf = async (request: FastifyRequest, wanted: Omit<DayRequest, 'commands'>) => {
    const view = await loadDayPage(options, signedInUser(request), { ...wanted, commands: options.commands })
    if (!view) throw notFound()
    return documentOf(ContinuousPage({ view }))
  }

  server.get('/continuous/', async (request, reply) => {
    const { message, pageMessage } = parseInput(pageQuery, request.query)
    if (pageMessage !== undefined)
      return reply.redirect(await hrefOfPageMessage(options, signedInUser(request), pageMessage as PlatformMessageId), 303)
    return reply.type('text/html; charset=utf-8').send(await pageOf(request, message ? { message: message as MessageId } : {}))
  })

  // The date picker submits to this route.
  server.get('/continuous/day/', async (request, reply) => {
    const { day } = parseInput(z.object({ day: z.string() }), request.query)
    return reply.redirect(dayHref(dayIn(day)), 303)
  })

  server.get<DayRoute>('/continuous/day/:day/', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(await pageOf(request, { day: dayIn(request.params.day) })),
  )

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
    return { days, html: dayItemsHtml(list), ...(list.more && { next: list.days.at(-1)?.dayLabel }) }
  })

  /** Returns the current summary of a day, and the progress of a request made at `since` to regenerate it. */
  server.get<DayRoute>('/continuous/day/:day/summary/', async (request) => {
    const { since } = parseInput(summaryQuery, request.query)
    const day = dayIn(request.params.day)
    const scope = await findScope(options, signedInUser(request))
    const segment = scope && (await findSegment(options.store.db, scope.threadId, day))
    if (!segment) throw notFound()
    const state = await findSegmentState(options, scope, segment.id)
    return {
      html: summaryHtml(loadSummaryView(options, day, state)),
      updatedAt: state?.summary?.updatedAt ?? null,
      ...(since && { progress: await findSummaryProgress(options.store.db, segment.id, new Date(since)) }),
    }
  })

  /** Returns the messages around a message, the messages of its day before it, or the messages changed since a given change. */
  server.get('/continuous/messages/', async (request) => {
    const { around, since, before } = parseInput(messagesQuery, request.query)
    const scope = await findScope(options, signedInUser(request))
    const { db } = options.store
    if (around === undefined && since === undefined && before === undefined)
      throw new RequestError(400, 'Pass one of around=<message id>, before=<message id> or since=<change>.')
    if (since !== undefined && !scope) return { messages: [], seq: since }
    if (!scope) throw notFound()
    if (since !== undefined) {
      const changed = await listChangesSince(db, scope, since as ChangeSeq, messagesAtOnce)
      return { messages: (await loadShownMessages(options, scope, changed)).map(messageFragment), seq: changed.at(-1)?.changeSeq ?? since }
    }
    if (before !== undefined) {
      const anchor = await findMessageById(db, scope, before as MessageId)
      if (!anchor) throw notFound()
      const window = await loadDayWindow(db, scope, anchor.segmentId, { limit: messagesAtOnce, before: anchor })
      return { messages: (await loadShownMessages(options, scope, window.messages)).map(messageFragment), more: window.hasEarlier }
    }
    const window = await loadMessagesAround(db, scope, around as MessageId, { before: 15, after: 15 })
    if (window.length === 0) throw notFound()
    return { messages: (await loadShownMessages(options, scope, window)).map(messageFragment), more: false }
  })
}

/** Returns the address that shows the message a permalink points to. */
async function hrefOfPageMessage({ store }: WebOptions, user: User, platformMessageId: PlatformMessageId): Promise<string> {
  const message = await findPlatformMessage(store.db, user.id, { place: pagePlace(user.id), platformMessageId })
  if (!message) throw notFound()
  return messageHref(message.id)
}
