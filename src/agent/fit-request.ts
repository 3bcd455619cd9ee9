import { ModelError } from '../core/domain/errors.ts'
import type { ToolCall } from '../core/domain/messages.ts'
import type { ModelMessage } from '../core/ports/chat-model.ts'
import { countMessage, type RequestCounter } from './request-size.ts'
import { cutToTokens, nameResult, shortenResult } from './shorten.ts'

export interface RequestToFit {
  /** The context of the turn. Its last messages are those to answer. */
  readonly context: readonly ModelMessage[]
  /** The number of messages to answer. */
  readonly toAnswer: number
  /** What was added since: tool calls with their results, round by round. */
  readonly rounds: readonly ModelMessage[]
  /** The number of tokens that the messages may take. */
  readonly limit: number
  readonly count: RequestCounter
}

/** The number of tokens that an older tool result is cut to first. */
const olderResultTokens = 200

/** The minimum number of tokens shown of a text. */
const leastTextTokens = 24

/** The share of the request that the newest tool results get, even if earlier messages are omitted for them. */
const shareOfNewestResults = 0.25

/** The number of tokens that a tool call's arguments, and a text before a call, are cut to. */
const callTokens = 60

/**
 * Shortens a request until it fits. Does this in the order of `steps`: tool results give way first, then earlier messages and reference
 * data, and last the last exchange, what the messages to answer refer to, and they themselves, each of which keeps its beginning and end.
 * Keeps the system messages and the result of each call that is left. Changes nothing in a request that fits. Throws ModelError('rejected')
 * if the system messages and the messages to answer alone do not fit.
 */
export function fitRequest(request: RequestToFit): readonly ModelMessage[] {
  const { limit } = request
  const draft = new RequestDraft(request)
  for (const step of steps) {
    if (draft.excess <= 0) break
    step(draft)
  }
  if (draft.excess > 0)
    throw new ModelError(
      'rejected',
      `The instructions and the messages to answer need ${draft.excess} tokens more than the ${limit} that fit into a request. Choose a model with a larger context window, or raise CONTEXT_TOKENS.`,
    )
  return draft.units.flatMap(({ messages }) => messages)
}

type UnitKind = 'system' | 'reference' | 'referred to' | 'history' | 'last exchange' | 'to answer' | 'older round' | 'newest round'

/** Messages that are kept or dropped together: one message, or tool calls with their results. */
interface Unit {
  readonly kind: UnitKind
  messages: ModelMessage[]
}

/** A request while it is shortened. */
class RequestDraft {
  units: Unit[]
  excess: number
  readonly limit: number
  readonly #count: RequestCounter
  /** The messages as they were before they were shortened. */
  readonly #originals = new WeakMap<ModelMessage, ModelMessage>()

  constructor({ context, toAnswer, rounds, limit, count }: RequestToFit) {
    this.#count = count
    this.limit = limit
    this.units = [...divideContext(context, toAnswer), ...divideRounds(rounds)]
    this.excess = this.size(this.units) - limit
  }

  countText(text: string): number {
    return this.#count.text(text)
  }

