import type { MessageEntity } from 'grammy/types'
import { formatUnlinkedUrl, getCodeLanguage, getLinkUrl, parseMarkdown, type Token, toSendableText, toWebUrl } from './parse-markdown.ts'
import { extractTableLines, formatCell, formatTable, hasExcessCells } from './tables.ts'

/** Text with formatting. Offsets and lengths are in UTF-16 units. https://core.telegram.org/bots/api#messageentity */
export interface FormattedText {
  readonly text: string
  readonly entities: MessageEntity[]
}

/**
 * Converts Markdown to text with entities. The text is never longer than the source, so that whatever fits as Markdown also fits as text.
 * If formatting would make the text longer or empty, the source itself is used.
 */
export function formatMarkdown(source: string, options: { readonly collapsed?: boolean } = {}): FormattedText {
  const normalized = toSendableText(source)
  const rendered = renderMarkdown(normalized)
  const readable = rendered !== undefined && rendered.text !== '' && rendered.text.length <= source.length
  const formatted = readable ? rendered : { text: normalized.trim(), entities: [] }
  return options.collapsed ? collapse(formatted) : formatted
}

function renderMarkdown(source: string): FormattedText | undefined {
  const tokens = parseMarkdown(source)
  if (!tokens) return undefined
  const state: FormatState = {
    text: '',
    spans: [],
    lines: source.split('\n'),
    atBlockStart: true,
    listDepth: 0,
    openSpans: new Map(),
    table: undefined,
  }
  writeTokens(state, tokens)
  return normalizeSpans(state.text, state.spans)
}

function collapse({ text, entities }: FormattedText): FormattedText {
  if (text === '') return { text, entities }
  // Quotations cannot be nested.
  const inside = entities.filter(({ type }) => type !== 'blockquote')
  return { text, entities: [{ type: 'expandable_blockquote', offset: 0, length: text.length }, ...inside] }
}

interface FormatState {
  text: string
  readonly spans: FormatSpan[]
  readonly lines: readonly string[]
  /** Whether the text, a quotation or a list item has just begun, so that no line break is needed. */
  atBlockStart: boolean
  listDepth: number
  /** The table being read, with the rows read so far. */
  table: { readonly rows: string[][]; readonly source: string; readonly hasExcessCells: boolean } | undefined
  /** The starts of open spans. An inner span of the same type is part of the outer one. */
  readonly openSpans: Map<FormatSpan['type'], { start: number; depth: number; address: string }>
}

type TokenWriter = (state: FormatState, token: Token) => void

/** Writers by token type. All other tokens have no text, or only the text of their children. */
const tokenWriters: Readonly<Record<string, TokenWriter>> = {
  paragraph_open: startBlock,
  heading_open: spanOpener('bold', startBlock),
  heading_close: spanCloser('bold'),
  inline(state, token) {
    if (state.table) state.table.rows.at(-1)?.push(formatCell(token.children ?? []))
    else writeTokens(state, token.children ?? [])
  },
  fence: writeCodeBlock,
  code_block: writeCodeBlock,
  hr(state, token) {
    startBlock(state, token)
    writeText(state, '———')
  },
  blockquote_open(state, token) {
    startBlock(state, token)
    beginSpan(state, 'blockquote')
    state.atBlockStart = true
  },
  blockquote_close(state) {
    endSpan(state, 'blockquote')
    state.atBlockStart = false
  },
  bullet_list_open: changeListDepth(1),
  ordered_list_open: changeListDepth(1),
  bullet_list_close: changeListDepth(-1),
  ordered_list_close: changeListDepth(-1),
  list_item_open: startListItem,
  list_item_close(state) {
    state.atBlockStart = false
  },
  table_open(state, token) {
    startBlock(state, token)
    state.table = { rows: [], source: extractTableLines(state.lines, token).join('\n'), hasExcessCells: hasExcessCells(state.lines, token) }
  },
  tr_open: (state) => void state.table?.rows.push([]),
  table_close: writeTable,
  softbreak: (state) => writeText(state, '\n'),
  hardbreak: (state) => writeText(state, '\n'),
  code_inline: (state, token) => writeSpan(state, token.content, { type: 'code' }),
  strong_open: spanOpener('bold'),
  strong_close: spanCloser('bold'),
  em_open: spanOpener('italic'),
  em_close: spanCloser('italic'),
  s_open: spanOpener('strikethrough'),
  s_close: spanCloser('strikethrough'),
  link_open: (state, token) => beginSpan(state, 'text_link', getLinkUrl(token)),
  link_close: endLink,
  image(state, token) {
    beginSpan(state, 'text_link', getLinkUrl(token))
    writeText(state, token.content || getLinkUrl(token))
    endLink(state)
  },
  text: (state, token) => writeText(state, token.content),
  text_special: (state, token) => writeText(state, token.content),
}

function writeTokens(state: FormatState, tokens: readonly Token[]): void {
  for (const token of tokens) tokenWriters[token.type]?.(state, token)
}

function spanOpener(type: FormatSpan['type'], before?: TokenWriter): TokenWriter {
  return (state, token) => {
    before?.(state, token)
    beginSpan(state, type)
  }
}

function spanCloser(type: FormatSpan['type']): TokenWriter {
  return (state) => endSpan(state, type)
}

function changeListDepth(by: 1 | -1): TokenWriter {
  return (state) => {
    state.listDepth += by
  }
}

