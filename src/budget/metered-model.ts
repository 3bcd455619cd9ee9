import type { ChatModel, ModelEvent, ModelRequest } from '../core/ports/chat-model.ts'

/** The tokens of a run. */
export interface MeteredTokens {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Whether at least one call had to be estimated, because the server did not report its usage or the call was cut off. */
  readonly isEstimated: boolean
}

/** A model that counts the tokens of its calls. */
export interface MeteredModel {
  readonly model: ChatModel
  /** Returns the tokens of all calls so far. */
  readAll(): MeteredTokens
}

/** Wraps a model so that its calls are counted, also those that fail. What the server does not report is estimated from the texts. */
export function meterModel(inner: ChatModel): MeteredModel {
  let total: MeteredTokens = { inputTokens: 0, outputTokens: 0, isEstimated: false }
  const add = (tokens: MeteredTokens): void => {
    total = {
      inputTokens: total.inputTokens + tokens.inputTokens,
      outputTokens: total.outputTokens + tokens.outputTokens,
      isEstimated: total.isEstimated || tokens.isEstimated,
    }
  }
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let text = ''
    let counted: MeteredTokens | undefined
    try {
      for await (const event of inner.stream(request, signal)) {
        if (event.type === 'text') text += event.delta
        if (event.type === 'end' && event.usage) counted = { ...pickTokens(event.usage), isEstimated: false }
        yield event
      }
    } finally {
      add(counted ?? { inputTokens: countShown(inner, request), outputTokens: inner.countTokens(text), isEstimated: true })
    }
  }
  const model: ChatModel = {
    name: inner.name,
    contextWindow: inner.contextWindow,
    ...(inner.seesImages !== undefined && { seesImages: inner.seesImages }),
    countTokens: (text) => inner.countTokens(text),
    stream,
  }
  return { model, readAll: () => total }
}

const pickTokens = ({ inputTokens, outputTokens }: Pick<MeteredTokens, 'inputTokens' | 'outputTokens'>) => ({ inputTokens, outputTokens })

const countShown = (model: ChatModel, { messages }: ModelRequest): number =>
  messages.reduce((sum, { content }) => sum + model.countTokens(content), 0)
