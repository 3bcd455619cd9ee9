import { describe, expect, test } from 'vitest'
import { translatorOf } from '../../../src/core/messages/messages.ts'
import { buildAnswer } from '../../../src/offline/chat/answer.ts'
import { answerDirectly } from '../../../src/offline/chat/direct-answer.ts'
import type { OfflineSearch, QuotedMessage, ToolFindings } from '../../../src/offline/chat/findings.ts'

interface Found {
  readonly text: string
  readonly at: string
  readonly author?: string
  readonly role?: string
  readonly score?: number
  readonly snippet?: string
}

/** What the tools found: messages with the ids 1, 2, 3, best first. */
const findingsOf = (found: readonly Found[], more: Partial<ToolFindings> = {}): ToolFindings => ({
  searches: 1,
  failed: false,
  isSemantic: false,
  pages: 1,
  nextCursor: undefined,
  opened: [],
  summaries: [],
  memories: [],
  hits: found.map(({ score = 0.5, snippet, at }, index) => ({
    kind: 'message',
    day_label: at.slice(0, 10),
    day_segment_id: 1,
    score,
    message_id: index + 1,
    snippet,
    covered_by_summary: false,
  })),
  messages: found.map(
    ({ text, at, author = 'Mara', role = 'user' }, index): QuotedMessage => ({
      message_id: index + 1,
      author,
      role,
      content: text,
      created_at: at,
      day: at.slice(0, 10),
    }),
  ),
  ...more,
})

interface Asked extends Partial<ToolFindings> {
  readonly language?: string
}

const searchOf = (text: string, found: readonly Found[], { language = 'en', ...more }: Asked = {}): OfflineSearch => ({
  translate: translatorOf(language),
  question: { text, focus: 'anything' },
  period: undefined,
  isWidened: false,
  findings: findingsOf(found, more),
})

const answer = (text: string, found: readonly Found[], asked?: Asked) => answerDirectly(searchOf(text, found, asked))

const old: Found = { text: 'The printer offered 260 a spread.', at: '2026-10-19T10:00:00Z' }
const current: Found = { text: 'Update from the printer: it is 340 a spread now, we agreed to that.', at: '2026-10-22T16:00:00Z' }
const hotel: Found = { text: 'The hotel offered 260 a night.', at: '2026-10-20T10:00:00Z' }

describe('the newest value leads', () => {
  test('and the earlier one follows, marked as such', () => {
    expect(answer('how much is a spread?', [old, current, hotel])).toEqual([
      'Mara: Update from the printer: it is 340 a spread now, we agreed to that. [#2] · Thursday 22 October 2026',
      'Before that: Mara: The printer offered 260 a spread. [#1] · Monday 19 October 2026',
    ])
  })

  test.each([
    ['de', 'was kostet die Doppelseite?', 'Der Drucker will 260 pro Doppelseite.', 'Jetzt sind es 340 pro Doppelseite.', 'Davor: '],
    [
      'fr',
      'combien coûte la double page ?',
      "L'imprimeur demande 260 par double page.",
      'Finalement, c’est 340 par double page.',
      'Avant cela : ',
    ],
    [
      'es',
      '¿cuánto cuesta la doble página?',
      'La imprenta pide 260 por doble página.',
      'Ahora son 340 por doble página.',
      'Antes de eso: ',
    ],
    [
      'it',
      'quanto costa la doppia pagina?',
      'La tipografia chiede 260 a doppia pagina.',
      'Adesso sono 340 a doppia pagina.',
      'Prima di questo: ',
    ],
    ['pt', 'quanto custa a página dupla?', 'A gráfica pede 260 por página dupla.', 'Agora são 340 por página dupla.', 'Antes disso: '],
    ['ru', 'сколько стоит разворот?', 'Типография просит 260 за разворот.', 'Теперь 340 за разворот.', 'До этого: '],
    ['ja', '見開きはいくらですか？', '見開きは 260 円です。', '見開きは 340 円になりました。', 'その前：'],
    ['zh', '跨页多少钱？', '印刷厂跨页报价 260 元。', '跨页现在是 340 元。', '在那之前：'],
  ])('in %s: %s', (language, text, before, after, mark) => {
    const lines = answer(
      text,
      [
        { ...old, text: before },
        { ...current, text: after },
      ],
      { language },
    )
    expect(lines).toHaveLength(2)
    expect(lines![0]).toContain(`${after} [#2]`)
    expect(lines![1]).toContain(`${mark}Mara: ${before} [#1]`)
  })

  test('by the time at which it was said, whatever the order of the ids', () => {
    expect(answer('how much is a spread?', [{ ...current, at: '2026-10-01T08:00:00Z' }, old])![0]).toContain('260 a spread. [#2]')
    expect(answer('how much is a spread?', [old, { ...current, at: old.at }])![0]).toContain('340')
  })

  test('without an earlier one if that was deleted, and the earlier one if the newer was', () => {
    expect(answer('how much is a spread?', [current])).toHaveLength(1)
    expect(answer('how much is a spread?', [old])![0]).toContain('260 a spread. [#1]')
  })

  test('but it is never that of a question or of the assistant', () => {
    const asked: Found = { text: 'Is it 400 a spread now?', at: '2026-10-23T10:00:00Z' }
    const guess: Found = { text: 'It may be 500 a spread now.', at: '2026-10-23T10:01:00Z', role: 'assistant', author: '' }
    const lines = answer('how much is a spread?', [asked, guess, old, current])
    expect(lines![0]).toContain('340')
    expect(lines!.join('\n')).not.toContain('400')
  })

  test('and it is of the same thing, said of the same person', () => {
    expect(answer('what does the hotel cost?', [hotel, current])).toEqual([
      'Mara: The hotel offered 260 a night. [#1] · Tuesday 20 October 2026',
    ])
    const hakan: Found = { text: 'Hakan wants 1,840 for the fence.', at: '2026-10-20T10:00:00Z' }
    const priya: Found = { text: 'Priya wants 2,100 for the fence.', at: '2026-10-21T10:00:00Z' }
    const lines = answer('how much does Hakan want for the fence?', [priya, hakan])
    expect(lines![0]).toContain('Hakan wants 1,840')
    expect(lines!.join('\n')).not.toContain('Before that')
    const sketches: Found = { text: 'Perrine wants all spreads of the printer by 14 December.', at: '2026-10-30T10:00:00Z' }
    expect(answer('how much is a spread?', [old, sketches])![0]).toContain('260')
  })
})

