import remend from 'remend'
import type { MessageId } from '../../../src/core/domain/ids.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
import { createMarkdown, translateOf } from '../markdown/blocks.ts'

const labelIn = (env: { readonly [key: string]: unknown } = {}) => env['labelOf'] as LabelOf | undefined
const hrefIn = (env: { readonly [key: string]: unknown } = {}) => env['hrefOf'] as typeof messageHref

const markdown = createMarkdown()

/** The largest id in the database. */
const largestId = 2 ** 31 - 1

/** Returns the URL that shows a message in its context. */
export function messageHref(id: number): string {
  return `/continuous/?message=${id}#m${id}`
}

/** A citation: [#123] or [#123, #124]. */
const citation = /\[#\d{1,10}(?:,\s*#\d{1,10})*\]/
const citationHere = new RegExp(citation, 'y')
const everyCitation = new RegExp(citation, 'g')

// A citation links to its messages.
markdown.inline.ruler.before('link', 'citation', (state, silent) => {
  citationHere.lastIndex = state.pos
  const cited = citationHere.exec(state.src)?.[0]
  if (cited === undefined) return false
  if (!silent) {
    const translate = translateOf(state.env)
    // A citation stays on the line of what it is for. Several may be spread over lines.
    if (state.pending !== ' ') state.pending = state.pending.replace(/ $/, '\u00a0')
    for (const [index, [id = '']] of [...cited.matchAll(/\d+/g)].entries()) {
      if (index > 0) state.push('text', '', 0).content = ' '
      const open = state.push('link_open', 'a', 1)
      open.attrs = [
        ['class', 'citation'],
        ['href', hrefIn(state.env)(Number(id))],
        ['title', translate('page.message.open', { id })],
      ]
      // Isolated, so that it is not reordered in a text that runs from right to left.
      state.push('bdi_open', 'bdi', 1).attrSet('dir', 'ltr')
      state.push('text', '', 0).content = labelIn(state.env)?.(Number(id)) ?? `#${id}`
      state.push('bdi_close', 'bdi', -1)
      state.push('link_close', 'a', -1)
    }
  }
  state.pos += cited.length
  return true
})

const { rules } = markdown.renderer
rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  if (token?.attrGet('class') !== 'citation') {
    token?.attrSet('target', '_blank')
    token?.attrSet('rel', 'noopener noreferrer')
  }
  return self.renderToken(tokens, index, options)
}

// Loading an image would tell its server who reads the message, and when. With a link, the user decides.
rules['image'] = (tokens, index, _options, env) => {
  const token = tokens[index]
  const href = markdown.utils.escapeHtml(String(token?.attrGet('src') ?? ''))
  const label = markdown.utils.escapeHtml(token?.content || translateOf(env)('page.message.image'))
  return `<a href="${href}" target="_blank" rel="noopener noreferrer">${label}</a>`
}

const codeTokens: readonly string[] = ['fence', 'code_block', 'code_inline']

// Each block has the direction of its text, which code does not decide. The blocks within a list or a quotation have its direction. If they
// had their own, browsers would not look into them for that of the list.
markdown.core.ruler.push('direction', ({ tokens }) => {
  for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
    if (codeTokens.includes(token.type)) token.attrSet('dir', 'ltr')
    else if (token.block && token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto')
  }
})

// Column alignment is an inline style, which the page's policy forbids.
for (const cell of ['th_open', 'td_open'] as const) {
  rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index]
    const side = /text-align:\s*(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1]
    if (token && side) token.attrs = [['class', `align-${side}`]]
    return self.renderToken(tokens, index, options)
  }
}

/** Returns what a citation of a message is called. Undefined for its number. */
export type LabelOf = (id: number) => string | undefined

interface CitationStyle {
  /** Returns where a cited message is shown. */
  readonly hrefOf?: typeof messageHref
  readonly labelOf?: LabelOf | undefined
}

/** Renders Markdown as safe HTML, without raw HTML or images. Links send no referrer. Each block has the direction of its text. */
export function htmlOf(text: string, translate: Translate, { hrefOf = messageHref, labelOf }: CitationStyle = {}): string {
  return markdown.render(text, { translate, hrefOf, labelOf })
}

/** Returns the messages that a text cites. */
export function findCited(text: string): MessageId[] {
  const cited = [...text.matchAll(everyCitation)].flatMap(([one]) => one.match(/\d+/g) ?? [])
  return cited.map((id) => Number(id) as MessageId).filter((id) => id <= largestId)
}

/**
 * Renders the Markdown of an unfinished reply, one HTML element for each block. What has been opened and not closed yet is closed, so that
 * it looks as it will. A link without its end is text.
 */
export function previewBlocks(text: string, translate: Translate): string[] {
  const env = { translate, hrefOf: messageHref }
  const blocks: string[] = []
  let start = 0
  const tokens = markdown.parse(remend(text, { linkMode: 'text-only' }), env)
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level > 0 || nesting > 0) continue
    blocks.push(markdown.renderer.render(tokens.slice(start, index + 1), markdown.options, env))
    start = index + 1
  }
  return blocks
}
