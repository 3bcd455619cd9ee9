import type { ChatModel, ModelRequest, ModelUsage } from '../core/ports/chat-model.ts'

/** Makes the calls of a run and adds up their usage. */
export class MeteredCalls {
  readonly #model: ChatModel
  readonly #signal: AbortSignal
  #usage: ModelUsage | undefined

  constructor(model: ChatModel, signal: AbortSignal) {
    this.#model = model
    this.#signal = signal
  }

  readonly countTokens = (text: string): number => this.#model.countTokens(text)

  /** Returns the answer, or its first `maxCharacters`: the rest of a longer one is not read. */
  async complete(request: ModelRequest, maxCharacters = Number.POSITIVE_INFINITY): Promise<string> {
    let text = ''
    for await (const event of this.#model.stream(request, this.#signal)) {
      if (event.type === 'text') text += event.delta
      if (event.type === 'end' && event.usage)
        this.#usage = {
          inputTokens: (this.#usage?.inputTokens ?? 0) + event.usage.inputTokens,
          outputTokens: (this.#usage?.outputTokens ?? 0) + event.usage.outputTokens,
        }
      if (text.length > maxCharacters) return text.slice(0, maxCharacters)
    }
    return text
  }

  /** The usage of all calls together. Absent if the server did not report it. */
  get usage(): { readonly usage?: ModelUsage } {
    return this.#usage ? { usage: this.#usage } : {}
  }
}
