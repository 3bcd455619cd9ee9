import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentLimits } from '../../../src/agent/limits.ts'
import { buildSystemPrompt } from '../../../src/agent/prompt.ts'
import { type AgentAnswer, runAgent } from '../../../src/agent/run.ts'
import { defineTool, type Tool } from '../../../src/agent/tool.ts'
import { InputError } from '../../../src/core/domain/errors.ts'
import type { ThreadId, UserId } from '../../../src/core/domain/ids.ts'
import type { ModelMessage } from '../../../src/core/ports/chat-model.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { offlineModel, splitNotice, withoutNotice } from '../../../src/offline/chat/chat-model.ts'
import { TestClock } from '../../support/clock.ts'
import { eventsOf, textOf } from '../../support/model-events.ts'
import { runs } from '../../support/runs.ts'

// A Wednesday: last week is Monday 9 to Sunday 15 November.
const clock = new TestClock('2026-11-18T09:00:00Z')
const prompt = buildSystemPrompt({
  now: clock.now(),
  timezone: 'Europe/Paris',
  language: 'en',
  platform: 'the web page',
  placeKind: 'direct',
})

interface Said {
  readonly id: number
  readonly day: string
  readonly text: string
  readonly role?: string
  readonly author?: string
  readonly score?: number
  readonly covered?: boolean
  /** Where the part begins that the search found. */
  readonly from?: number
}

interface Day {
  readonly segment: number
  readonly day: string
  readonly markdown: string
}

interface Past {
  readonly messages?: readonly Said[]
  readonly days?: readonly Day[]
  readonly searchFails?: boolean
  readonly summariesLast?: boolean
}

/** The two tools over a small past, with results of the promised shape; what falls outside of since and until is left out. */
function toolsOver({ messages = [], days = [], searchFails = false, summariesLast = false }: Past): readonly Tool[] {
  const segmentOf = (day: string) => days.find((one) => one.day === day)?.segment ?? Number(day.slice(8))
  const search = defineTool({
    name: 'conversation_search',
    description: '',
    input: z.strictObject({
      query: z.string(),
      since: z.string().optional(),
      until: z.string().optional(),
      limit: z.int().max(50),
      cursor: z.string().optional(),
    }),
    run: async (_, { since = '', until = '9999', limit, cursor }) => {
      if (searchFails) throw new Error('the database is gone')
      const within = ({ day }: { day: string }) => day >= since && day <= until
      const summaries = days
        .filter(within)
        .map(({ day, segment }) => ({ kind: 'summary', day_label: day, day_segment_id: segment, score: 0.8, summary_snippet: '…' }))
      const hits = messages.filter(within).map(({ id, day, text, score = 0.7, covered = false, from }) => ({
        kind: 'message',
        day_label: day,
        day_segment_id: segmentOf(day),
        score,
        message_id: id,
        snippet: text.slice(0, 20),
        covered_by_summary: covered,
        place: 'web',
        ...(from !== undefined && { from_character: from }),
      }))
      const start = Number(cursor ?? 0)
      const results = (summariesLast ? [...hits, ...summaries] : [...summaries, ...hits]).slice(start)
      const more = results.length > limit && { next_cursor: String(start + limit) }
      return { results: results.slice(0, limit), ...more, total_estimate: 0, signals: { fts: true, semantic: false } }
    },
  })
  const get = defineTool({
    name: 'conversation_get',
    description: '',
    input: z.strictObject({
      message_id: z.int().optional(),
      from_character: z.int().optional(),
      day_segment_id: z.int().optional(),
      limit: z.int().optional(),
    }),
    run: async (_, { message_id, from_character = 0, day_segment_id }) => {
      const day = days.find(({ segment }) => segment === day_segment_id)
      if (day) return { day_label: day.day, summary_markdown: day.markdown, updated_at: `${day.day}T23:00:00Z` }
      const message = messages.find(({ id }) => id === message_id)
      if (!message) throw new InputError('Not found.')
      const { id, text, role = 'user', author = 'Ana' } = message
      return {
        messages: [
          { message_id: id, role, author, content: text.slice(from_character), created_at: `${message.day}T10:00:00Z`, place: 'web' },
        ],
        truncated: false,
      }
    },
  })
  return [search, get]
}

function ask(text: string, past: Past = {}, before: readonly ModelMessage[] = []): Promise<AgentAnswer> {
  return runAgent(
    { model: offlineModel, clock, log: silentLog, limits: agentLimits },
    {
      messages: [{ role: 'system', content: prompt }, ...before, { role: 'user', content: text }],
      toAnswer: 1,
      limit: Number.POSITIVE_INFINITY,
      tools: toolsOver(past),
      context: {
        userId: 1 as UserId,
        threadId: 1 as ThreadId,
        audience: 'private',
        timezone: 'Europe/Paris',
        language: 'en',
        now: clock.now(),
      },
      signal: new AbortController().signal,
    },
  )
}

