import { ModelError } from '../core/domain/errors.ts'
import type { ToolCall } from '../core/domain/messages.ts'
import type { ModelMessage, ModelUsage } from '../core/ports/chat-model.ts'
import { callTool, type ToolResult, toFailure } from './call-tool.ts'
import type { AgentDeps } from './deps.ts'
import { fitRequest } from './fit-request.ts'
import { isImageRefusal, removeImages } from './refused-images.ts'
import { countDeclarations, createRequestCounter, isSmall } from './request-size.ts'
import type { Tool, ToolContext } from './tool.ts'

export interface AgentRequest {
  /** The whole context. The last messages are those to answer. */
  readonly messages: readonly ModelMessage[]
  /** The number of messages to answer. */
  readonly toAnswer: number
  /** The maximum number of tokens of each request, with its tool declarations. */
  readonly limit: number
  readonly tools: readonly Tool[]
  /** On whose behalf the tools act. */
  readonly context: ToolContext
  readonly signal: AbortSignal
  /** Receives the messages of each request before it is sent. */
  readonly onRequest?: (messages: readonly ModelMessage[]) => void
  /** Receives the whole text so far. Text before a tool call is not part of the answer and is replaced later. */
  readonly onText?: (text: string) => void
  /** Receives each tool before it runs, and undefined when it has ended. */
  readonly onTool?: (tool: Tool | undefined) => void
  /** Receives the usage so far whenever a model call starts or ends, even in a run that fails. */
  readonly onUsage?: (soFar: AgentUsage) => void
}

export interface AgentUsage {
  /** The number of model calls started. */
  readonly calls: number
  /** The total usage of the calls for which the server reported it. */
  readonly usage?: ModelUsage
}

export interface AgentAnswer {
  /** Never empty. */
  readonly text: string
  /** In the order in which they were made. */
  readonly toolCalls: readonly ToolResult[]
  /** The number of tokens of their results in the last request. */
  readonly resultTokens: number
  /** The total usage of all calls. Absent unless the server reported it for every call. */
  readonly usage?: ModelUsage
  /** The number of model calls. */
  readonly rounds: number
  /** `rounds`: the tool rounds ran out. `length`: the text is truncated. */
  readonly stoppedEarly?: 'rounds' | 'length'
}

/** How many calls of a round are kept, for each one that may be made. The model gets an answer to each, and the rest is dropped. */
const keptPerCall = 2

/** The number of attempts to get text from the model. */
const answerTries = 2

const outOfRoundsInstruction = 'No more tools can be called. Answer now from what you found, and say what you could not look up.'

