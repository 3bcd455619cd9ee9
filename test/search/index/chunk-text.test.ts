import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChangeSeq, MessageId } from '../../../src/core/domain/ids.ts'
import type { Role } from '../../../src/core/domain/messages.ts'
import { estimateTokens } from '../../../src/model/tokens.ts'
import { type ChunkSourceMessage, maxChunkTokens, overlapTokens, splitIntoChunks } from '../../../src/search/index/chunk-text.ts'
import { runs } from '../../support/runs.ts'

const message = (id: number, text: string, role: Role = 'user', name = 'Ana'): ChunkSourceMessage => ({
  id: id as MessageId,
  changeSeq: id as ChangeSeq,
  role,
  name: role === 'assistant' ? '' : name,
  text,
})

/** So many words, each of which is nowhere else. */
const words = (of: string, count: number) => Array.from({ length: count }, (_, n) => `${of}w${n}`).join(' ')

/** So many characters without a space between them, each of which is nowhere else; every second one is of two UTF-16 units. */
const characters = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint((n % 2 ? 0x20000 : 0x4e00) + from + n)).join('')

/** A day: what each message says is of words or characters of its own, so that each can be looked for. */
const day: fc.Arbitrary<ChunkSourceMessage[]> = fc
  .array(
    fc.record({
      role: fc.constantFrom<Role>('user', 'assistant'),
      size: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
        { weight: 3, arbitrary: fc.integer({ min: 40, max: 900 }) },
      ),
      spaced: fc.boolean(),
    }),
    { minLength: 1, maxLength: 18 },
  )
  .map((said) =>
    said.map(({ role, size, spaced }, index) =>
      message(index + 1, spaced ? words(`m${index}`, size) : characters(index * 1_000, Math.min(size, 1_000)), role),
    ),
  )

const partsOf = ({ text }: ChunkSourceMessage) => (text.includes(' ') ? text.split(' ') : [...text])

