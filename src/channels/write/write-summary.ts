import type { ChatModel, ModelRequest } from '../../core/ports/chat-model.ts'
import { buildJsonRepairRequest } from '../../model/json-answer.ts'
import { MeteredCalls } from '../../model/metered-calls.ts'
import { countRequestTokens } from '../../summaries/generate/prompt.ts'
import type { WrittenChannelSummary } from '../deps.ts'
import type { SummaryMaterial } from '../summary-material.ts'
import { summaryLimits } from './limits.ts'
import { parseSummaryAnswer } from './parse-answer.ts'
import { buildChannelRequest } from './prompt.ts'

/** Thrown if the model's answer holds no summary, even after a repair request. */
class InvalidChannelSummaryError extends Error {
  override readonly name = 'SummaryRejected'
}

export interface WritingLimits {
  readonly maxTokens: number
  readonly signal: AbortSignal
}

const repairProblem =
  'The answer contains no JSON object with a "summary" that is not empty. It must look like { "topics": ["…"], "summary": "…" }.'

/**
 * Has the model write a summary. Asks a second time if the answer cannot be read and tokens are left. Returns undefined if the first call
 * would need more than `maxTokens`. Throws ModelError or InvalidChannelSummaryError.
 */
export async function writeSummary(
  model: ChatModel,
  material: SummaryMaterial,
  { maxTokens, signal }: WritingLimits,
): Promise<WrittenChannelSummary | undefined> {
  const request = buildRequest(model, material)
  const expected = estimateCallTokens(model, request)
  if (expected > maxTokens) return undefined
  const calls = new MeteredCalls(model, signal)
  const answer = await calls.complete(request, summaryLimits.answerLength)
  const first = parseSummaryAnswer(answer)
  const spent = countSpent(calls, expected)
  if (first) return { ...first, model: model.name, tokens: spent }
  const repair = buildJsonRepairRequest(request, answer, repairProblem)
  const needed = estimateCallTokens(model, repair)
  const second = spent + needed <= maxTokens ? parseSummaryAnswer(await calls.complete(repair, summaryLimits.answerLength)) : undefined
  if (second) return { ...second, model: model.name, tokens: countSpent(calls, spent + needed) }
  throw new InvalidChannelSummaryError('The model returned no summary of a channel that can be read. It is tried again later.')
}

const buildRequest = (model: ChatModel, material: SummaryMaterial): ModelRequest =>
  buildChannelRequest(material, Math.min(summaryLimits.outputTokens, Math.floor(model.contextWindow / 4)))

/** Estimates the tokens that writing a summary takes. */
export const estimateWritingTokens = (model: ChatModel, material: SummaryMaterial): number =>
  estimateCallTokens(model, buildRequest(model, material))

/** Estimates the tokens that a call uses at most. */
const estimateCallTokens = (model: ChatModel, request: ModelRequest): number => countRequestTokens(model, request) + request.maxOutputTokens

/** Returns the tokens that the server reports, or else the expected ones. */
function countSpent({ usage: { usage } }: MeteredCalls, expected: number): number {
  return usage ? usage.inputTokens + usage.outputTokens : expected
}
