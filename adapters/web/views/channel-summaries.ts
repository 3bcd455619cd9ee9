import type { ReadableChannel } from '../../../src/channels/access/readers.ts'
import {
  findHighestLevel,
  findWaitingWindows,
  type ListedSummary,
  listSummaries,
  type WaitingWindows,
} from '../../../src/channels/list-summaries.ts'
import { assertManagedBy, findNameIn } from '../../../src/channels/manage/managers.ts'
import { estimateRebuild, findRebuildProgress, type RebuildEstimate, type RebuildProgress } from '../../../src/channels/manage/rebuild.ts'
import type { PyramidPosition } from '../../../src/channels/pyramid.ts'
import { type DayUsage, loadChannelUsageByDay, type Price } from '../../../src/conversation/usage.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { User } from '../../../src/people/users.ts'
import type { WebDeps } from '../options.ts'
import { describeChannel, type ShownChannel } from './channel-pages.ts'

const summariesAtOnce = 60
const waitingAtOnce = 12
const costDays = 30

/** What a form about the summaries has led to. */
export const rebuildOutcomes = ['started', 'running', 'nothing'] as const
export type RebuildOutcome = (typeof rebuildOutcomes)[number]

export interface SummaryPageRequest {
  /** All levels if absent. */
  readonly level?: number | undefined
  /** The last summary of the page before. */
  readonly after?: PyramidPosition | undefined
  /** Whether to estimate what a rebuild takes. */
  readonly asksToRebuild: boolean
  readonly outcome?: RebuildOutcome | undefined
}

/** The tokens that the summaries of channels have used, by day. */
export interface ChannelCost {
  /** Who pays. */
  readonly payer: string
  /** Newest day first. */
  readonly days: readonly DayUsage[]
  readonly price?: Price
}

/** What only managers are shown. */
export interface ChannelManagement {
  /** Set while summaries are being made again. */
  readonly progress?: RebuildProgress
  readonly estimate?: RebuildEstimate
  /** Absent if nobody with an account on the platform pays for the channel. */
  readonly cost?: ChannelCost
}

export interface ChannelSummariesView {
  readonly channel: ShownChannel
  readonly now: Date
  readonly waiting: WaitingWindows
  readonly summaries: readonly ListedSummary[]
  readonly highestLevel: number
  readonly request: SummaryPageRequest
  /** Whether there are more summaries after these. */
  readonly hasMore: boolean
  readonly management?: ChannelManagement
}

interface SummaryPageCaller {
  readonly user: User
  readonly channel: ReadableChannel
}

/** Loads a page of the summaries of a channel. */
export async function loadChannelSummaries(
  deps: WebDeps,
  { user, channel }: SummaryPageCaller,
  request: SummaryPageRequest,
): Promise<ChannelSummariesView> {
  const { db } = deps.store
  const { level, after } = request
  const wanted = { limit: summariesAtOnce + 1, ...(level !== undefined && { level }), ...(after && { after }) }
  const [summaries, waiting, highestLevel, isManager] = await Promise.all([
    listSummaries(db, channel.placeId, wanted),
    findWaitingWindows(db, channel.placeId, waitingAtOnce),
    findHighestLevel(db, channel.placeId),
    isManagedBy(deps, user, channel),
  ])
  return {
    channel: describeChannel(deps, channel),
    now: deps.clock.now(),
    waiting,
    summaries: summaries.slice(0, summariesAtOnce),
    hasMore: summaries.length > summariesAtOnce,
    highestLevel,
    request,
    ...(isManager && { management: await loadManagement(deps, channel, request) }),
  }
}

async function isManagedBy({ store, sharedPlaces }: WebDeps, user: User, { place }: ReadableChannel): Promise<boolean> {
  try {
    await assertManagedBy({ store, sharedPlaces: sharedPlaces() }, user, place)
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

async function loadManagement(deps: WebDeps, channel: ReadableChannel, { asksToRebuild }: SummaryPageRequest): Promise<ChannelManagement> {
  const { db } = deps.store
  const progress = await findRebuildProgress(db, channel.placeId)
  const estimate = asksToRebuild && !progress.isRunning && (await estimateRebuild(db, channel))
  const cost = await loadCost(deps, channel)
  return { ...(progress.isRunning && { progress }), ...(estimate && { estimate }), ...(cost && { cost }) }
}

async function loadCost(deps: WebDeps, channel: ReadableChannel): Promise<ChannelCost | undefined> {
  const { managerId: userId, timezone, place } = channel
  if (userId === null) return undefined
  const payer = await findNameIn(deps.store.db, userId, place)
  if (payer === undefined) return undefined
  const { today: until } = describeChannel(deps, channel)
  const days = await loadChannelUsageByDay(deps.store.db, { userId, timezone, until, days: costDays })
  return { payer, days, ...(deps.price && { price: deps.price }) }
}
