import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** Returns the URL that shows a message in its context. */
export function messageHref(id: number): string {
  return `/continuous/?message=${id}#m${id}`
}

// A citation, [#123] or [#123, #124], links to its messages.
markdown.inline.ruler.before('link', 'citation', (state, silent) => {
  const citation = /^\[#\d{1,10}(?:,\s*#\d{1,10})*\]/.exec(state.src.slice(state.pos, state.pos + 200))?.[0]
  if (citation === undefined) return false
  if (!silent) {
    for (const [id = ''] of citation.matchAll(/\d+/g)) {
      const open = state.push('link_open', 'a', 1)
      open.attrs = [
        ['class', 'citation'],
        ['href', messageHref(Number(id))],
        ['title', `Open message ${id}`],
      ]
      state.push('text', '', 0).content = `#${id}`
      state.push('link_close', 'a', -1)
    }
  }
  state.pos += citation.length
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
rules['image'] = (tokens, index) => {
  const token = tokens[index]
  const href = markdown.utils.escapeHtml(String(token?.attrGet('src') ?? ''))
  const label = markdown.utils.escapeHtml(token?.content || 'image')
  return `<a href="${href}" target="_blank" rel="noopener noreferrer">${label}</a>`
}

// Column alignment is an inline style, which the page's policy forbids.
for (const cell of ['th_open', 'td_open'] as const) {
  rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index]
    const side = /text-align:\s*(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1]
    if (token && side) token.attrs = [['class', `align-${side}`]]
    return self.renderToken(tokens, index, options)
  }
}

/** Renders Markdown as safe HTML, without raw HTML or images. Links send no referrer. */
export function htmlOf(text: string): string {
  return markdown.render(text)
}
