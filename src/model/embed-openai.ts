import OpenAI from 'openai'
import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import { type Embedder, type EmbedOptions, VECTOR_DIMENSIONS } from '../core/embedder.ts'
import { ModelError } from '../core/errors.ts'
import { LATE, within } from '../core/within.ts'
import type { EmbeddingServer } from './embed-config.ts'
import { inputFor, knownEmbeddingModel } from './embed-known.ts'
import { OPENAI_BASE_URL } from './openai.ts'
import { openAiClient } from './openai-client.ts'
import { modelErrorOf } from './openai-errors.ts'

export interface OpenAiEmbedder extends EmbeddingServer {
  /** The longest wait for an answer, in ms. */
  readonly requestTimeoutMs: number
}

/** A model for embeddings behind an OpenAI-compatible server. */
export function openAiEmbedder(parts: { readonly clock: Clock }, server: OpenAiEmbedder): Embedder {
  const client = openAiClient(server)
  const closed = new AbortController()
  const known = knownEmbeddingModel(server.model)
  return {
    provider: server.baseUrl === OPENAI_BASE_URL ? 'openai' : 'server',
    model: server.model,
    async close() {
      closed.abort()
    },
    async embed(texts, options) {
      const own = new AbortController()
      const { kind } = options
      const signal = AbortSignal.any([options.signal, closed.signal])
      try {
        const call = client.embeddings.create(
          {
            model: server.model,
            input: texts.map((text) => inputFor(known, text, kind)),
            // The package asks for base64 otherwise, and takes numbers that come all the same for an empty list.
            encoding_format: 'float',
            ...(known?.anyLength && { dimensions: VECTOR_DIMENSIONS }),
          },
          { signal: AbortSignal.any([signal, own.signal]) },
        )
        const answer = await within(parts.clock, server.requestTimeoutMs, call)
        if (answer === LATE)
          throw new ModelError('stalled', `The embedding server gave no answer within ${server.requestTimeoutMs / 1000} s.`)
        return vectorsOf(answer, texts.length, server.model)
      } catch (error) {
        throw embeddingErrorOf(error, server.model, signal)
      } finally {
        own.abort()
      }
    },
  }
}

// Of the numbers it is said later whether they are a vector: a text that gets none must not take the others with it.
const shape = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.unknown()) })) })

function vectorsOf(answer: unknown, count: number, model: string): number[][] {
  const data = shape.safeParse(answer).data?.data.toSorted((one, other) => one.index - other.index) ?? []
  if (data.length !== count || data.some(({ index }, position) => index !== position))
    throw new ModelError(
      'unavailable',
      `The embedding server sent something that is no embedding. Check that ${model} is a model for embeddings.`,
    )
  const longest = Math.max(...data.map(({ embedding }) => embedding.length))
  if (longest > VECTOR_DIMENSIONS)
    throw new ModelError(
      'unavailable',
      `The model ${model} makes vectors of ${longest} numbers, and at most ${VECTOR_DIMENSIONS} can be kept. Choose one that makes shorter ones.`,
    )
  // Some servers send null where their arithmetic failed.
  return data.map(({ embedding }) => embedding.map((number) => (typeof number === 'number' ? number : Number.NaN)))
}

/** Answers with which a server refuses the texts themselves. */
const refusals: ReadonlySet<number | undefined> = new Set([400, 413, 422])

/** In this port `rejected` blames the texts; what a key or a setting is to blame for passes when that is put right. */
function embeddingErrorOf(error: unknown, model: string, signal: EmbedOptions['signal']): ModelError {
  if (signal.aborted) return new ModelError('cancelled', 'The embedding was stopped.')
  const meant = modelErrorOf(error, model)
  if (meant.kind !== 'rejected' || !(error instanceof OpenAI.APIError) || refusals.has(error.status)) return meant
  if (error.status === 404)
    return new ModelError('unavailable', `The embedding server has no model "${model}". Check the name of the model and the address.`)
  return error.status === 401 || error.status === 403
    ? new ModelError('unavailable', `The embedding server does not accept the API key (${error.status}). Check the key.`)
    : new ModelError('unavailable', meant.message)
}
