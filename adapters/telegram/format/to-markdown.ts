import type { TelegramEntity } from '../payloads.ts'

/** A range of text to leave out, in UTF-16 units. */
export interface TelegramTextRange {
  readonly offset: number
  readonly length: number
}

interface MarkdownMarker {
  readonly position: number
  readonly text: string
  /** Whether the marker ends a range. At the same position, ends come before starts. */
  readonly closing: boolean
  readonly length: number
}

/**
 * Converts a user's message to Markdown. The text itself is not escaped: users who type asterisks intend them, as emphasis or literally,
 * and escapes would interfere with search.
 */
export function toMarkdown(text: string, entities: readonly TelegramEntity[], omitted: readonly TelegramTextRange[] = []): string {
  const marks = entities.flatMap((entity) => toMarkers(text, entity)).sort(compareMarkers)
  let result = ''
  let at = 0
  for (const mark of marks) {
    result += sliceWithout(text, omitted, at, mark.position) + mark.text
    at = mark.position
  }
  return result + sliceWithout(text, omitted, at, text.length)
}

function compareMarkers(a: MarkdownMarker, b: MarkdownMarker): number {
  if (a.position !== b.position) return a.position - b.position
  if (a.closing !== b.closing) return a.closing ? -1 : 1
  // The longer range is the outer one, so it starts first and ends last.
  return a.closing ? a.length - b.length : b.length - a.length
}

function toMarkers(text: string, entity: TelegramEntity): MarkdownMarker[] {
  let start = entity.offset
  let end = entity.offset + entity.length
  if (start < 0 || end > text.length) return []
  while (start < end && text.charAt(start).trim() === '') start += 1
  while (end > start && text.charAt(end - 1).trim() === '') end -= 1
  const [open, close] = markerPairs[entity.type]?.(text.slice(start, end), entity) ?? []
  if (start === end || open === undefined || close === undefined) return []
  return [
    { position: start, text: open, closing: false, length: end - start },
    { position: end, text: close, closing: true, length: end - start },
  ]
}

const markerPairs: Readonly<Record<string, (content: string, entity: TelegramEntity) => readonly [string, string]>> = {
  bold: () => ['**', '**'],
  italic: () => ['*', '*'],
  strikethrough: () => ['~~', '~~'],
  code: (content) => (content.includes('`') ? ['`` ', ' ``'] : ['`', '`']),
  pre: (_, { language = '' }) => [`\`\`\`${language}\n`, '\n```'],
  text_link: (_, { url = '' }) => ['[', `](${url})`],
}

/** Returns the text from `start` to `end` without the omitted ranges. */
function sliceWithout(text: string, omitted: readonly TelegramTextRange[], start: number, end: number): string {
  let result = ''
  let at = start
  for (const { offset, length } of [...omitted].sort((a, b) => a.offset - b.offset)) {
    result += text.slice(at, Math.max(at, Math.min(offset, end)))
    at = Math.max(at, Math.min(offset + length, end))
  }
  return result + text.slice(at, end)
}
