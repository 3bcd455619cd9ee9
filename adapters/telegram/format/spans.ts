import type { MessageEntity } from 'grammy/types'

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
export function normalizeSpans(text: string, spans: readonly FormatSpan[]): { text: string; entities: MessageEntity[] } {
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