/**
 * Runs the model until it answers, and calls the tools it requests. If the model rejects images, repeats the request without them. Throws
 * ModelError: the errors of the client, `cancelled` if aborted, `stalled` on timeout, `truncated` if there is no text.
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
  let context = request.messages
  const rounds: ModelMessage[] = []
  const toolCalls: ToolResult[] = []
  const usages: (ModelUsage | undefined)[] = []
  let triesLeft = answerTries
  for (let toolRounds = 0; ; ) {
    const outOfRounds = toolRounds === limits.toolRounds
    request.onUsage?.(toUsageSoFar(usages, usages.length + 1))
    const messages = fitMessages(deps, request, {
      context,
      rounds: outOfRounds ? [...rounds, { role: 'system', content: outOfRoundsInstruction }] : rounds,
      mayCall: !outOfRounds,
    })
    request.onRequest?.(messages)
    const round = await runRound(deps, request, messages, !outOfRounds).catch((error: unknown) => {
      if (!isImageRefusal(error, messages)) throw error
      deps.log.warn(
        { model: deps.model.name, problem: error.message },
        'the model rejected a request with images; repeating it without them',
      )
      return undefined
    })
    if (!round) {
      context = removeImages(context)
      continue
    }
    usages.push(round.usage)
    request.onUsage?.(toUsageSoFar(usages, usages.length))

    if (round.calls.length > 0) {
      toolRounds++
      rounds.push({ role: 'assistant', content: round.text, toolCalls: round.calls })
      for (const result of await callTools(deps, request, round.calls)) {
        toolCalls.push(result)
        rounds.push({ role: 'tool', content: result.output, toolCallId: result.call.id })
      }
      continue
    }
    if (round.text.trim() === '') {
      if (--triesLeft === 0) throw new ModelError('truncated', 'The model returned an empty answer twice.')
      continue
    }
    const stoppedEarly = round.cutOff ? 'length' : outOfRounds ? 'rounds' : undefined
    const usage = sumUsages(usages)
    return {
      text: round.text,
      toolCalls,
      resultTokens: countResults(deps, messages, toolCalls),
      rounds: usages.length,
      ...(usage && { usage }),
      ...(stoppedEarly && { stoppedEarly }),
    }
  }
}

function countResults({ model }: AgentDeps, messages: readonly ModelMessage[], toolCalls: readonly ToolResult[]): number {
  const ids = new Set(toolCalls.map(({ call }) => call.id))
  const results = messages.flatMap((message) => (message.role === 'tool' && ids.has(message.toolCallId) ? [message] : []))
  return results.reduce((sum, { content }) => sum + model.countTokens(content), 0)
}

interface RoundInput {
  readonly context: readonly ModelMessage[]
  readonly rounds: readonly ModelMessage[]
  readonly mayCall: boolean
}

/** Builds the messages of a request that fits with the tool declarations. */
function fitMessages(
  { model }: AgentDeps,
  { tools, toAnswer, limit }: AgentRequest,
  { context, rounds, mayCall }: RoundInput,
): readonly ModelMessage[] {
  const count = createRequestCounter(model)
  const budget = limit - (mayCall ? countDeclarations(tools, count) : 0)
  return isSmall([...context, ...rounds], budget)
    ? [...context, ...rounds]
    : fitRequest({ context, toAnswer, rounds, limit: budget, count })
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
      // A model may call tools that it was not given, in which case only its text counts.
      if (mayCall) calls.push(event.call)
    } else {
      end = { cutOff: event.reason === 'length', usage: event.usage }
    }
  }
  if (request.signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
  if (!end) throw new ModelError('truncated', "The model's answer broke off before its end.")
  return { text, calls: calls.slice(0, keptPerCall * limits.callsPerRound), ...end }
}

/** Calls the tools one after another, in order. */
async function callTools(deps: AgentDeps, request: AgentRequest, calls: readonly ToolCall[]): Promise<readonly ToolResult[]> {
  const { callsPerRound, toolOutputLength } = deps.limits
  const { tools, context, signal } = request
  const results: ToolResult[] = []
  for (const call of calls.slice(0, callsPerRound)) {
    request.onTool?.(tools.find(({ declaration }) => declaration.name === call.name))
    results.push(await callTool(deps.clock, deps.log, { call, tools, context, signal, outputLength: toolOutputLength }))
    request.onTool?.(undefined)
  }
  const refused = toFailure(`Not called: at most ${callsPerRound} calls at a time.`)
  return [...results, ...calls.slice(callsPerRound).map((call) => ({ call, ...refused, ms: 0 }))]
}

function toUsageSoFar(usages: readonly (ModelUsage | undefined)[], calls: number): AgentUsage {
  const reported = usages.filter((usage) => usage !== undefined)
  const usage = reported.length > 0 && sumUsages(reported)
  return { calls, ...(usage && { usage }) }
}

function sumUsages(usages: readonly (ModelUsage | undefined)[]): ModelUsage | undefined {
  let [inputTokens, outputTokens] = [0, 0]
  let cachedTokens: number | undefined = 0
  for (const usage of usages) {
    if (!usage) return undefined
    inputTokens += usage.inputTokens
    outputTokens += usage.outputTokens
    cachedTokens = cachedTokens === undefined || usage.cachedTokens === undefined ? undefined : cachedTokens + usage.cachedTokens
  }
  return { inputTokens, outputTokens, ...(cachedTokens !== undefined && { cachedTokens }) }
}
