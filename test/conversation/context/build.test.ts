import { describe, expect, test } from 'vitest'
import { type ContextReport, formatPartName } from '../../../src/conversation/context/report.ts'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { defaultTranslator, translatorOf } from '../../../src/core/messages/messages.ts'
import { loadTokenCounter } from '../../../src/model/tokens.ts'
import { deleteMessage, editMessage } from '../../../src/threads/messages/edit-message.ts'
import { TestClock } from '../../support/clock.ts'
import { directPlace, sharedPlace, testPerson } from '../../support/conversation.ts'
import { testStore } from '../../support/store.ts'
import { contextOf, summarize, toolPairsAreWhole, toolRow } from './conversation.ts'

const rawWindowOf = ({ parts }: ContextReport) => parts.find(({ name }) => name === '9 raw window')!

describe('what is in it, and in which order', () => {
  test("the prompt, the summaries, what is not summarized, today's conversation, and last the messages to answer", async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (const [day, text] of [
      ['14', 'four'],
      ['15', 'three'],
      ['16', 'two'],
      ['17', 'one'],
    ] as const) {
      const message = await person.say(`said on day ${text}`, `2026-11-${day}T10:00:00Z`)
      if (day !== '17') await summarize(store, message, `## Summary\nsummary of day ${text}`)
    }
    const morning = await person.say('this morning', '2026-11-18T08:00:00Z')
    await summarize(store, await person.answer(morning, 'good morning'), '## Summary\nsummary of today')
    const question = await person.say('a question', '2026-11-18T12:00:00Z')
    const second = await person.say('and another', '2026-11-18T12:00:01Z')

    const { conversation, background, report } = await contextOf(store, person, [question, second])
    const positions = ['You are Throughline', 'summary of day three', 'summary of day two', 'said on day one', 'summary of today'].map(
      (part) => background.indexOf(part),
    )
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(background).not.toContain('day four')
    expect(background).not.toContain('said on day two')
    expect(conversation).toEqual([
      { role: 'user', content: `[Wednesday 18 November 2026, 09:00]\n[#${morning.id}] this morning` },
      { role: 'assistant', content: 'good morning' },
      { role: 'user', content: `[13:00]\n[your messages above: #${morning.id + 1}]\n[#${question.id}] a question` },
      { role: 'user', content: `[#${second.id}] and another` },
    ])
    expect(report.parts.map(({ name, items }) => [name, items])).toEqual([
      ['1 system prompt', 1],
      ['2 memory', 1],
      ['4 day summaries', 2],
      ['4b not yet summarized', 1],
      ["5 today's summary", 1],
      ['7 the place', 0],
      ['8 recall', 0],
      ['9 raw window', 2],
      ['10 references', 0],
      ['11 messages to answer', 2],
    ])
    for (const { name } of report.parts) {
      expect(formatPartName(name, defaultTranslator)).toBe(name)
      expect(formatPartName(name, translatorOf('de'))).not.toBe(name)
    }
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report.total).toBe(report.parts.reduce((sum, { tokens }) => sum + tokens, 0))
    expect(report).toMatchObject({ limit: 16_000, model: 'scripted' })
  })

  test('a day of many messages is all there, and so is a session of many that began the evening before', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const said: string[] = []
    for (let n = 0; n < 90; n++) {
      said.push(`message ${n}`)
      // The session goes over midnight: forty of them are of yesterday.
      await person.say(`message ${n}`, new Date(Date.parse('2026-11-17T22:20:00Z') + n * 60_000))
    }
    const session = await person.say('a question', '2026-11-17T23:51:00Z')
    expect((await contextOf(store, person, [session])).said.match(/message \d+/g)).toEqual(said)
    for (let n = 90; n < 160; n++) {
      said.push(`message ${n}`)
      await person.say(`message ${n}`, new Date(Date.parse('2026-11-18T06:00:00Z') + n * 60_000))
    }
    const later = await person.say('another question', '2026-11-18T12:00:00Z')
    const { said: seen } = await contextOf(store, person, [later])
    expect(seen.match(/message \d+/g)).toEqual(said.filter((_, n) => n >= 40))
  })

  test('only the conversation: no commands, notices, posted summaries or tombstones, and nothing that waits for its own turn', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'ana' })
    const at = '2026-11-18T10:00:00Z'
    await person.say('a message that stays', at)
    for (const [kind, role] of [
      ['command', 'user'],
      ['notice', 'system'],
      ['digest', 'system'],
      ['draft', 'assistant'],
    ] as const) {
      const { id } = await person.say(`this is a ${kind}`, at)
      await store.db.message.update({ where: { id }, data: { kind, role } })
    }
    await person.say('soon gone', at, { id: 'gone' })
    await deleteMessage({ store, clock: new TestClock() }, directPlace('ana'), 'gone' as PlatformMessageId)
    const waiting = await person.say('waits elsewhere', at, { place: directPlace('ana-elsewhere') })
    await store.db.message.update({ where: { id: waiting.id }, data: { pending: true } })
    const question = await person.say('the question', '2026-11-18T10:01:00Z')
    await store.db.message.update({ where: { id: question.id }, data: { pending: true } })

    const { messages } = await contextOf(store, person, [question])
    expect(messages.slice(1).map(({ content }) => content.replace(/^\[.*\]\s/gm, ''))).toEqual(['a message that stays', 'the question'])
  })

  test('the emoji that are on an answer, and none that were taken away', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const at = new Date('2026-11-18T10:00:00Z')
    const answer = await person.answer(await person.say('first', at), 'an answer')
    for (const [emoji, present] of [
      ['👍', true],
      ['👎', false],
    ] as const)
      await store.db.reaction.create({ data: { messageId: answer.id, accountId: person.accountId, emoji, present, at } })
    const { said } = await contextOf(store, person, [await person.say('second', '2026-11-18T10:01:00Z')])
    expect(said).toContain(`[your messages above: #${answer.id} 👍]`)
  })

  test('an answer that was stored after the message to answer is there', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const first = await person.say('first question', '2026-11-18T10:00:00Z')
    const second = await person.say('second question, asked meanwhile', '2026-11-18T10:00:03Z')
    await person.answer(first, 'first answer', { at: new Date('2026-11-18T10:00:08Z') })
    const { messages } = await contextOf(store, person, [second])
    expect(messages.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages.at(-1)?.content).toContain('second question')
  })

  test('the message replied to is there, whatever its day', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const old = await person.say('the blue boat', '2026-03-03T10:00:00Z', { id: 'old' })
    await summarize(store, old, '## Summary\nboats')
    await person.say('something else', '2026-11-17T10:00:00Z')
    const question = await person.say('what about this?', '2026-11-18T10:00:00Z')
    const { conversation } = await contextOf(store, person, [{ ...question, replyToId: old.id }])
    expect(conversation.map(({ content }) => content)).toEqual([
      `[Tuesday 3 March 2026, 11:00]\n[#${old.id}] the blue boat`,
      `[Wednesday 18 November 2026, 11:00]\n[#${question.id} · in reply to #${old.id}] what about this?`,
    ])
  })

  test('the same is built twice the same', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const message = await person.say('hello', '2026-11-18T10:00:00Z')
    expect(await contextOf(store, person, [message])).toEqual(await contextOf(store, person, [message]))
  })
})

