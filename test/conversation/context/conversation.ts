import { messageTokens, planRequest } from '../../../src/agent/request-size.ts'
import type { ContextBudgets } from '../../../src/conversation/context/budgets.ts'
import { buildContext } from '../../../src/conversation/context/build.ts'
import type { ContextReport } from '../../../src/conversation/context/report.ts'
import type { ContextDeps } from '../../../src/conversation/deps.ts'
import type { Message, ToolCall } from '../../../src/core/domain/messages.ts'
import type { CountTokens } from '../../../src/core/domain/text.ts'
import type { ModelMessage } from '../../../src/core/ports/chat-model.ts'
import { type Log, silentLog } from '../../../src/core/ports/log.ts'
import { listLoops } from '../../../src/loops/open-loop.ts'
import { listThemes, type MemoryTheme } from '../../../src/memory/themes.ts'
import type { Store } from '../../../src/store/store.ts'
import { insertMessages } from '../../../src/threads/messages/insert-messages.ts'
import { findPlaceById } from '../../../src/threads/places.ts'
import { TestClock } from '../../support/clock.ts'
import type { TestPerson } from '../../support/conversation.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'

export interface Context {
  readonly messages: readonly ModelMessage[]
  readonly report: ContextReport
  /** The system message and the reference blocks. */
  readonly background: string
  /** All other messages, and as `role: content`, one a line. */
  readonly conversation: readonly ModelMessage[]
  readonly said: string
}

export interface ContextOptions {
  readonly window?: number
  readonly seesImages?: boolean
  /** How the model counts; four characters a token where absent. */
  readonly countTokens?: CountTokens
  readonly settings?: ContextDeps['settings']
  readonly budgets?: ContextBudgets
  readonly log?: Log
  /** Nobody reads another place where absent. */
  readonly readers?: ContextDeps['readers']
  /** The tools that the model is shown. */
  readonly tools?: readonly string[]
  readonly themes?: readonly MemoryTheme[]
}

const settings = { contextTokens: 16_000, replyTokens: 2_000 }

/** The context of a turn that answers these messages of a person. */
export async function contextOf(
  store: Store,
  person: TestPerson,
  asked: readonly [Message, ...Message[]],
  options: ContextOptions = {},
): Promise<Context> {
  const place = (await findPlaceById(store.db, asked[0].placeId))!
  const scope = { userId: person.userId, threadId: person.threadId, audience: place.audience }
  const model = Object.assign(new ScriptedModel([], options.window), {
    seesImages: options.seesImages ?? false,
    ...(options.countTokens && { countTokens: options.countTokens }),
  })
  const themes = options.themes ?? (await listThemes(store.db, scope))
  const { contextLimit } = planRequest({ model, settings: options.settings ?? settings, tools: [], themes, openLoops: 0 })
  const { messages, report } = await buildContext(
    {
      store,
      clock: new TestClock(asked.at(-1)!.sentAt),
      log: options.log ?? silentLog,
      readers: options.readers ?? { canAllRead: async () => false },
      model,
      settings: options.settings ?? settings,
    },
    {
      openLoops: await listLoops(store.db, scope, { state: 'open', limit: 20 }),
      user: { id: person.userId, name: 'Ana', language: 'en', languageSource: 'locale' },
      place,
      scope,
      timezone: person.timezone,
      messagesToAnswer: asked,
      platform: 'Telegram',
      limit: contextLimit,
      tools: options.tools ?? ['conversation_search', 'conversation_get', 'memory_add', 'memory_search', 'memory_archive'],
      themes,
    },
    options.budgets,
  )
  const background = messages.filter(({ role }) => role === 'system' || role === 'reference')
  const conversation = messages.filter((message) => !background.includes(message))
  return {
    messages,
    conversation,
    report,
    background: background.map(({ content }) => content).join('\n'),
    said: conversation.map(({ role, content }) => `${role}: ${content}`).join('\n'),
  }
}

/** Tokens of messages by the model's own count, without images. */
export function tokensOf(messages: readonly ModelMessage[], countTokens: CountTokens = new ScriptedModel([]).countTokens): number {
  const callTokens = (calls: readonly ToolCall[]) =>
    calls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.arguments), 0)
  return messages.reduce(
    (sum, message) =>
      sum + messageTokens + countTokens(message.content) + ('toolCalls' in message ? callTokens(message.toolCalls ?? []) : 0),
    0,
  )
}

/** Whether every output of a tool follows the call it belongs to, and every call is followed by its output. */
export function toolPairsAreWhole(messages: readonly ModelMessage[]): boolean {
  const ids = new Set<string>()
  return messages.every((message, index) => {
    if (message.role === 'assistant' && message.toolCalls) {
      const [call, ...others] = message.toolCalls
      const next = messages[index + 1]
      if (!call || others.length > 0 || ids.has(call.id)) return false
      ids.add(call.id)
      return next?.role === 'tool' && next.toolCallId === call.id
    }
    const before = messages[index - 1]
    return message.role !== 'tool' || (before?.role === 'assistant' && before.toolCalls?.[0]?.id === message.toolCallId)
  })
}

/** Stores the call of a tool and its output, made to answer `to`. */
export async function toolRow(store: Store, to: Message, { output, call }: { output: string; call?: Partial<ToolCall> }): Promise<Message> {
  const { threadId, segmentId, placeId, audience, platformOrder, sentAt } = to
  const tool = { id: 'call-1', name: 'conversation_search', arguments: '{"query":"boat"}', ...call }
  const rows = [{ segmentId, placeId, audience, platformOrder, sentAt, role: 'tool' as const, kind: 'chat' as const, text: output, tool }]
  const [message] = await store.transaction((tx) => insertMessages(tx, threadId, rows))
  return message!
}

/** Writes the summary of the day of a message, which covers all changes up to that message. */
export async function summarize(store: Store, upTo: Message, markdown: string): Promise<void> {
  await store.db.daySegment.update({ where: { id: upTo.segmentId }, data: { coveredSeq: upTo.changeSeq } })
  const summary = { markdown, mode: 'manual', model: 'test', language: 'en', updatedAt: upTo.sentAt }
  await store.db.daySummary.upsert({
    where: { segmentId: upTo.segmentId },
    create: { segmentId: upTo.segmentId, ...summary },
    update: summary,
  })
}
