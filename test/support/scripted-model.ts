import { ModelError } from '../../src/core/domain/errors.ts'
import type { ToolCall } from '../../src/core/domain/messages.ts'
import type { ChatModel, ModelEvent, ModelRequest, ModelUsage } from '../../src/core/ports/chat-model.ts'

/** What the model does when it is called. */
export interface Step {
  /** The answer, given in one delta, or in the deltas listed. */
  readonly text?: string | readonly string[]
  readonly calls?: readonly ToolCall[]
  /** Thrown after the text. */
  readonly error?: Error
  /** Waited for before the first event. */
  readonly after?: Promise<unknown>
  /** Writes its text, then nothing more until it is aborted. */
  readonly stall?: boolean
  readonly reason?: 'stop' | 'tool-calls' | 'length'
  readonly usage?: ModelUsage
}

export type Script = readonly Step[] | ((request: ModelRequest, call: number) => Step)

/**
 * A model that does what a test tells it: one step for each call, the last one again when there are no more.
 * Keeps the requests it got, in order.
 */
export class ScriptedModel implements ChatModel {
  readonly name = 'scripted'
  readonly requests: ModelRequest[] = []
  readonly #script: Script
  #arrivals: { readonly calls: number; readonly tell: () => void }[] = []

  constructor(
    script: Script,
    readonly contextWindow = 32_000,
  ) {
    this.#script = script
  }

  /** Four characters a token. */
  countTokens(text: string): number {
    return Math.ceil(text.length / 4)
  }

  /** Resolves once the model has been called so often. */
  called(calls = 1): Promise<void> {
    if (this.requests.length >= calls) return Promise.resolve()
    return new Promise((tell) => this.#arrivals.push({ calls, tell }))
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(request)
    const call = this.requests.length
    for (const { tell } of this.#arrivals.filter((one) => one.calls <= call)) tell()
    this.#arrivals = this.#arrivals.filter((one) => one.calls > call)

    const step = typeof this.#script === 'function' ? this.#script(request, call) : (this.#script[call - 1] ?? this.#script.at(-1))
    if (!step) throw new Error('This scripted model has no steps.')
    if (step.after) await untilAborted(signal, step.after)
    for (const delta of typeof step.text === 'string' ? [step.text] : (step.text ?? [])) {
      throwIfAborted(signal)
      yield { type: 'text', delta }
    }
    if (step.stall) await untilAborted(signal)
    throwIfAborted(signal)
    if (step.error) throw step.error
    for (const one of step.calls ?? []) yield { type: 'tool-call', call: one }
    yield { type: 'end', reason: step.reason ?? (step.calls?.length ? 'tool-calls' : 'stop'), ...(step.usage && { usage: step.usage }) }
  }
}

/** A call of a tool as a model makes it. */
export function toolCall(name: string, args: unknown, id = `call-${name}`): ToolCall {
  return { id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError('cancelled', 'The answer was cancelled.')
}

async function untilAborted(signal: AbortSignal, work: Promise<unknown> = new Promise(() => {})): Promise<void> {
  let stop = () => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
    if (signal.aborted) resolve()
    signal.addEventListener('abort', stop, { once: true })
  })
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
  throwIfAborted(signal)
}