function searchesOf(answer: AgentAnswer): Record<string, unknown>[] {
  return answer.toolCalls.filter(({ call }) => call.name === 'conversation_search').map(({ call }) => JSON.parse(call.arguments))
}

function summary(decisions: string, { open = '- None', next = '- None', story = 'We talked.' } = {}): string {
  return `## Summary\n${story}\n\n## Goals\n- None\n\n## Decisions\n${decisions}\n\n## Open loops\n${open}\n\n## Next steps\n${next}`
}

const canal: Day = {
  segment: 31,
  day: '2026-11-10',
  markdown: summary('- Take the flat by the canal [#101]\n- Move on 1 December [#104]', {
    open: '- Who lends us a van? [#107]',
    next: '- Call the landlady [#108]',
  }),
}
const bikes: Day = { segment: 33, day: '2026-11-13', markdown: summary('- Sell the old bike [#130] [#131]') }
const older: Day = { segment: 12, day: '2026-10-02', markdown: summary('- Cancel the gym [#44]') }

it('passes over files that came with a message, which it cannot read', async () => {
  const asked = (content: string) =>
    eventsOf(offlineModel, {
      messages: [
        { role: 'system', content: prompt },
        { role: 'user', content },
      ],
      tools: [],
      maxOutputTokens: 500,
    })
  const file = '[file plan.txt, 2 KB]\n<file>\n    What did we decide?\n</file>'
  expect(await asked(`[#1] Hello\n${file}`)).toEqual(await asked('[#1] Hello'))
})

