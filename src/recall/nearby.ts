import type { MessageId } from '../core/ids.ts'

export interface Near {
  readonly id: MessageId
  /** 1 for the message next to it. */
  readonly distance: number
  /** Whether it was said before the message. */
  readonly before: boolean
}

/** The neighbours of a message, as far as they were read. */
export type Nearby = (id: MessageId) => readonly Near[]

/**
 * Neighbours by message, from the neighbours that were read for some of them: whoever was read as a neighbour has the
 * other one as its own.
 */
export function nearbyFrom(edges: ReadonlyMap<MessageId, readonly Near[]>): Nearby {
  const reversed = new Map<MessageId, Near[]>()
  for (const [center, neighbours] of edges) {
    for (const { id, distance, before } of neighbours) {
      if (edges.has(id)) continue
      const near = reversed.get(id) ?? []
      near.push({ id: center, distance, before: !before })
      reversed.set(id, near)
    }
  }
  return (id) => edges.get(id) ?? reversed.get(id) ?? []
}
