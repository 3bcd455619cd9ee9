import { boundary, formatLine, type TranscriptLine } from '../../core/domain/text.ts'
import type { ChatModel } from '../../core/ports/chat-model.ts'

/**
 * Splits a transcript into parts of at most `maxTokens` tokens, in order. Nothing is left out: a message that is too long continues in the
 * next part.
 */
export function splitTranscript(
  lines: readonly TranscriptLine[],
  maxTokens: number,
  model: Pick<ChatModel, 'countTokens'>,
): TranscriptLine[][] {
  const countLineTokens = (line: TranscriptLine) => model.countTokens(formatLine(line)) + 1
  const parts: TranscriptLine[][] = []
  let part: TranscriptLine[] = []
  let partTokens = 0
  for (const line of lines.flatMap((whole) => splitLongLine(whole, maxTokens, countLineTokens))) {
    const lineTokens = countLineTokens(line)
    if (part.length > 0 && partTokens + lineTokens > maxTokens) {
      parts.push(part)
      part = []
      partTokens = 0
    }
    part.push(line)
    partTokens += lineTokens
  }
  return part.length > 0 ? [...parts, part] : parts
}

function splitLongLine(line: TranscriptLine, maxTokens: number, countLineTokens: (line: TranscriptLine) => number): TranscriptLine[] {
  if (line.text.length < 2 || countLineTokens(line) <= maxTokens) return [line]
  const middle = Math.ceil(line.text.length / 2)
  const space = line.text.lastIndexOf(' ', middle)
  const splitAt = space > middle / 2 ? space : Math.max(1, boundary(line.text, middle))
  return [line.text.slice(0, splitAt), line.text.slice(splitAt)].flatMap((text) =>
    splitLongLine({ ...line, text }, maxTokens, countLineTokens),
  )
}

/** Groups texts in order, with at most `maxTokens` tokens per group. A group takes two texts even if they exceed that. */
export function groupByTokens(texts: readonly string[], maxTokens: number, model: ChatModel): string[][] {
  const groups: string[][] = []
  let groupTokens = 0
  for (const text of texts) {
    const textTokens = model.countTokens(text)
    const group = groups.at(-1)
    if (group && (group.length < 2 || groupTokens + textTokens <= maxTokens)) {
      group.push(text)
      groupTokens += textTokens
    } else {
      groups.push([text])
      groupTokens = textTokens
    }
  }
  return groups
}
