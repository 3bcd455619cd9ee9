import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitRequest, type RequestToFit } from '../../src/agent/fit-request.ts'
import { countMessage, createRequestCounter } from '../../src/agent/request-size.ts'
import type { ToolCall } from '../../src/core/domain/messages.ts'
import { formatReference } from '../../src/core/domain/text.ts'
import type { ModelMessage } from '../../src/core/ports/chat-model.ts'
import { estimateTokens } from '../../src/model/tokens.ts'
import { runs } from '../support/runs.ts'

const count = createRequestCounter({ name: 'some-model', countTokens: estimateTokens })
const sizeOf = (messages: readonly ModelMessage[]) => messages.reduce((sum, message) => sum + countMessage(message, count), 0)

const system: ModelMessage = { role: 'system', content: 'You are a companion. '.repeat(20) }
const user = (content: string): ModelMessage => ({ role: 'user', content })
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content })
const round = (id: string, result: string, args = '{"query":"cup"}', text = ''): ModelMessage[] => [
  { role: 'assistant', content: text, toolCalls: [{ id, name: 'conversation_search', arguments: args }] },
  { role: 'tool', content: result, toolCallId: id },
]
const results = (from: number, to: number) =>
  JSON.stringify({
    results: Array.from({ length: to - from }, (_, index) => ({
      message_id: from + index,
      snippet: 'a snippet of the message '.repeat(8),
    })),
  })

function fitted(request: Partial<RequestToFit> & Pick<RequestToFit, 'limit'>): readonly ModelMessage[] {
  return fitRequest({ context: [system, user('[#9] Where is it?')], toAnswer: 1, rounds: [], count, ...request })
}

it('changes nothing in a request that fits', () => {
  const rounds = round('a', results(1, 20))
  const whole = [system, user('[#9] Where is it?'), ...rounds]
  expect(fitted({ rounds, limit: sizeOf(whole) })).toEqual(whole)
})

it('shortens the oldest results first, then names what was in them, and says how to get it', () => {
  const rounds = [...round('a', results(100, 140)), ...round('b', results(200, 240)), ...round('c', results(300, 320))]
  const whole = [system, user('[#9] Where is it?'), ...rounds]
  const resultsAt = (limit: number) => fitted({ rounds, limit }).flatMap(({ role, content }) => (role === 'tool' ? [content] : []))

  const slightly = resultsAt(sizeOf(whole) - 1_000)
  expect(slightly[0]).toMatch(
    /^\{"results":.*"message_id":100.*"truncated":true\}\n\[[\d,]+ characters omitted, because there is no room\./s,
  )
  expect(estimateTokens(slightly[0]!)).toBeLessThanOrEqual(200)
  expect(slightly.slice(1)).toEqual([results(200, 240), results(300, 320)])

  const more = resultsAt(estimateTokens(results(300, 320)) + 400)
  for (const [index, first] of [100, 200].entries()) {
    expect(more[index]).toMatch(
      new RegExp(`^\\[This result of conversation_search was omitted, .* It contained message_id ${first}, ${first + 1},`),
    )
    expect(more[index]).toMatch(/and more\. Call the tool again to read it\.\]$/)
  }
  expect(more[2]).toBe(results(300, 320))
})

it('leaves out old conversation, so that the newest results are not empty', () => {
  const history = Array.from({ length: 40 }, (_, index) => [
    user(`[#${index}] question ${index} ${'x '.repeat(50)}`),
    assistant(`answer ${index}`),
  ]).flat()
  const reference: ModelMessage = { role: 'reference', content: formatReference('    a summary') }
  const context = [system, reference, ...history, user('[#99] And now?')]
  const shown = fitted({ context, rounds: round('a', results(1, 60)), limit: sizeOf(context) + 20 })
  const contents = shown.map(({ content }) => content)
  expect(sizeOf(shown)).toBeLessThanOrEqual(sizeOf(context) + 20)
  expect(estimateTokens(contents.at(-1)!)).toBeGreaterThan(sizeOf(context) * 0.2)
  expect(contents).not.toContain(history[0]!.content)
  for (const kept of [system, reference, ...history.slice(-2), context.at(-1)!]) expect(contents).toContain(kept.content)
})