describe('chunks of a day', () => {
  test('are the same if splitting continues after the chunk before the last one', () => {
    fc.assert(
      fc.property(day, fc.double({ min: 0, max: 1, noNaN: true }), (messages, share) => {
        const before = splitIntoChunks(messages.slice(0, Math.ceil(messages.length * share)))
        const [kept, resumed] = [before.slice(0, -1), before.at(-2)]
        if (!resumed) return
        const rest = messages.slice(messages.findIndex(({ id }) => id === resumed.firstMessageId))
        const after = splitIntoChunks(rest, { messageId: resumed.lastMessageId, at: resumed.lastEnd })
        expect([...kept, ...after]).toEqual(splitIntoChunks(messages))
      }),
      { numRuns: runs(300), interruptAfterTimeLimit: 20_000 },
    )
  })

  test('stay within their size, in whole characters, and lose no word', () => {
    fc.assert(
      fc.property(day, (messages) => {
        const chunks = splitIntoChunks(messages)
        for (const { text, tokens } of chunks) {
          expect(tokens).toBe(estimateTokens(text))
          expect(tokens).toBeLessThanOrEqual(maxChunkTokens)
          expect(text.isWellFormed()).toBe(true)
        }
        for (const one of messages) {
          const holding = chunks.filter(({ messageIds }) => messageIds.includes(one.id)).map(({ text }) => text)
          expect(partsOf(one).filter((part) => part !== '' && !holding.some((text) => text.includes(part)))).toEqual([])
        }
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 20_000 },
    )
  })

  test('except the last, do not change when messages are appended', () => {
    fc.assert(
      fc.property(day, fc.nat(17), (messages, count) => {
        const before = splitIntoChunks(messages.slice(0, count)).slice(0, -1)
        expect(splitIntoChunks(messages).slice(0, before.length)).toEqual(before)
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 20_000 },
    )
  })

  test('do not split a message that fits', () => {
    fc.assert(
      fc.property(day, (messages) => {
        const chunks = splitIntoChunks(messages)
        for (const { role, name, text } of messages) {
          const line = `${name || role}: ${text}`
          if (text !== '' && estimateTokens(line) <= maxChunkTokens) expect(chunks.some((chunk) => chunk.text.includes(line))).toBe(true)
        }
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 20_000 },
    )
  })

  test('are full, and start with the last whole messages of the previous one', () => {
    const messages = Array.from({ length: 100 }, (_, n) => message(n + 1, words(`m${n}`, 4)))
    const chunks = splitIntoChunks(messages)
    expect(chunks.length).toBeGreaterThan(3)
    for (const [index, chunk] of chunks.slice(1).entries()) {
      const before = chunks[index]!
      const shared = before.messageIds.filter((id) => chunk.messageIds.includes(id))
      expect(chunk.messageIds.slice(0, shared.length)).toEqual(shared)
      const tokens = estimateTokens(chunk.text.split('\n').slice(0, shared.length).join('\n'))
      expect(tokens).toBeGreaterThan(overlapTokens * 0.5)
      expect(tokens).toBeLessThanOrEqual(overlapTokens)
      expect(before.tokens).toBeGreaterThan(maxChunkTokens - 30)
    }
  })

  test('of one long message overlap, and are split between words', () => {
    const chunks = splitIntoChunks([message(1, 'A short question?'), message(2, words('long', 3_000), 'assistant')])
    expect(chunks.length).toBeGreaterThan(10)
    // The question goes with the beginning of its answer; the last has what room there is.
    expect(chunks[0]).toMatchObject({ messageIds: [1, 2], text: expect.stringMatching(/^Ana: A short question\?\nassistant: longw0 /) })
    for (const [index, { text, messageIds }] of chunks.slice(1, -1).entries()) {
      expect(messageIds).toEqual([2])
      const begin = text.slice('assistant: '.length, 60)
      const previous = chunks[index]!.text
      expect(text).toMatch(/^assistant: longw\d+ /)
      expect(previous).toContain(begin)
      const tokens = estimateTokens(previous.slice(previous.indexOf(begin)))
      expect(tokens).toBeGreaterThan(overlapTokens * 0.7)
      expect(tokens).toBeLessThanOrEqual(overlapTokens)
    }
  })

  test('overlap by part of a longer message if whole ones are too short', () => {
    const [first, second] = splitIntoChunks([
      message(1, words('q', 5)),
      message(2, words('answer', 35), 'assistant'),
      message(3, 'ok'),
      message(4, words('next', 22)),
    ])
    expect(first!.messageIds).toEqual([1, 2, 3])
    expect(second!.messageIds).toEqual([2, 3, 4])
    expect(second!.text).toMatch(/^assistant: answerw2\d .*answerw34\nAna: ok\nAna: nextw0 /)
  })

  test('include the start and the end of tool output, which does not count as a message', () => {
    const [chunk, ...others] = splitIntoChunks([
      message(1, 'What is the weather?'),
      message(2, `head ${'middle '.repeat(2_000)}tail`, 'tool', 'weather'),
      message(3, 'Rain.', 'assistant'),
    ])
    expect(others).toEqual([])
    expect(chunk).toMatchObject({ firstMessageId: 1, lastMessageId: 3, messageIds: [1, 3], changeSeq: 3 })
    expect(chunk!.text).toMatch(/^Ana: What is the weather\?\nweather: head middle .* tail\nassistant: Rain\.$/s)
    expect(chunk!.text.length).toBeLessThan(maxChunkTokens * 3)
  })

  test('do not exist for messages without text', () => {
    expect(splitIntoChunks([])).toEqual([])
    expect(splitIntoChunks([message(1, ''), message(2, ' \n ')])).toEqual([])
  })

  test('have hashes of their messages and text, and nothing else', () => {
    const hashOf = (...messages: ChunkSourceMessage[]) => splitIntoChunks(messages).map(({ hash }) => hash)
    const hash = hashOf(message(1, 'hello'))
    expect(hashOf({ ...message(1, 'hello'), changeSeq: 9 as ChangeSeq })).toEqual(hash)
    expect(hashOf(message(2, 'hello'))).not.toEqual(hash)
    expect(hashOf(message(1, 'hallo'))).not.toEqual(hash)
  })

  test('of huge messages are made quickly', () => {
    const huge = ['x'.repeat(1_000_000), `a${'\n'.repeat(100_000)}b`, 'x '.repeat(500_000)]
    expect(splitIntoChunks(huge.map((text, index) => message(index + 1, text))).length).toBeGreaterThan(1_000)
  })
})
