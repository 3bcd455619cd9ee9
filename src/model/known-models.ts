/** What a newcomer gets who sets nothing but a key. */
export const defaultOpenaiModel = 'gpt-4.1-mini'

/** Tokens, for a model nothing is known of. Ollama cuts longer requests silently by default, and llama.cpp refuses them. */
export const fallbackContextWindow = 4_096

/** Windows as OpenAI documents them, in tokens; a name begins with one of these. */
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

/** Tokens that a model by OpenAI can read and write in one call; undefined for other names. */
export function findKnownContextWindow(model: string): number | undefined {
  return contextWindows.find(([prefix]) => model.startsWith(prefix))?.[1]
}

/** Whether a listed model can chat, as far as its name tells: servers list embedding, ranking and speech models among the others. */
export function looksLikeChatModel(model: string): boolean {
  return !/embed|minilm|rerank|whisper|tts|(^|[/-])(bge|gte|e5)-/i.test(model)
}
