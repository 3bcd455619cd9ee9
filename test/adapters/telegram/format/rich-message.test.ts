import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { toRichMessage } from '../../../../adapters/telegram/format/rich-message.ts'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import { type FakePerson, type FakeTelegram, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { checkedRich } from '../../../fakes/telegram/rich.ts'
import { runs } from '../../../support/runs.ts'
import { adapterOn, key } from '../harness.ts'

const table = '| Fruit | Price |\n| --- | ---: |\n| **fig** | [34](https://example.org/fig) |'

/** As Telegram would show it; throws unless it would take it. */
function markup(source: string): string | undefined {
  const rich = toRichMessage(source)
  return rich && checkedRich(rich).markup
}

describe('richMessage', () => {
  it.each([
    ['a table', table, '<table><td>Fruit</td><td>Price</td>\n<td><b>fig</b></td><td><a href="https://example.org/fig">34</a></td></table>'],
    ['a list in a list', '- one\n  1. two', '<ul><li>one\n<ul><li>two</li></ul></li></ul>'],
    ['tasks', '- [ ] buy *milk*\n- [x] sleep', '<ul><li>☐ buy <i>milk</i></li>\n<li>☑ sleep</li></ul>'],
    ['a list in a list in a quotation', '> - one\n>   - two', '<blockquote><ul><li>one\n<ul><li>two</li></ul></li></ul></blockquote>'],
    [
      'whatever stands around it',
      `# Plan\n\n~~no~~ \`f()\`\n\n\`\`\`ts\na < b\n\`\`\`\n\n---\n\n${table.split('\n').slice(0, 2).join('\n')}`,
      '<b>Plan</b>\n<s>no</s> <code>f()</code>\n<pre>a < b</pre>\n———\n<table><td>Fruit</td><td>Price</td></table>',
    ],
  ])('shows %s in blocks', (_, source, expected) => {
    expect(markup(source)).toBe(expected)
  })

  it.each([
    ['plain words', 'Hello **you**'],
    ['a flat list', '- one\n- two'],
    ['brackets that are no task', '> [x] marks the spot\n\n[ ] nothing'],
    ['a table with more cells than columns, which would be lost', '| a |\n|---|\n| 1 | 2 |'],
    ['more columns than Telegram has', `|${'a|'.repeat(21)}\n|${'-|'.repeat(21)}`],
    ['deeper nesting than Telegram has', Array.from({ length: 12 }, (__, depth) => `${'  '.repeat(depth)}- deep`).join('\n')],
    ['more blocks than Telegram has', `${table}\n\n${'- one\n'.repeat(300)}`],
  ])('leaves %s to plain messages', (_, source) => {
    expect(toRichMessage(source)).toBeUndefined()
  })

  it('makes nothing of what a text must not do by itself', () => {
    const source = `${table}\n\n<tg-button type="callback_data" data="/forget">Win</tg-button> [you](tg://user?id=1) ![](https://example.org/x.png) ==m== ||s|| $x$`
    const [, paragraph] = toRichMessage(source)?.blocks ?? []
    expect(paragraph).toEqual({
      type: 'paragraph',
      text: [
        '<tg-button type="callback_data" data="/forget">Win</tg-button> ',
        'you',
        ' (tg://user?id=1)',
        ' ',
        { type: 'url', text: ['https://example.org/x.png'], url: 'https://example.org/x.png' },
        ' ==m== ||s|| $x$',
      ],
    })
  })

  it('loses no word and is taken by Telegram, for any tables and lists', () => {
    const word = fc.stringMatching(/^[a-zA-Zäöéאبж0-9😀]{1,8}$/u)
    const item = fc.tuple(fc.constantFrom('- ', '1. ', '- [ ] ', '- [x] '), fc.nat(3), word)
    const lists = fc.array(item, { minLength: 1, maxLength: 8 }).map((items) => ({
      source: items.map(([mark, depth, text]) => `${'   '.repeat(depth)}${mark}${text}`).join('\n'),
      words: items.map(([, , text]) => text),
    }))
    const tables = fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 5 }).map(([head = ['', '', ''], ...rows]) => ({
      source: [head, ['---', ':-:', '--:'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'),
      words: [head, ...rows].flat(),
    }))
    let shown = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(lists, tables), { minLength: 1, maxLength: 4 }), (blocks) => {
        const rich = toRichMessage(blocks.map(({ source }) => source).join('\n\n'))
        if (!rich) return
        shown += 1
        const { text } = checkedRich(rich)
        let at = 0
        for (const each of blocks.flatMap(({ words }) => words)) {
          const found = text.indexOf(each, at)
          expect(found, `"${each}" in ${JSON.stringify(text)}`).toBeGreaterThanOrEqual(at)
          at = found + each.length
        }
      }),
      { numRuns: runs(300) },
    )
    expect(shown).toBeGreaterThan(runs(300) / 3)
  })
})

