import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMarkdown as formatForDiscord } from '../../../adapters/discord/format/format-markdown.ts'
import { formatPart } from '../../../adapters/slack/format/format-part.ts'
import { formatMarkdown as formatForTelegram } from '../../../adapters/telegram/format/format-markdown.ts'
import { splitReply } from '../../../src/conversation/deliver/split.ts'
import { runs } from '../../support/runs.ts'

const hebrew = fc.constantFrom('שָׁלוֹם', 'בְּרֵאשִׁית', 'מפתח', 'עוֹלָם', 'דֶּלֶת')
const arabic = fc.constantFrom('مَرْحَبًا', 'اَلْمِفْتَاحُ', 'باب', 'كِتَابٌ', 'می‌خواهم')
const word = fc.oneof(hebrew, arabic, fc.constantFrom('key', '12:30', 'npm'))
/** Without spaces, so that it is cut hard. */
const long = fc.array(fc.oneof(hebrew, arabic), { minLength: 8, maxLength: 20 }).map((words) => words.join(''))
const isolate = fc
  .tuple(fc.constantFrom('\u2066', '\u2067', '\u2068'), fc.array(word, { minLength: 1, maxLength: 3 }))
  .map(([start, words]) => `${start}${words.join(' ')}\u2069`)
const punctuated = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: word }, isolate), fc.constantFrom('', '', '!', '?', '؟', '،', '.', ':', '…'))
  .map((pair) => pair.join(''))
const bracketed = word.map((one) => `(${one})`)
const sentences = fc
  .array(fc.oneof({ weight: 6, arbitrary: punctuated }, bracketed, { weight: 1, arbitrary: long }), { minLength: 1, maxLength: 40 })
  .map((words) => words.join(' '))
const texts = fc.array(sentences, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n\n'))

const graphemes = new Intl.Segmenter('he', { granularity: 'grapheme' })
const visible = (text: string) => text.replace(/\s+/g, '')

describe('a text that runs right to left', () => {
  test('is split neither between a letter and its marks nor within an isolate', () => {
    fc.assert(
      // An isolate is shorter than a part.
      fc.property(texts, fc.integer({ min: 60, max: 200 }), (text, length) => {
        const parts = splitReply(text, length)
        expect(visible(parts.join(''))).toBe(visible(text))
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(length)
          expect(part).not.toMatch(/^[\p{M}\u200C\u200D]/u)
          expect(part.match(/[\u2066-\u2068]/g)?.length ?? 0, part).toBe(part.match(/\u2069/g)?.length ?? 0)
        }
        const characters = (one: string) => Array.from(graphemes.segment(visible(one)), ({ segment }) => segment)
        expect(parts.flatMap(characters)).toEqual(characters(text))
      }),
      { numRuns: runs(300) },
    )
  })

  test('ends a part with a sentence', () => {
    expect(splitReply('أين المفتاح يا صديقي؟ تحت الأصيص الكبير', 32)).toEqual(['أين المفتاح يا صديقي؟', 'تحت الأصيص الكبير'])
  })

  test('is not cut between a space and the mark on it', () => {
    const text = `${'א'.repeat(20)} \u05B0${'ב'.repeat(20)}`
    for (const part of splitReply(text, 32)) expect(part).not.toMatch(/^\p{M}/u)
  })

  test('is formatted without anything being moved, added or removed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(formatForDiscord(text)).toBe(text)
        expect(formatForTelegram(text).text).toBe(text)
        expect(formatPart({ text }).blocks).toEqual([{ type: 'markdown', text }])
      }),
      { numRuns: runs(100) },
    )
  })

  test('keeps its emphasis, and underscores within a word are none', () => {
    expect(formatForTelegram('**مرحبا**، قال (أمس)!')).toMatchObject({
      text: 'مرحبا، قال (أمس)!',
      entities: [{ type: 'bold', offset: 0, length: 5 }],
    })
    expect(formatForDiscord('__שלום__!')).toBe('**שלום**!')
    expect(formatForDiscord('שם__של__קובץ')).toBe('שם\\_\\_של\\_\\_קובץ')
  })
})
