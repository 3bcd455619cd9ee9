import { z } from 'zod'
import type { ToolCall } from '../../core/domain/messages.ts'
import type { ModelUsage } from '../../core/ports/chat-model.ts'

// Every field may be missing or odd: compatible servers leave out role, type, index, finish_reason and whole lists of choices.
// An odd field is read as a missing one, so that it costs no more than itself.
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

/** Puts an answer together from the raw chunks of one stream. */
export class StreamParser {
  /** As the server gave it; undefined as long as the answer is not finished. */
  finishReason: string | undefined
  usage: ModelUsage | undefined
  readonly #calls: PartialToolCall[] = []
  readonly #idPrefix: string

  /** `idPrefix` begins the ids of calls to which the server gave none; different for each request of a conversation. */
  constructor(idPrefix: string) {
    this.#idPrefix = idPrefix
  }

  /** Takes the next chunk, whatever it is, and returns the text in it. */
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

  /** The calls made, in order. One without a name is none. */
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
    // Some servers repeat the name with every delta, so the first one stands.
    call.name ||= delta.function?.name ?? ''
    call.arguments += delta.function?.arguments ?? ''
  }

  /** The call that a delta continues, or a new one. Some servers leave the index out, others give each call the index 0. */
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

/** With neither an index nor an id, a name is all that tells a new call from more of the last one. */
function startsNewCall(delta: ToolCallDelta, last: PartialToolCall): boolean {
  return delta.index === undefined && Boolean(delta.function?.name) && last.arguments !== ''
}