it('removes images before it cuts texts, and says so', () => {
  const images = [{ name: 'cat.png', mediaType: 'image/png', content: new Uint8Array() }]
  const context: ModelMessage[] = [system, user('[#1] a'), assistant('b'), { role: 'user', content: '[#9] What is this?', images }]
  expect(fitted({ context, limit: 3_000 })).toEqual(context)
  expect(fitted({ context, limit: 2_000 })).toEqual([
    ...context.slice(0, 3),
    { role: 'user', content: '[#9] What is this?\n[picture cat.png: there was no room to show it]' },
  ])
})

it('refuses a request whose instructions alone do not fit', () => {
  expect(() => fitted({ limit: 100 })).toThrow(/need \d+ tokens more than the 100 that fit into a request\. Choose a model/)
})

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.integer({ min: 0, max: maxLength }).map((length) => 'word '.repeat(length / 5)),
  )
const result = fc.oneof(
  text(40_000),
  fc.integer({ min: 0, max: 150 }).map((to) => results(0, to)),
)
const roundOf = fc.record({ text: text(3_000), calls: fc.array(fc.record({ args: text(8_000), result }), { minLength: 1, maxLength: 20 }) })
const historyOf = fc.oneof(
  text(5_000).map((content) => [user(`[#1] ${content}`)]),
  text(5_000).map((content) => [assistant(content)]),
  fc.tuple(result, text(2_000)).map(([content, args]) => round('h', content, args)),
)

/** Calls have one result each, right after them, and there is no result without a call. */
function arePaired(messages: readonly ModelMessage[]): boolean {
  let open: readonly ToolCall[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.some(({ id }) => id === message.toolCallId)) return false
      open = open.filter(({ id }) => id !== message.toolCallId)
    } else {
      if (open.length > 0) return false
      open = message.role === 'assistant' ? (message.toolCalls ?? []) : []
    }
  }
  return open.length === 0
}

it('fits any request, with the instructions, the messages to answer and every result beside its call', () => {
  fc.assert(
    fc.property(
      fc.record({
        limit: fc.integer({ min: 700, max: 40_000 }),
        references: fc.array(text(20_000), { maxLength: 2 }),
        history: fc.array(historyOf, { maxLength: 30 }),
        toAnswer: fc.array(text(20_000), { minLength: 1, maxLength: 5 }),
        rounds: fc.array(roundOf, { maxLength: 9 }),
        isOut: fc.boolean(),
      }),
      ({ limit, references, history, toAnswer, rounds, isOut }) => {
        const questions = toAnswer.map((content, index) => user(`[#${900 + index}] ${content}`))
        const context = [
          system,
          ...references.map((body): ModelMessage => ({ role: 'reference', content: formatReference(body) })),
          ...history.flat(),
          ...questions,
        ]
        const added = rounds.flatMap((one, index): ModelMessage[] => [
          {
            role: 'assistant',
            content: one.text,
            toolCalls: one.calls.map(({ args }, position) => ({ id: `${index}-${position}`, name: 'conversation_get', arguments: args })),
          },
          ...one.calls.map(
            ({ result: content }, position): ModelMessage => ({ role: 'tool', content, toolCallId: `${index}-${position}` }),
          ),
        ])
        const last: ModelMessage[] = isOut ? [{ role: 'system', content: 'No more tools.' }] : []
        const request = fitted({ context, toAnswer: questions.length, rounds: [...added, ...last], limit })

        expect(sizeOf(request)).toBeLessThanOrEqual(limit)
        expect(request[0]).toEqual(system)
        if (isOut) expect(request.at(-1)).toEqual(last[0])
        const shown = request.filter(({ role, content }) => role === 'user' && /^\[#90\d\] /.test(content))
        expect(shown).toHaveLength(questions.length)
        expect(arePaired(request)).toBe(true)
        // What a model did last is only forgotten where hardly anything fits.
        if (rounds.length > 0 && limit > 2_000) expect(request.some(({ role }) => role === 'tool')).toBe(true)
      },
    ),
    { numRuns: runs(60) },
  )
}, 120_000)
