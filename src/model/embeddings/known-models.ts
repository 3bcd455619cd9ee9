/** What OpenAI's own server is asked for where no model is named. */
export const defaultEmbeddingModel = 'text-embedding-3-small'

/** What is known of a model by its name, as its makers document it. */
export interface KnownEmbeddingModel {
  readonly name: RegExp
  /** It makes vectors of the length that it is asked for. */
  readonly supportsDimensions?: true
  /** What goes before a question, and before what may answer it. */
  readonly query?: string
  readonly document?: string
  /** Characters that fit its window; more are cut off here, because some servers refuse them. */
  readonly maxLength?: number
}

/** Texts are chunks of some short messages and summaries of a day, so most models take them whole. */
const defaultMaxLength = 6_000

/** A window of 512 tokens. */
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

/** A text as the model wants it. */
export function toEmbeddingInput(model: KnownEmbeddingModel | undefined, text: string, kind: 'query' | 'document'): string {
  // Cutting may leave half of a surrogate pair, which no server takes.
  return `${model?.[kind] ?? ''}${text.slice(0, model?.maxLength ?? defaultMaxLength).toWellFormed()}`
}

/** Whether a listed model makes vectors, as far as its name tells. */
export function looksLikeEmbeddingModel(model: string): boolean {
  return /embed|minilm|(^|[/-])(bge|gte|e5)-/i.test(model) && !/rerank/i.test(model)
}
