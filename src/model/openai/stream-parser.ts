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

/** No request costs more. Larger numbers count as missing, as do negative ones. */
const maxReportedTokens = 10_000_000

const TokenCount = z.number().min(0).max(maxReportedTokens).transform(Math.round)

const StreamChunk = z.object({
  choices: z.array(ChunkChoice).optional().catch(undefined),
  usage: z
    .object({
      prompt_tokens: TokenCount,
      completion_tokens: TokenCount,
      prompt_tokens_details: z.object({ cached_tokens: TokenCount }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** How many chunks of an answer may hold no token, because some servers send empty ones while they wait. */
const spareChunks = 1_000

type ReportedUsage = NonNullable<z.infer<typeof StreamChunk>['usage']>
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
  /** The number of characters that the answer may still have, and of chunks. */
  #remaining: number
  #remainingChunks: number
  readonly #calls: PartialToolCall[] = []
  readonly #idPrefix: string

  /**
   * `idPrefix` starts the ids of calls that have none. It must differ for each request of a conversation. `maxCharacters` limits the text
   * and the tool calls together, in UTF-16 units, and also the chunks, most of which hold a token. A model may think without end.
   */
  constructor(idPrefix: string, maxCharacters: number) {
    this.#idPrefix = idPrefix
    this.#remaining = maxCharacters
    this.#remainingChunks = maxCharacters + spareChunks
  }

  /** Whether the answer has reached its maximum length. The rest is not read, and the finish reason is `length`. */
  get isFull(): boolean {
    return this.#remaining < 0 || this.#remainingChunks < 0
  }

  /** Processes the next chunk, which may have any shape, and returns its text. */
  read(raw: unknown): string {
    this.#remainingChunks--
    const chunk = StreamChunk.safeParse(raw)
    const { choices, usage }: z.infer<typeof StreamChunk> = chunk.success ? chunk.data : {}
    if (usage) this.usage = toModelUsage(usage)
    const choice = choices?.[0]
    if (choice?.finish_reason) this.finishReason = choice.finish_reason
    const text = this.#truncate(choice?.delta?.content ?? '')
    for (const delta of choice?.delta?.tool_calls ?? []) if (!this.isFull) this.#addCall(delta)
    if (this.isFull) this.finishReason = 'length'
    return text
  }

  #truncate(text: string): string {
    const fitting = text.slice(0, this.#remaining)
    this.#remaining -= text.length
    // Does not split a surrogate pair.
    return fitting.length < text.length ? fitting.replace(/[\uD800-\uDBFF]$/, '') : text
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
    // Each call counts, even without a name and arguments.
    this.#remaining -= 1 + (delta.function?.name?.length ?? 0) + (delta.function?.arguments?.length ?? 0)
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

/** A server that reports more cached tokens than it read counts something else. */
function toModelUsage({ prompt_tokens: inputTokens, completion_tokens: outputTokens, prompt_tokens_details }: ReportedUsage): ModelUsage {
  const cachedTokens = prompt_tokens_details?.cached_tokens
  return { inputTokens, outputTokens, ...(cachedTokens !== undefined && cachedTokens <= inputTokens && { cachedTokens }) }
}

/** Without an index and an id, only a name distinguishes a new call from a continuation. */
function startsNewCall(delta: ToolCallDelta, last: PartialToolCall): boolean {
  return delta.index === undefined && Boolean(delta.function?.name) && last.arguments !== ''
}
