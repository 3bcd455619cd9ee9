import MarkdownIt from 'markdown-it'
import type { Translate } from '../../../src/core/messages/messages.ts'
import { highlightCode, nameLanguage } from './highlight.ts'

/** What a rendering is given besides the text. */
export const translateOf = (env: { readonly [key: string]: unknown } = {}) => env['translate'] as Translate

/** Creates a renderer of Markdown, without raw HTML, that shows code, tables and tasks as a chat does. */
export function createMarkdown() {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils

  rules['fence'] = rules['code_block'] = (tokens, index, _options, env) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const language = /^\S*/.exec(markdown.utils.unescapeAll(info).trim())?.[0] ?? ''
    const code = highlightCode(content, language.toLowerCase()) ?? escapeHtml(content)
    const copy = `<button type="button" class="quiet" data-copy="code">${escapeHtml(translateOf(env)('page.code.copy'))}</button>`
    const head = `<div class="code-head"><span>${escapeHtml(nameLanguage(language))}</span>${copy}</div>`
    return `<div class="code-block" dir="ltr">${head}<pre tabindex="0"><code>${code}</code></pre></div>\n`
  }

  // A table that is too wide scrolls in its own region, which the keyboard reaches.
  rules['table_open'] = (tokens, index, options, env, self) => {
    const label = escapeHtml(translateOf(env)('page.table'))
    return `<div class="table" role="region" aria-label="${label}" tabindex="0">${self.renderToken(tokens, index, options)}`
  }
  rules['table_close'] = (tokens, index, options, _env, self) => `${self.renderToken(tokens, index, options)}</div>\n`

  // The item of a list that begins with [ ] or [x] is a task: https://github.github.com/gfm/#task-list-items-extension-
  markdown.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
    for (const [index, item] of tokens.entries()) {
      const text = tokens[index + 2]?.children?.[0]
      const isItem = item.type === 'list_item_open' && tokens[index + 1]?.type === 'paragraph_open'
      const mark = isItem && text?.type === 'text' ? /^\[([ xX])\]\s+(?=\S)/.exec(text.content) : null
      if (!mark || !text) continue
      text.content = text.content.slice(mark[0].length)
      const box = new Token('task', 'input', 0)
      box.meta = { isDone: mark[1] !== ' ' }
      tokens[index + 2]?.children?.unshift(box)
      item.attrJoin('class', 'task')
    }
  })
  rules['task'] = (tokens, index, _options, env) =>
    `<input type="checkbox" disabled${tokens[index]?.meta?.['isDone'] ? ' checked' : ''} aria-label="${escapeHtml(translateOf(env)('page.task'))}">`
  return markdown
}
