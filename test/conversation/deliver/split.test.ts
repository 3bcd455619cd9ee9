import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { splitReply } from '../../../src/conversation/deliver/split.ts'
import { runs } from '../../support/runs.ts'

const visible = (text: string) => text.replace(/\s+/g, '')

/** Whether all of `wanted` is in `text`, in order, whatever stands in between. */
function isWithin(wanted: string, text: string): boolean {
  let position = 0
  for (const character of wanted) {
    position = text.indexOf(character, position)
    if (position === -1) return false
    position += character.length
  }
  return true
}

const lengths = fc.oneof(fc.integer({ min: 32, max: 80 }), fc.integer({ min: 80, max: 400 }))

describe('where a part ends', () => {
  test('a text that fits is one part, and a blank one has none', () => {
    expect(splitReply('Hello **there**.\n\n- one\n- two\n', 100)).toEqual(['Hello **there**.\n\n- one\n- two'])
    expect(splitReply('', 100)).toEqual([])
    expect(splitReply(' \n\t\n ', 100)).toEqual([])
  })

  test('it is the end of a paragraph, then of a line, a sentence, a word', () => {
    expect(splitReply('One two. Three\nfour.\n\nFive six seven eight.', 32)).toEqual(['One two. Three\nfour.', 'Five six seven eight.'])
    expect(splitReply('One two. Three four.\nFive six. Seven eight nine.', 32)).toEqual([
      'One two. Three four.',
      'Five six. Seven eight nine.',
    ])
    expect(splitReply('One two three four. Five six seven eight nine.', 32)).toEqual(['One two three four.', 'Five six seven eight nine.'])
    expect(splitReply('one two three four five six seven eight', 32)).toEqual(['one two three four five six', 'seven eight'])
  })

  test('a paragraph that would leave a part nearly empty is passed over for a later end', () => {
    expect(splitReply('Yes.\n\nThe rest of the answer is a longer sentence.', 40)).toEqual([
      'Yes.\n\nThe rest of the answer is a longer',
      'sentence.',
    ])
  })

  test('a heading begins the next part rather than end one', () => {
    expect(splitReply('One two three.\n\n## Four\n\nFive six seven eight nine.', 40)).toEqual([
      'One two three.',
      '## Four\n\nFive six seven eight nine.',
    ])
    expect(splitReply('Yes.\n\n## The end', 40)).toEqual(['Yes.\n\n## The end'])
    // Where there is no other place, it is one all the same.
    expect(splitReply(`# A heading of many\n\n${'x'.repeat(40)}`, 40).join('')).toContain('x'.repeat(20))
  })

  test('a word longer than a part is cut hard, and no character is cut in two', () => {
    expect(splitReply('x'.repeat(70), 32).map((part) => part.length)).toEqual([32, 32, 6])
    const family = '👨‍👩‍👧‍👦'
    for (const part of splitReply(family.repeat(9), 40)) expect(part.replaceAll(family, '')).toBe('')
    for (const part of splitReply('😀'.repeat(50), 33)) expect(part).not.toMatch(/\p{Surrogate}/u)
    for (const part of splitReply('e\u0301'.repeat(50), 33)) expect(part.startsWith('e')).toBe(true)
  })

  test('a character longer than a part is cut all the same', () => {
    const parts = splitReply(`e${'\u0301'.repeat(100)}`, 32)
    expect(parts.join('')).toBe(`e${'\u0301'.repeat(100)}`)
  })

  test('links, citations and inline code stay whole', () => {
    const whole = [
      '[the long text of a link](https://example.org/a_(b)?c=d)',
      '`inline code, with words`',
      '![an image](https://example.org/i.png)',
    ]
    for (const one of whole) {
      for (let before = 1; before < 70; before++) {
        const text = `${'ab '.repeat(before)}${one} and more words after it`
        expect(
          splitReply(text, 70).filter((part) => part.includes(one)),
          text,
        ).toHaveLength(1)
      }
    }
  })

  test('a link with no space before it begins the next part', () => {
    expect(splitReply(`${'x'.repeat(30)}[a link here](https://a.org)`, 40)).toEqual(['x'.repeat(30), '[a link here](https://a.org)'])
  })

  test('a table is cut between its rows, and never behind its head', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `| row ${index} | some words. In a cell |`)
    const table = ['| a | b |', '| --- | --- |', ...rows].join('\n')
    const parts = splitReply(`Here it is:\n${table}`, 100)
    expect(parts.length).toBeGreaterThan(3)
    expect(parts[0]).toContain('| --- | --- |\n| row 0')
    for (const row of rows) expect(parts.filter((part) => part.split('\n').includes(row))).toHaveLength(1)
  })
})

