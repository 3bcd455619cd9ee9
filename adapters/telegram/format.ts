import type { MessageEntity } from 'grammy/types'
import MarkdownIt, { type Token } from 'markdown-it'
import { type Span, tidySpans } from './spans.ts'

/** A text as Telegram takes it: offsets and lengths in UTF-16 units. https://core.telegram.org/bots/api#messageentity */
export interface FormattedText {
  readonly text: string
  readonly entities: MessageEntity[]
}

/** What is nested deeper would be left out by markdown-it. */
const maxNesting = 300
const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting })
// A reference definition would vanish from the text, and a citation such as [#12] must stay what it is.
markdown.disable('reference')
// Addresses stay as they were written: one that is shown must not have grown.
markdown.normalizeLink = (url) => url

/** So many marks of quotations and lists on one line that they would nest too deep; nobody means them. */
const nestedTooDeep = /(?:>[ \t]?|[*+-][ \t]+|\d{1,9}[.)][ \t]+){100}/

/**
 * Markdown as text and entities. The text is never longer than the source, so that what fits as Markdown fits as text;
 * where formatting would make it longer, or leave nothing to read, the source itself is the text.
 */
export function formatMarkdown(source: string, options: { readonly collapsed?: boolean } = {}): FormattedText {
  // Half a character cannot be sent, and no text holds zero characters.
  const normal = source.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\uFFFD')
  const rendered = nestedTooDeep.test(normal) ? undefined : render(normal)
  const readable = rendered !== undefined && rendered.text !== '' && rendered.text.length <= source.length
  const formatted = readable ? rendered : { text: normal.trim(), entities: [] }
  return options.collapsed ? collapse(formatted) : formatted
}

function render(source: string): FormattedText {
  const writing = newWriting(source)
  for (const token of markdown.parse(source, {})) writeBlock(writing, token)
  return tidySpans(writing.text, writing.spans)
}

function collapse({ text, entities }: FormattedText): FormattedText {
  if (text === '') return { text, entities }
  // Quotations cannot be nested in each other.
  const inside = entities.filter(({ type }) => type !== 'blockquote')
  return { text, entities: [{ type: 'expandable_blockquote', offset: 0, length: text.length }, ...inside] }
}

interface Writing {
  text: string
  readonly spans: Span[]
  readonly lines: readonly string[]
  /** Nothing was written since the text, a quotation or a list item began: no line break is due. */
  fresh: boolean
  listDepth: number
  inTable: boolean
  /** Where what is open now began; an inner span of the same type is part of the outer one. */
  readonly open: Map<Span['type'], { start: number; depth: number }>
  link: string | undefined
}

function newWriting(source: string): Writing {
  return { text: '', spans: [], lines: source.split('\n'), fresh: true, listDepth: 0, inTable: false, open: new Map(), link: undefined }
}

function writeBlock(writing: Writing, token: Token): void {
  switch (token.type) {
    case 'paragraph_open':
      startBlock(writing, token)
      break
    case 'heading_open':
      startBlock(writing, token)
      begin(writing, 'bold')
      break
    case 'heading_close':
      end(writing, 'bold')
      break
    case 'inline':
      if (!writing.inTable) for (const child of token.children ?? []) writeInline(writing, child)
      break
    case 'fence':
    case 'code_block':
      startBlock(writing, token)
      writeCodeBlock(writing, token)
      break
    case 'hr':
      startBlock(writing, token)
      write(writing, '———')
      break
    case 'blockquote_open':
      startBlock(writing, token)
      begin(writing, 'blockquote')
      writing.fresh = true
      break
    case 'blockquote_close':
      end(writing, 'blockquote')
      writing.fresh = false
      break
    case 'bullet_list_open':
    case 'ordered_list_open':
      writing.listDepth += 1
      break
    case 'bullet_list_close':
    case 'ordered_list_close':
      writing.listDepth -= 1
      break
    case 'list_item_open':
      startItem(writing, token)
      break
    case 'list_item_close':
      writing.fresh = false
      break
    case 'table_open':
      startBlock(writing, token)
      writeTable(writing, token)
      writing.inTable = true
      break
    case 'table_close':
      writing.inTable = false
      break
  }
}

