import type { ChatModel, ModelRequest, ModelUsage } from '../core/chat-model.ts'
import { checkSummary } from './check.ts'
import { type Material, mergeRequest, missingProblem, repairRequest, requestTokens, summaryRequest, uncitedProblem } from './prompt.ts'
import type { SummarySettings } from './settings.ts'
import { groupTexts, splitLines } from './split.ts'
import { renderSummary } from './template.ts'

export interface WriteParts {
  readonly model: ChatModel
  readonly summarySettings: Pick<SummarySettings, 'maxOutputTokens' | 'maxInputTokens' | 'previousDayTokens'>
}

export interface Written {
  readonly markdown: string
  /** Of all calls together; absent where the server did not say. */
  readonly usage?: ModelUsage
}

/** The model's answer is no summary, even after it was told what is missing. */
class SummaryRejected extends Error {
  override readonly name = 'SummaryRejected'
}

/** Has the model write a day's summary, in parts where the day is too long for it. Throws ModelError or SummaryRejected. */
export async function writeSummary(parts: WriteParts, material: Material, signal: AbortSignal): Promise<Written> {
  const room = roomOf(parts)
  const call = new Calls(parts.model, signal)
  const whole = withShortPreviousDay(parts, material)
  const request = summaryRequest(whole, room.output)
  if (requestTokens(parts.model, request) <= room.input) return call.done(await checkedCall(call, request, material))

  const frame = requestTokens(parts.model, summaryRequest({ ...material, lines: [] }, room.output))
  const written: string[] = material.soFar === undefined ? [] : [material.soFar]
  for (const lines of splitLines(material.lines, Math.max(room.input - frame, room.output), parts.model)) {
    const { previousDay: _previousDay, soFar: _soFar, ...bare } = material
    written.push(await checkedCall(call, summaryRequest({ ...bare, lines }, room.output), material))
  }
  return call.done(await merged(parts, { call, material, room }, written))
}

interface Merging {
  readonly call: Calls
  readonly material: Material
  readonly room: Room
}

async function merged(parts: WriteParts, merging: Merging, written: readonly string[]): Promise<string> {
  const [first, ...others] = written
  if (first !== undefined && others.length === 0) return first
  const { call, material, room } = merging
  const frame = requestTokens(parts.model, mergeRequest(material, [], room.output))
  const next: string[] = []
  for (const group of groupTexts(written, room.input - frame, parts.model)) {
    const [only, ...more] = group
    const join = only === undefined || more.length > 0
    next.push(join ? await checkedCall(call, mergeRequest(material, group, room.output), material) : only)
  }
  return merged(parts, merging, next)
}

interface Room {
  readonly input: number
  readonly output: number
}

/** A twentieth of the window stays free, because most models' tokens are only estimated. */
function roomOf({ model, summarySettings: settings }: WriteParts): Room {
  const output = Math.min(settings.maxOutputTokens, Math.floor(model.contextWindow / 4))
  return { output, input: Math.min(settings.maxInputTokens, Math.floor(model.contextWindow * 0.95) - output) }
}

/** The previous day is context only: a long summary of it gives way. */
function withShortPreviousDay({ model, summarySettings: settings }: WriteParts, material: Material): Material {
  const { previousDay, ...rest } = material
  return previousDay && model.countTokens(previousDay.markdown) > settings.previousDayTokens ? rest : material
}

/** One call, and one more where the answer cannot be stored as it is: a section missing, or no bullet with a source. */
async function checkedCall(call: Calls, request: ModelRequest, { words, citable }: Material): Promise<string> {
  const answer = await call.ask(request)
  const first = checkSummary(answer, words, citable)
  const kept = Object.values(first.content.lists).some((items) => items.length > 0)
  if (first.missing.length === 0 && (kept || first.dropped === 0)) return renderSummary(first.content, words)

  const problem = first.missing.length > 0 ? missingProblem(first.missing, words) : uncitedProblem
  const second = checkSummary(await call.ask(repairRequest(request, answer, problem)), words, citable)
  if (second.missing.length === 0) return renderSummary(second.content, words)
  if (first.missing.length === 0) return renderSummary(first.content, words)
  throw new SummaryRejected(`The model's summary lacks ${second.missing.join(', ')}, and lacked ${first.missing.join(', ')} at first.`)
}

/** The calls of one run, and what they cost together. */
class Calls {
  readonly #model: ChatModel
  readonly #signal: AbortSignal
  #usage: ModelUsage | undefined

  constructor(model: ChatModel, signal: AbortSignal) {
    this.#model = model
    this.#signal = signal
  }

  async ask(request: ModelRequest): Promise<string> {
    let text = ''
    for await (const event of this.#model.stream(request, this.#signal)) {
      if (event.type === 'text') text += event.delta
      if (event.type === 'end' && event.usage)
        this.#usage = {
          inputTokens: (this.#usage?.inputTokens ?? 0) + event.usage.inputTokens,
          outputTokens: (this.#usage?.outputTokens ?? 0) + event.usage.outputTokens,
        }
    }
    return text
  }

  done(markdown: string): Written {
    return { markdown, ...(this.#usage && { usage: this.#usage }) }
  }
}
