import { createHash } from 'node:crypto'

// The pyramid of a channel: one summary per closed window, and one per two neighbors of the level below. Neighbors pair by their position in
// the level, so that the pyramid depends on the windows alone, however often and in whatever order it is built.

/** The length of a window, in ms. */
export const windowMs = 30 * 60_000

/** Returns the start of the window of an instant. Windows are aligned to UTC. A window contains its start, but not its end. */
export const startOfWindow = (instant: Date): Date => new Date(Math.floor(instant.getTime() / windowMs) * windowMs)

/** A closed window that has messages. */
export interface ChannelWindow {
  readonly startsAt: Date
  /** Grows with every change of its messages. */
  readonly revision: number
}

/** The position of a summary in the pyramid. */
export interface PyramidPosition {
  /** 1 for a window. */
  readonly level: number
  /** Counted from 0, within the level. */
  readonly ordinal: number
}

/** A summary that the pyramid has. */
export interface PyramidNode extends PyramidPosition {
  /** Names what is summarized: the windows and their revisions. Equal sources have equal summaries. */
  readonly source: string
  /** The sources of the two neighbors that it is made from. Empty for a window. */
  readonly neighbors: readonly string[]
}

/** Names what the summary of a window is made from. */
const sourceOfWindow = ({ startsAt, revision }: ChannelWindow): string => `${startsAt.toISOString()} ${revision}`

/** Names what the summary of two neighbors is made from. Its length is fixed. */
const sourceOfPair = (left: string, right: string): string => createHash('sha256').update(`${left}\n${right}`).digest('hex')

/** Returns the source of a summary that is not planned again. Undefined if there is none. */
export type SourceLookup = (position: PyramidPosition) => string | undefined

/**
 * Plans the summaries that contain any of the windows from the one with the ordinal `first` on, lowest level first. `lookUp` must know those
 * to the left of them.
 */
export function planPyramid(windows: readonly ChannelWindow[], first: number, lookUp: SourceLookup): PyramidNode[] {
  const nodes: PyramidNode[] = []
  let ofLevel = windows.map(
    (window, index): PyramidNode => ({ level: 1, ordinal: first + index, source: sourceOfWindow(window), neighbors: [] }),
  )
  for (let from = first; ofLevel.length > 0; from = Math.floor(from / 2)) {
    nodes.push(...ofLevel)
    ofLevel = pairNeighbors(ofLevel, from, lookUp)
  }
  return nodes
}

/** Pairs the nodes of a level, which begin at the ordinal `from`, with each other and with the one to the left of them. */
function pairNeighbors(nodes: readonly PyramidNode[], from: number, lookUp: SourceLookup): PyramidNode[] {
  const level = nodes[0]?.level ?? 1
  const sourceOf = (ordinal: number) => (ordinal < from ? lookUp({ level, ordinal }) : nodes[ordinal - from]?.source)
  return countFrom(Math.floor(from / 2), Math.floor((from + nodes.length) / 2)).map((ordinal) => {
    const [left, right] = [sourceOf(ordinal * 2), sourceOf(ordinal * 2 + 1)]
    if (left === undefined || right === undefined) throw new Error(`The pyramid lacks a summary of level ${level} left of its changes.`)
    return { level: level + 1, ordinal, source: sourceOfPair(left, right), neighbors: [left, right] }
  })
}

/** Lists the whole numbers from `from` up to, but not including, `end`. */
const countFrom = (from: number, end: number): number[] => Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)