describe('the line that covers the question best leads', () => {
  test('with its author, its citation and its day', () => {
    const lines = answer('Where does the spare key hang?', [
      { text: 'The spare tyre is in the garage.', at: '2026-10-01T08:00:00Z' },
      { text: 'The spare key hangs behind the boiler.', at: '2026-10-02T08:00:00Z', author: 'Ben' },
    ])
    expect(lines).toEqual(['Ben: The spare key hangs behind the boiler. [#2] · Friday 2 October 2026'])
  })

  test('also that of a day summary, which names what a message does not', () => {
    const markdown =
      '## Summary\nA day. [#9]\n\n## Goals\n- None\n\n## Decisions\n- We go with Hakan for the fence, 1,840 euros [#7]\n\n## Open loops\n- None\n\n## Next steps\n- None'
    const lines = answer('Which fence do we take?', [{ text: 'OK, we go with him.', at: '2026-10-02T08:00:00Z' }], {
      summaries: [{ day: '2026-10-02', markdown }],
    })
    expect(lines).toEqual(['We go with Hakan for the fence, 1,840 euros [#7] · Friday 2 October 2026'])
  })

  test('also if the question is misspelt, but not if a word only looks alike', () => {
    expect(answer('how much is a spred?', [old])![0]).toContain('260')
    const movers = { text: 'The movers come at 8:00.', at: old.at }
    expect(answer('when do the movers come?', [movers, { text: 'The cover costs 600.', at: old.at }])).toHaveLength(1)
  })

  test('also if the search found another word for a part of it', () => {
    const found: Found = { text: 'The flat is 990 with charges.', snippet: 'The flat is 990 with **charges**.', at: old.at }
    expect(answer('what does the flat cost?', [found])![0]).toContain('990')
  })
})

describe('nothing is found', () => {
  test.each([
    ['what is my blood type?', 'The type of wood is larch.'],
    ['what did we say about the boat trip to Norway?', 'I need the passport before the trip.'],
    ['who paints the walls?', 'Warm white, matt, 10 litres.'],
  ])('where too little is covered: %s', (text, said) => {
    expect(answer(text, [{ text: said, at: old.at }])).toBeUndefined()
  })

  test('where a question asks it, now or before', () => {
    expect(answer('what is my blood type?', [{ text: 'what is my blood type?', at: old.at }])).toBeUndefined()
    expect(answer('what is my blood type?', [{ text: 'Do you know what my blood type is?', at: old.at }])).toBeUndefined()
  })

  test('but what means the same is, if meanings were compared', () => {
    const found: Found = { text: 'Der Zahnarzt ist am Dienstag.', at: old.at, score: 0.7 }
    expect(answer('When is the dentist?', [found], { isSemantic: true })).toHaveLength(1)
    expect(answer('When is the dentist?', [{ ...found, score: 0.3 }], { isSemantic: true })).toBeUndefined()
    expect(answer('When is the dentist?', [found])).toBeUndefined()
  })

  test.each([
    ['en', 'I did not find that'],
    ['de', 'nicht gefunden'],
    ['fr', 'Je n’ai pas trouvé cela'],
    ['es', 'No he encontrado eso'],
    ['it', 'Non l’ho trovato'],
    ['pt', 'Não encontrei isso'],
    ['ru', 'Я не нашёл этого'],
    ['ja', '見つかりませんでした'],
    ['zh', '没有找到这个'],
  ])('which is said in %s, without a citation', (language, text) => {
    const said = buildAnswer(searchOf('what is my blood type?', [old], { language }))
    expect(said).toContain(text)
    expect(said).not.toContain('#')
  })
})

test('a memory about the topic comes first', () => {
  const said = buildAnswer(searchOf('who is my dentist?', [], { memories: ['The dentist is Dr Okafor', 'The locker is number 52'] }))
  expect(said).toBe('I remember: The dentist is Dr Okafor')
})

test('a list of decisions names what each of them replaced', () => {
  const dayOf = (day: string, decision: string) => ({
    day,
    markdown: `## Summary\nA day.\n\n## Goals\n- None\n\n## Decisions\n- ${decision}\n\n## Open loops\n- None\n\n## Next steps\n- None`,
  })
  const search = searchOf('what did we decide about the spread?', [], {
    summaries: [dayOf('2026-10-19', 'We decided on 260 a spread [#1]'), dayOf('2026-10-22', 'Agreed: 340 a spread [#6]')],
  })
  const said = buildAnswer({ ...search, question: { ...search.question, focus: 'decisions' } })
  expect(said).toContain('**Thursday 22 October 2026**\n- Agreed: 340 a spread [#6] (Before that: We decided on 260 a spread [#1])')
  expect(said).not.toContain('19 October')
})
