import { messageOf } from '../../core/domain/errors.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { ChannelDeps } from '../deps.ts'
import { claimCascade, endCascade, findDueCascades, lockCascade } from './cascade-lease.ts'
import { CascadeWriter } from './cascade-writer.ts'
import { type CascadeRun, makeSummary } from './make-summary.ts'
import { type CascadePlan, planCascade } from './plan-cascade.ts'
import { findMissingSources, switchPyramid } from './store-summaries.ts'

/** How a cascade ended. */
export type CascadeOutcome =
  /** There is nothing to do now, or another worker does it. */
  | 'not-due'
  /** The pyramid is up to date. */
  | 'complete'
  /** The tokens are used up. The next cascade continues. */
  | 'continued'
  /** The channel has changed meanwhile. The next cascade starts from what it is then. */
  | 'superseded'
  /** The model failed. The pyramid is unchanged, and the next cascade comes later. */
  | 'failed'

/** Enqueues the cascades that are due. Scheduled, so that a restart or a lost job delays a summary, and no window is missed. */
export async function queueCascades(deps: ChannelDeps): Promise<void> {
  for (const placeId of await findDueCascades(deps)) await enqueue(deps, 'summarize-channel', { placeId })
}

/**
 * Brings the pyramid of a channel up to date: makes the summaries that its next state lacks, within a limit of tokens, and then replaces
 * all levels at once. Summaries are kept as they are made, outside the pyramid, so that no work is lost.
 */
export async function runCascade(deps: ChannelDeps, placeId: PlaceId, signal: AbortSignal): Promise<CascadeOutcome> {
  const cascade = await claimCascade(deps, placeId)
  if (!cascade) return 'not-due'
  const { maxCascadeTokens, maxExtraTokens } = deps.channelSettings
  const limit = maxCascadeTokens + Math.min(cascade.extraTokens, maxExtraTokens)
  const writer = new CascadeWriter(deps, { cascade, maxTokens: limit, signal })
  try {
    const outcome = await bringUpToDate(deps, { cascade, writer })
    // What was asked for is done.
    await endCascade(deps, cascade, { hasFailed: false, spent: outcome === 'complete' ? cascade.extraTokens : limit - writer.tokensLeft })
    return outcome
  } catch (error) {
    deps.log.warn({ placeId, failures: cascade.failures + 1, error: messageOf(error) }, 'the summaries of a channel could not be made')
    await endCascade(deps, cascade, { hasFailed: !signal.aborted, spent: limit - writer.tokensLeft })
    return 'failed'
  }
}

async function bringUpToDate(deps: ChannelDeps, unplanned: Omit<CascadeRun, 'plan'>): Promise<CascadeOutcome> {
  const { store, clock } = deps
  const { cascade } = unplanned
  const plan = await store.transaction(async (tx): Promise<CascadePlan | undefined> => {
    return (await lockCascade(tx, cascade)) ? planCascade(tx, cascade.channel, clock.now()) : undefined
  })
  if (!plan) return 'complete'
  const { placeId } = cascade.channel
  const missing = await findMissingSources(
    store.db,
    placeId,
    plan.nodes.map(({ source }) => source),
  )
  const run = { ...unplanned, plan }
  for (const node of plan.nodes) {
    if (!missing.has(node.source)) continue
    const outcome = await makeSummary(deps, run, node)
    if (outcome !== 'kept') return outcome
  }
  deps.log.info({ placeId, windows: plan.windows.length, summaries: missing.size }, 'the summaries of a channel are up to date')
  return (await switchPyramid(store, cascade, plan)) ? 'complete' : 'superseded'
}
