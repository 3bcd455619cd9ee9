import { ModelError } from '../../src/core/domain/errors.ts'
import { blocksOf } from '../../src/core/domain/text.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../src/core/ports/chat-model.ts'
import { shownLines, summaryText } from '../support/summaries.ts'
import type { Scheduler } from './scheduler.ts'

const wholeDay = /^\s*- (.*) \[#(\d+)\]$/gm

/** A model that takes as long as the scheduler likes, and sometimes fails. */
const createModel = (scheduler: Scheduler, name: string, write: (request: ModelRequest) => string): ChatModel => ({
  name,
  contextWindow: 32_000,
  countTokens: (text) => Math.ceil(text.length / 4),
  async *stream(request, signal): AsyncGenerator<ModelEvent> {
    const text = write(request)
    const throwIfAborted = () => {
      if (signal.aborted) throw new ModelError('cancelled', 'The answer was cancelled.')
    }
    await scheduler.step(`${name} is asked`)
    throwIfAborted()
    const half = Math.ceil(text.length / 2)
    yield { type: 'text', delta: text.slice(0, half) }
    await scheduler.step(`${name} writes`)
    throwIfAborted()
    if (scheduler.isUnlucky(5)) throw new ModelError('unavailable', 'The model is not available.')
    yield { type: 'text', delta: text.slice(half) }
    await scheduler.step(`${name} ends`)
    throwIfAborted()
    yield { type: 'end', reason: 'stop', usage: { inputTokens: 10, outputTokens: 10 } }
  },
})

/** Answers with the animal of the newest message. Some answers are so long that they are sent in parts. */
export const createChatModel = (scheduler: Scheduler): ChatModel =>
  createModel(scheduler, 'chat', ({ messages }) => {
    const newest = messages.findLast(({ role }) => role === 'user')?.content ?? ''
    const animal = /my (\w+)/.exec(newest)?.[1] ?? 'nothing'
    const lines = Array.from(
      { length: 1 + (newest.length % 3) },
      (_, line) => `Line ${line} says that the ${animal} is well. ${'-'.repeat(60)}`,
    )
    return lines.join('\n\n')
  })

/** Cites each message of the day that it was shown, now or for the summary that it extends. */
export const createSummaryModel = (scheduler: Scheduler): ChatModel =>
  createModel(scheduler, 'summary', (request) => {
    const soFar = blocksOf(request.messages[1]?.content ?? '', 'summary-so-far').flatMap((one) => [...one.matchAll(wholeDay)])
    const lines = new Map(soFar.map(([, text = '', id]) => [Number(id), text]))
    for (const { id, text } of shownLines(request)) lines.set(id, text.split('\n')[0]?.slice(0, 80) ?? '')
    return summaryText({ decisions: [...lines].map(([id, text]) => `${text} [#${id}]`) })
  })