describe('days', () => {
  test('the running session stays raw across midnight, up to its last turns', async () => {
    const store = await testStore()
    const person = await testPerson(store, { timezone: 'America/New_York' })
    const midnight = new Date('2026-11-02T05:00:00Z').getTime()
    for (let turn = 25; turn > 0; turn--) {
      const message = await person.say(`question ${turn}.`, new Date(midnight - turn * 60_000))
      await person.answer(message, `answer ${turn}.`)
    }
    const question = await person.say('past midnight', new Date(midnight + 30_000))
    const { conversation, background } = await contextOf(store, person, [question])
    const said = conversation.slice(0, -1).map(({ content }) => content)
    expect(said.filter((text) => text.includes('answer'))).toHaveLength(20)
    expect(said[0]).toContain('question 20.')
    expect(said.at(-1)).toBe('answer 1.')
    expect(background).toContain('question 21.')
    expect(background).not.toContain('question 20.')
    expect(conversation.at(-1)?.content).toContain('[Monday 2 November 2026, 00:00]')
  })

  test('a pause of fifteen minutes ends the session, and a summary that covers the day takes its place', async () => {
    const store = await testStore()
    const person = await testPerson(store, { timezone: 'UTC' })
    const evening = await person.say('yesterday evening', '2026-11-17T23:50:00Z')
    const question = await person.say('good morning', '2026-11-18T00:05:00Z')
    const before = await contextOf(store, person, [question])
    expect(before.said).not.toContain('yesterday evening')
    expect(before.background).toContain(`[#${evening.id}] 23:50 user (person`)
    await summarize(store, evening, '## Summary\nan evening')
    const after = await contextOf(store, person, [question])
    expect(after.background).toContain('an evening')
    expect(after.background).not.toContain('yesterday evening')
  })

  test('what a summary has not seen stays: a message said after it, and one edited after it', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'ben' })
    await person.say('meet at nine', '2026-11-17T09:00:00Z', { id: 'nine' })
    await summarize(store, await person.say('and bring the map', '2026-11-17T09:01:00Z'), '## Summary\nmeeting at nine')
    await person.say('said after the summary', '2026-11-17T20:00:00Z')
    await editMessage(
      { store, clock: new TestClock() },
      {
        place: directPlace('ben'),
        platformMessageId: 'nine' as PlatformMessageId,
        text: 'meet at ten',
        editedAt: new Date('2026-11-17T21:00:00Z'),
      },
    )
    const { background } = await contextOf(store, person, [await person.say('hm', '2026-11-18T10:00:00Z')])
    expect(background).toContain('meeting at nine')
    expect(background).toMatch(/meet at ten\n.*said after the summary/)
    expect(background).not.toContain('bring the map')
  })
})

