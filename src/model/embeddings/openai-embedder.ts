import OpenAI from 'openai'
import { z } from 'zod'
import { ModelError } from '../../core/domain/errors.ts'
import { type Clock, late, withTimeout } from '../../core/ports/clock.ts'
import { type Embedder, type EmbedOptions, vectorDimensions } from '../../core/ports/embedder.ts'
import { openaiBaseUrl } from '../openai/chat-model.ts'
import { createOpenAiClient } from '../openai/client.ts'
import { toModelError } from '../openai/errors.ts'
import type { EmbeddingServer } from './config.ts'
import { findKnownEmbeddingModel, toEmbeddingInput } from './known-models.ts'

export interface OpenAiEmbedderSettings extends EmbeddingServer {
  /** In ms. The longest wait for an answer. */
  readonly requestTimeoutMs: number
}

/** Creates an embedder for an OpenAI-compatible server. */
export function createOpenAiEmbedder(deps: { readonly clock: Clock }, server: OpenAiEmbedderSettings): Embedder {
  const client = createOpenAiClient(server)
  const closed = new AbortController()
  const knownModel = findKnownEmbeddingModel(server.model)
  return {
    provider: server.baseUrl === openaiBaseUrl ? 'openai' : 'server',
    model: server.model,
    async close() {
      closed.abort()
    },
    async embed(texts, options) {
      const callAbort = new AbortController()
      const { kind } = options
      const signal = AbortSignal.any([options.signal, closed.signal])
      try {
        const call = client.embeddings.create(
          {
            model: server.model,
            input: texts.map((text) => toEmbeddingInput(knownModel, text, kind)),
            // Otherwise, the package requests base64 and reads plain numbers as an empty list.
            encoding_format: 'float',
            ...(knownModel?.supportsDimensions && { dimensions: vectorDimensions }),
          },
          { signal: AbortSignal.any([signal, callAbort.signal]) },
        )
        const answer = await withTimeout(deps.clock, server.requestTimeoutMs, call)
        if (answer === late)
          throw new ModelError('stalled', `The embedding server did not answer within ${server.requestTimeoutMs / 1000} s.`)
        return parseVectors(answer, texts.length, server.model)
      } catch (error) {
        throw toEmbeddingError(error, server.model, signal)
      } finally {
        callAbort.abort()
      }
    },
  }
}

// Vectors are validated later, so that one bad text does not fail the others.
const embeddingResponseSchema = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.unknown()) })) })

function parseVectors(answer: unknown, count: number, model: string): number[][] {
  const data = embeddingResponseSchema.safeParse(answer).data?.data.toSorted((one, other) => one.index - other.index) ?? []
  if (data.length !== count || data.some(({ index }, position) => index !== position))
    throw new ModelError('unavailable', `The embedding server returned no embedding. Check that ${model} is an embedding model.`)
  const maxDimensions = Math.max(...data.map(({ embedding }) => embedding.length))
  if (maxDimensions > vectorDimensions)
    throw new ModelError(
      'unavailable',
      `The model ${model} returns vectors of ${maxDimensions} numbers, but at most ${vectorDimensions} can be stored. Choose a model with shorter vectors.`,
    )
  // Some servers send null after an arithmetic error.
  return data.map(({ embedding }) => embedding.map((number) => (typeof number === 'number' ? number : Number.NaN)))
}

/** The statuses with which a server rejects the texts themselves. */
const textRejectionStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 422])

/** In this port, `rejected` blames the texts. Errors of keys or settings count as temporary, because they end once corrected. */
function toEmbeddingError(error: unknown, model: string, signal: EmbedOptions['signal']): ModelError {
  if (signal.aborted) return new ModelError('cancelled', 'The embedding was cancelled.')
  const modelError = toModelError(error, model)
  if (modelError.kind !== 'rejected' || !(error instanceof OpenAI.APIError) || textRejectionStatuses.has(error.status)) return modelError
  if (error.status === 404)
    return new ModelError('unavailable', `The embedding server has no model "${model}". Check the model name and the address.`)
  return error.status === 401 || error.status === 403
    ? new ModelError('unavailable', `The embedding server rejects the API key (${error.status}). Check the key.`)
    : new ModelError('unavailable', modelError.message)
}
