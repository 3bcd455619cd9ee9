import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { estimateTokens } from '../../src/model/tokens.ts'
import type { PermalinkBuilder } from '../../src/search/deps.ts'
import { getConversation, type RetrievedMessages, type RetrievedSummary } from '../../src/search/get.ts'
import type { GetInput } from '../../src/search/get-input.ts'
import { searchConversation } from '../../src/search/search.ts'
import { deleteMessage } from '../../src/threads/messages/edit-message.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { directPlace, sharedPlace, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps, summarize } from './support.ts'

async function conversation(lines: number) {
  const store = await testStore()
  const person = await testPerson(store, { name: 'ines' })
  const deps = searchDeps(store)
  const said: Message[] = []
  for (let n = 0; n < lines; n++) said.push(await person.say(`line ${n}`, new Date(Date.UTC(2026, 10, 10, 8, n))))
  const ask = async (input: GetInput) => (await getConversation(deps, privately(person), input)) as RetrievedMessages
  const linesOf = async (input: GetInput) => (await ask(input)).messages.map(({ content }) => Number(content.slice(5)))
  return { store, person, deps, said, ask, linesOf, id: (n: number) => said[n]!.id, day: said[0]?.segmentId ?? 0 }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('the window around a message', () => {
  test('is centered; at an end, the other side gets the room', async () => {
    const { linesOf, id } = await conversation(40)
    expect(await linesOf({ message_id: id(20), limit: 5 })).toEqual(range(18, 22))
    expect(await linesOf({ message_id: id(0), limit: 5 })).toEqual(range(0, 4))
    expect(await linesOf({ message_id: id(39), limit: 5 })).toEqual(range(35, 39))
    expect(await linesOf({ message_id: id(20), limit: 1 })).toEqual([20])
    expect(await linesOf({ message_id: id(20) })).toHaveLength(30)
  })

  test('pages in both directions, each message once', async () => {
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

  test('has author, time and place', async () => {
    const { ask, id } = await conversation(1)
    expect(await ask({ message_id: id(0) })).toEqual({
      messages: [
        { message_id: id(0), role: 'user', author: 'ines', content: 'line 0', created_at: '2026-11-10T09:00:00+01:00', place: 'test' },
      ],
      truncated: false,
    })
  })

  test('tells the time of a message in the timezone of its day, and that of another member in that of the reader', async () => {
    const store = await testStore()
    const [ana, ben] = [await testPerson(store, { timezone: 'Asia/Tokyo' }), await testPerson(store, { timezone: 'America/New_York' })]
    const place = sharedPlace('Garden')
    const said = await ana.say('The tortoise sleeps.', '2026-11-10T23:30:00Z', { place })
    await store.db.user.update({ where: { id: ana.userId }, data: { timezone: 'Europe/London' } })
    const timeFor = async ({ userId, threadId }: typeof ana) => {
      const scope = { userId, threadId, audience: said.audience }
      const found = await getConversation(searchDeps(store), scope, { message_id: said.id })
      const { results } = await searchConversation(searchDeps(store), scope, { query: 'tortoise' })
      return [
        ...(found as RetrievedMessages).messages.map((one) => one.created_at),
        ...results.flatMap((one) => [one.day_label, 'sent_at' in one && one.sent_at]),
      ]
    }
    expect(await timeFor(ana)).toEqual(['2026-11-11T08:30:00+09:00', '2026-11-11', '2026-11-11T08:30:00+09:00'])
    expect(await timeFor(ben)).toEqual(['2026-11-10T18:30:00-05:00', '2026-11-10', '2026-11-10T18:30:00-05:00'])
  })

  test('leaves out deleted messages, commands, notices and tools', async () => {
    const { store, person, deps, said, linesOf, ask, id } = await conversation(5)
    await deleteMessage(deps, directPlace('ines'), said[2]!.platformMessageId as PlatformMessageId)
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

  test('ends at about 6,000 tokens, nearest first, without gaps', async () => {
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

  test('truncates a single longer message, and says so', async () => {
    const { person, ask } = await conversation(0)
    const long = await person.say('長い '.repeat(20_000), '2026-11-10T08:00:00Z')
    const window = await ask({ message_id: long.id })
    expect(window.truncated).toBe(true)
    expect(window.messages[0]?.content.endsWith('…')).toBe(true)
    expect(window.messages[0]?.content.length).toBeLessThan(12_000)
  })
})

test('a long message is truncated to about 6,000 tokens, including its fields', async () => {
  const { person, ask } = await conversation(3)
  const long = await person.say('Many words, "quoted".\n'.repeat(5_000), '2026-11-10T09:00:00Z')
  const window = await ask({ message_id: long.id })
  expect(window.truncated).toBe(true)
  expect(window.messages.at(-1)).toMatchObject({ message_id: long.id, content: expect.stringMatching(/^Many words, .*…$/s) })
  const tokens = estimateTokens(JSON.stringify(window.messages))
  expect(tokens).toBeGreaterThan(5_500)
  expect(tokens).toBeLessThanOrEqual(6_010)
})

test('paging from anywhere returns all messages in order, each once', async () => {
  const { store, person, deps } = await conversation(0)
  const all: Message[] = []
  for (let n = 0; n < 70; n++)
    all.push(
      await person.say(n % 9 === 4 ? 'long '.repeat(3_000) : `line ${n}`, new Date(Date.UTC(2026, 10, 10 + (n > 50 ? 1 : 0), 8, n % 51))),
    )
  const [ids, days] = [all.map(({ id }) => id), [...new Set(all.map(({ segmentId }) => segmentId))]]
  const walk = async (first: GetInput, direction: 'before' | 'after') => {
    const found: number[] = []
    for (let input: GetInput | undefined = first; input; ) {
      const page = (await getConversation(deps, privately(person), input)) as RetrievedMessages
      const given = page.messages.map(({ message_id }) => message_id)
      expect(given.length).toBeGreaterThan(0)
      if (direction === 'after') found.push(...given)
      else found.unshift(...given)
      const next = direction === 'after' ? page.next_after_message_id : page.next_before_message_id
      input = next && { ...first, [`${direction}_message_id`]: next }
    }
    return found
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(69), fc.integer({ min: 1, max: 30 }), fc.boolean(), async (start, limit, named) => {
      const id = ids[start]!
      const around = ((await getConversation(deps, privately(person), { message_id: id, limit })) as RetrievedMessages).messages.map(
        (m) => m.message_id,
      )
      expect(around).toContain(id)
      const again = named ? { message_id: id } : {}
      const earlier = ids.indexOf(around[0]!) === 0 ? [] : await walk({ ...again, limit, before_message_id: around[0]! }, 'before')
      const later = around.at(-1) === ids.at(-1) ? [] : await walk({ ...again, limit, after_message_id: around.at(-1)! }, 'after')
      expect([...earlier, ...around, ...later]).toEqual(ids)
      const [first, last] = [Math.min(start, 30), 45]
      const range = { day_segment_id: days[0]!, from_message_id: ids[first]!, to_message_id: ids[last]!, limit }
      expect(await walk(range, 'after')).toEqual(ids.slice(first, last + 1))
      expect(
        await walk({ day_segment_id: days[0]!, from_message_id: ids[first]!, limit, before_message_id: ids[last]! }, 'before'),
      ).toEqual(ids.slice(first, last))
    }),
    { numRuns: runs(20) },
  )
  expect(await store.db.message.count()).toBe(70)
}, 120_000)

test('next ids are given only if there are more messages', async () => {
  const { ask, id, day, person } = await conversation(10)
  await person.say('line 50', '2026-11-11T08:00:00Z')
  expect(Object.keys(await ask({ day_segment_id: day, from_message_id: id(7) }))).toEqual(['messages', 'truncated'])
  expect(Object.keys(await ask({ after_message_id: id(2), before_message_id: id(6) }))).toEqual(['messages', 'truncated'])
  expect(await ask({ after_message_id: id(2), before_message_id: id(6), limit: 2 })).toMatchObject({ next_after_message_id: id(4) })
  expect(await ask({ before_message_id: id(0) })).toEqual({ messages: [], truncated: false })
  expect(await ask({ before_message_id: id(3) })).toMatchObject({ next_after_message_id: id(2) })
})

test('the next page continues even after a message that was deleted', async () => {
  const { deps, said, ask, linesOf, id } = await conversation(10)
  const page = await ask({ message_id: id(0), limit: 4 })
  await deleteMessage(deps, directPlace('ines'), said[3]!.platformMessageId as PlatformMessageId)
  expect(await linesOf({ after_message_id: page.next_after_message_id!, limit: 3 })).toEqual([4, 5, 6])
})

test('messages have platform links, and those of the bot link to their first part', async () => {
  const { store, person, deps, said } = await conversation(1)
  const answer = await person.answer(said[0]!, 'In two parts')
  const there = await person.say('Elsewhere', '2026-11-10T09:00:00Z', { place: sharedPlace('Hiking'), id: '77' })
  await person.answer(there, 'Not sent yet')
  for (const part of [1, 0])
    await store.db.delivery.create({
      data: { messageId: answer.id, part, text: 'part', state: 'sent', platformMessageId: `sent-${part}`, updatedAt: answer.sentAt },
    })
  const permalink: PermalinkBuilder = ({ platform, address }, id) => (id === 'no link' ? undefined : `${platform}/${address}/${id}`)
  const { messages } = (await getConversation({ ...deps, permalink }, privately(person), { message_id: answer.id })) as RetrievedMessages
  expect(messages.map((message) => [message.place, message.permalink])).toEqual([
    ['test', `test/direct:ines/${said[0]!.platformMessageId}`],
    ['test', 'test/direct:ines/sent-0'],
    ['test: Hiking', 'test/shared:Hiking/77'],
    ['test: Hiking', undefined],
  ])
})

describe('a day', () => {
  test('that does not exist has no messages', async () => {
    const { ask, id } = await conversation(2)
    await expect(ask({ day_segment_id: 999_999, from_message_id: id(0) })).rejects.toThrow(/not found/)
  })

  test('returns a long summary truncated to about 6,000 tokens, and says so', async () => {
    const { store, said, deps, person, day } = await conversation(1)
    await summarize(store, said[0]!, 'Words of a summary. '.repeat(5_000))
    const summary = (await getConversation(deps, privately(person), { day_segment_id: day })) as RetrievedSummary
    expect(summary.truncated).toBe(true)
    expect(estimateTokens(summary.summary_markdown)).toBeGreaterThan(5_500)
    expect(estimateTokens(summary.summary_markdown)).toBeLessThanOrEqual(6_000)
  })

  test('returns its summary', async () => {
    const { store, said, deps, person, day } = await conversation(2)
    await summarize(store, said[0]!, '## Summary\nLines.')
    expect(await getConversation(deps, privately(person), { day_segment_id: day })).toEqual({
      day_label: '2026-11-10',
      summary_markdown: '## Summary\nLines.',
      updated_at: new Date('2026-11-17T00:00:00Z'),
      truncated: false,
    })
  })

  test('without a summary is not found', async () => {
    const { ask, day } = await conversation(2)
    await expect(ask({ day_segment_id: day })).rejects.toThrow(/not found/)
  })

  test('is named by its date as well: its summary, or its messages if there is none or they are asked for', async () => {
    const { store, person, said, ask, linesOf } = await conversation(3)
    expect(await linesOf({ day: '2026-11-10' })).toEqual([0, 1, 2])
    await summarize(store, said[0]!, '## Summary\nLines.')
    expect(await ask({ day: '2026-11-10' })).toMatchObject({ day_label: '2026-11-10', summary_markdown: '## Summary\nLines.' })
    expect(await linesOf({ day: '2026-11-10', messages: true })).toEqual([0, 1, 2])
    expect(await linesOf({ day: '2026-11-10', from_message_id: said[1]!.id })).toEqual([1, 2])
    await person.say('line 50', '2026-11-11T08:00:00Z')
    expect(await linesOf({ day: '2026-11-11' })).toEqual([50])
    await expect(ask({ day: '2026-11-12' })).rejects.toThrow(/not found/)
  })

  test('is not found by its date for another user, nor in a shared place where nothing was said', async () => {
    const { store, said } = await conversation(3)
    await summarize(store, said[0]!, '## Summary\nLines.')
    const other = await testPerson(store)
    await other.say('line 1', '2026-11-12T08:00:00Z')
    const deps = searchDeps(store)
    await expect(getConversation(deps, privately(other), { day: '2026-11-10' })).rejects.toThrow(/not found/)
    const shared = { ...privately(other), threadId: said[0]!.threadId, audience: 'place:9' as const }
    await expect(getConversation(deps, shared, { day: '2026-11-10' })).rejects.toThrow(/not found/)
  })

  test('returns its messages in a range, ends included, and none of other days', async () => {
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
  [{}, /Nothing to get/],
  [{ message_id: 1, day_segment_id: 1 }, /not both/],
  [{ from_message_id: 1 }, /Give a message_id, a day/],
  [{ day: '2026-11-10', day_segment_id: 1 }, /not both/],
  [{ day: '2026-11-10', message_id: 1 }, /not both/],
  [{ day: '2026-02-30' }, /"day".*YYYY-MM-DD/],
  [{ day: '30.10.2026' }, /"day".*YYYY-MM-DD/],
  [{ messages: true, message_id: 1 }, /"messages".*day/],
  [{ day_segment_id: 1, from_character: 5 }, /message_id/],
  [{ message_id: 1, from_character: -1 }, /"from_character"/],
  [{ message_id: 0 }, /"message_id"/],
  [{ message_id: 2 ** 40 }, /"message_id"/],
  [{ message_id: 1.5 }, /"message_id"/],
  [{ message_id: 'x' }, /"message_id"/],
  [{ message_id: 1, limit: 31 }, /"limit".*30/],
  [{ message_id: 1, user: 2 }, /"user"/],
])('%j is rejected in one sentence', async (input, message) => {
  // Refused before anything is read: no store is needed.
  const refused = getConversation({ ...searchDeps(undefined as never) }, {} as never, input as GetInput)
  await expect(refused).rejects.toThrow(InputError)
  await expect(refused).rejects.toThrow(message)
})
