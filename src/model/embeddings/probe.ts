import type { Embedder } from '../../core/ports/embedder.ts'

/** How long a trial may take, in ms: somebody waits for it. */
export const embedderProbeTimeoutMs = 10_000

/** Has one word embedded, which costs next to nothing, and closes the embedder. Throws ModelError. */
export async function probeEmbedder(embedder: Embedder): Promise<number[][]> {
  try {
    return await embedder.embed(['hello'], { signal: new AbortController().signal, kind: 'query' })
  } finally {
    await embedder.close?.()
  }
}
