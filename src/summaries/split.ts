import type { ChatModel } from '../core/chat-model.ts'
import { boundary } from '../core/text.ts'
import { formatLine, type TranscriptLine } from '../core/transcript.ts'

/** Cuts a transcript into parts of at most `tokens` tokens each, in order. Nothing is left out: a message longer than that goes on in the next part. */
export function splitLines(lines: readonly TranscriptLine[], tokens: number, model: ChatModel): TranscriptLine[][] {
  const sizeOf = (line: TranscriptLine) => model.countTokens(formatLine(line)) + 1
  const parts: TranscriptLine[][] = []
  let part: TranscriptLine[] = []
  let size = 0
  for (const line of lines.flatMap((whole) => pieces(whole, tokens, sizeOf))) {
    const more = sizeOf(line)
    if (part.length > 0 && size + more > tokens) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(line)
    size += more
  }
  return part.length > 0 ? [...parts, part] : parts
}

function pieces(line: TranscriptLine, tokens: number, sizeOf: (line: TranscriptLine) => number): TranscriptLine[] {
  if (line.text.length < 2 || sizeOf(line) <= tokens) return [line]
  const middle = Math.ceil(line.text.length / 2)
  const space = line.text.lastIndexOf(' ', middle)
  const at = space > middle / 2 ? space : Math.max(1, boundary(line.text, middle))
  return [line.text.slice(0, at), line.text.slice(at)].flatMap((text) => pieces({ ...line, text }, tokens, sizeOf))
}

/** Puts texts together in groups of at most `tokens` tokens, in order, but never fewer than two where there are two. */
export function groupTexts(texts: readonly string[], tokens: number, model: ChatModel): string[][] {
  const groups: string[][] = []
  let size = 0
  for (const text of texts) {
    const more = model.countTokens(text)
    const group = groups.at(-1)
    if (group && (group.length < 2 || size + more <= tokens)) {
      group.push(text)
      size += more
    } else {
      groups.push([text])
      size = more
    }
  }
  return groups
}
