import type { Fence, MarkdownLine } from './split-lines.ts'

/** Places to end a part, best first. 0 is none. */
export const ends = { paragraph: 1, line: 2, sentence: 3, word: 4 } as const

/** What is known about each position of a text, which is before the character with its index. */
export interface InlineMarks {
  /** What ends there, one of `ends`. */
  readonly end: Uint8Array
  /** 1 within something that should not be split. */
  readonly inside: Uint8Array
  /** The line it is in, including the line's end. */
  lineAt(position: number): MarkdownLine | undefined
  /** The fence that must be closed if a part ends there. */
  fenceAt(position: number): Fence | null
}

export function findInlineMarks(markdown: string, lines: readonly MarkdownLine[]): InlineMarks {
  const end = new Uint8Array(markdown.length + 1)
  const inside = new Uint8Array(markdown.length + 1)
  const lineIndexes = new Uint32Array(markdown.length + 1)
  lines.forEach((line, index) => {
    lineIndexes.fill(index, line.start, line.end + 1)
    if (line.kind === 'blank') return
    markWordBoundaries(markdown, line, end)
    const next = lines[index + 1]
    const closesParagraph = !next || next.kind === 'blank' || next.kind === 'open' || line.kind === 'close'
    end[line.end] = closesParagraph && line.kind !== 'code' && line.kind !== 'open' ? ends.paragraph : ends.line
    if (line.kind !== 'text' && line.kind !== 'code') inside.fill(1, line.start + 1, line.end)
    // In between, a part would end or begin with an empty code block or table.
    const isHead = line.kind === 'table-head' && (next?.kind === 'table-head' || next?.kind === 'table-row')
    if (line.kind === 'open' || isHead || next?.kind === 'close' || isHeading(markdown, line)) inside[line.end] = 1
    markAmbiguous(markdown, line, inside)
  })
  for (const [start, stop] of findInlineRanges(markdown, lines)) inside.fill(1, start + 1, stop)
  const lineAt = (position: number) => lines[lineIndexes[position] ?? lines.length]
  return {
    end,
    inside,
    lineAt,
    fenceAt(position) {
      const line = lineAt(position)
      if (!line || (line.kind === 'open' && position === line.start) || (line.kind === 'close' && position === line.end)) return null
      return line.fence
    },
  }
}

/** A heading belongs to what follows, so no part ends with it. */
const isHeading = (markdown: string, line: MarkdownLine) =>
  line.kind === 'text' && /^[ \t>]*#{1,6}[ \t]/.test(markdown.slice(line.start, line.end))

const sentenceEnd = /[.!?…][)\]"'”’»*_]*$|[。！？]$/

function markWordBoundaries(markdown: string, line: MarkdownLine, end: Uint8Array): void {
  for (let position = line.start + 1; position < line.end; position++) {
    const before = markdown.charAt(position - 1)
    if (/[。！？]/.test(before) && line.kind === 'text') end[position] = ends.sentence
    if (!/\s/.test(markdown.charAt(position)) || /\s/.test(before)) continue
    const isSentence = line.kind === 'text' && sentenceEnd.test(markdown.slice(Math.max(line.start, position - 6), position))
    end[position] = isSentence ? ends.sentence : ends.word
  }
}

/** Marks where part of a line, on its own, would be taken for a fence. */
function markAmbiguous(markdown: string, line: MarkdownLine, inside: Uint8Array): void {
  const text = markdown.slice(line.start, line.end)
  if (!/`{3}|~{3}/.test(text)) return
  // A line that is not a fence only because of its end. If it must be split, then where no fence remains.
  const [, prefix = '', marker = ''] = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,})/.exec(text) ?? []
  if (marker) inside.fill(1, line.start + 1, line.end)
  for (const run of text.matchAll(/\s*(?:`{3,}|~{3,})/g))
    inside.fill(1, line.start + Math.max(1, run.index), line.start + run.index + run[0].length)
  if (line.kind === 'text') for (let cut = 2; cut < marker.length; cut += 2) inside[line.start + prefix.length + cut] = 0
}

/** Returns the ranges of links and inline code, end exclusive. */
function findInlineRanges(markdown: string, lines: readonly MarkdownLine[]): [number, number][] {
  const ranges: [number, number][] = []
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index]
    if (first?.kind !== 'text') continue
    let last = first
    for (let next = lines[index + 1]; next?.kind === 'text'; next = lines[++index + 1]) last = next
    const paragraph = markdown.slice(first.start, last.end)
    const code = findCodeSpans(paragraph)
    const found = [...code, ...findBrackets(paragraph, code), ...findAddresses(paragraph)]
    for (const [start, stop] of found) ranges.push([first.start + start, first.start + stop])
  }
  return ranges
}

/** Matches a run of backticks up to the next run of the same length. */
function findCodeSpans(text: string): [number, number][] {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ start: run.index, length: run[0].length }))
  const following: (number | undefined)[] = []
  const latest = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.length ?? 0
    following[index] = latest.get(length)
    latest.set(length, index)
  }
  const spans: [number, number][] = []
  for (let index = 0; index < runs.length; index++) {
    const closing = following[index]
    const run = runs[index]
    const last = closing === undefined ? undefined : runs[closing]
    if (!run || !last || closing === undefined) continue
    spans.push([run.start, last.start + last.length])
    index = closing
  }
  return spans
}

/** Characters of a link's URL that are scanned for its end. */
const longestAddress = 2_048

/** What stands in brackets, with the address or reference after it; brackets in code do not count. */
function findBrackets(text: string, code: readonly [number, number][]): [number, number][] {
  const found: [number, number][] = []
  const open: number[] = []
  let span = 0
  for (let position = 0; position < text.length; position++) {
    while (code[span] && (code[span]?.[1] ?? 0) <= position) span++
    if ((code[span]?.[0] ?? text.length) <= position) {
      position = (code[span]?.[1] ?? position) - 1
      continue
    }
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '[') open.push(position)
    else if (character === ']') {
      const start = open.pop()
      if (start === undefined) continue
      const stop = findAddressEnd(text, position + 1)
      found.push([text.charAt(start - 1) === '!' ? start - 1 : start, stop])
      position = stop - 1
    }
  }
  return found
}

/** After the closing bracket: the end of `(address "title")`, of `[reference]`, or of nothing. */
function findAddressEnd(text: string, start: number): number {
  if (text.charAt(start) === '[') {
    const reference = /^\[[^[\]]{0,200}\]/.exec(text.slice(start, start + 202))
    return start + (reference?.[0].length ?? 0)
  }
  if (text.charAt(start) !== '(') return start
  let depth = 0
  for (let position = start; position < Math.min(text.length, start + longestAddress); position++) {
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return position + 1
  }
  return start
}

/** Matches bare URLs. */
function findAddresses(text: string): [number, number][] {
  return [...text.matchAll(/<[^<>\s]+>|\bhttps?:\/\/[^\s<>]+/g)].map((link) => [link.index, link.index + link[0].length])
}
