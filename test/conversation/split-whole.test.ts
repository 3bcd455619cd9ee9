import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitReply } from '../../src/conversation/deliver/split.ts'
import { runs } from '../support/runs.ts'

const lengths = fc.integer({ min: 64, max: 300 })
const word = fc.stringMatching(/^[a-z]{1,12}$/)
const words = (max: number) => fc.array(word, { minLength: 1, maxLength: max }).map((several) => several.join(' '))

/** How often each of them stands whole in one of the parts. */
const timesWhole = (pieces: readonly string[], parts: readonly string[]) =>
  pieces.map((piece) => parts.reduce((times, part) => times + part.split(piece).length - 1, 0))

describe('what fits into a part is not cut', () => {
  const numbered = fc
    .array(fc.constantFrom('code', 'link', 'image', 'address', 'reference'), { minLength: 1, maxLength: 12 })
    .chain((kinds) => fc.tuple(fc.constant(kinds), fc.array(words(6), { minLength: kinds.length, maxLength: kinds.length })))
    .map(([kinds, texts]) =>
      kinds.map((kind, index) => {
        const text = (texts[index] ?? '').slice(0, 24).trim()
        if (kind === 'code') return `\`${text} #${index}#\``
        if (kind === 'link') return `[${text} #${index}#](https://example.org/a_(b))`
        if (kind === 'image') return `![${text}](https://example.org/#${index}#)`
        if (kind === 'reference') return `[${text}][note #${index}#]`
        return `<https://example.org/${text.replaceAll(' ', '/')}/#${index}#>`
      }),
    )

  test('links, images, addresses and inline code, with words between them or none', () => {
    fc.assert(
      fc.property(
        numbered,
        fc.array(fc.oneof(words(9), fc.constant('')), { minLength: 13, maxLength: 13 }),
        lengths,
        (pieces, between, length) => {
          const text = pieces.map((piece, index) => `${between[index]}${index % 3 === 0 ? '' : ' '}${piece}`).join(' ')
          expect(timesWhole(pieces, splitReply(text, length))).toEqual(pieces.map(() => 1))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('the rows of a table, which is one in every part', () => {
    const row = fc.tuple(words(3), words(3)).map(([left, right]) => `${left.slice(0, 20)} | ${right.slice(0, 20)}`)
    const table = fc.array(row, { minLength: 1, maxLength: 20 }).map((rows) => rows.map((cells, index) => `| ${index}: ${cells} |`))
    fc.assert(
      fc.property(words(30), table, words(30), fc.integer({ min: 96, max: 300 }), (before, rows, after, length) => {
        const head = '| left | right |\n| :--- | ---: |'
        const parts = splitReply(`${before}\n\n${head}\n${rows.join('\n')}\n\n${after}`, length)
        const tables = parts.map((part) => part.split('\n').filter((line) => line.startsWith('| ') && line.endsWith(' |')))
        // Rows without a head would be no table, and a head alone would be none either.
        for (const lines of tables.filter(({ length: count }) => count > 0)) {
          expect(lines.slice(0, 2).join('\n')).toBe(head)
          expect(lines.length).toBeGreaterThan(2)
        }
        expect(tables.flatMap((lines) => lines.slice(2))).toEqual(rows)
      }),
      { numRuns: runs(300) },
    )
  })

  test('words, whichever way they are written', () => {
    const letters = fc.constantFrom(...'אבגדהוזחטיכלמנסעפצקרשתםןףץ', ...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي', ...'0123456789', 'ُ', 'ָ')
    const marks = fc.constantFrom('', '', '', '.', '،', '؟', '\u200f', '\u200e')
    const rightToLeft = fc.tuple(fc.array(letters, { minLength: 1, maxLength: 14 }), marks).map(([all, mark]) => all.join('') + mark)
    const text = fc.array(fc.oneof({ weight: 4, arbitrary: rightToLeft }, word), { minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(text, lengths, (all, length) => {
        const parts = splitReply(all.join(' '), length)
        expect(parts.join(' ').split(/\s+/)).toEqual(all)
        for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(length / 3 - 1)
      }),
      { numRuns: runs(300) },
    )
  })

  test('characters as people see them', () => {
    const seen = ['a', '漢', '😀', '👍🏽', '🇮🇹', '1️⃣', '👩‍👩‍👧‍👦', '❤️‍🔥', 'e\u0301', 'ก็', 'नि', '한', 'שָׁ', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']
    const characters = fc.array(fc.constantFrom(...seen), { minLength: 1, maxLength: 200 })
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const segmented = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)
    fc.assert(
      fc.property(characters, lengths, (all, length) => {
        const text = all.join('')
        const parts = splitReply(text, length)
        expect(parts.flatMap(segmented)).toEqual(segmented(text))
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('a code block that is cut', () => {
  const line = fc.stringMatching(/^( {0,6}[a-z(){}=;.]{1,10}( [a-z(){}=;.]{1,6}){0,3})?$/)
  const code = fc.array(line, { minLength: 1, maxLength: 60 }).filter((lines) => lines[0]?.trim() !== '' && lines.at(-1)?.trim() !== '')
  const fences = fc.constantFrom('```', '````', '~~~')
  const languages = fc.constantFrom('', 'ts', 'c++', 'jsonc title="a b"')

  test('is a block of its language in every part, and its lines are the same', () => {
    fc.assert(
      fc.property(code, fences, languages, lengths, (lines, fence, language, length) => {
        const parts = splitReply(`${fence}${language}\n${lines.join('\n')}\n${fence}`, length)
        for (const part of parts) {
          expect(part.startsWith(`${fence}${language}\n`), part).toBe(true)
          expect(part.endsWith(`\n${fence}`), part).toBe(true)
        }
        const again = parts.map((part) => part.slice(fence.length + language.length + 1, -fence.length - 1)).join('\n')
        expect(again.split('\n')).toEqual(lines)
      }),
      { numRuns: runs(300) },
    )
  })

  test('leaves what stands around it outside', () => {
    fc.assert(
      fc.property(words(20), code, fences, words(20), lengths, (before, lines, fence, after, length) => {
        const parts = splitReply(`${before}\n\n${fence}ts\n${lines.join('\n')}\n${fence}\n\n${after}`, length)
        const outside = parts.flatMap((part) => part.split(new RegExp(`^${fence}ts\\n[\\s\\S]*?\\n${fence}$`, 'm')))
        expect(outside.join(' ').split(/\s+/).filter(Boolean).join(' ')).toBe(`${before} ${after}`)
      }),
      { numRuns: runs(300) },
    )
  })
})

test('a part that is split again is that part', () => {
  const blocks = fc.constantFrom(
    '- one\n- two\n  - three',
    '> quoted words\n> and more',
    '## A heading',
    '| a | b |\n|---|---|\n| c | d |',
    '```js\na = 1\n\nb = 2\n```',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words(40), blocks), { minLength: 1, maxLength: 10 }), lengths, (all, length) => {
      for (const part of splitReply(all.join('\n\n'), length)) expect(splitReply(part, length)).toEqual([part])
    }),
    { numRuns: runs(300) },
  )
})
