import { detectLanguage } from '../../core/domain/languages.ts'
import type { ChatModel, ModelRequest, ModelUsage } from '../../core/ports/chat-model.ts'
import { buildJsonRepairRequest } from '../../model/json-answer.ts'
import { MeteredCalls } from '../../model/metered-calls.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { countRequestTokens, describeWrongLanguage } from '../../summaries/generate/prompt.ts'
import { splitTranscript } from '../../summaries/generate/split-transcript.ts'
import type { SummarySettings } from '../../summaries/settings.ts'
import type { SessionInput, SessionLine } from '../session-input.ts'
import type { SessionNotes } from '../session-notes.ts'
import { noteLimits } from './limits.ts'
import { parseNotesAnswer } from './parse-answer.ts'
import { PartialNotes } from './partial-notes.ts'
import { buildNotesRequest, toSessionTranscriptLine } from './prompt.ts'
import { type ValidatedNotes, validateNotes } from './validate-notes.ts'

export interface SessionReadDeps {
  readonly model: ChatModel
  readonly summarySettings: Pick<SummarySettings, 'maxInputTokens' | 'maxOutputTokens'>
}

export interface ReadSession {
  readonly notes: SessionNotes
  /** The usage of all calls together. Absent if the server did not report it. */
  readonly usage?: ModelUsage
}

/** The language of a shorter text cannot be told from the names and quotations in it. In characters. */
const minDetectableLength = 200

/** Thrown if the model's answer holds no valid notes, even after a repair request. */
class InvalidNotesError extends Error {
  override readonly name = 'NotesRejected'
}

/** Has the model take the notes of a session, in parts if it is too long for one call. Throws ModelError or InvalidNotesError. */
export async function readSession(deps: SessionReadDeps, input: SessionInput, signal: AbortSignal): Promise<ReadSession> {
  const { model, summarySettings: settings } = deps
  const calls = new MeteredCalls(model, signal)
  const outputTokens = Math.min(settings.maxOutputTokens, Math.floor(model.contextWindow / 4))
  // A twentieth of the window stays free, because the token counts of most models are estimates.
  const inputTokens = Math.min(settings.maxInputTokens, Math.floor(model.contextWindow * 0.95) - outputTokens)
  const request = buildNotesRequest(input, outputTokens)
  if (countRequestTokens(model, request) <= inputTokens) return { notes: await readValidated(calls, request, input), ...calls.usage }

  const overheadTokens = countRequestTokens(model, buildNotesRequest({ ...input, lines: [] }, outputTokens))
  const parts = splitSession(input, Math.max(inputTokens - overheadTokens, outputTokens), model)
  const whole = new PartialNotes(input.openLoops, parts.length)
  for (const lines of parts) {
    const part = { ...input, lines, openLoops: whole.openLoops }
    const ids = new Set(lines.map(({ id }) => id))
    // Half a message does not show what it quotes.
    const sources = { ...part, lines: input.lines.filter(({ id }) => ids.has(id)) }
    whole.add(await readValidated(calls, buildNotesRequest(part, outputTokens), sources))
  }
  return { notes: whole.merge(), ...calls.usage }
}

/** Estimates the tokens that reading a session takes. */
export const estimateReadTokens = ({ lines }: SessionInput, { maxOutputTokens }: SessionReadDeps['summarySettings']): number =>
  lines.reduce((sum, { text }) => sum + estimateTokens(text), maxOutputTokens)

/** Splits a session into parts of at most `maxTokens` tokens. A message that is too long continues in the next part. */
function splitSession({ lines, timezone }: SessionInput, maxTokens: number, model: ChatModel): readonly (readonly SessionLine[])[] {
  const byId = new Map(lines.map((line) => [line.id as number, line]))
  const transcript = lines.map((line) => toSessionTranscriptLine(line, timezone))
  return splitTranscript(transcript, maxTokens, model).map((part) =>
    part.flatMap(({ id, text }) => {
      const line = byId.get(id)
      return line ? [{ ...line, text }] : []
    }),
  )
}

/** Makes one call, and a second one if the first answer has a problem. Valid notes are kept even if a problem remains. */
async function readValidated(calls: MeteredCalls, request: ModelRequest, input: SessionInput): Promise<SessionNotes> {
  const answer = await calls.complete(request, noteLimits.answerLength)
  const first = checkAnswer(answer, input)
  if (first.problem === undefined && first.validated) return first.validated.notes
  const repair = buildJsonRepairRequest(request, answer, first.problem ?? '')
  const second = checkAnswer(await calls.complete(repair, noteLimits.answerLength), input)
  const notes = (second.validated ?? first.validated)?.notes
  if (notes) return notes
  throw new InvalidNotesError(
    `The model's notes of a session cannot be read. First answer: ${first.problem} Second answer: ${second.problem} The session is tried again later.`,
  )
}

interface CheckedAnswer {
  readonly validated?: ValidatedNotes
  readonly problem?: string
}

function checkAnswer(answer: string, input: SessionInput): CheckedAnswer {
  const parsed = parseNotesAnswer(answer)
  if ('problem' in parsed) return parsed
  const validated = validateNotes(parsed.answered, input)
  const problem = findProblem(validated, input)
  return problem === undefined ? { validated } : { validated, problem }
}

/** Names what is wrong with notes: the wrong language, or loops and closings that all name something else than what was shown. */
function findProblem({ notes, unknownCount }: ValidatedNotes, { language, lines, openLoops }: SessionInput): string | undefined {
  if (unknownCount > 0 && notes.newLoops.length + notes.closings.length === 0) {
    const shown = [formatIds('#', lines), formatIds('L', openLoops)].filter((ids) => ids !== '').join(', ')
    return `No loop or closing names ids that were shown. These were: ${shown}.`
  }
  const { summary } = notes
  const isForeign = summary.length >= minDetectableLength && (detectLanguage(summary, language) ?? language) !== language
  return isForeign ? describeWrongLanguage(language) : undefined
}

const formatIds = (mark: string, items: readonly { readonly id: number }[]): string =>
  items
    .slice(0, 50)
    .map(({ id }) => `${mark}${id}`)
    .join(', ')