describe('code blocks', () => {
  test('one that is cut is closed, and opened again with the same info string', () => {
    const code = Array.from({ length: 6 }, (_, index) => `const line${index} = ${index}`)
    const parts = splitReply(`Look:\n\n\`\`\`ts\n${code.join('\n')}\n\`\`\`\n\nDone.`, 60)
    expect(parts).toEqual([
      'Look:\n\n```ts\nconst line0 = 0\nconst line1 = 1\n```',
      '```ts\nconst line2 = 2\nconst line3 = 3\nconst line4 = 4\n```',
      '```ts\nconst line5 = 5\n```\n\nDone.',
    ])
  })

  test('a longer fence, or one of tildes, is repeated as it was, and what is in it is no fence', () => {
    const parts = splitReply('~~~~md\n```\ncode within code\n```\n~~~\nmore of the code\n~~~~', 40)
    expect(parts).toEqual(['~~~~md\n```\ncode within code\n```\n~~~\n~~~~', '~~~~md\nmore of the code\n~~~~'])
  })

  test('one in a list is closed inside of it, and goes on at the margin', () => {
    const parts = splitReply('10. item\n\n    ```js\n    first()\n      indented()\n    third()\n    ```\n\nEnd.', 48)
    expect(parts).toEqual(['10. item\n\n    ```js\n    first()\n    ```', '```js\n  indented()\nthird()\n```\n\nEnd.'])
  })

  test('one in a list ends with its item, even when nobody closed it', () => {
    const parts = splitReply('- ```js\n  first()\nNot code any more, but a paragraph.', 40)
    expect(parts).toEqual(['- ```js\n  first()\n  ```', 'Not code any more, but a paragraph.'])
  })

  test('one in a quotation is closed inside of it', () => {
    const parts = splitReply('> ```py\n> first_line_here()\n> second_line_here()\n> ```', 36)
    expect(parts).toEqual(['> ```py\n> first_line_here()\n> ```', '```py\nsecond_line_here()\n```'])
  })

  test('one that its author never closed is closed in every part', () => {
    const parts = splitReply(`\`\`\`\n${'word '.repeat(30)}`, 50)
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(part).toMatch(/^```\n[^`]+\n```$/)
  })

  test('no part holds an empty block where a cut falls beside a fence', () => {
    for (let length = 32; length < 80; length++)
      for (const part of splitReply('Some words before it:\n```js\nconst a = 1\n\nconst b = 2\n```\nand after it.', length))
        expect(part, `at ${length}`).not.toMatch(/```(js)?\n\s*```/)
  })
})

const word = fc.stringMatching(/^[a-z]{1,12}$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `${words.join(' ')}.`)
const inline = fc.oneof(
  { weight: 4, arbitrary: sentence },
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `\`${words.join(' ')}\``),
  fc.tuple(word, word).map(([text, address]) => `[${text}](https://example.org/${address})`),
)
const paragraph = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
const codeBlock = fc
  .record({
    marker: fc.constantFrom('```', '````', '~~~', '~~~~~'),
    info: fc.constantFrom('', 'ts', 'py'),
    lines: fc.array(fc.stringMatching(/^( {0,4}[a-z(){}=;]{1,10}){1,4}$/), { minLength: 1, maxLength: 12 }),
    container: fc.constantFrom({ first: '', rest: '' }, { first: '- ', rest: '  ' }, { first: '12. ', rest: '    ' }),
  })
  .map(({ marker, info, lines, container: { first, rest } }) =>
    [`${first}${marker}${info}`, ...lines.map((line) => rest + line), rest + marker].join('\n'),
  )
const documents = fc
  .array(fc.oneof({ weight: 2, arbitrary: paragraph }, codeBlock), { minLength: 1, maxLength: 8 })
  .map((blocks) => blocks.join('\n\n'))

const fragments = fc.constantFrom(
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '```js\n',
    '\n```\n',
    '\n',
    '\n\n',
    ' ',
    '    ',
    '- ',
    '> ',
    '1. ',
    '[',
    ']',
    '](',
    ')',
    '(',
    '|',
    '|-|-|',
    '\\',
    '!',
  ],
  ...['word', 'Sentence. ', 'https://a.example/b', '😀', '👩‍🚀', 'e\u0301', '漢字。', 'x'.repeat(50), '\r\n', '<', '>', '#', '*', '__'],
)
const hostile = fc.array(fragments, { maxLength: 120 }).map((pieces) => pieces.join(''))

/** The same, with no lists or quotations: where those end is a matter of taste in a text like this. */
const unruly = hostile.map((text) => text.replace(/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/gm, ''))

const markdown = new MarkdownIt()
const codeIn = (text: string) => markdown.parse(text, {}).filter(({ type }) => type === 'fence')

describe('whatever the text', () => {
  test('no part is too long or blank, and nothing visible is lost', () => {
    fc.assert(
      fc.property(fc.oneof(documents, hostile, fc.string({ unit: 'binary', maxLength: 600 })), lengths, (text, length) => {
        const parts = splitReply(text, length)
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(length)
        for (const part of parts) expect(part.trim()).not.toBe('')
        expect(isWithin(visible(text), visible(parts.join('')))).toBe(true)
        expect(parts.length === 0).toBe(text.trim() === '')
      }),
      { numRuns: runs(400) },
    )
  })

  test('nothing is added but fences, and text and code stay what they were', () => {
    fc.assert(
      fc.property(documents, lengths, (text, length) => {
        const parts = splitReply(text, length)
        const prose = (one: string) => visible(one.replace(/^ *(?:- |12\. )?(?:`{3,}|~{3,})(?:ts|py)?$/gm, ''))
        expect(prose(parts.join('\n'))).toBe(prose(text))
        // A block left open would take the text after it for code; one opened without its info string would lose its language.
        const code = (texts: readonly string[]) =>
          texts.flatMap(codeIn).reduce((all, { info, content }) => all + info[0] + visible(content), '')
        const perLanguage = (texts: readonly string[], info: string) =>
          texts
            .flatMap(codeIn)
            .filter((one) => one.info === info)
            .map((one) => visible(one.content))
            .join('')
        for (const info of ['', 'ts', 'py']) expect(perLanguage(parts, info)).toBe(perLanguage([text], info))
        expect(code(parts).length).toBeGreaterThanOrEqual(code([text]).length)
      }),
      { numRuns: runs(300) },
    )
  })

  test('no part leaves a block open for what comes after it', () => {
    fc.assert(
      fc.property(fc.oneof(documents, unruly), lengths, (text, length) => {
        for (const part of splitReply(text, length)) {
          const swallowed = codeIn(`${part}\n\nafterwards`).some(({ content }) => content.includes('afterwards'))
          expect(swallowed, part).toBe(false)
        }
      }),
      { numRuns: runs(400) },
    )
  })

  test('20,000 characters of anything are split', { timeout: 10_000 }, () => {
    const pieces = [
      '[',
      '](',
      '[](',
      '`',
      '```\n',
      '|-',
      '- ',
      '> ',
      '    \n',
      'e\u0301',
      '\u0301',
      '(',
      '<',
      'http://',
      '. ',
      '\\',
      '~~~\n- ',
    ]
    for (const piece of pieces) {
      for (const length of [32, 4_096]) {
        const text = piece.repeat(Math.ceil(20_000 / piece.length))
        for (const part of splitReply(text, length)) expect(part.length).toBeLessThanOrEqual(length)
      }
    }
  })
})

test('a limit in which no code block could be closed and opened again is refused', () => {
  expect(() => splitReply('text', 31)).toThrow('at least 32 characters')
})
