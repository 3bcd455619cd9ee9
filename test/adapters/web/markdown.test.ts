import { expect, test, vi } from 'vitest'
import { findCited, htmlOf as htmlIn } from '../../../adapters/web/views/markdown.ts'
import { translatorOf } from '../../../src/core/messages/messages.ts'

const htmlOf = (text: string) => htmlIn(text, translatorOf('en'))

test('a citation is a link to its message, and only a citation is', () => {
  expect(htmlOf('It starts in December [#12].')).toContain(
    '<a class="citation" href="/continuous/?message=12#m12" title="Open message 12"><bdi dir="ltr">#12</bdi></a>.',
  )
  // It stays on the line of the word before it.
  expect(htmlOf('Oak [#3]')).toContain('Oak\u00a0<a')
  expect(htmlOf('Oak [#3] [#4]')).toContain('</a> <a')
  expect(htmlOf('Oak [#3, #4]').match(/class="citation"/g)).toHaveLength(2)
  for (const text of ['`[#12]`', '[# 12]', '[#12a]', '[12]', '[#12345678901]']) expect(htmlOf(text), text).not.toContain('citation')
})

test('what a text cites is what its citations link to', () => {
  for (const text of [
    '[#12]',
    '[#3, #4]',
    '[#3,#4] and [#5]',
    `[${Array.from({ length: 40 }, (_, n) => `#${1000 + n}`).join(', ')}]`,
    '[# 12] [12]',
  ]) {
    const linked = [...htmlOf(text).matchAll(/\?message=(\d+)#/g)].map(([, id]) => Number(id))
    expect(findCited(text), text).toEqual(linked)
  }
})

test('links open apart and leave nothing behind', () => {
  for (const text of ['[a page](https://example.org/)', 'https://example.org/', '<https://example.org/>'])
    expect(htmlOf(text), text).toContain('href="https://example.org/" target="_blank" rel="noopener noreferrer"')
})

test('nothing that would run, load or restyle comes through', () => {
  const harmful = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](javascript:alert(1))',
    '![tracker](https://evil.example/pixel.png "t")',
    '<a href="javascript:alert(1)">x</a>',
    '[x](https://example.org/"onmouseover="alert(1))',
    '![a" onerror="alert(1)](https://example.org/a.png)',
    '| a |\n|:-:|\n| b |',
    '```"><script>\nx\n```',
  ]
  for (const text of harmful) {
    const html = htmlOf(text)
    expect(html, text).not.toMatch(/<(script|img|iframe|style|object|svg)|<[^>]*\s(on\w+|style)=|href="(javascript|data):/i)
  }
  expect(htmlOf('![tracker](https://evil.example/pixel.png)')).toBe(
    '<p dir="auto"><a href="https://evil.example/pixel.png" target="_blank" rel="noopener noreferrer">tracker</a></p>\n',
  )
})

test('columns keep their alignment', () => {
  expect(htmlOf('| a | b |\n|---|---:|\n| 1 | 2 |')).toContain('<td class="align-right">2</td>')
})

test('code has classes for its parts once its grammars are loaded, in languages that are known', async () => {
  // Another test may have loaded them.
  vi.resetModules()
  const { prepareHighlighting } = await import('../../../adapters/web/markdown/highlight.ts')
  const views = await import('../../../adapters/web/views/markdown.ts')
  const htmlOf = (text: string) => views.htmlOf(text, translatorOf('en'))
  const code = '```TS title="x"\nconst wood = "<oak>"\n```'
  await prepareHighlighting(['no code'])
  expect(htmlOf(code)).toContain('<code>const wood = &quot;&lt;oak&gt;&quot;\n</code>')
  await prepareHighlighting([code])
  expect(htmlOf(code)).toContain('<span class="code-keyword">const</span> wood = <span class="code-string">&quot;&lt;oak&gt;&quot;</span>')
  expect(htmlOf(code)).toMatch(
    /<div class="code-head"><span>TypeScript<\/span><button type="button" class="quiet" data-copy="code">Copy code/,
  )
  expect(htmlOf('```html\n<b>\n```')).toContain('<span>HTML</span>')
  expect(htmlOf('```klingon\nconst a = 1\n```')).toContain('<span>klingon</span>')
  for (const plain of [
    '```\nconst a = 1\n```',
    '```klingon\nconst a = 1\n```',
    '    const a = 1',
    `\`\`\`ts\n${'const a = 1\n'.repeat(2_000)}\`\`\``,
  ])
    expect(htmlOf(plain), plain.slice(0, 30)).not.toContain('code-keyword')
})

test('an item that begins with a box is a task', () => {
  const task = (box: string) => `<input type="checkbox" disabled${box} aria-label="Done">`
  expect(htmlOf('- [x] Order **oak**\n- [ ] Cut it')).toContain(`<li class="task">${task(' checked')}Order <strong>oak</strong></li>`)
  expect(htmlOf('1. [ ] Cut it')).toContain(`<li class="task">${task('')}Cut it</li>`)
  for (const text of ['[x] Order', '- [y] Order', '- [x]Order', '- [x](https://example.org/)', '- a [x] b'])
    expect(htmlOf(text), text).not.toContain('<input')
})

test('a table scrolls in a region of its own', () => {
  const html = htmlOf('| a |\n|---|\n| 1 |')
  expect(html).toMatch(/^<div class="table" role="region" aria-label="Table" tabindex="0"><table dir="auto">/)
  expect(html.trim()).toMatch(/<\/table>\s*<\/div>$/)
})
