import { expect, test } from 'vitest'
import type { Message } from '../../src/core/domain/messages.ts'
import { getConversation, type RetrievedMessages } from '../../src/search/get.ts'
import type { GetInput } from '../../src/search/get-input.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { MessageResult } from '../../src/search/search-results.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { english } from './small-talk.ts'
import { privately, searchDeps } from './support.ts'

/** A conversation of the messages "line 0" to "line 2". */
async function conversation() {
  const store = await testStore()
  const person = await testPerson(store, { name: 'ines' })
  const deps = searchDeps(store)
  const said: Message[] = []
  for (let n = 0; n < 3; n++) said.push(await person.say(`line ${n}`, new Date(Date.UTC(2026, 10, 10, 8, n))))
  const ask = async (input: GetInput) => (await getConversation(deps, privately(person), input)) as RetrievedMessages
  return { person, deps, ask, id: (n: number) => said[n]!.id }
}

test('a message of any length can be read to its end, in parts', async () => {
  const { person, ask } = await conversation()
  const text = Array.from({ length: 9_000 }, (_, n) => `${n} 🐝 “mot”`).join('\n')
  const long = await person.say(text, '2026-11-10T09:00:00Z')
  let read = ''
  let parts = 0
  for (let from: number | undefined = 0; from !== undefined; parts++) {
    const window = await ask({ message_id: long.id, from_character: from })
    const message = window.messages.find(({ message_id }) => message_id === long.id)!
    from = message.next_from_character
    expect(window.truncated).toBe(from !== undefined || window.messages.length < 4)
    read += from === undefined ? message.content : message.content.slice(0, -1)
  }
  expect(read).toBe(text)
  expect(parts).toBeGreaterThan(5)
})

test('a search result of a long message says where to start reading', async () => {
  const { person, deps, ask } = await conversation()
  const words = '🐝 words of no interest. '.repeat(3_000)
  const long = await person.say(`${words}The medlar is bletted in November. ${words}`, '2026-11-10T09:00:00Z')
  const { results } = await searchConversation(deps, privately(person), { query: 'medlar' })
  const result = results[0] as MessageResult
  expect(result.snippet).toContain('**medlar**')
  const { messages } = await ask({ message_id: long.id, from_character: result.from_character })
  const shown = messages.find(({ message_id }) => message_id === long.id)?.content ?? ''
  expect(shown.startsWith(result.snippet.replaceAll('**', '').slice(2, -2))).toBe(true)
  const short = (await searchConversation(deps, privately(person), { query: 'line 2' })).results[0] as MessageResult
  expect(short).not.toHaveProperty('from_character')
})

test('a long page shows the best part of its first messages, wherever it is', async () => {
  const { person, deps } = await conversation()
  const words = 'words of no interest. '.repeat(4_000)
  const long = await person.say(`${words}The medlar is bletted in November. ${words}`, '2026-11-10T09:00:00Z')
  for (let n = 0; n < 49; n++) await person.say(`A medlar, number ${n}`, new Date(Date.UTC(2026, 10, 11, 8, n)))
  const { results } = await searchConversation(deps, privately(person), { query: 'medlar bletted November', limit: 50 })
  expect(results).toHaveLength(50)
  const snippet = results.flatMap((result) => (result.kind === 'message' && result.message_id === long.id ? result.snippet : []))
  expect(snippet).toEqual([expect.stringContaining('**medlar** is **bletted** in **November**')])
})

/** A text of this many distinct words. */
const wordsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `filler${n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`).join(' ')

test.each([200, 400, 900, 3_000])(
  'a message of %i words is found by the passage that answers, before short ones with some words',
  async (count) => {
    const { person, deps } = await conversation()
    for (const [n, text] of english.entries()) await person.say(text, new Date(Date.UTC(2026, 10, 1, 8, n)))
    const long = await person.say(`${wordsOf(count / 2)} The purple submarine costs forty euros. ${wordsOf(count)}`, '2026-11-05T09:00:00Z')
    for (let n = 0; n < 5; n++) await person.say(`We saw a submarine near pier ${n}`, new Date(Date.UTC(2026, 10, 6 + n, 9)))
    const { results } = await searchConversation(deps, privately(person), { query: 'how much does the purple submarine cost?' })
    expect(results[0]).toMatchObject({
      message_id: long.id,
      snippet: expect.stringContaining('**purple** **submarine** **costs** forty euros'),
    })
  },
)

test('only the message asked for starts later', async () => {
  const { ask, id } = await conversation()
  const { messages } = await ask({ message_id: id(1), from_character: 2 })
  expect(messages.map(({ content }) => content)).toEqual(['line 0', 'ne 1', 'line 2'])
})

test('a start beyond the end of a message is refused with its reason', async () => {
  const { ask, id } = await conversation()
  await expect(ask({ message_id: id(1), from_character: 6 })).rejects.toThrow('"from_character" is 6, but the message is shorter')
  await expect(ask({ message_id: id(1), from_character: 2_000_000_000 })).rejects.toThrow('the message is shorter')
  await expect(ask({ message_id: id(1), from_character: 2 ** 31 - 1 })).rejects.toThrow('"from_character" is not valid')
})
