import { InputError, ModelError, messageOf } from '../core/domain/errors.ts'
import type { ToolCall } from '../core/domain/messages.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { Tool, ToolContext } from './tool.ts'
import { truncateOutput } from './within-length.ts'

export interface ToolCallRequest {
  readonly call: ToolCall
  readonly tools: readonly Tool[]
  readonly context: ToolContext
  readonly signal: AbortSignal
  /** The maximum length of the output, in characters. */
  readonly outputLength: number
}

export interface ToolResult {
  readonly call: ToolCall
  /**
   * JSON, or `{"error": …}` if the call failed. If it is too long, results are dropped. If that is not possible, its middle is cut out,
   * and it is no longer JSON.
   */
  readonly output: string
  readonly failed: boolean
  /** How long the tool took. */
  readonly ms: number
}

type ToolOutcome = Pick<ToolResult, 'output' | 'failed'>

/** Calls a tool. Failures become outputs for the model. Throws only ModelError('cancelled'), if the signal is aborted. */
export async function callTool(clock: Clock, log: Log, request: ToolCallRequest): Promise<ToolResult> {
  const started = clock.now().getTime()
  const outcome = await raceAbort(request.signal, runTool(log, request))
  return { call: request.call, ...outcome, ms: clock.now().getTime() - started }
}

async function runTool(log: Log, { call, tools, context, outputLength }: ToolCallRequest): Promise<ToolOutcome> {
  const tool = tools.find(({ declaration }) => declaration.name === call.name)
  if (!tool)
    return toFailure(
      `There is no tool with this name. The tools are: ${tools.map(({ declaration }) => declaration.name).join(', ') || 'none'}.`,
    )
  try {
    return { output: truncateOutput((await tool.run(context, parseArguments(tool, call))) ?? null, outputLength), failed: false }
  } catch (error) {
    // The message may quote the arguments, which can be long.
    if (error instanceof InputError) return { output: truncateOutput({ error: error.message }, outputLength), failed: true }
    // The error may contain table names or private text, so it is logged but not shown to the model.
    log.error({ tool: call.name, problem: messageOf(error) }, 'a tool failed')
    return toFailure(`${call.name} failed. Answer without it, and say that this could not be looked up.`)
  }
}

function parseArguments(tool: Tool, call: ToolCall): unknown {
  if (call.arguments.trim() === '') return {}
  try {
    return JSON.parse(call.arguments)
  } catch {
    throw new InputError(`Invalid arguments: they are not JSON. Accepted: ${JSON.stringify(tool.declaration.parameters)}`)
  }
}

export function toFailure(error: string): ToolOutcome {
  return { output: JSON.stringify({ error }), failed: true }
}

/** Waits for the work, but throws as soon as the signal is aborted, so that a hanging tool cannot block a cancelled turn. */
async function raceAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const listening = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new ModelError('cancelled', 'The answer was cancelled.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { signal: listening.signal })
  })
  return Promise.race([work, aborted]).finally(() => listening.abort())
}