/** Separates blocks as the source does: with a blank line, or otherwise with a line break. */
function startBlock(state: FormatState, token: Token): void {
  if (state.atBlockStart) return
  const before = state.lines[(token.map?.[0] ?? 0) - 1] ?? ''
  state.text += /^[\s>]*$/.test(before) ? '\n\n' : '\n'
}

function startListItem(state: FormatState, token: Token): void {
  const line = state.lines[token.map?.[0] ?? 0] ?? ''
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
  if (!state.atBlockStart) {
    startBlock(state, token)
    writeText(state, ' '.repeat(Math.min(indent, 2 * (state.listDepth - 1))))
  }
  writeText(state, token.info === '' ? '• ' : `${token.info}${token.markup} `)
  state.atBlockStart = true
}

function writeCodeBlock(state: FormatState, token: Token): void {
  startBlock(state, token)
  const language = getCodeLanguage(token)
  writeSpan(state, token.content.replace(/\n$/, ''), { type: 'pre', ...(language !== undefined && { language }) })
}

function writeTable(state: FormatState): void {
  const { table } = state
  state.table = undefined
  if (table) writeSpan(state, formatTable(table.rows, table), { type: 'pre' })
}

function writeText(state: FormatState, text: string): void {
  if (text === '') return
  state.text += text
  state.atBlockStart = false
}

function writeSpan(state: FormatState, text: string, span: Pick<FormatSpan, 'type' | 'language'>): void {
  const start = state.text.length
  writeText(state, text)
  state.spans.push({ ...span, start, end: state.text.length })
}

function beginSpan(state: FormatState, type: FormatSpan['type'], address = ''): void {
  const open = state.openSpans.get(type)
  if (open) open.depth += 1
  else state.openSpans.set(type, { start: state.text.length, depth: 1, address })
}

function endSpan(state: FormatState, type: FormatSpan['type']): void {
  const open = closeOutermost(state, type)
  if (open) state.spans.push({ type, start: open.start, end: state.text.length })
}

function endLink(state: FormatState): void {
  const open = closeOutermost(state, 'text_link')
  if (!open) return
  const url = toWebUrl(open.address)
  if (url !== undefined) state.spans.push({ type: 'text_link', start: open.start, end: state.text.length, url })
  else writeText(state, formatUnlinkedUrl(state.text.slice(open.start), open.address))
}

/** Closes a span. Returns it if it is the outermost one of its type. */
function closeOutermost(state: FormatState, type: FormatSpan['type']) {
  const open = state.openSpans.get(type)
  if (!open) return undefined
  open.depth -= 1
  if (open.depth > 0) return undefined
  state.openSpans.delete(type)
  return open
}

/** A range of text with one kind of formatting. In UTF-16 units, with an exclusive end. */
export interface FormatSpan {
  readonly type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'pre' | 'text_link' | 'blockquote'
  readonly start: number
  readonly end: number
  readonly url?: string
  readonly language?: string
}

/**
 * Normalizes spans to what Telegram allows: no empty spans, no spaces at their edges, and nothing but quotations inside or around code.
 * Trims the text, as Telegram would. https://core.telegram.org/bots/api#formatting-options
 */
function normalizeSpans(text: string, spans: readonly FormatSpan[]): { text: string; entities: MessageEntity[] } {
  const trimmed = text.trim()
  const shift = text.length - text.trimStart().length
  const links = spans.filter(({ type }) => type === 'text_link')
  const code = spans.filter((span) => isCode(span) && !links.some((link) => contains(link, span)))
  const entities = spans
    .flatMap((span) =>
      isCode(span) ? (code.includes(span) ? [span] : []) : span.type === 'blockquote' ? [span] : subtractCode(span, code),
    )
    .map((span) => trimSpan({ ...span, start: span.start - shift, end: span.end - shift }, trimmed))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(toEntity)
  return { text: trimmed, entities }
}

function isCode({ type }: FormatSpan): boolean {
  return type === 'code' || type === 'pre'
}

function contains(outer: FormatSpan, inner: FormatSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

/** Returns the pieces of a span outside code. */
function subtractCode(span: FormatSpan, code: readonly FormatSpan[]): FormatSpan[] {
  const cuts = code.filter((cut) => cut.start < span.end && cut.end > span.start).sort((a, b) => a.start - b.start)
  const pieces: FormatSpan[] = []
  let start = span.start
  for (const cut of cuts) {
    pieces.push({ ...span, start, end: cut.start })
    start = cut.end
  }
  return [...pieces, { ...span, start, end: span.end }]
}

/** Trims a span to the bounds of the text, and removes spaces at its edges. Code keeps these spaces. */
function trimSpan(span: FormatSpan, text: string): FormatSpan {
  let start = Math.max(0, span.start)
  let end = Math.min(text.length, span.end)
  if (!isCode(span)) {
    while (start < end && isBlank(text, start)) start += 1
    while (end > start && isBlank(text, end - 1)) end -= 1
  }
  return text.slice(start, end).trim() === '' ? { ...span, start, end: start } : { ...span, start, end }
}

function isBlank(text: string, index: number): boolean {
  return text.charAt(index).trim() === ''
}

function toEntity({ type, start, end, url = '', language }: FormatSpan): MessageEntity {
  const range = { offset: start, length: end - start }
  switch (type) {
    case 'text_link':
      return { type, ...range, url }
    case 'pre':
      return { type, ...range, ...(language !== undefined && { language }) }
    default:
      return { type, ...range }
  }
}
