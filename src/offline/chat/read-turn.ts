import type { DayLabel } from '../../core/domain/ids.ts'
import type { ModelRequest } from '../../core/ports/chat-model.ts'
import { parseDayLabel } from '../../core/ports/clock.ts'

/** What the model has to go on: the messages to answer, and what it did about them so far. */
export interface OfflineTurn {
  /** The messages to answer, oldest first: one that was never answered stands before the newest. */
  readonly texts: readonly string[]
  /** The person's date, from the system prompt; undefined when it says none. */
  readonly today: DayLabel | undefined
  /** What the assistant wrote before, as far as the request shows it. */
  readonly assistantTexts: readonly string[]
  /** The tools called in this turn, in order, with what they gave. */
  readonly calls: readonly CompletedToolCall[]
  /** How many tools were called in the whole request: new ids count on from there. */
  readonly callCount: number
}

export interface CompletedToolCall {
  readonly name: string
  readonly arguments: unknown
  /** As the tool gave it, parsed; undefined when there was none, or it was not JSON. */
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
  const calls = messages.flatMap((message, position) =>
    message.role === 'assistant' && message.toolCalls ? message.toolCalls.map((call) => ({ call, position })) : [],
  )
  return {
    texts: userMessages.map(({ content }) => stripLabels(content)),
    today: findDate(messages.filter(({ role }) => role === 'system').map(({ content }) => content)),
    assistantTexts: messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
    calls: calls
      .filter(({ position }) => position > last)
      .map(({ call }) => ({ name: call.name, arguments: parseJson(call.arguments), output: parseJson(outputs.get(call.id)) })),
    callCount: calls.length,
  }
}

/** The marks that the context puts before a message: times and ids in brackets, the message's own id last. */
const labelsPattern = /^(?:\[[^\]\n]*\]\n)*\[#\d+[^\]\n]*\] ?/

/** What the context says of files after a message, and what is in them: nothing that this model could read. */
const filesPattern = /\n\[file [^\n]*\][\s\S]*$/

function stripLabels(content: string): string {
  return content.replace(labelsPattern, '').replace(filesPattern, '').trim()
}

function findDate(prompts: readonly string[]): DayLabel | undefined {
  const date = prompts.join('\n').match(/\b\d{4}-\d{2}-\d{2}\b/)
  return date ? parseDayLabel(date[0]) : undefined
}

function parseJson(json: string | undefined): unknown {
  if (json === undefined) return undefined
  try {
    return JSON.parse(json)
  } catch {
    // An error in plain words, or a call that was cut off.
    return undefined
  }
}
