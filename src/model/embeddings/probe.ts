import type { Embedder } from '../../core/ports/embedder.ts'

/** In ms. The time limit of a probe, short because a user waits for it. */
export const embedderProbeTimeoutMs = 10_000

/** Embeds one word, which costs almost nothing, and closes the embedder. Throws ModelError. */
export async function probeEmbedder(embedder: Embedder): Promise<number[][]> {
  try {
    return await embedder.embed(['hello'], { signal: new AbortController().signal, kind: 'query' })
  } finally {
    await embedder.close?.()
  }
}
