import { z } from 'zod'
import { late, withTimeout } from '../core/lib/timing.ts'
import type { Clock } from '../core/ports/clock.ts'

export interface ListedModel {
  readonly id: string
  /** In tokens, if the server reports it. */
  readonly contextWindow?: number
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

const ModelListing = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1),
      meta: z.object({ n_ctx: z.number().int().positive() }).optional().catch(undefined),
    }),
  ),
})

/** Returns the models that a server lists, in its order. Throws if the server does not answer in time, or does not answer with a list. */
export async function listModels(options: ListModelsOptions, request: ModelListRequest): Promise<readonly ListedModel[]> {
  const abortController = new AbortController()
  try {
    const listed = await withTimeout(options.clock, request.timeoutMs, fetchModels(request, abortController.signal))
    if (listed === late) throw new Error(`no answer within ${request.timeoutMs} ms`)
    return listed
  } finally {
    abortController.abort()
  }
}

async function fetchModels({ baseUrl, apiKey }: ModelListRequest, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const response = await fetch(`${baseUrl}/models`, { signal, headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  const listing = ModelListing.safeParse(await response.json())
  if (!listing.success) throw new Error('it did not return a list of models')
  return listing.data.data.map(({ id, meta }) => ({ id, ...(meta && { contextWindow: meta.n_ctx }) }))
}