  size(units: readonly Unit[]): number {
    return units.flatMap(({ messages }) => messages).reduce((sum, message) => sum + countMessage(message, this.#count), 0)
  }

  of(...kinds: readonly UnitKind[]): Unit[] {
    return this.units.filter(({ kind }) => kinds.includes(kind))
  }

  replace(unit: Unit, index: number, message: ModelMessage): void {
    const before = unit.messages[index]
    if (!before) return
    this.excess += countMessage(message, this.#count) - countMessage(before, this.#count)
    this.#originals.set(message, this.originalOf(before))
    unit.messages[index] = message
  }

  originalOf(message: ModelMessage): ModelMessage {
    return this.#originals.get(message) ?? message
  }

  /** Drops a unit, or its messages from `start` to `end`. */
  drop(unit: Unit, start = 0, end = unit.messages.length): void {
    const dropped = unit.messages.splice(start, end - start)
    this.excess -= dropped.reduce((sum, message) => sum + countMessage(message, this.#count), 0)
    this.units = this.units.filter(({ messages }) => messages.length > 0)
  }
}

function divideContext(context: readonly ModelMessage[], toAnswer: number): Unit[] {
  const answered = Math.max(0, context.length - toAnswer)
  let lastExchange = answered - 1
  while (lastExchange >= 0 && context[lastExchange]?.role !== 'user') lastExchange--
  const kindOf = (message: ModelMessage, index: number): UnitKind => {
    if (message.role === 'system') return 'system'
    if (index >= answered) return 'to answer'
    if (message.role !== 'tool' && message.isReferredTo) return 'referred to'
    if (message.role === 'reference') return 'reference'
    const hasCalls = message.role === 'assistant' && message.toolCalls !== undefined
    return lastExchange >= 0 && index >= lastExchange && !hasCalls ? 'last exchange' : 'history'
  }
  return joinResults(context, kindOf)
}

function divideRounds(rounds: readonly ModelMessage[]): Unit[] {
  const newest = rounds.findLastIndex(({ role }) => role === 'assistant')
  return joinResults(rounds, ({ role }, index) => {
    if (role === 'system') return 'system'
    return index >= newest ? 'newest round' : 'older round'
  })
}

/** Makes a unit of each message, except that results join their calls. */
function joinResults(messages: readonly ModelMessage[], kindOf: (message: ModelMessage, index: number) => UnitKind): Unit[] {
  const units: Unit[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool' && units.length > 0) units.at(-1)?.messages.push(message)
    else units.push({ kind: kindOf(message, index), messages: [message] })
  }
  return units
}

type Step = (draft: RequestDraft) => void

const steps: readonly Step[] = [
  (draft) => shortenOlderResults(draft, (result) => shortenResult(result, olderResultTokens, (text) => draft.countText(text))),
  (draft) => shortenOlderResults(draft, nameResult),
  (draft) => divideNewestResults(draft, draft.limit * shareOfNewestResults),
  (draft) => dropUnits(draft, 'history'),
  cutCalls,
  (draft) => divideNewestResults(draft, 0),
  (draft) => dropUnits(draft, 'older round'),
  dropLastCalls,
  (draft) => cutTexts(draft, 'reference'),
  (draft) => dropUnits(draft, 'reference'),
  removeImages,
  (draft) => cutTexts(draft, 'last exchange'),
  (draft) => cutTexts(draft, 'referred to'),
  (draft) => cutTexts(draft, 'to answer'),
  (draft) => dropUnits(draft, 'newest round'),
  (draft) => dropUnits(draft, 'last exchange'),
  (draft) => dropUnits(draft, 'referred to'),
]

function shortenOlderResults(draft: RequestDraft, shorten: (result: string, tool: string) => string): void {
  for (const unit of draft.of('older round'))
    for (const [index, message] of unit.messages.entries()) {
      if (draft.excess <= 0) return
      if (message.role !== 'tool') continue
      const content = shorten(draft.originalOf(message).content, toolOf(unit, message.toolCallId))
      if (content.length < message.content.length) draft.replace(unit, index, { ...message, content })
    }
}

const callsOf = ({ messages: [first] }: Unit): readonly ToolCall[] => (first?.role === 'assistant' ? (first.toolCalls ?? []) : [])
const toolOf = (unit: Unit, id: string): string => callsOf(unit).find((call) => call.id === id)?.name ?? 'a tool'

/** Divides what is left among the newest results, but at least `least` tokens. Small results stay whole. */
function divideNewestResults(draft: RequestDraft, least: number): void {
  const results = draft.of('newest round').flatMap((unit) =>
    unit.messages.flatMap((message, index) => {
      return message.role === 'tool' ? [{ unit, index, message, size: draft.countText(message.content) }] : []
    }),
  )
  let budget = Math.max(least, results.reduce((sum, { size }) => sum + size, 0) - draft.excess)
  results.sort((a, b) => a.size - b.size)
  for (const [position, { unit, index, message, size }] of results.entries()) {
    const share = Math.max(0, Math.floor(budget / (results.length - position)))
    if (size > share) {
      const whole = draft.originalOf(message).content
      const short = shortenResult(whole, share, (text) => draft.countText(text))
      const content = draft.countText(short) <= share ? short : nameResult(whole, toolOf(unit, message.toolCallId))
      if (content.length < message.content.length) draft.replace(unit, index, { ...message, content })
    }
    budget -= Math.min(size, share)
  }
}

/** Drops units, oldest first. */
function dropUnits(draft: RequestDraft, kind: UnitKind): void {
  for (const unit of draft.of(kind)) if (draft.excess > 0) draft.drop(unit)
}

/** Cuts the arguments of calls, and the texts before them, oldest first. */
function cutCalls(draft: RequestDraft): void {
  const cut = (text: string) => cutToTokens(text, callTokens, (part) => draft.countText(part))
  for (const unit of draft.of('older round', 'newest round')) {
    const [first] = unit.messages
    if (draft.excess <= 0) return
    if (first?.role !== 'assistant') continue
    const toolCalls = callsOf(unit).map((call) => {
      const short = cut(call.arguments)
      // Servers that parse the arguments accept only a JSON object.
      return short === call.arguments ? call : { ...call, arguments: JSON.stringify({ arguments: short }) }
    })
    draft.replace(unit, 0, { ...first, content: cut(first.content), toolCalls })
  }
}

/** Drops the last calls of the newest round with their results, but keeps the first call. */
function dropLastCalls(draft: RequestDraft): void {
  for (const unit of draft.of('newest round'))
    for (let calls = callsOf(unit); draft.excess > 0 && calls.length > 1; calls = callsOf(unit)) {
      const [first] = unit.messages
      const last = calls.at(-1)
      if (first?.role !== 'assistant') break
      const result = unit.messages.findIndex((message) => message.role === 'tool' && message.toolCallId === last?.id)
      if (result > 0) draft.drop(unit, result, result + 1)
      draft.replace(unit, 0, { ...first, toolCalls: calls.slice(0, -1) })
    }
}

/** Removes images from the messages to answer, oldest first. */
function removeImages(draft: RequestDraft): void {
  for (const unit of draft.of('to answer'))
    for (const [index, message] of unit.messages.entries()) {
      if (draft.excess <= 0) return
      if (message.role !== 'user' || !message.images?.length) continue
      const { images, ...rest } = message
      const notes = images.map(({ name }) => `[picture ${name}: there was no room to show it]`)
      draft.replace(unit, index, { ...rest, content: [message.content, ...notes].join('\n') })
    }
}

/** Cuts the middle of texts, the longest first. */
function cutTexts(draft: RequestDraft, kind: UnitKind): void {
  const texts = draft
    .of(kind)
    .flatMap((unit) => unit.messages.map((message, index) => ({ unit, index, message, size: draft.countText(message.content) })))
    .sort((a, b) => a.size - b.size)
  let budget = texts.reduce((sum, { size }) => sum + size, 0) - draft.excess
  for (const [position, { unit, index, message, size }] of texts.entries()) {
    const share = Math.max(leastTextTokens, Math.floor(budget / (texts.length - position)))
    if (size > share) {
      const content = cutToTokens(message.content, share, (text) => draft.countText(text))
      if (content.length < message.content.length) draft.replace(unit, index, { ...message, content })
    }
    budget -= Math.min(size, share)
  }
}
