import type { Embedder, EmbedOptions } from '../../src/core/ports/embedder.ts'

/** Words that mean the same, so that a text is found by another word for it. */
const meanings = [
  ['car', 'automobile', 'vehicle'],
  ['boat', 'ship', 'sailing'],
  ['dinner', 'restaurant', 'meal'],
  ['money', 'budget', 'price'],
]

/** An embedder whose vectors count meanings. Fails as a test says, once for each error that is put into `failures`. */
export class ScriptedEmbedder implements Embedder {
  readonly provider = 'server'
  readonly calls: { readonly texts: readonly string[]; readonly kind: EmbedOptions['kind'] }[] = []
  readonly failures: Error[] = []
  /** What texts get in place of a vector of their meanings. */
  readonly vectors = new Map<string, number[]>()
  /** Done before each answer. */
  during: (texts: readonly string[]) => unknown = () => {}

  constructor(readonly model = 'meanings') {}

  async embed(texts: readonly string[], { kind }: EmbedOptions): Promise<number[][]> {
    this.calls.push({ texts, kind })
    await this.during(texts)
    const failure = this.failures.shift()
    if (failure) throw failure
    return texts.map((text) => {
      const given = this.vectors.get(text)
      if (given) return given
      const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
      // The last number keeps a text of other words from being no direction at all.
      return [...meanings.map((same) => words.filter((word) => same.includes(word)).length), 0.1]
    })
  }
}
