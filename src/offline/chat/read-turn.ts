import type { DayLabel } from '../../core/domain/ids.ts'
import { defaultLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { blocksOf } from '../../core/domain/text.ts'
import type { ModelRequest } from '../../core/ports/chat-model.ts'
import { findTimezone, parseDayLabel, timeOnDay } from '../../core/ports/clock.ts'

/** The input of the model: the messages to answer, and its tool calls so far. */
export interface OfflineTurn {
  /** The messages to answer, oldest first. The newest follows older ones that are still unanswered. */
  readonly texts: readonly string[]
  /** The user's date from the system prompt, or undefined if it contains none. */
  readonly today: DayLabel | undefined
  /** When the newest message was written. Undefined if its label does not say. */
  readonly moment: TurnMoment | undefined
  /** The user's language, from the system prompt. */
  readonly language: LanguageCode
  /** Whether the user chose it, so that answers are in it whatever language a question is in. */
  readonly isLanguageChosen: boolean
  /** What is open, one line each, with its source. */
  readonly openLoops: readonly string[]
  /** Earlier replies in the request. */
  readonly assistantTexts: readonly string[]
  /** The tool calls of this turn in order, with their outputs. */
  readonly calls: readonly CompletedToolCall[]
  /** The number of tool calls in the whole request, from which new ids are counted. */
  readonly callCount: number
}

/** An instant, and the timezone in which it was written. */
export interface TurnMoment {
  readonly now: Date
  /** IANA name. */
  readonly timezone: string
}

export interface CompletedToolCall {
  readonly name: string
  readonly arguments: unknown
  /** The parsed output, or undefined if there is none or it is not JSON. */
  readonly output: unknown
}

export function readTurn({ messages }: ModelRequest): OfflineTurn {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const before = messages.findLastIndex(({ role }, position) => position < last && (role === 'assistant' || role === 'tool'))
  const userMessages = messages.slice(before + 1, last + 1).filter(({ role }) => role === 'user')
  const outputs = new Map(
    messages.flatMap((message, position) =>
      message.role === 'tool' && position > last ? [[message.toolCallId, message.content] as const] : [],
    ),
  )
  const prompt = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n')
  const calls = messages.flatMap((message, position) =>
    message.role === 'assistant' && message.toolCalls ? message.toolCalls.map((call) => ({ call, position })) : [],
  )
  return {
    texts: userMessages.map(({ content }) => stripLabels(content)),
    today: findDate(prompt),
    moment: findMoment(userMessages.at(-1)?.content ?? ''),
    language: /(?:if that is unclear,|^- Write in) [^\n]*? \(([a-z]{2,3})\)/m.exec(prompt)?.[1] ?? defaultLanguage,
    isLanguageChosen: /^- Write in [^\n]*? \([a-z]{2,3}\), whatever language/m.test(prompt),
    openLoops: messages.flatMap((message) => (message.role === 'reference' ? listOpenLoops(message.content) : [])),
    assistantTexts: messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
    calls: calls
      .filter(({ position }) => position > last)
      .map(({ call }) => ({ name: call.name, arguments: parseJson(call.arguments), output: parseJson(outputs.get(call.id)) })),
    callCount: calls.length,
  }
}

/** The labels that the context puts before a message: times and ids in brackets, with the message's own id last. */
const labelsPattern = /^(?:\[[^\]\n]*\]\n)*\[#\d+[^\]\n]*\] ?/

/** The attached files after a message, which this model cannot read. */
const filesPattern = /\n\[file [^\n]*\][\s\S]*$/

function stripLabels(content: string): string {
  return content.replace(labelsPattern, '').replace(filesPattern, '').trim()
}

/** Reads part 6 of the context. */
const listOpenLoops = (reference: string): readonly string[] =>
  blocksOf(reference, 'open-loops').flatMap((block) => [...block.matchAll(/^\s*- loop \d+: (.+)$/gm)].map(([, line = '']) => line))

/** Reads the label with the time now, such as [now: … (2026-10-20), 07:41 in Europe/Berlin]. */
function findMoment(content: string): TurnMoment | undefined {
  const [, date = '', time = '', timezone = ''] =
    /^\[now: [^\]\n]*\((\d{4}-\d{2}-\d{2})\), (\d{2}:\d{2}) in ([\w/+-]+)/m.exec(content) ?? []
  const day = parseDayLabel(date)
  return day && findTimezone(timezone) ? { now: timeOnDay(day, time, timezone), timezone } : undefined
}

function findDate(prompt: string): DayLabel | undefined {
  const date = prompt.match(/\b\d{4}-\d{2}-\d{2}\b/)
  return date ? parseDayLabel(date[0]) : undefined
}

function parseJson(json: string | undefined): unknown {
  if (json === undefined) return undefined
  try {
    return JSON.parse(json)
  } catch {
    // The output is an error in plain words, or a truncated call.
    return undefined
  }
}
