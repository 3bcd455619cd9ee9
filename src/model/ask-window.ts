import { z } from 'zod'
import { type Clock, late, withTimeout } from '../core/ports/clock.ts'

/** In ms. */
const timeoutMs = 2_000

export interface AskedServer {
  /** Includes the version, as in http://127.0.0.1:11434/v1. */
  readonly baseUrl: string
  readonly apiKey?: string
}

/** The window that Ollama gives a model without `num_ctx`, on a machine with little memory. It cuts longer requests silently. */
const ollamaWindow = 4_096

const tokens = z.number().int().positive()

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md: GET /props */
const LlamaCppProps = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })

/** https://docs.ollama.com/api-reference/show-model-details. `parameters` has a line "num_ctx 8192" if the model sets its window. */
const OllamaModel = z.object({ parameters: z.string().default(''), model_info: z.record(z.string(), z.unknown()) })

export interface AskedWindow {
  /** In tokens. */
  readonly contextWindow: number
  /** Whether the server stated it. Otherwise it is the smallest that the server may run the model with. */
  readonly isStated: boolean
}

/** Asks a llama.cpp or Ollama server for the window of a model. Returns undefined if it is neither, or does not answer. */
export async function askWindow(
  { clock }: { readonly clock: Clock },
  server: AskedServer,
  model: string,
): Promise<AskedWindow | undefined> {
  const abort = new AbortController()
  const asked = Promise.all([askLlamaCpp(server, abort.signal), askOllama(server, { model, signal: abort.signal })])
  const answers = await withTimeout(clock, timeoutMs, asked)
  abort.abort()
  return answers === late ? undefined : (answers[0] ?? answers[1])
}

async function askLlamaCpp(server: AskedServer, signal: AbortSignal): Promise<AskedWindow | undefined> {
  const props = LlamaCppProps.safeParse(await fetchJson(server, '/props', { signal }))
  return props.success ? { contextWindow: props.data.default_generation_settings.n_ctx, isStated: true } : undefined
}

async function askOllama(
  server: AskedServer,
  { model, signal }: { readonly model: string; readonly signal: AbortSignal },
): Promise<AskedWindow | undefined> {
  const shown = OllamaModel.safeParse(await fetchJson(server, '/api/show', { signal, method: 'POST', body: JSON.stringify({ model }) }))
  if (!shown.success) return undefined
  const { parameters, model_info } = shown.data
  const set = /^num_ctx\s+(\d+)$/m.exec(parameters)
  if (set) return { contextWindow: Number(set[1]), isStated: true }
  const trained = Object.entries(model_info).find(([name]) => name.endsWith('.context_length'))?.[1]
  return { contextWindow: Math.min(ollamaWindow, tokens.catch(ollamaWindow).parse(trained)), isStated: false }
}

/** Returns undefined if the server does not answer with JSON, because most servers do not have these addresses. */
async function fetchJson({ baseUrl, apiKey }: AskedServer, path: string, init: RequestInit): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  try {
    const response = await fetch(`${baseUrl.replace(/\/v1$/, '')}${path}`, { ...init, headers, redirect: 'error' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