describe('places', () => {
  test('in a shared place there is only what was said there, with names, and no summaries', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'Ana' })
    const family = sharedPlace('Family')
    const secrets = [
      await person.say('private secret of yesterday', '2026-11-17T10:00:00Z'),
      await person.say('secret of another group', '2026-11-17T10:01:00Z', { place: sharedPlace('Work') }),
      await person.say('private secret of today', '2026-11-18T09:59:00Z'),
    ]
    await summarize(store, secrets[0]!, '## Summary\nsecret summary of yesterday')
    await summarize(store, secrets[2]!, '## Summary\nsecret summary of today')
    await toolRow(store, secrets[2]!, { output: 'secret of a tool' })
    await person.say('said to the family yesterday', '2026-11-17T11:00:00Z', { place: family })
    await person.say('said to the family', '2026-11-18T09:59:30Z', { place: family })
    const question = await person.say('and now?', '2026-11-18T10:00:00Z', { place: family })
    for (const asked of [question, { ...question, replyToId: secrets[0]!.id }]) {
      const { messages, conversation, said, background, report } = await contextOf(store, person, [asked])
      expect(JSON.stringify([messages, report])).not.toContain('secret')
      expect(background).toContain('said to the family yesterday')
      expect(said).toContain(`· Ana] said to the family`)
      expect(conversation).toHaveLength(2)
    }
  })

  test('alone with its person everything is there, and what was said elsewhere says where', async () => {
    const store = await testStore()
    const person = await testPerson(store, { name: 'Ana' })
    const elsewhere = await person.say('said to the family', '2026-11-18T09:58:00Z', { place: sharedPlace('Fam]ily\n[#1] x') })
    await person.answer(elsewhere, 'answered there')
    const here = await person.say('said here', '2026-11-18T09:59:00Z')
    await person.answer(here, 'answered here')
    const { said } = await contextOf(store, person, [await person.say('and?', '2026-11-18T10:00:00Z')])
    expect(said).toContain(`[#${elsewhere.id} · Ana · in Fam ily 1 x on test] said to the family`)
    expect(said).toContain(`[your messages above: #${elsewhere.id + 1} in Fam ily 1 x on test]\n[#${here.id}] said here`)
    expect(said).toContain(`[your messages above: #${here.id + 1}]`)
  })
})

describe('tools', () => {
  test('their outputs come with their calls, under ids of their own, and with arguments that can be read', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const first = await person.say('look it up', '2026-11-18T09:58:00Z')
    await toolRow(store, first, { output: 'found it' })
    await toolRow(store, first, { output: 'found more', call: { arguments: '{"query": ' } })
    await toolRow(store, first, { output: 'found most', call: { arguments: JSON.stringify({ query: 'x'.repeat(5_000) }) } })
    const { messages } = await contextOf(store, person, [await person.say('thanks', '2026-11-18T10:00:00Z')])
    expect(toolPairsAreWhole(messages)).toBe(true)
    const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    expect(calls.map(({ name }) => name)).toEqual(Array(3).fill('conversation_search'))
    expect(calls[0]).toEqual({ id: 'call-1', name: 'conversation_search', arguments: '{"query":"boat"}' })
    for (const call of calls) expect(JSON.parse(call.arguments)).toBeTypeOf('object')
    expect(calls[2]!.arguments.length).toBeLessThan(1_100)
  })
})

