import type { FastifyInstance, FastifyReply } from 'fastify'
import { h } from 'preact'
import { z } from 'zod'
import { assertManagedBy } from '../../../src/channels/manage/managers.ts'
import { estimateRebuild, findRebuildProgress, startRebuild } from '../../../src/channels/manage/rebuild.ts'
import type { PyramidPosition } from '../../../src/channels/pyramid.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import { LocalizedInputError } from '../../../src/core/messages/input-error.ts'
import type { WebOptions } from '../options.ts'
import { ChannelLogPage } from '../pages/channel-log.tsx'
import { ChannelSearchPage } from '../pages/channel-search.tsx'
import { ChannelSummariesPage } from '../pages/channel-summaries.tsx'
import { ChannelsPage } from '../pages/channels.tsx'
import { findRequestedChannel } from '../server/channel-access.ts'
import { countRequest, searchLimit } from '../server/limits.ts'
import { notFound, parseInput } from '../server/request-error.ts'
import { sendFormPage, sendPage } from '../server/send-page.ts'
import { signedInUser } from '../server/session.ts'
import { loadChannelLog, searchChannel } from '../views/channel-log.ts'
import { loadChannelList } from '../views/channel-pages.ts'
import { loadChannelSummaries, type RebuildOutcome, rebuildOutcomes } from '../views/channel-summaries.ts'
import { idInQuery } from './input.ts'

const logQuery = z.object({
  query: z.string('expected a text').trim().max(500, 'page.error.query-length').optional(),
  cursor: z.string('expected a text').max(1_000, 'expected what the page before gave').optional(),
  message: idInQuery.optional(),
  before: idInQuery.optional(),
  after: idInQuery.optional(),
})
const summariesQuery = z.object({
  level: idInQuery.optional(),
  /** The level and the ordinal of the last summary of the page before. */
  after: z
    .string('expected one position')
    .regex(/^\d{1,9}-\d{1,9}$/, 'expected what the page before gave')
    .transform(toPosition)
    .optional(),
  rebuild: z.literal('1', 'expected 1, or no value').optional(),
  outcome: z.enum(rebuildOutcomes, `expected one of ${rebuildOutcomes.join(', ')}`).optional(),
})

/** Handles the pages of the channels that the user can read. Each request checks that they still can. */
export function channelRoutes(server: FastifyInstance, options: WebOptions): void {
  server.get('/channels/', async (request, reply) =>
    sendPage(reply, h(ChannelsPage, { view: await loadChannelList(options, signedInUser(request)) })),
  )

  server.get('/channels/:id/', async (request, reply) => {
    const channel = await findRequestedChannel(options, request)
    const { query, cursor, message, before, after } = parseInput(logQuery, request.query)
    if (query) {
      const user = signedInUser(request)
      await countRequest(options.rateLimits, searchLimit, String(user.id))
      const view = await searchChannel(options, { user, channel }, { query, cursor })
      return sendPage(view.found instanceof InputError ? reply.code(400) : reply, h(ChannelSearchPage, { view }))
    }
    const named = Object.entries({ around: message, before, after } as const).find(([, id]) => id !== undefined)
    const view = await loadChannelLog(options, channel, named && { side: named[0] as 'around', id: named[1] as MessageId })
    if (!view) throw notFound()
    return sendPage(reply, h(ChannelLogPage, { view }))
  })

  server.get('/channels/:id/summaries/', async (request, reply) => {
    const channel = await findRequestedChannel(options, request)
    const { level, after, rebuild, outcome } = parseInput(summariesQuery, request.query)
    const wanted = { level, after, outcome, asksToRebuild: rebuild !== undefined }
    const view = await loadChannelSummaries(options, { user: signedInUser(request), channel }, wanted)
    return sendFormPage(reply, h(ChannelSummariesPage, { view }))
  })

  server.post('/channels/:id/rebuild/', async (request, reply) => {
    const channel = await findRequestedChannel(options, request)
    const { store, sharedPlaces } = options
    await assertManagedBy({ store, sharedPlaces: sharedPlaces() }, signedInUser(request), channel.place)
    if (!channel.isOn) throw new LocalizedInputError('channel.alreadyOff')
    if ((await findRebuildProgress(store.db, channel.placeId)).isRunning) return backToSummaries(reply, channel.placeId, 'running')
    const estimate = await estimateRebuild(store.db, channel)
    if (estimate.windows === 0) return backToSummaries(reply, channel.placeId, 'nothing')
    await store.transaction((tx) => startRebuild(tx, channel, estimate))
    return backToSummaries(reply, channel.placeId, 'started')
  })
}

function toPosition(text: string): PyramidPosition {
  const [level = 0, ordinal = 0] = text.split('-').map(Number)
  return { level, ordinal }
}

const backToSummaries = (reply: FastifyReply, id: number, outcome: RebuildOutcome): FastifyReply =>
  reply.redirect(`/channels/${id}/summaries/?outcome=${outcome}#notice`, 303)
