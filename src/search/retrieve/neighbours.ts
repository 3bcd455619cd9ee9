import type { MessageId } from '../../core/domain/ids.ts'

export interface NearbyMessage {
  readonly id: MessageId
  /** 1 for the message next to it. */
  readonly distance: number
  /** Whether it was said before the message. */
  readonly before: boolean
}

/** The neighbours of a message, as far as they were read. */
export type NeighbourLookup = (id: MessageId) => readonly NearbyMessage[]

/**
 * Neighbours by message, from the neighbours that were read for some of them: whoever was read as a neighbour has the
 * other one as its own.
 */
export function buildNeighbourLookup(edges: ReadonlyMap<MessageId, readonly NearbyMessage[]>): NeighbourLookup {
  const reversed = new Map<MessageId, NearbyMessage[]>()
  for (const [center, neighbours] of edges) {
    for (const { id, distance, before } of neighbours) {
      if (edges.has(id)) continue
      const ownNeighbours = reversed.get(id) ?? []
      ownNeighbours.push({ id: center, distance, before: !before })
      reversed.set(id, ownNeighbours)
    }
  }
  return (id) => edges.get(id) ?? reversed.get(id) ?? []
}
