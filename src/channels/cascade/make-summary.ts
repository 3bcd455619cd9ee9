import type { ChannelDeps } from '../deps.ts'
import type { ChannelWindow, PyramidNode } from '../pyramid.ts'
import { mergeSpans, type SummarizedSpan, type SummaryMaterial, spanOfLines } from '../summary-material.ts'
import type { Cascade } from './cascade-lease.ts'
import type { CascadeWriter } from './cascade-writer.ts'
import { readWindow } from './channel-lines.ts'
import type { CascadePlan } from './plan-cascade.ts'
import { splitLines } from './split-lines.ts'
import { type CoveredWindows, findMissingSources, findSummaries, keepSummary, type SummaryOrigin } from './store-summaries.ts'

/** The state of a cascade while it makes summaries. */
export interface CascadeRun {
  readonly cascade: Cascade
  readonly plan: CascadePlan
  readonly writer: CascadeWriter
}

/** `continued`: the tokens are used up. `superseded`: what the summary is made from has changed. */
type MakingOutcome = 'kept' | 'continued' | 'superseded'

type NodePlace = Pick<PyramidNode, 'level' | 'ordinal' | 'source'>

/** Makes a summary of the plan, and keeps it. Those that it is made from must be kept already. */
export async function makeSummary(deps: ChannelDeps, run: CascadeRun, node: PyramidNode): Promise<MakingOutcome> {
  if (node.level > 1) return mergeSummaries(deps, run, { place: node, sources: node.neighbors, origin: { sources: node.neighbors } })
  const window = run.plan.windows[node.ordinal - run.plan.first]
  if (!window) throw new Error('The plan of a cascade has a summary of a window that it does not contain.')
  return summarizeWindow(deps, run, { node, window })
}

/** Summarizes the messages of a window, in parts if there are too many for one call. */
async function summarizeWindow(
  deps: ChannelDeps,
  run: CascadeRun,
  { node, window }: { node: PyramidNode; window: ChannelWindow },
): Promise<MakingOutcome> {
  const { channel } = run.cascade
  const lines = await readWindow(deps.store.db, channel, window.startsAt)
  if (lines.length === 0) return 'superseded'
  const covered = { firstWindow: window.startsAt, lastWindow: window.startsAt }
  const span = { ...covered, ...spanOfLines(lines) }
  const parts = splitLines(lines, deps.channelSettings.maxPartTokens, channel.timezone)
  if (parts.length === 1) return write(deps, run, { place: node, span, origin: window, material: { ...inChannel(run), lines } })
  const sources: string[] = []
  for (const [index, part] of parts.entries()) {
    const place = { level: 0, ordinal: index, source: `${node.source} part ${index + 1} of ${parts.length}` }
    const material = { ...inChannel(run), lines: part }
    const outcome = await writeOnce(deps, run, { place, span: { ...covered, ...spanOfLines(part) }, origin: window, material })
    if (outcome !== 'kept') return outcome
    sources.push(place.source)
  }
  return mergeParts(deps, run, { place: node, sources, origin: window, span })
}

interface Merge {
  readonly place: NodePlace
  /** The summaries to merge, in order. */
  readonly sources: readonly string[]
  readonly origin: SummaryOrigin
  /** What the result stands for. What the merged summaries stand for if absent. */
  readonly span?: SummarizedSpan & CoveredWindows
}

/** Merges the parts of a window, in groups first if there are too many for one call. */
async function mergeParts(deps: ChannelDeps, run: CascadeRun, merge: Merge): Promise<MakingOutcome> {
  const { maxMergedSummaries: size } = deps.channelSettings
  if (merge.sources.length <= size) return mergeSummaries(deps, run, merge)
  const groups: string[] = []
  for (let start = 0; start < merge.sources.length; start += size) {
    const sources = merge.sources.slice(start, start + size)
    const place = { level: 0, ordinal: groups.length, source: `${sources[0]} to ${sources.length} more` }
    const outcome = await mergeSummaries(deps, run, { place, sources, origin: merge.origin })
    if (outcome !== 'kept') return outcome
    groups.push(place.source)
  }
  return mergeParts(deps, run, { ...merge, sources: groups })
}

async function mergeSummaries(deps: ChannelDeps, run: CascadeRun, { place, sources, origin, span }: Merge): Promise<MakingOutcome> {
  const summaries = await findSummaries(deps.store.db, run.cascade.channel.placeId, sources)
  const [first] = summaries
  const last = summaries.at(-1)
  if (!first || !last || summaries.length < sources.length) return 'superseded'
  const covered = { firstWindow: first.firstWindow, lastWindow: last.lastWindow }
  const material = { ...inChannel(run), summaries }
  return writeOnce(deps, run, { place, span: span ?? { ...covered, ...mergeSpans(summaries) }, origin, material, madeFrom: sources })
}

interface NewSummary {
  readonly place: NodePlace
  readonly span: SummarizedSpan & CoveredWindows
  readonly origin: SummaryOrigin
  readonly material: SummaryMaterial
  /** The sources of the summaries that it is made from. None if absent. */
  readonly madeFrom?: readonly string[]
}

async function writeOnce(deps: ChannelDeps, run: CascadeRun, summary: NewSummary): Promise<MakingOutcome> {
  const missing = await findMissingSources(deps.store.db, run.cascade.channel.placeId, [summary.place.source])
  return missing.size === 0 ? 'kept' : write(deps, run, summary)
}

async function write(deps: ChannelDeps, { cascade, writer }: CascadeRun, summary: NewSummary): Promise<MakingOutcome> {
  const { place, span, origin, material, madeFrom = [] } = summary
  const written = await writer.write({ source: place.source, madeFrom, material })
  if (!written) return 'continued'
  const { topics, text, model } = written
  const { level, ordinal, source } = place
  const row = { level, ordinal, source, ...span, topics, text }
  return (await keepSummary(deps.store, cascade, { summary: row, origin, model, now: deps.clock.now() })) ? 'kept' : 'superseded'
}

const inChannel = ({ cascade: { channel } }: CascadeRun) => ({ language: channel.language, timezone: channel.timezone })
