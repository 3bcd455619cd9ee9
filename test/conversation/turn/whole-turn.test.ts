import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countDeclarations, countMessage, createRequestCounter } from '../../../src/agent/request-size.ts'
import { createTools } from '../../../src/agent/tools/index.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import type { ModelRequest } from '../../../src/core/ports/chat-model.ts'
import type { ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { estimateTokens, loadTokenCounter } from '../../../src/model/tokens.ts'
import { insertMessages, type NewMessage } from '../../../src/threads/messages/insert-messages.ts'
import { runs } from '../../support/runs.ts'
import { ScriptedModel, toolCall } from '../../support/scripted-model.ts'
import { toolParts } from '../../support/tool-parts.ts'
import { type Harness, harness, running, turnsOf } from '../harness.ts'

const replyTokens = 1_024

const counters = { estimate: estimateTokens, encoding: await loadTokenCounter('gpt-4o') }

/** What is said: a mark at the beginning, which tells whether it is there, and words that take few tokens or many. */
const said = fc.record({
  size: fc.constantFrom(0, 20, 400, 4_000, 16_000),
  word: fc.constantFrom('plan ', '計画', 'خطة ', '😀', '{"a":1}', '</reference>\n'),
})
type Said = typeof said extends fc.Arbitrary<infer Value> ? Value : never

const textOf = (mark: string, { size, word }: Said) => `${mark} ${word.repeat(Math.ceil(size / word.length))}`

/** What the newest message refers to. */
const referents = fc.oneof(
  fc.constant({ kind: 'none' as const, said: { size: 0 as const, word: 'plan ' as const } }),
  fc.record({ kind: fc.constantFrom('reply to an old message' as const, 'quote' as const, 'forward' as const), said }),
)

const cases = fc.record({
  window: fc.integer({ min: 4_096, max: 40_000 }),
  counter: fc.constantFrom('estimate' as const, 'encoding' as const),
  history: fc.array(
    fc.record({
      question: said,
      outputs: fc.array(said, { maxLength: 12 }),
      answer: said,
      notices: fc.array(said, { maxLength: 12 }),
      pauseMinutes: fc.constantFrom(1, 30, 900, 4_000),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  asked: fc.array(said, { minLength: 1, maxLength: 3 }),
  referent: referents,
  rounds: fc.integer({ min: 0, max: 9 }),
  callsEach: fc.integer({ min: 1, max: 4 }),
  output: said,
})

test('no request of a turn exceeds the window, and each has the messages to answer, the last exchange and what they refer to', async () => {
  const h = await harness({ settings: { contextTokens: 16_000, replyTokens } })
  let people = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ window, counter, history, asked, referent, rounds, callsEach, output }) => {
      const answer = (request: ModelRequest, call: number) => {
        if (request.tools.length === 0 || call > rounds) return { text: 'Done.' }
        return {
          calls: Array.from({ length: callsEach }, (_, index) => toolCall('conversation_search', { query: 'plan' }, `${call}-${index}`)),
        }
      }
      const model = Object.assign(new ScriptedModel(answer, window), { countTokens: counters[counter] })
      const tools = createTools({ ...h.deps, ...toolParts(h.store, h.clock) }).map((tool) => ({
        ...tool,
        run: async () => ({ text: textOf('output.', output) }),
      }))
      const ada = await h.person(`ada-${++people}`)
      const old: Message[] = []
      for (const [index, { question, outputs, answer, notices, pauseMinutes }] of history.entries()) {
        const message = await ada.say(textOf(`question-${index}.`, question), h.clock.now())
        await store(h, message, outputs.map(toOutput))
        await ada.answer(message, textOf(`answer-${index}.`, answer))
        await store(h, message, notices.map(toNotice))
        old.push(message)
        h.clock.advance(pauseMinutes * 60_000)
      }
      const { mark, ...relation } = refer(referent, old)
      for (const [index, one] of asked.entries())
        await ada.writes(textOf(`asked-${index}.`, one), index === asked.length - 1 ? relation : {})
      const deps = { ...h.deps, model, tools, limits: { ...h.deps.limits, maxOutputTokens: replyTokens } }
      await answerThread(deps, ada.threadId, { signal: running() })

      expect((await turnsOf(h)).at(-1)).toMatchObject({ state: 'done' })
      const count = createRequestCounter(model)
      const last = history.length - 1
      const marks = [`question-${last}.`, `answer-${last}.`, ...asked.map((_, index) => `asked-${index}.`), ...mark]
      expect(model.requests.length).toBeGreaterThan(0)
      for (const { messages, tools: shown } of model.requests) {
        const declared = tools.filter(({ declaration }) => shown.some(({ name }) => name === declaration.name))
        const size = messages.reduce((sum, message) => sum + countMessage(message, count), countDeclarations(declared, count))
        expect(size).toBeLessThanOrEqual(Math.min(16_000, window - replyTokens))
        const text = messages.map(({ content }) => content).join('\n')
        expect(marks.filter((one) => !text.includes(one))).toEqual([])
      }
    }),
    { numRuns: runs(60) },
  )
}, 240_000)

type Row = Pick<NewMessage, 'role' | 'kind' | 'text' | 'tool'>

const toOutput = (output: Said, index: number): Row => ({
  ...{ role: 'tool', kind: 'chat', text: textOf('output.', output) },
  tool: { id: `call-${index}`, name: 'conversation_search', arguments: '{"query":"plan"}' },
})

const toNotice = (notice: Said): Row => ({ role: 'system', kind: 'notice', text: textOf('notice.', notice) })

/** Stores what the bot adds to a message, in order. */
async function store({ store }: Harness, { segmentId, placeId, audience, platformOrder, sentAt, threadId }: Message, rows: readonly Row[]) {
  if (rows.length === 0) return
  const place = { segmentId, placeId, audience, platformOrder, sentAt }
  await store.transaction((tx) =>
    insertMessages(
      tx,
      threadId,
      rows.map((row) => ({ ...place, ...row })),
    ),
  )
}

/** How the newest message refers to something, and the mark of that. */
function refer({ kind, said: words }: { kind: string; said: Said }, [first]: readonly Message[]) {
  if (kind === 'none' || !first?.platformMessageId) return { mark: [] }
  if (kind === 'reply to an old message') return { replyTo: first.platformMessageId, mark: ['question-0.'] }
  const text = textOf('referred.', words)
  const reference: ReferencedMessage = { kind: kind as 'quote' | 'forward', author: { id: 'ben', name: 'Ben' }, text }
  return { refersTo: [reference], mark: ['referred.'] }
}
