import type { EmbeddingConfig, EmbeddingServer } from '../model/embeddings/config.ts'
import { defaultEmbeddingModel } from '../model/embeddings/known-models.ts'
import { openaiBaseUrl } from '../model/openai/chat-model.ts'
import { httpAddress, matching, oneOf, secret, text, type VariableRule, type VariableValues } from './kinds.ts'
import type { ModelValues } from './model.ts'

// Settings of embeddings, which semantic search uses.

export const embeddingVariables = {
  EMBEDDINGS: oneOf(['on', 'off', 'builtin']).default('on'),
  EMBEDDING_BASE_URL: httpAddress('http://127.0.0.1:11434/v1').optional().meta(secret),
  EMBEDDING_MODEL: text.optional(),
  EMBEDDING_API_KEY: text.optional().meta(secret),
  ENCRYPTION_KEY: matching(/^[\da-f]{64}$/i, '64 hexadecimal digits, such as the output of `openssl rand -hex 32`')
    .transform((digits) => Buffer.from(digits, 'hex'))
    .optional()
    .meta(secret),
}

type EmbeddingValues = VariableValues<typeof embeddingVariables> & ModelValues

export const embeddingRules: readonly VariableRule[] = [
  ({ EMBEDDING_BASE_URL, EMBEDDING_MODEL }) =>
    EMBEDDING_BASE_URL &&
    !EMBEDDING_MODEL &&
    'EMBEDDING_BASE_URL is set, but EMBEDDING_MODEL is not: set it to the embedding model of that server.',
  ({ EMBEDDING_MODEL, EMBEDDING_BASE_URL, EMBEDDING_API_KEY, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey }) =>
    EMBEDDING_MODEL &&
    ![EMBEDDING_BASE_URL, EMBEDDING_API_KEY, baseUrl, apiKey].some(Boolean) &&
    'EMBEDDING_MODEL is set, but there is no server for it: also set EMBEDDING_BASE_URL, OPENAI_BASE_URL or OPENAI_API_KEY.',
]

export function parseEmbeddings(values: EmbeddingValues): EmbeddingConfig {
  const server = parseServer(values)
  return {
    use: values.EMBEDDINGS,
    ...(server && { server }),
    discover: values.MODEL_DISCOVERY,
    requestTimeoutMs: values.MODEL_REQUEST_TIMEOUT_MS,
    ...(values.ENCRYPTION_KEY && { encryptionKey: values.ENCRYPTION_KEY }),
  }
}

/**
 * Returns the embedding server, or otherwise the chat server if it is OpenAI or an embedding model is named. Each key is sent only to its
 * own server.
 */
function parseServer(values: EmbeddingValues): EmbeddingServer | undefined {
  const { EMBEDDING_MODEL: model = defaultEmbeddingModel } = values
  const isOwn = values.EMBEDDING_BASE_URL || values.EMBEDDING_API_KEY
  const baseUrl = (isOwn ? values.EMBEDDING_BASE_URL : values.OPENAI_BASE_URL) ?? openaiBaseUrl
  const apiKey = isOwn ? values.EMBEDDING_API_KEY : values.OPENAI_API_KEY
  const isMeant = isOwn || values.EMBEDDING_MODEL || (apiKey && baseUrl === openaiBaseUrl)
  return isMeant ? { baseUrl, model, ...(apiKey && { apiKey }) } : undefined
}