/** Parts blocks as the source does: by a blank line where it has one, else by a line break. */
function startBlock(writing: Writing, token: Token): void {
  if (writing.fresh) return
  const line = token.map?.[0] ?? 0
  const before = writing.lines[line - 1] ?? ''
  writing.text += /^[\s>]*$/.test(before) ? '\n\n' : '\n'
}

function startItem(writing: Writing, token: Token): void {
  const line = writing.lines[token.map?.[0] ?? 0] ?? ''
  const indented = /^[ \t]*/.exec(line)?.[0].length ?? 0
  if (!writing.fresh) {
    startBlock(writing, token)
    write(writing, ' '.repeat(Math.min(indented, 2 * (writing.listDepth - 1))))
  }
  write(writing, token.info === '' ? '• ' : `${token.info}${token.markup} `)
  writing.fresh = true
}

function writeCodeBlock(writing: Writing, token: Token): void {
  const start = writing.text.length
  write(writing, token.content.replace(/\n$/, ''))
  const language = /^[\w+#.-]+/.exec(token.info.trim())?.[0]
  writing.spans.push({ type: 'pre', start, end: writing.text.length, ...(language !== undefined && { language }) })
}

/** As it was written, in letters of one width: Telegram's messages have no tables. */
function writeTable(writing: Writing, token: Token): void {
  const start = writing.text.length
  const [from, to] = token.map ?? [0, 0]
  const rows = writing.lines.slice(from, to).map((line) => line.replace(/^[\s>]+/, '').trimEnd())
  write(writing, rows.join('\n'))
  writing.spans.push({ type: 'pre', start, end: writing.text.length })
}

function writeInline(writing: Writing, token: Token): void {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      write(writing, '\n')
      break
    case 'code_inline': {
      const start = writing.text.length
      write(writing, token.content)
      writing.spans.push({ type: 'code', start, end: writing.text.length })
      break
    }
    case 'strong_open':
      begin(writing, 'bold')
      break
    case 'strong_close':
      end(writing, 'bold')
      break
    case 'em_open':
      begin(writing, 'italic')
      break
    case 'em_close':
      end(writing, 'italic')
      break
    case 's_open':
      begin(writing, 'strikethrough')
      break
    case 's_close':
      end(writing, 'strikethrough')
      break
    case 'link_open':
      writing.link = String(token.attrGet('href') ?? '')
      begin(writing, 'text_link')
      break
    case 'link_close':
      endLink(writing)
      break
    case 'image':
      writeImage(writing, token)
      break
    default:
      write(writing, token.content)
  }
}

function writeImage(writing: Writing, token: Token): void {
  const address = String(token.attrGet('src') ?? '')
  const inLink = writing.link !== undefined
  if (!inLink) {
    writing.link = address
    begin(writing, 'text_link')
  }
  write(writing, token.content || address)
  if (!inLink) endLink(writing)
}

function endLink(writing: Writing): void {
  const address = writing.link ?? ''
  const url = webAddress(address)
  const label = writing.text.slice(writing.open.get('text_link')?.start ?? writing.text.length)
  end(writing, 'text_link', url)
  writing.link = undefined
  // Only the web is linked: other schemes open programs or ring people. What is not linked can still be read.
  if (url === undefined && address !== label && address !== `mailto:${label}`) write(writing, ` (${address})`)
}

function webAddress(address: string): string | undefined {
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

function write(writing: Writing, text: string): void {
  if (text === '') return
  writing.text += text
  writing.fresh = false
}

function begin(writing: Writing, type: Span['type']): void {
  const open = writing.open.get(type)
  if (open) open.depth += 1
  else writing.open.set(type, { start: writing.text.length, depth: 1 })
}

function end(writing: Writing, type: Span['type'], url?: string): void {
  const open = writing.open.get(type)
  if (!open) return
  open.depth -= 1
  if (open.depth > 0) return
  writing.open.delete(type)
  if (type === 'text_link' && url === undefined) return
  writing.spans.push({ type, start: open.start, end: writing.text.length, ...(url !== undefined && { url }) })
}
