import { detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import type { ChatModel, ModelRequest, ModelUsage } from '../../core/ports/chat-model.ts'
import { MeteredCalls } from '../../model/metered-calls.ts'
import type { SummarySettings } from '../settings.ts'
import { limitSummary } from './limit-summary.ts'
import {
  buildMergeRequest,
  buildRepairRequest,
  buildSummaryRequest,
  countRequestTokens,
  describeMissingSections,
  describeWrongLanguage,
  missingCitationsProblem,
  type SummaryInput,
} from './prompt.ts'
import { groupByTokens, splitTranscript } from './split-transcript.ts'
import { renderSummary, type SummaryContent } from './template.ts'
import { type ValidatedSummary, validateSummary } from './validate.ts'

export interface GenerationOptions {
  readonly model: ChatModel
  readonly summarySettings: Pick<SummarySettings, 'maxOutputTokens' | 'maxInputTokens' | 'maxPreviousDayTokens'>
}

export interface GeneratedSummary {
  readonly markdown: string
  /** The usage of all calls together. Absent if the server did not report it. */
  readonly usage?: ModelUsage
}

/** The language of a shorter text cannot be told from the names and quotations in it. In characters. */
const minDetectableLength = 200

/** Thrown if the model's answer is not a valid summary, even after a repair request. */
class InvalidSummaryError extends Error {
  override readonly name = 'SummaryRejected'
}

/** Has the model write a day's summary, in parts if the day is too long for one call. Throws ModelError or InvalidSummaryError. */
export async function generateSummary(options: GenerationOptions, input: SummaryInput, signal: AbortSignal): Promise<GeneratedSummary> {
  const budget = resolveTokenBudget(options)
  const calls = new MeteredCalls(options.model, signal)
  const fittingInput = dropLongPreviousDay(options, input)
  const request = buildSummaryRequest(fittingInput, budget.outputTokens)
  if (countRequestTokens(options.model, request) <= budget.inputTokens)
    return { markdown: await generateValidated(calls, request, input), ...calls.usage }

  const overheadTokens = countRequestTokens(options.model, buildSummaryRequest({ ...input, lines: [] }, budget.outputTokens))
  const partSummaries: string[] = input.existingSummary === undefined ? [] : [input.existingSummary]
  for (const lines of splitTranscript(input.lines, Math.max(budget.inputTokens - overheadTokens, budget.outputTokens), options.model)) {
    const { previousDay: _previousDay, existingSummary: _soFar, ...inputWithoutContext } = input
    partSummaries.push(await generateValidated(calls, buildSummaryRequest({ ...inputWithoutContext, lines }, budget.outputTokens), input))
  }
  return { markdown: await mergePartSummaries(options, { calls, input, budget }, partSummaries), ...calls.usage }
}

interface SummaryMergeContext {
  readonly calls: MeteredCalls
  readonly input: SummaryInput
  readonly budget: SummaryTokenBudget
}

async function mergePartSummaries(
  options: GenerationOptions,
  context: SummaryMergeContext,
  partSummaries: readonly string[],
): Promise<string> {
  const [first, ...others] = partSummaries
  if (first !== undefined && others.length === 0) return first
  const { calls, input, budget } = context
  const overheadTokens = countRequestTokens(options.model, buildMergeRequest(input, [], budget.outputTokens))
  const mergedSummaries: string[] = []
  for (const group of groupByTokens(partSummaries, budget.inputTokens - overheadTokens, options.model)) {
    const [only, ...more] = group
    const needsMerge = only === undefined || more.length > 0
    mergedSummaries.push(needsMerge ? await generateValidated(calls, buildMergeRequest(input, group, budget.outputTokens), input) : only)
  }
  return mergePartSummaries(options, context, mergedSummaries)
}

interface SummaryTokenBudget {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Returns the token budget of a call. A twentieth of the window stays free, because the token counts of most models are estimates. */
function resolveTokenBudget({ model, summarySettings: settings }: GenerationOptions): SummaryTokenBudget {
  const outputTokens = Math.min(settings.maxOutputTokens, Math.floor(model.contextWindow / 4))
  return { outputTokens, inputTokens: Math.min(settings.maxInputTokens, Math.floor(model.contextWindow * 0.95) - outputTokens) }
}

/** Drops a long summary of the previous day, which is only context. */
function dropLongPreviousDay({ model, summarySettings: settings }: GenerationOptions, input: SummaryInput): SummaryInput {
  const { previousDay, ...rest } = input
  return previousDay && model.countTokens(previousDay.markdown) > settings.maxPreviousDayTokens ? rest : input
}

/** Makes one call, and a second one if the first answer has a problem. An answer with all sections is stored even if another one remains. */
async function generateValidated(calls: MeteredCalls, request: ModelRequest, { language, citableIds }: SummaryInput): Promise<string> {
  const render = (content: SummaryContent) =>
    renderSummary(limitSummary(content, { language, maxTokens: request.maxOutputTokens, count: calls.countTokens }), language)
  const answer = await calls.complete(request)
  const first = validateSummary(answer, citableIds)
  const problem = findProblem(first, language)
  if (problem === undefined) return render(first.content)

  const second = validateSummary(await calls.complete(buildRepairRequest(request, answer, problem)), citableIds)
  if (second.missingSections.length === 0) return render(second.content)
  if (first.missingSections.length === 0) return render(first.content)
  throw new InvalidSummaryError(
    `The model's summary lacks ${second.missingSections.join(', ')}, and lacked ${first.missingSections.join(', ')} at first.`,
  )
}

/** Names what is wrong with an answer: a missing section, no bullet with a source, or the wrong language. */
function findProblem({ missingSections, content, droppedCount }: ValidatedSummary, language: LanguageCode): string | undefined {
  if (missingSections.length > 0) return describeMissingSections(missingSections, language)
  const bullets = Object.values(content.lists).flat()
  if (bullets.length === 0 && droppedCount > 0) return missingCitationsProblem
  const text = [content.narrative, ...bullets.map((bullet) => bullet.text)].join('\n')
  const isForeign = text.length >= minDetectableLength && (detectLanguage(text, language) ?? language) !== language
  return isForeign ? describeWrongLanguage(language) : undefined
}
