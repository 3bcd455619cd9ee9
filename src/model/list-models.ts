import { z } from 'zod'
import { reasonOf } from '../core/domain/errors.ts'
import { readBytes } from '../core/lib/download.ts'
import { type Clock, late, withTimeout } from '../core/ports/clock.ts'

export interface ListedModel {
  readonly id: string
  /** In tokens, if the server reports it. */
  readonly contextWindow?: number
  /** The window that the model was trained for, in tokens, if the server reports it. It may run with a smaller one. */
  readonly trainedWindow?: number
}

export interface ListModelsOptions {
  readonly clock: Clock
}

export interface ModelListRequest {
  /** Includes the version, as in http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly timeoutMs: number
}

/** Why a server did not list its models. */
export type ListingProblem = 'unreachable' | 'late' | 'status' | 'redirect' | 'not-json' | 'too-large' | 'no-list'

export class ModelListingError extends Error {
  override readonly name = 'ModelListingError'
  constructor(
    readonly problem: ListingProblem,
    message: string,
    /** The status of the answer, if it is the problem. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** In bytes. The longest list known is that of OpenRouter, with less than a megabyte. */
const maxListBytes = 8_000_000

const tokens = z.number().int().positive().optional().catch(undefined)

/** The names by which servers report the window. What a model runs with precedes what it could run with. */
const ListedWindow = z.object({
  // LM Studio.
  loaded_context_length: tokens,
  n_ctx: tokens,
  // llama.cpp.
  meta: z.object({ n_ctx: tokens, n_ctx_train: tokens }).optional().catch(undefined),
  // vLLM.
  max_model_len: tokens,
  // OpenRouter, Together.
  context_length: tokens,
  // LM Studio, Mistral.
  max_context_length: tokens,
})

const ModelListing = z.object({ data: z.array(ListedWindow.extend({ id: z.string().min(1) })) })

function findWindow(listed: z.infer<typeof ListedWindow>): number | undefined {
  const { loaded_context_length, n_ctx, meta, max_model_len, context_length, max_context_length } = listed
  return loaded_context_length ?? n_ctx ?? meta?.n_ctx ?? max_model_len ?? context_length ?? max_context_length
}

/**
 * Returns the models that a server lists, in its order. Throws ModelListingError if the server does not answer in time, or does not answer
 * with a list.
 */
export async function listModels(options: ListModelsOptions, request: ModelListRequest): Promise<readonly ListedModel[]> {
  const abortController = new AbortController()
  try {
    const listed = await withTimeout(options.clock, request.timeoutMs, fetchModels(request, abortController.signal))
    if (listed === late) throw new ModelListingError('late', `no answer within ${request.timeoutMs} ms`)
    return listed
  } finally {
    abortController.abort()
  }
}

async function fetchModels({ baseUrl, apiKey }: ModelListRequest, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  // A redirect is not followed, because the key is for this address only.
  const response = await fetch(`${baseUrl}/models`, { signal, headers, redirect: 'manual' }).catch((error: unknown) => {
    throw new ModelListingError('unreachable', reasonOf(error), undefined, { cause: error })
  })
  if (response.status >= 300 && response.status < 400)
    throw new ModelListingError('redirect', `it redirects to another address (${response.status})`, response.status)
  if (!response.ok) throw new ModelListingError('status', `it answered ${response.status}`, response.status)
  const listing = ModelListing.safeParse(parseJson(await readText(response)))
  if (!listing.success) throw new ModelListingError('no-list', 'it did not return a list of models')
  return listing.data.data.map(({ id, ...listed }) => {
    const contextWindow = findWindow(listed)
    const trainedWindow = listed.meta?.n_ctx_train
    return { id, ...(contextWindow && { contextWindow }), ...(trainedWindow && { trainedWindow }) }
  })
}

async function readText(response: Response): Promise<string> {
  const tooLarge = () => new ModelListingError('too-large', `it sent more than ${maxListBytes} bytes`)
  try {
    return Buffer.from(await readBytes(response, maxListBytes, tooLarge)).toString()
  } catch (error) {
    throw error instanceof ModelListingError ? error : new ModelListingError('unreachable', reasonOf(error), undefined, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The text is left out: it is the server's.
    throw new ModelListingError('not-json', 'it did not return JSON', undefined, { cause: error })
  }
}