describe('rich messages', () => {
  let telegram: FakeTelegram
  let ada: FakePerson
  let to: PlaceAddress

  beforeEach(async () => {
    telegram = await startFakeTelegram()
    ada = telegram.person({ name: 'Ada' })
    to = String(ada.id) as PlaceAddress
    return () => telegram.close()
  })

  const sender = (richMessages = true) => adapterOn(telegram, { richMessages }).adapter.sender
  const methods = () => telegram.calls.map(({ method }) => method)

  it('are sent only when that is switched on, and only for what needs them', async () => {
    await sender(false).send(to, { text: table }, key)
    await sender().send(to, { text: 'Hello' }, key)
    await sender().send(to, { text: table, collapsed: true }, key)
    expect(methods()).toEqual(['sendMessage', 'sendMessage', 'sendMessage'])
  })

  it('have buttons, a topic, and what they reply to', async () => {
    const asked = telegram.message({ from: ada, text: 'How much?' })
    const part = { text: table, replyTo: String(asked.id) as never, buttons: [{ label: 'Again', action: '/retry' }] }
    const id = await sender().send(`${to}/5` as PlaceAddress, part, key)
    expect(methods()).toEqual(['sendRichMessage'])
    expect(telegram.view(ada).at(-1)).toMatchObject({ id: Number(id), topic: 5, replyTo: asked.id, buttons: ['Again'] })
    expect(telegram.view(ada).at(-1)?.markup).toContain('<td>Fruit</td>')
  })

  it('are edited as such: a reply that grew as a plain message ends as a rich one, and back', async () => {
    const { send, edit } = sender()
    const id = await send(to, { text: table, unfinished: true }, key)
    expect(methods()).toEqual(['sendMessage'])
    await edit?.(to, id, { text: table })
    await edit?.(to, id, { text: table })
    expect(telegram.view(ada)[0]?.markup).toContain('<td>Fruit</td>')
    await edit?.(to, id, { text: 'Short **now**' })
    expect(telegram.view(ada)).toMatchObject([{ markup: 'Short <b>now</b>' }])
  })

  it('that Telegram refuses are sent plain, once', async () => {
    const { send } = sender()
    telegram.failNext('sendRichMessage', { status: 400, description: 'Bad Request: RICH_BLOCK_INVALID' })
    await send(to, { text: table }, key)
    expect(methods()).toEqual(['sendRichMessage', 'sendMessage'])
    expect(telegram.view(ada)).toMatchObject([{ text: 'Fruit | Price\nfig   | 34 (https://example.org/fig)' }])
    await send(to, { text: table }, key)
    expect(methods().at(-1)).toBe('sendRichMessage')
  })

  it('that nobody knows the end of are not sent plain as well', async () => {
    telegram.failNext('sendRichMessage', 'cut-after')
    await expect(sender().send(to, { text: table }, key)).rejects.toMatchObject({ kind: 'unknown' })
    expect(telegram.view(ada)).toHaveLength(1)
  })

  it('are not asked for again of a server that does not know them', async () => {
    telegram.becomeOlder()
    const { send, edit } = sender()
    const id = await send(to, { text: table }, key)
    await send(to, { text: table }, key)
    await edit?.(to, id, { text: `${table}\n\nThat is all.` })
    expect(methods()).toEqual(['sendRichMessage', 'sendMessage', 'sendMessage', 'editMessageText'])
    expect(telegram.botTexts(ada)[0]).toContain('That is all.')
  })

  it('follow a group that became a supergroup', async () => {
    const old = telegram.group('Old', { basic: true })
    const grown = telegram.upgrade(old, ada)
    await sender().send(String(old.id) as PlaceAddress, { text: table }, key)
    expect(telegram.view(grown)[0]?.markup).toContain('<td>Fruit</td>')
    expect(methods()).toEqual(['sendRichMessage', 'sendRichMessage'])
  })
})
