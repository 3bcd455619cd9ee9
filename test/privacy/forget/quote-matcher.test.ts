import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildQuotePatterns, quotesForgotten } from '../../../src/privacy/forget/quote-matcher.ts'

const nothing = { messageIds: [], memoryIds: [], texts: [] }

test('a message is cited by its number, in whatever way', () => {
  const needles = buildQuotePatterns({ ...nothing, messageIds: [12] })
  for (const text of [
    'As you said [#12].',
    '(#12)',
    '[{"label":"Open 1","action":"/open 12"}]',
    '{"results":[{"message_id":12,"snippet":"…"}]}',
    '{"from_message_id": 12}',
    '{"quoted":"{\\"message_id\\":12}"}',
  ])
    expect(quotesForgotten(text, needles), text).toBe(true)
  for (const text of ['12', '#123', '#112', '/open 120', '{"message_id":121}', '{"day_segment_id":12}', '/memory undo 12'])
    expect(quotesForgotten(text, needles), text).toBe(false)
})

test('an item of memory is named by buttons, by commands, and in what its tools give', () => {
  const needles = buildQuotePatterns({ ...nothing, memoryIds: [7] })
  for (const text of ['[{"label":"Undo","action":"/memory undo 7"}]', 'memory 7: vegetarian', 'memory_search {} {"results":[{"id":7}]}'])
    expect(quotesForgotten(text, needles), text).toBe(true)
  for (const text of ['/memory undo 70', 'conversation_search {} {"id":7}', '[#7]'])
    expect(quotesForgotten(text, needles), text).toBe(false)
})

test('a line is known again inside markup, quotations and JSON', () => {
  const needles = buildQuotePatterns({ ...nothing, texts: ['short\nThe key is under the blue pot, “as always”.'] })
  for (const text of [
    '> The key is under the blue pot, “as always”.',
    'the **KEY** is under the blue pot as always',
    JSON.stringify({ snippet: 'short\nThe key is under the blue pot, “as always”.' }),
  ])
    expect(quotesForgotten(text, needles), text).toBe(true)
  for (const text of ['The key is under the red pot, as always.', 'short', 'The key is under', ''])
    expect(quotesForgotten(text, needles), text).toBe(false)
})

test('a part of a long line is known again, as results of a search show no more', () => {
  const line = 'We talked about the trip to Zanzibar in March, about the flights by Doha, and who waters the garden meanwhile.'
  const needles = buildQuotePatterns({ ...nothing, texts: [line] })
  expect(quotesForgotten('2. …the trip to **Zanzibar** in March, about the flights by…', needles)).toBe(true)
  expect(quotesForgotten('…who waters the garden…', needles)).toBe(false)
})

test('very many lines that begin alike are looked for in no time', () => {
  const log = Array.from({ length: 20_000 }, (_, n) => `2026-11-18 request ${n}`).join('\n')
  const needles = buildQuotePatterns({ ...nothing, texts: [log] })
  expect([...needles.fragmentsByLength.keys()].length).toBeLessThan(36)
  expect(quotesForgotten(log.replaceAll('request', 'answer'), needles)).toBe(false)
  expect(quotesForgotten('2026-11-18 request 19999', needles)).toBe(true)
})

test('short lines and the headings of summaries are nothing to be known by', () => {
  const needles = buildQuotePatterns({ ...nothing, texts: ['Good night!\n## Zusammenfassung des Tages'] })
  expect(quotesForgotten('Good night! ## Zusammenfassung des Tages', needles)).toBe(false)
})

test('whatever holds a long enough line quotes it, and nothing quotes without needles', () => {
  const letters = fc.stringMatching(/^[a-z ]{0,80}$/)
  fc.assert(
    fc.property(letters, letters, letters, (before, line, after) => {
      const isLong = line.replaceAll(' ', '').length >= 12
      expect(quotesForgotten(`${before}${line}${after}`, buildQuotePatterns({ ...nothing, texts: [line] }))).toBe(isLong)
      expect(quotesForgotten(`${before}${line}${after}`, buildQuotePatterns(nothing))).toBe(false)
    }),
  )
})
