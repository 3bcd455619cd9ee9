import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/core/errors.ts'
import type { PlatformMessageId } from '../../src/core/ids.ts'
import type { Message } from '../../src/core/messages.ts'
import { type GottenMessages, get } from '../../src/recall/get.ts'
import type { GetInput } from '../../src/recall/get-input.ts'
import { deleteMessage } from '../../src/threads/change.ts'
import { insertMessages } from '../../src/threads/insert.ts'
import { directPlace, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, recallParts, summarize } from './support.ts'

async function conversation(lines: number) {
  const store = await testStore()
  const person = await testPerson(store, { name: 'ines' })
  const parts = recallParts(store)
  const said: Message[] = []
  for (let n = 0; n < lines; n++) said.push(await person.say(`line ${n}`, new Date(Date.UTC(2026, 10, 10, 8, n))))
  const ask = async (input: GetInput) => (await get(parts, privately(person), input)) as GottenMessages
  const linesOf = async (input: GetInput) => (await ask(input)).messages.map(({ content }) => Number(content.slice(5)))
  return { store, person, parts, said, ask, linesOf, id: (n: number) => said[n]!.id, day: said[0]?.segmentId ?? 0 }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('the messages around one', () => {
  test('stand in its middle; at an end, the other side gets the room', async () => {
    const { linesOf, id } = await conversation(40)
    expect(await linesOf({ message_id: id(20), limit: 5 })).toEqual(range(18, 22))
    expect(await linesOf({ message_id: id(0), limit: 5 })).toEqual(range(0, 4))
    expect(await linesOf({ message_id: id(39), limit: 5 })).toEqual(range(35, 39))
    expect(await linesOf({ message_id: id(20), limit: 1 })).toEqual([20])
    expect(await linesOf({ message_id: id(20) })).toHaveLength(30)
  })

  test('lead on in both directions, each message once', async () => {
    const { ask, linesOf, id } = await conversation(25)
    const window = await ask({ message_id: id(12), limit: 5 })
    expect(window).toMatchObject({ next_before_message_id: id(10), next_after_message_id: id(14), truncated: false })
    expect(await linesOf({ before_message_id: id(10), limit: 5 })).toEqual(range(5, 9))
    expect(await linesOf({ after_message_id: id(14), limit: 5 })).toEqual(range(15, 19))
    const end = await ask({ after_message_id: id(19), limit: 30 })
    expect(end.messages).toHaveLength(5)
    expect(end).not.toHaveProperty('next_after_message_id')
    expect(await ask({ message_id: id(12) })).not.toHaveProperty('next_before_message_id')
  })

  test('say who said it, when and where', async () => {
    const { ask, said, id } = await conversation(1)
    expect(await ask({ message_id: id(0) })).toEqual({
      messages: [{ message_id: id(0), role: 'user', author: 'ines', content: 'line 0', created_at: said[0]!.sentAt, place: 'test' }],
      truncated: false,
    })
  })

  test('leave out what was deleted, commands, notices and tools', async () => {
    const { store, person, parts, said, linesOf, ask, id } = await conversation(5)
    await deleteMessage(parts, directPlace('ines'), said[2]!.platformMessageId as PlatformMessageId)
    const { segmentId, placeId, audience, sentAt } = said[3]!
    const other = { segmentId, placeId, audience, sentAt, text: 'line 99' }
    const [command] = await store.transaction((tx) =>
      insertMessages(tx, person.threadId, [
        { ...other, role: 'user', kind: 'command' },
        { ...other, role: 'system', kind: 'notice' },
        { ...other, role: 'tool', kind: 'chat' },
        { ...other, role: 'assistant', kind: 'draft' },
      ]),
    )
    expect(await linesOf({ message_id: id(3) })).toEqual([0, 1, 3, 4])
    await expect(ask({ message_id: command!.id })).rejects.toThrow(/not found/)
    await expect(ask({ message_id: id(2) })).rejects.toThrow(/not found/)
  })

  test('end where about 6,000 tokens are reached, nearest first, without holes', async () => {
    const { person, ask } = await conversation(0)
    const said: Message[] = []
    for (let n = 0; n < 8; n++) said.push(await person.say(`${n}`.repeat(5_000), new Date(Date.UTC(2026, 10, 10, 8, n))))
    const window = await ask({ message_id: said[4]!.id })
    expect(window.truncated).toBe(true)
    const first = said.findIndex(({ id }) => id === window.messages[0]?.message_id)
    expect(window.messages.map(({ message_id }) => message_id)).toEqual(
      said.slice(first, first + window.messages.length).map(({ id }) => id),
    )
    expect(window.messages.map(({ message_id }) => message_id)).toContain(said[4]!.id)
    expect(window.messages.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(24_000)
    expect(window).toMatchObject({
      next_before_message_id: window.messages[0]?.message_id,
      next_after_message_id: window.messages.at(-1)?.message_id,
    })
  })

  test('a single message beyond that is cut, and says so', async () => {
    const { person, ask } = await conversation(0)
    const long = await person.say('長い '.repeat(20_000), '2026-11-10T08:00:00Z')
    const window = await ask({ message_id: long.id })
    expect(window.truncated).toBe(true)
    expect(window.messages[0]?.content.endsWith('…')).toBe(true)
    expect(window.messages[0]?.content.length).toBeLessThan(12_000)
  })
})

describe('a day', () => {
  test('gives its summary', async () => {
    const { store, said, parts, person, day } = await conversation(2)
    await summarize(store, said[0]!, '## Summary\nLines.')
    expect(await get(parts, privately(person), { day_segment_id: day })).toEqual({
      day_label: '2026-11-10',
      summary_markdown: '## Summary\nLines.',
      updated_at: new Date('2026-11-17T00:00:00Z'),
      truncated: false,
    })
  })

  test('without a summary has none to give', async () => {
    const { ask, day } = await conversation(2)
    await expect(ask({ day_segment_id: day })).rejects.toThrow(/not found/)
  })

  test('gives its messages from one to another, both included, and none of other days', async () => {
    const { person, linesOf, ask, id, day } = await conversation(10)
    await person.say('line 50', '2026-11-11T08:00:00Z')
    expect(await linesOf({ day_segment_id: day, from_message_id: id(3), to_message_id: id(5) })).toEqual([3, 4, 5])
    expect(await linesOf({ day_segment_id: day, from_message_id: id(7) })).toEqual([7, 8, 9])
    expect(await linesOf({ day_segment_id: day, to_message_id: id(3), limit: 2 })).toEqual([2, 3])
    expect(await linesOf({ day_segment_id: day, from_message_id: id(2), after_message_id: id(4), limit: 3 })).toEqual([5, 6, 7])
    expect(await linesOf({ day_segment_id: day, from_message_id: id(2), before_message_id: id(4) })).toEqual([2, 3])
    expect(await linesOf({ day_segment_id: day, from_message_id: id(5), to_message_id: id(3) })).toEqual([])
    expect(await ask({ day_segment_id: day, from_message_id: id(0), limit: 4 })).toMatchObject({ next_after_message_id: id(3) })
  })
})

test.each([
  [{}, /what to get/],
  [{ message_id: 1, day_segment_id: 1 }, /not both/],
  [{ from_message_id: 1 }, /day_segment_id/],
  [{ message_id: 0 }, /"message_id"/],
  [{ message_id: 2 ** 40 }, /"message_id"/],
  [{ message_id: 1.5 }, /"message_id"/],
  [{ message_id: 'x' }, /"message_id"/],
  [{ message_id: 1, limit: 31 }, /"limit".*30/],
  [{ message_id: 1, user: 2 }, /"user"/],
])('%j is refused in one sentence', async (input, message) => {
  // Refused before anything is read: no store is needed.
  const refused = get({ store: undefined as never }, {} as never, input as GetInput)
  await expect(refused).rejects.toThrow(InputError)
  await expect(refused).rejects.toThrow(message)
})
