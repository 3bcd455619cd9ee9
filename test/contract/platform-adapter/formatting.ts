import { expect } from 'vitest'
import { splitReply } from '../../../src/conversation/deliver/split.ts'
import { key, type Run, sendDirect } from './listening.ts'
import { longAnswer } from './long-answer.ts'

/** Markdown as people read it. */
export const formattingCases = {
  'text as long as the limit is taken whole': async (harness) => {
    const { maxLength } = harness.adapter.sender
    const text = `${'word '.repeat(maxLength).slice(0, maxLength - 1)}.`
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.text).toBe(text)
  },

  'Markdown is rendered': async (harness) => {
    const text = [
      '## Plan',
      '',
      'Some **bold**, *italic* and `code`, and [a link](https://example.org/page).',
      '',
      '```ts',
      'const a = 1 < 2',
      '```',
    ].join('\n')
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.markup).toContain(
      'Some <b>bold</b>, <i>italic</i> and <code>code</code>, and <a href="https://example.org/page">a link</a>.',
    )
    expect(shown?.markup).toMatch(/<pre>const a = 1 < 2\n?<\/pre>/)
    expect(shown?.text).toContain('Plan')
    expect(shown?.text).not.toMatch(/\*|`|#/)
  },

  'markup that would do harm is shown as text': async (harness) => {
    const text = 'Press [here](javascript:alert(1)) <script>alert(2)</script> @everyone'
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    expect(shown?.markup).not.toContain('<a ')
    expect(shown?.text).toContain('<script>alert(2)</script> @everyone')
  },

  'a collapsed part keeps all its text': async (harness) => {
    await sendDirect(harness, { text: '## Summary\n\nAll went well.', collapsed: true })
    const [shown] = await harness.shown('direct')
    expect(shown?.text).toContain('Summary')
    expect(shown?.text).toContain('All went well.')
  },

  'every kind of block keeps its words in their order': async (harness) => {
    const text = [
      'First [a link](https://example.org/one) and ~~gone~~ words.',
      '',
      '- apples',
      '- pears',
      '  1. small',
      '  2. large',
      '',
      '> quoted words',
      '',
      '| Fruit | Price |',
      '| --- | ---: |',
      '| plum | 12 |',
      '| fig | 34 |',
      '',
      '```py',
      'if a < b: print("x & y")',
      '```',
      '',
      '---',
      '',
      'The end: 2 * 3 * 4 & snake_case_name.',
    ].join('\n')
    await sendDirect(harness, { text })
    const [shown] = await harness.shown('direct')
    const words = [
      ...['First', 'a link', 'gone', 'words.', 'apples', 'pears', 'small', 'large', 'quoted words', 'plum', '12', 'fig', '34'],
      ...['if a < b: print("x & y")', 'The end: 2 * 3 * 4 & snake_case_name.'],
    ]
    expect(inOrder(words, shown?.text ?? '')).toEqual(words)
    for (const heading of ['Fruit', 'Price']) expect(shown?.text).toContain(heading)
    expect(shown?.markup).toContain('<a href="https://example.org/one">a link</a>')
    expect(shown?.text).not.toMatch(/```|\]\(|\| ?-{3}/)
  },

  'other scripts and emoji are shown as they were written': async (harness) => {
    const words = ['שלום עולם', 'مرحبا بالعالم 123', '漢字とかな', 'Ünïcödé', 'e\u0301tude', '👩‍👩‍👧‍👦', '🇮🇹', '👍🏽', '1️⃣']
    await sendDirect(harness, { text: words.map((word) => `**${word}** and ${word}`).join('\n\n') })
    const [shown] = await harness.shown('direct')
    const twice = words.flatMap((word) => [word, word])
    expect(inOrder(twice, shown?.text ?? '')).toEqual(twice)
    for (const word of words) expect(shown?.markup).toContain(`<b>${word}</b>`)
  },

  'nobody is called by what a reply says': async (harness) => {
    const calls = '@everyone @here <!channel> <!here> <!everyone> <!subteam^S0123> <@U0123> <@123> <@!123> <@&123> <#C0123> @ada'
    const text = `Tell them: ${calls}, or [@everyone](https://example.org/all), or \`@here\`.\n\n> @everyone <!channel>\n\nThat is all.`
    const { address, id } = await sendDirect(harness, { text })
    const { edit } = harness.adapter.sender
    for (const changed of [text, `Again. ${text}`]) {
      await edit?.(address, id, { text: changed })
      const [shown] = await harness.shown('direct')
      expect(shown?.pings ?? []).toEqual([])
      expect(inOrder(['Tell them', 'everyone', 'That is all.'], shown?.text ?? '')).toHaveLength(3)
    }
  },

  'an answer of 20,000 characters arrives whole and in order, part by part': async (harness) => {
    const { text, words, code, links } = longAnswer()
    const { sender } = harness.adapter
    const [first = '', ...rest] = splitReply(text, sender.maxLength)
    const { address } = await sendDirect(harness, { text: first })
    for (const part of rest) await sender.send(address, { text: part, continues: true }, key())
    const shown = await harness.shown('direct')
    expect(shown).toHaveLength(1 + rest.length)
    const readable = shown.map((part) => part.text).join('\n')
    expect(readable.match(/\b[wct]\d{4}\b/g)).toEqual(words)
    expect(readable).not.toContain('```')
    const blocks = shown.flatMap(({ markup }) => [...markup.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, block]) => block))
    expect(blocks.join('\n').match(/\bc\d{4}\b/g)).toEqual(code)
    const addresses = shown.flatMap(({ markup }) => [...markup.matchAll(/<a href="([^"]*)">/g)].map(([, to]) => to))
    expect(addresses).toEqual(links)
  },
} satisfies Record<string, Run>

/** Those of `wanted` that are found in a text, each after the one before. */
function inOrder(wanted: readonly string[], text: string): string[] {
  let position = 0
  return wanted.filter((words) => {
    const found = text.indexOf(words, position)
    if (found !== -1) position = found + words.length
    return found !== -1
  })
}
