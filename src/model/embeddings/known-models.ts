/** The default model on OpenAI's server. */
export const defaultEmbeddingModel = 'text-embedding-3-small'

/** The properties of a model, as documented by its makers. */
export interface KnownEmbeddingModel {
  readonly name: RegExp
  /** Whether it returns vectors of the requested length. */
  readonly supportsDimensions?: true
  /** The prefixes for queries and documents. */
  readonly query?: string
  readonly document?: string
  /** The number of characters that fit its window. Longer texts are cut, because some servers reject them. */
  readonly maxLength?: number
}

/** Most models accept texts whole, because texts are day summaries and chunks of a few short messages. */
const defaultMaxLength = 6_000

/** For a window of 512 tokens. */
const shortMaxLength = 1_800

const knownEmbeddingModels: readonly KnownEmbeddingModel[] = [
  { name: /text-embedding-3|gemini-embedding/, supportsDimensions: true },
  {
    name: /qwen3-embedding/,
    supportsDimensions: true,
    query: 'Instruct: Given a question about a conversation, retrieve the passages that answer it\nQuery: ',
  },
  { name: /nomic-embed/, query: 'search_query: ', document: 'search_document: ' },
  { name: /embeddinggemma/, query: 'task: search result | query: ', document: 'title: none | text: ' },
  { name: /(^|[/-])e5-/, query: 'query: ', document: 'passage: ', maxLength: shortMaxLength },
  {
    name: /arctic-embed|mxbai-embed|bge-(small|base|large)-en/,
    query: 'Represent this sentence for searching relevant passages: ',
    maxLength: shortMaxLength,
  },
  { name: /minilm|(^|[/-])gte-|bge-(small|base|large)/, maxLength: shortMaxLength },
]

export function findKnownEmbeddingModel(model: string): KnownEmbeddingModel | undefined {
  return knownEmbeddingModels.find(({ name }) => name.test(model.toLowerCase()))
}

/** Prepares a text for a model. */
export function toEmbeddingInput(model: KnownEmbeddingModel | undefined, text: string, kind: 'query' | 'document'): string {
  // Cutting may split a surrogate pair, which servers would reject.
  return `${model?.[kind] ?? ''}${text.slice(0, model?.maxLength ?? defaultMaxLength).toWellFormed()}`
}

/** Whether a listed model creates embeddings, judging by its name. */
export function looksLikeEmbeddingModel(model: string): boolean {
  return /embed|minilm|(^|[/-])(bge|gte|e5)-/i.test(model) && !/rerank/i.test(model)
}
