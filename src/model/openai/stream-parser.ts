import { z } from 'zod'
import type { ToolCall } from '../../core/domain/messages.ts'
import type { ModelUsage } from '../../core/ports/chat-model.ts'

// Every field may be missing or malformed, because compatible servers omit role, type, index, finish_reason, and even the choices. A
// malformed field counts as missing, so that it affects nothing else.
const ToolCallDelta = z.object({
  index: z.number().optional().catch(undefined),
  id: z.string().optional().catch(undefined),
  function: z
    .object({
      name: z.string().optional().catch(undefined),
      arguments: z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]).catch(''),
    })
    .partial()
    .optional()
    .catch(undefined),
})

const ChunkChoice = z.object({
  delta: z
    .object({
      content: z.string().optional().catch(undefined),
      tool_calls: z.array(ToolCallDelta).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  finish_reason: z.string().optional().catch(undefined),
})

const StreamChunk = z.object({
  choices: z.array(ChunkChoice).optional().catch(undefined),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).optional().catch(undefined),
})

type ToolCallDelta = z.infer<typeof ToolCallDelta>

interface PartialToolCall {
  readonly index: number | undefined
  id: string
  name: string
  arguments: string
}

/** Assembles an answer from the raw chunks of a stream. */
export class StreamParser {
  /** As sent by the server. Undefined until the answer is finished. */
  finishReason: string | undefined
  usage: ModelUsage | undefined
  readonly #calls: PartialToolCall[] = []
  readonly #idPrefix: string

  /** `idPrefix` starts the ids of calls that have none. It must differ for each request of a conversation. */
  constructor(idPrefix: string) {
    this.#idPrefix = idPrefix
  }

  /** Processes the next chunk, which may have any shape, and returns its text. */
  read(raw: unknown): string {
    const chunk = StreamChunk.safeParse(raw)
    if (!chunk.success) return ''
    const { choices, usage } = chunk.data
    if (usage) this.usage = { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
    const choice = choices?.[0]
    if (choice?.finish_reason) this.finishReason = choice.finish_reason
    for (const delta of choice?.delta?.tool_calls ?? []) this.#addCall(delta)
    return choice?.delta?.content ?? ''
  }

  /** Returns the calls in order. Leaves out calls without a name. */
  calls(): readonly ToolCall[] {
    const usedIds = new Set<string>()
    return this.#calls
      .filter((call) => call.name !== '')
      .map((call, position) => {
        const id = call.id && !usedIds.has(call.id) ? call.id : `${this.#idPrefix}${position + 1}`
        usedIds.add(id)
        return { id, name: call.name, arguments: call.arguments }
      })
  }

  #addCall(delta: ToolCallDelta): void {
    const call = this.#findOrAddCall(delta)
    call.id ||= delta.id ?? ''
    // Some servers repeat the name in every delta, so the first one counts.
    call.name ||= delta.function?.name ?? ''
    call.arguments += delta.function?.arguments ?? ''
  }

  /** Returns the call that a delta continues, or a new one. Some servers omit the index, and others give every call the index 0. */
  #findOrAddCall(delta: ToolCallDelta): PartialToolCall {
    const candidate = delta.index === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.index === delta.index)
    const isContinued =
      candidate !== undefined && (delta.id ? !candidate.id || candidate.id === delta.id : !startsNewCall(delta, candidate))
    if (isContinued) return candidate
    const call: PartialToolCall = { index: delta.index, id: '', name: '', arguments: '' }
    this.#calls.push(call)
    return call
  }
}

/** Without an index and an id, only a name distinguishes a new call from a continuation. */
function startsNewCall(delta: ToolCallDelta, last: PartialToolCall): boolean {
  return delta.index === undefined && Boolean(delta.function?.name) && last.arguments !== ''
}
