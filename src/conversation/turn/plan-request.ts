import { countDeclarations, createRequestCounter, selectTools } from '../../agent/request-size.ts'
import type { AgentAnswer } from '../../agent/run.ts'
import type { Tool } from '../../agent/tool.ts'
import type { ContextReport } from '../context/report.ts'
import type { ConversationDeps } from '../deps.ts'

export interface RequestPlan {
  /** The maximum number of tokens of each request of the turn. */
  readonly limit: number
  /** The tools that the model is shown. */
  readonly tools: readonly Tool[]
  readonly toolTokens: number
  /** The names of the tools that do not fit. */
  readonly leftOut: readonly string[]
  /** The dependencies with what the tools leave of the context's budget. */
  readonly deps: ConversationDeps
}

/** Divides the budget of the first request between tool declarations and the context. */
export function planRequest(deps: ConversationDeps): RequestPlan {
  const { model, settings } = deps
  const count = createRequestCounter(model)
  const limit = Math.min(settings.contextTokens, model.contextWindow - settings.replyTokens)
  const tools = selectTools(deps.tools, limit, count)
  const toolTokens = countDeclarations(tools, count)
  return {
    // A program reads everything, and its answers need every result.
    limit: model.contextWindow === Number.POSITIVE_INFINITY ? model.contextWindow : limit,
    tools,
    toolTokens,
    leftOut: deps.tools.slice(tools.length).map(({ declaration }) => declaration.name),
    deps: { ...deps, settings: { ...settings, contextTokens: limit - toolTokens } },
  }
}

/** Adds the tool declarations to the report on a context. */
export function addTools(report: ContextReport, { tools, toolTokens, leftOut }: RequestPlan): ContextReport {
  const limit = report.limit + toolTokens
  const part = {
    name: '12 tools',
    tokens: toolTokens,
    limit: toolTokens,
    items: tools.length,
    leftOut: leftOut.map((what) => ({ what, why: `tools may take 30% of ${limit} tokens` })),
  }
  return { ...report, total: report.total + toolTokens, limit, parts: [...report.parts, part] }
}

/** Adds the tool results to the report on a context, with their size in the last request. */
export function addResults(report: ContextReport, { toolCalls, resultTokens }: AgentAnswer): ContextReport {
  const part = { name: '13 tool results', tokens: resultTokens, limit: report.limit, items: toolCalls.length, leftOut: [] }
  return { ...report, parts: [...report.parts, part] }
}
