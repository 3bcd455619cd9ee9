import { ModelError } from '../core/domain/errors.ts'
import type { ToolCall } from '../core/domain/messages.ts'
import type { ModelMessage, ModelUsage } from '../core/ports/chat-model.ts'
import { callTool, type ToolResult, toFailure } from './call-tool.ts'
import type { AgentDeps } from './deps.ts'
import { isImageRefusal, removeImages } from './refused-images.ts'
import type { Tool, ToolContext } from './tool.ts'

export interface AgentRequest {
  /** The whole context; its last message is one to answer. */
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly Tool[]
  /** Whom the tools work for. */
  readonly context: ToolContext
  readonly signal: AbortSignal
  /** Told the text so far, whole each time. Text before a tool call is no part of the answer, so it is shown and then replaced. */
  readonly onText?: (text: string) => void
  /** Told what was used so far, when a call of the model begins and when it has ended: also of a run that fails then. */
  readonly onUsage?: (soFar: AgentUsage) => void
}

export interface AgentUsage {
  /** Calls of the model that were begun. */
  readonly calls: number
  /** Of those calls whose server said it. */
  readonly usage?: ModelUsage
}

export interface AgentAnswer {
  /** Never empty. */
  readonly text: string
  /** In the order they were made. */
  readonly toolCalls: readonly ToolResult[]
  /** Of all calls together; absent when the server did not say it for each of them. */
  readonly usage?: ModelUsage
  /** Calls of the model. */
  readonly rounds: number
  /** `rounds`: the tool rounds ran out, and this was answered from what was found. `length`: the text is cut off. */
  readonly stoppedEarly?: 'rounds' | 'length'
}

/** Answers with one more try when the first gave no text. */
const answerTries = 2

const outOfRoundsInstruction = 'No more tools can be called. Answer now from what was found, and say what could not be looked up.'

/**
 * Runs the model until it answers, calling the tools it asks for; once more without images when it refuses them. Throws ModelError: what the model's client threw,
 * `cancelled` when the signal is aborted, `stalled` when the time is up, `truncated` when there is no text after all.
 */
export async function runAgent(deps: AgentDeps, request: AgentRequest): Promise<AgentAnswer> {
  const { clock, limits } = deps
  const timeUp = new AbortController()
  const finished = new AbortController()
  const timer = clock.sleep(limits.timeoutMs, finished.signal).then(() => finished.signal.aborted || timeUp.abort())
  try {
    return await answer(deps, { ...request, signal: AbortSignal.any([request.signal, timeUp.signal]) })
  } catch (error) {
    if (timeUp.signal.aborted && !request.signal.aborted) {
      throw new ModelError('stalled', `The answer was not ready within ${limits.timeoutMs / 1000} s.`, undefined, { cause: error })
    }
    throw error
  } finally {
    finished.abort()
    await timer
  }
}

async function answer(deps: AgentDeps, request: AgentRequest): Promise<AgentAnswer> {
  const { limits } = deps
  let messages = [...request.messages]
  const toolCalls: ToolResult[] = []
  const usages: (ModelUsage | undefined)[] = []
  let triesLeft = answerTries
  for (let toolRounds = 0; ; ) {
    const outOfRounds = toolRounds === limits.toolRounds
    request.onUsage?.(toUsageSoFar(usages, usages.length + 1))
    const round = await runRound(
      deps,
      request,
      outOfRounds ? [...messages, { role: 'system', content: outOfRoundsInstruction }] : messages,
      !outOfRounds,
    ).catch((error: unknown) => {
      if (!isImageRefusal(error, messages)) throw error
      deps.log.warn(
        { model: deps.model.name, problem: error.message },
        'the model refused a request with images, which is made without them',
      )
      return undefined
    })
    if (!round) {
      messages = removeImages(messages)
      continue
    }
    usages.push(round.usage)
    request.onUsage?.(toUsageSoFar(usages, usages.length))

    if (round.calls.length > 0) {
      toolRounds++
      messages.push({ role: 'assistant', content: round.text, toolCalls: round.calls })
      for (const result of await callTools(deps, request, round.calls)) {
        toolCalls.push(result)
        messages.push({ role: 'tool', content: result.output, toolCallId: result.call.id })
      }
      continue
    }
    if (round.text.trim() === '') {
      if (--triesLeft === 0) throw new ModelError('truncated', 'The model gave an empty answer, twice.')
      continue
    }
    const stoppedEarly = round.cutOff ? 'length' : outOfRounds ? 'rounds' : undefined
    const usage = sumUsages(usages)
    return { text: round.text, toolCalls, rounds: usages.length, ...(usage && { usage }), ...(stoppedEarly && { stoppedEarly }) }
  }
}

interface ModelRound {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly cutOff: boolean
  readonly usage: ModelUsage | undefined
}

async function runRound(
  { model, limits }: AgentDeps,
  request: AgentRequest,
  messages: readonly ModelMessage[],
  mayCall: boolean,
): Promise<ModelRound> {
  const tools = mayCall ? request.tools.map(({ declaration }) => declaration) : []
  const calls: ToolCall[] = []
  let text = ''
  let end: { readonly cutOff: boolean; readonly usage: ModelUsage | undefined } | undefined
  for await (const event of model.stream({ messages, tools, maxOutputTokens: limits.maxOutputTokens }, request.signal)) {
    if (event.type === 'text') {
      text += event.delta
      if (event.delta !== '') request.onText?.(text)
    } else if (event.type === 'tool-call') {
      // A model may call a tool that it was not given; without tools, only its text counts.
      if (mayCall) calls.push(event.call)
    } else {
      end = { cutOff: event.reason === 'length', usage: event.usage }
    }
  }
  if (request.signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
  if (!end) throw new ModelError('truncated', "The model's answer broke off before its end.")
  return { text, calls, ...end }
}

/** One after the other, in the order they were made. */
async function callTools(deps: AgentDeps, request: AgentRequest, calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
  const { callsPerRound, toolOutputLength } = deps.limits
  const { tools, context, signal } = request
  const results: ToolResult[] = []
  for (const call of calls.slice(0, callsPerRound))
    results.push(await callTool(deps.clock, deps.log, { call, tools, context, signal, outputLength: toolOutputLength }))
  const refused = toFailure(`Not called: at most ${callsPerRound} calls at a time.`)
  return [...results, ...calls.slice(callsPerRound).map((call) => ({ call, ...refused, ms: 0 }))]
}

function toUsageSoFar(usages: readonly (ModelUsage | undefined)[], calls: number): AgentUsage {
  const said = usages.filter((usage) => usage !== undefined)
  const usage = said.length > 0 && sumUsages(said)
  return { calls, ...(usage && { usage }) }
}

function sumUsages(usages: readonly (ModelUsage | undefined)[]): ModelUsage | undefined {
  let sum: ModelUsage = { inputTokens: 0, outputTokens: 0 }
  for (const usage of usages) {
    if (!usage) return undefined
    sum = { inputTokens: sum.inputTokens + usage.inputTokens, outputTokens: sum.outputTokens + usage.outputTokens }
  }
  return sum
}
