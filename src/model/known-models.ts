/** The default if only an API key is configured. */
export const defaultOpenaiModel = 'gpt-4.1-mini'

/** In tokens, for models of a detected local server. By default, Ollama silently truncates longer requests, and llama.cpp rejects them. */
export const localContextWindow = 4_096

/** In tokens, for unknown models of a configured server. */
export const assumedContextWindow = 32_000

/** Context windows in tokens by name prefix, as documented by OpenAI. */
const contextWindows: readonly (readonly [prefix: string, tokens: number])[] = [
  ['gpt-4.1', 1_047_576],
  ['gpt-5', 400_000],
  ['gpt-4o', 128_000],
  ['chatgpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
  ['gpt-oss', 131_072],
  ['o1', 128_000],
  ['o3', 200_000],
  ['o4', 200_000],
]

/** Returns the context window of an OpenAI model in tokens, or undefined for other names. */
export function findKnownContextWindow(model: string): number | undefined {
  return contextWindows.find(([prefix]) => model.startsWith(prefix))?.[1]
}

/** Whether a listed model can chat, judging by its name. Servers also list embedding, ranking and speech models. */
export function looksLikeChatModel(model: string): boolean {
  return !/embed|minilm|rerank|whisper|tts|(^|[/-])(bge|gte|e5)-/i.test(model)
}