describe('a question about decisions', () => {
  it('is answered with last week’s decisions, by day, with citations', async () => {
    const answer = await ask('What did we decide last week?', { days: [bikes, older, canal] })
    expect(searchesOf(answer)).toEqual([{ query: 'What did we decide last week?', since: '2026-11-09', until: '2026-11-15', limit: 40 }])
    expect(answer.text).toBe(`These decisions are in our conversation:

**Tuesday 10 November 2026**
- Take the flat by the canal [#101]
- Move on 1 December [#104]

**Friday 13 November 2026**
- Sell the old bike [#130] [#131]

_No language model is configured, so I only find and quote. For real answers, set OPENAI_API_KEY or start Ollama._`)
  })

  it('ends with a sentence about the missing model, which can be taken off', async () => {
    const { text } = await ask('What did we decide last week?', { days: [bikes, older, canal] })
    const { answer, notice } = splitNotice(text)
    expect(notice).toMatch(/^No language model is configured/)
    expect(answer).toMatch(/Sell the old bike \[#130\] \[#131\]$/)
    expect(splitNotice(answer)).toEqual({ answer })
    for (let length = answer.length + 3; length <= text.length; length++) expect(withoutNotice(text.slice(0, length))).toBe(answer)
    const other = `${answer}\n\n_Not_ sold yet`
    expect(withoutNotice(other)).toBe(other)
  })

  it('is answered from the messages of a day that has no summary', async () => {
    const messages = [
      { id: 201, day: '2026-11-18', text: 'We decided on the blue sofa,\nfinally.' },
      { id: 202, day: '2026-11-18', text: 'It rains.' },
      { id: 203, day: '2026-11-10', text: 'We decided to take the flat.', covered: true },
    ]
    const { text } = await ask('what did we decide', { days: [canal], messages })
    expect(text).toContain('**Wednesday 18 November 2026**\n- Ana: We decided on the blue sofa, finally. [#201]')
    expect(text).not.toMatch(/rains|#203/)
  })

  it.each([
    'What decisions did we make last week?',
    'Hey Throughline, what did we decide last week?',
    'Thanks! And what did we decide last week?',
    'What were the main decisions last week?',
    'What did we finally decide last week?',
    'Splendid weather outside. What did the two of us decide last week, roughly?',
    'decisions last week',
    'The decisions of last week.',
    'On avait décidé quoi la semaine dernière ?',
    'Quelles décisions avons-nous prises la semaine dernière ?',
    'Welche Entscheidungen haben wir letzte Woche getroffen?',
  ])('is answered however it is put: %s', async (text) => {
    const answer = await ask(text, { days: [bikes, older, canal] })
    for (const id of ['[#101]', '[#104]', '[#130]']) expect(answer.text).toContain(id)
    expect(answer.text).not.toContain('[#44]')
  })

  it('is answered with what was decided after the summary of the day, and not twice with what it tells', async () => {
    const messages = [
      { id: 101, day: '2026-11-10', text: 'We decided to take the flat by the canal.' },
      { id: 102, day: '2026-11-10', text: 'We agreed, the canal it is.', covered: true },
      { id: 140, day: '2026-11-10', text: 'We decided to paint it white.' },
    ]
    const { text } = await ask('What did we decide last week?', { days: [canal], messages })
    expect(text).toContain('- Move on 1 December [#104]\n- Ana: We decided to paint it white. [#140]')
    expect(text.match(/\[#101\]/g)).toHaveLength(1)
    expect(text).not.toContain('[#102]')
  })

  it('takes nothing from messages before it that were never answered', async () => {
    const answer = await ask('What did we decide last week?', { days: [bikes, canal] }, [
      { role: 'user', content: 'What did we talk about yesterday at the harbour?' },
      { role: 'user', content: 'The gym was closed today.' },
    ])
    expect(searchesOf(answer)).toEqual([{ query: 'What did we decide last week?', since: '2026-11-09', until: '2026-11-15', limit: 40 }])
    expect(answer.text).toContain('[#101]')
  })

  it('is found before what was said after it', async () => {
    const answer = await ask('I ask because Ben wants to know.', { days: [canal] }, [
      { role: 'user', content: 'What did we decide last week?' },
    ])
    expect(answer.text).toContain('[#101]')
  })

  it('has every day of a week in which much was said', async () => {
    const days = ['09', '10', '11', '12', '13'].map((date, index) => ({
      segment: 50 + index,
      day: `2026-11-${date}`,
      markdown: summary(`- Decision of the ${date} [#${500 + index}]`),
    }))
    const messages = Array.from({ length: 60 }, (_, n) => ({ id: 600 + n, day: '2026-11-13', text: `Chat ${n}`, covered: true }))
    const answer = await ask('What did we decide last week?', { days, messages, summariesLast: true })
    expect(searchesOf(answer).map(({ cursor }) => cursor)).toEqual([undefined, '40'])
    for (const { markdown } of days) expect(answer.text).toContain(markdown.match(/Decision of .*/)?.[0])
  })

  it('has every day of a month, and says how much it leaves out', async () => {
    const days = Array.from({ length: 31 }, (_, index) => ({
      segment: 50 + index,
      day: `2026-10-${String(index + 1).padStart(2, '0')}`,
      markdown: summary(`- Decision ${index} [#${500 + index}]`),
    }))
    const answer = await ask('What did we decide last month?', { days })
    expect(answer.toolCalls.filter(({ call }) => call.name === 'conversation_get')).toHaveLength(31)
    expect(answer.text.match(/\[#5\d\d\]/g)).toHaveLength(24)
    expect(answer.text).toContain('7 more lines are left out.')
  })

  it('shares its lines out among the days', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `- Decision ${n} [#${700 + n}]`).join('\n')
    const { text } = await ask('What did we decide last week?', { days: [{ ...canal, markdown: summary(many) }, bikes] })
    expect(text).toContain('[#130]')
    expect(text).toContain('7 more lines are left out.')
  })

  it('keeps to its topic', async () => {
    const { text } = await ask('Which flat did we decide on?', { days: [bikes, older, canal] })
    expect(text).toContain('Take the flat by the canal [#101]')
    expect(text).not.toMatch(/bike|gym|December/)
  })

  it('is answered from a message that the summary of its day passed over', async () => {
    const messages = [{ id: 109, day: '2026-11-10', text: 'We agreed on 900 euros of rent.' }]
    expect((await ask('What did we decide about the rent?', { days: [canal], messages })).text).toContain(
      'We agreed on 900 euros of rent. [#109]',
    )
  })

  it('leaves no code block open that a message began', async () => {
    const messages = [{ id: 110, day: '2026-11-10', text: 'We decided: ```js\nlet x' }]
    expect((await ask('What did we decide?', { messages })).text).toContain('Ana: We decided: js let x [#110]')
  })

  it('looks further when those days hold nothing, and says so', async () => {
    const answer = await ask('What did we decide yesterday?', { days: [canal] })
    expect(searchesOf(answer)).toHaveLength(2)
    expect(answer.text).toContain('I found nothing for Tuesday 17 November 2026; this is from other days.')
    expect(answer.text).toContain('[#101]')
  })

  it('is told from the marks that the context puts before it', async () => {
    const marked =
      '[Wednesday 18 November 2026, 09:00]\n[your messages above: #11, #12 on web]\n[#14 · in reply to #12] what did we decide last week [sic]'
    expect(searchesOf(await ask(marked, { days: [canal] }))[0]).toMatchObject({
      query: 'what did we decide last week [sic]',
      since: '2026-11-09',
    })
  })

  it('is answered in French', async () => {
    const { text } = await ask("Qu'est-ce qu'on a décidé la semaine dernière ?", { days: [canal] })
    expect(text).toContain('Voici les décisions que je trouve dans notre conversation :\n\n**mardi 10 novembre 2026**')
    expect(text).toContain('[#101]')
    expect(text).toContain('Aucun modèle de langage')
  })

  it('is answered in German', async () => {
    const answer = await ask('Was haben wir letzte Woche beschlossen?', { days: [canal] })
    expect(searchesOf(answer)[0]).toMatchObject({ since: '2026-11-09', until: '2026-11-15' })
    expect(answer.text).toContain('**Dienstag, 10. November 2026**')
    expect(answer.text).toContain('Es ist kein Sprachmodell eingerichtet')
  })
})

describe('another question about the past', () => {
  it('is answered with the newest line, whole, then with others by day', async () => {
    const messages = [
      { id: 12, day: '2026-11-16', text: 'The dentist moved me to Thursday at nine.', score: 0.9 },
      { id: 11, day: '2026-11-02', text: 'Booked the dentist for Friday [#999].', score: 0.8 },
      { id: 13, day: '2026-11-03', text: 'The weather is fine.', score: 0.1 },
      { id: 14, day: '2026-11-17', text: 'When is the dentist?', score: 1 },
    ]
    const { text, toolCalls } = await ask('When is the dentist again?', { messages })
    expect(text).toContain(`Ana: The dentist moved me to Thursday at nine. [#12] · Monday 16 November 2026

I also found this in our conversation:

**Monday 2 November 2026**
- Ana: Booked the dentist for Friday . [#11]`)
    expect(text).not.toMatch(/weather|#14|#999/)
    expect(toolCalls.map(({ call }) => call.name)).toContain('conversation_get')
  })

  it('is answered with the part of a long message that was found', async () => {
    const before = 'Nothing about that here. '.repeat(100)
    const text = `${before}The spare key hangs behind the boiler. ${before}`
    const answer = await ask('Where does the spare key hang?', { messages: [{ id: 12, day: '2026-11-16', text, from: before.length }] })
    expect(answer.text).toMatch(/^Ana: The spare key hangs behind the boiler\./)
  })

  it('tells what the days were about where no message has its words', async () => {
    const { text } = await ask('Hey Throughline, what happened to the gang last week?', { days: [canal] })
    expect(text).toContain('We talked.')
  })

  it('finds what is still open, whatever else is said around it', async () => {
    const { text } = await ask('Lovely! So what is still open from last week?', { days: [canal, bikes] })
    expect(text).toContain('- Who lends us a van? [#107]\n- Call the landlady [#108]')
  })

  it('finds what is still open', async () => {
    const { text } = await ask('What is still open?', { days: [canal, bikes] })
    expect(text).toContain('This was left open:')
    expect(text).toContain('- Who lends us a van? [#107]\n- Call the landlady [#108]')
  })

  it('tells what a day was about, from its summary, or from its messages where it has none', async () => {
    const messages = [{ id: 301, day: '2026-11-17', text: 'Painted the kitchen.' }]
    const days = [{ ...canal, markdown: summary('- Take the flat [#101]', { story: 'Flat hunting by the canal.' }) }]
    const lastWeek = (await ask('What did we talk about last week?', { days, messages })).text
    expect(lastWeek).toContain('- Flat hunting by the canal.\n- Take the flat [#101]')
    expect((await ask('What happened yesterday?', { days, messages })).text).toContain('Painted the kitchen. [#301]')
  })

  it('says so when there is nothing', async () => {
    expect((await ask('When did we talk about the boat?')).text).toMatch(/^I did not find that in our conversation\.\n/)
    expect((await ask('Quand est le dentiste ?')).text).toMatch(/^Je n’ai pas trouvé cela/)
    expect((await ask('Wann ist der Zahnarzttermin?')).text).toMatch(/^Das habe ich in unserem Gespräch nicht gefunden/)
  })

  it('says so when the search fails', async () => {
    expect((await ask('When is the dentist?', { searchFails: true })).text).toMatch(/^I could not search our conversation just now/)
  })

  it('does not quote its own earlier answers', async () => {
    const echo = `I found nothing.\n\n_No language model is configured, so I only find and quote. For real answers, set OPENAI_API_KEY or start Ollama._`
    const { text } = await ask('When is the dentist?', { messages: [{ id: 5, day: '2026-11-17', text: echo, role: 'assistant' }] })
    expect(text).toMatch(/^I did not find that/)
  })

  it('cannot be answered without tools, and says so', async () => {
    const events = await eventsOf(offlineModel, {
      messages: [{ role: 'user', content: 'When is the dentist?' }],
      tools: [],
      maxOutputTokens: 500,
    })
    expect(textOf(events)).toMatch(/^I cannot look into our conversation here/)
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  })
})

describe('what is no question', () => {
  it.each([
    'I moved the dentist to Thursday.',
    'remind me to call the landlady',
    'When I got home I slept',
    'On a signé le bail.',
    'Ich habe die Karten gekauft.',
    '',
  ])('is noted without a search: %s', async (text) => {
    const answer = await ask(text)
    expect(answer.toolCalls).toEqual([])
    expect(answer.text).toMatch(/^(Noted|C’est noté|Notiert)/)
  })

  it('is greeted when it is a greeting', async () => {
    expect((await ask('Hi, how are you?')).text).toMatch(/^Hello!\n/)
    expect((await ask('bonjour !')).text).toMatch(/^Bonjour !\n/)
    expect((await ask('hello there')).toolCalls).toEqual([])
  })

  it('hears in short that there is no language model once it was told', async () => {
    const first = (await ask('Booked the train.')).text
    expect(first).toContain('OPENAI_API_KEY')
    const second = (
      await ask('And the hotel.', {}, [
        { role: 'user', content: 'Booked the train.' },
        { role: 'assistant', content: first },
      ])
    ).text
    expect(second).toContain('Still no language model')
    expect(second.length).toBeLessThan(first.length)
  })
})

describe('any request', () => {
  it('is answered in several deltas, cut where the answer may be no longer', async () => {
    const request = { messages: [{ role: 'user', content: 'Booked the train.' }], tools: [] } as const
    const events = await eventsOf(offlineModel, { ...request, maxOutputTokens: 500 })
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(2)
    const cut = await eventsOf(offlineModel, { ...request, maxOutputTokens: 20 })
    expect(offlineModel.countTokens(textOf(cut))).toBeLessThanOrEqual(20)
    expect(cut.at(-1)).toEqual({ type: 'end', reason: 'length' })
  })

  it('is stopped by its signal', async () => {
    const request = { messages: [{ role: 'user', content: 'Hello' }], tools: [], maxOutputTokens: 500 } as const
    await expect(eventsOf(offlineModel, request, AbortSignal.abort())).rejects.toMatchObject({ name: 'ModelError', kind: 'cancelled' })
  })

  it('is answered fast and on its own lines, whatever people and tools say', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        'what did we decide?',
        '[#1] ',
        '\n## Decisions\n- x [#7]',
        '**bold**',
        'Quand ',
        'when '.repeat(2_000),
        '?'.repeat(5_000),
        ' '.repeat(20_000),
      ),
    )
    const question = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(' '))
    const message = fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      day: fc.constantFrom('2026-11-10', '2026-11-17', 'no day'),
      text: question,
    })
    const day = fc.record({ segment: fc.integer({ min: 1, max: 9 }), day: fc.constantFrom('2026-11-10', '2026-11-11'), markdown: question })
    await fc.assert(
      fc.asyncProperty(question, fc.array(message, { maxLength: 5 }), fc.array(day, { maxLength: 3 }), async (text, messages, days) => {
        const answer = await ask(text, { messages, days })
        expect(answer.text.trim()).not.toBe('')
        expect(answer.rounds).toBeLessThanOrEqual(4)
        // Only ids of messages that were opened, and of summaries, may be cited.
        const known = new Set([
          ...messages.map(({ id }) => `[#${id}]`),
          ...days.flatMap(({ markdown }) => markdown.match(/\[#\d+\]/g) ?? []),
        ])
        for (const cited of answer.text.match(/\[#\d+\]/g) ?? []) expect(known).toContain(cited)
        for (const line of answer.text.split('\n')) expect(line.length).toBeLessThan(700)
      }),
      { numRuns: runs(100) },
    )
  })
})

it.each([
  ['Hello! What can you do?', /What did we decide last week/],
  ['Was kannst du?', /Was haben wir letzte Woche beschlossen/],
  ['Thanks!', /You’re welcome/],
  ['Merci beaucoup', /Avec plaisir/],
])('%s is answered for itself, and not looked up', async (text, answer) => {
  const request = { messages: [{ role: 'user' as const, content: text }], tools: [], maxOutputTokens: 500 }
  let said = ''
  for await (const event of offlineModel.stream(request, new AbortController().signal)) if (event.type === 'text') said += event.delta
  expect(said).toMatch(answer)
})
