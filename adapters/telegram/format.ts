import type { MessageEntity } from 'grammy/types'
import { addressIn, languageOf, parseMarkdown, sendable, type Token, unlinked, webAddress } from './markdown.ts'
import { type Span, tidySpans } from './spans.ts'
import { cellText, losesCells, tableLines, tableText } from './table.ts'

/** A text as Telegram takes it: offsets and lengths in UTF-16 units. https://core.telegram.org/bots/api#messageentity */
export interface FormattedText {
  readonly text: string
  readonly entities: MessageEntity[]
}

/**
 * Markdown as text and entities. The text is never longer than the source, so that what fits as Markdown fits as text;
 * where formatting would make it longer, or leave nothing to read, the source itself is the text.
 */
export function formatMarkdown(source: string, options: { readonly collapsed?: boolean } = {}): FormattedText {
  const normal = sendable(source)
  const rendered = render(normal)
  const readable = rendered !== undefined && rendered.text !== '' && rendered.text.length <= source.length
  const formatted = readable ? rendered : { text: normal.trim(), entities: [] }
  return options.collapsed ? collapse(formatted) : formatted
}

function render(source: string): FormattedText | undefined {
  const tokens = parseMarkdown(source)
  if (!tokens) return undefined
  const writing: Writing = { text: '', spans: [], lines: source.split('\n'), fresh: true, listDepth: 0, open: new Map(), table: undefined }
  writeAll(writing, tokens)
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
  /** What is read of a table before it is whole. */
  table: { readonly rows: string[][]; readonly source: string; readonly losesCells: boolean } | undefined
  /** Where what is open now began; an inner span of the same type is part of the outer one. */
  readonly open: Map<Span['type'], { start: number; depth: number; address: string }>
}

type Write = (writing: Writing, token: Token) => void

/** By the type of the token; what is not here has no text of its own, or is only its text. */
const writers: Readonly<Record<string, Write>> = {
  paragraph_open: startBlock,
  heading_open: opening('bold', startBlock),
  heading_close: closing('bold'),
  inline(writing, token) {
    if (writing.table) writing.table.rows.at(-1)?.push(cellText(token.children ?? []))
    else writeAll(writing, token.children ?? [])
  },
  fence: writeCodeBlock,
  code_block: writeCodeBlock,
  hr(writing, token) {
    startBlock(writing, token)
    write(writing, '———')
  },
  blockquote_open(writing, token) {
    startBlock(writing, token)
    begin(writing, 'blockquote')
    writing.fresh = true
  },
  blockquote_close(writing) {
    end(writing, 'blockquote')
    writing.fresh = false
  },
  bullet_list_open: deeper(1),
  ordered_list_open: deeper(1),
  bullet_list_close: deeper(-1),
  ordered_list_close: deeper(-1),
  list_item_open: startItem,
  list_item_close(writing) {
    writing.fresh = false
  },
  table_open(writing, token) {
    startBlock(writing, token)
    writing.table = { rows: [], source: tableLines(writing.lines, token).join('\n'), losesCells: losesCells(writing.lines, token) }
  },
  tr_open: (writing) => void writing.table?.rows.push([]),
  table_close: writeTable,
  softbreak: (writing) => write(writing, '\n'),
  hardbreak: (writing) => write(writing, '\n'),
  code_inline: (writing, token) => writeSpan(writing, token.content, { type: 'code' }),
  strong_open: opening('bold'),
  strong_close: closing('bold'),
  em_open: opening('italic'),
  em_close: closing('italic'),
  s_open: opening('strikethrough'),
  s_close: closing('strikethrough'),
  link_open: (writing, token) => begin(writing, 'text_link', addressIn(token)),
  link_close: endLink,
  image(writing, token) {
    begin(writing, 'text_link', addressIn(token))
    write(writing, token.content || addressIn(token))
    endLink(writing)
  },
  text: (writing, token) => write(writing, token.content),
  text_special: (writing, token) => write(writing, token.content),
}

function writeAll(writing: Writing, tokens: readonly Token[]): void {
  for (const token of tokens) writers[token.type]?.(writing, token)
}

function opening(type: Span['type'], before?: Write): Write {
  return (writing, token) => {
    before?.(writing, token)
    begin(writing, type)
  }
}

function closing(type: Span['type']): Write {
  return (writing) => end(writing, type)
}

function deeper(by: 1 | -1): Write {
  return (writing) => {
    writing.listDepth += by
  }
}

/** Parts blocks as the source does: by a blank line where it has one, else by a line break. */
function startBlock(writing: Writing, token: Token): void {
  if (writing.fresh) return
  const before = writing.lines[(token.map?.[0] ?? 0) - 1] ?? ''
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
  startBlock(writing, token)
  const language = languageOf(token)
  writeSpan(writing, token.content.replace(/\n$/, ''), { type: 'pre', ...(language !== undefined && { language }) })
}

function writeTable(writing: Writing): void {
  const { table } = writing
  writing.table = undefined
  if (table) writeSpan(writing, tableText(table.rows, table), { type: 'pre' })
}

function write(writing: Writing, text: string): void {
  if (text === '') return
  writing.text += text
  writing.fresh = false
}

function writeSpan(writing: Writing, text: string, span: Pick<Span, 'type' | 'language'>): void {
  const start = writing.text.length
  write(writing, text)
  writing.spans.push({ ...span, start, end: writing.text.length })
}

function begin(writing: Writing, type: Span['type'], address = ''): void {
  const open = writing.open.get(type)
  if (open) open.depth += 1
  else writing.open.set(type, { start: writing.text.length, depth: 1, address })
}

function end(writing: Writing, type: Span['type']): void {
  const open = closed(writing, type)
  if (open) writing.spans.push({ type, start: open.start, end: writing.text.length })
}

function endLink(writing: Writing): void {
  const open = closed(writing, 'text_link')
  if (!open) return
  const url = webAddress(open.address)
  if (url !== undefined) writing.spans.push({ type: 'text_link', start: open.start, end: writing.text.length, url })
  else write(writing, unlinked(writing.text.slice(open.start), open.address))
}

/** Ends one of a type; what it was, when it was the outermost of its type. */
function closed(writing: Writing, type: Span['type']) {
  const open = writing.open.get(type)
  if (!open) return undefined
  open.depth -= 1
  if (open.depth > 0) return undefined
  writing.open.delete(type)
  return open
}