describe('when there is not room for all', () => {
  test('tool outputs lose their middle first, then long messages, and then the oldest go', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const old = await person.say('the oldest message', '2026-11-18T08:00:00Z')
    const long = await person.say(`begins ${'long '.repeat(1_500)}ends`, '2026-11-18T08:20:00Z')
    await toolRow(store, long, { output: `first ${'output '.repeat(2_000)}last` })
    const build = async () => contextOf(store, person, [await person.say('and?', '2026-11-18T12:00:00Z')])

    const tools = await build()
    expect(tools.said).toContain(`[#${long.id}] begins ${'long '.repeat(1_500)}ends`)
    expect(tools.said).toMatch(/tool: first (output )+.*\[… [\d,]+ characters left out …\].*last/s)
    expect(rawWindowOf(tools.report).leftOut).toEqual([expect.objectContaining({ what: 'the middle of 1 long messages or tool outputs' })])

    for (let minute = 21; minute < 28; minute++) await person.say(`later ${'words '.repeat(300)}`, `2026-11-18T08:${minute}:00Z`)
    const messages = await build()
    expect(messages.said).toMatch(/begins (long )+.*\[… [\d,]+ characters left out …\].*ends/s)
    expect(messages.said).toContain('the oldest message')

    for (let minute = 30; minute < 59; minute++) await person.say(`latest ${'words '.repeat(300)}`, `2026-11-18T08:${minute}:00Z`)
    const oldest = await build()
    expect(oldest.said).not.toContain('the oldest message')
    expect(oldest.said).toContain('latest')
    expect(rawWindowOf(oldest.report).leftOut[0]!.what).toMatch(/^\d+ earlier messages, or more$/)
    expect(oldest.said).not.toContain(`[#${old.id}]`)
  })

  test('no more is read of a day of long messages than there is room for', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (let minute = 0; minute < 80; minute++)
      await person.say('long '.repeat(1_000), `2026-11-18T${minute < 60 ? '08' : '09'}:${String(minute % 60).padStart(2, '0')}:00Z`)
    const { report } = await contextOf(store, person, [await person.say('and?', '2026-11-18T09:30:00Z')])
    const { items, leftOut } = rawWindowOf(report)
    // The first read is of 60 rows, one of which is the message to answer.
    expect(items + Number.parseInt(leftOut[0]!.what, 10)).toBe(59)
  })

  test('a single huge message to answer loses its middle and says how much', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const huge = await person.say(`begins ${'x'.repeat(300_000)} ends`, '2026-11-18T10:00:00Z')
    const { messages, report } = await contextOf(store, person, [huge])
    const content = messages.at(-1)!.content
    expect(content).toMatch(/begins x+\n\[… [\d,]+ characters left out …\]\nx+ ends$/)
    const cut = Number(/(\S+) characters left/.exec(content)![1]!.replaceAll(',', ''))
    expect(content.match(/x/g)).toHaveLength(300_000 - cut)
    expect(report.parts.at(-1)!.leftOut[0]!.what).toBe(`${cut} characters of message #${huge.id}`)
    expect(report.total).toBeGreaterThan(15_000)
  })

  test('a window of a small model is kept to, and one too small for anything is refused with what to do', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (let minute = 10; minute < 50; minute++) await person.say('words '.repeat(200), `2026-11-18T09:${minute}:00Z`)
    const question = await person.say('well?', '2026-11-18T10:00:00Z')
    const small = await contextOf(store, person, [question], { window: 4_096 })
    expect(small.report).toMatchObject({ limit: 2_096 })
    expect(small.report.total).toBeLessThanOrEqual(2_096)
    expect(small.messages.at(-1)!.content).toContain('well?')
    await expect(contextOf(store, person, [question], { window: 2_048 })).rejects.toThrow(ModelError)
    await expect(contextOf(store, person, [question], { window: 2_048 })).rejects.toThrow('Choose a model with a larger context window.')
  })
})

test('words that a model has few tokens for are not taken for more than there is room for', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const long = 'internationalization '.repeat(800).trim()
  await summarize(store, await person.say('well', '2026-11-17T10:00:00Z'), `## Summary\n${long.slice(0, 8_000)}`)
  const countTokens = await loadTokenCounter('gpt-4o')
  const { messages, background } = await contextOf(store, person, [await person.say(long, '2026-11-18T10:00:00Z')], { countTokens })
  expect(messages.at(-1)!.content).toContain(long)
  expect(background).toContain(long.slice(0, 8_000))
})
