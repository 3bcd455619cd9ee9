import type { TelegramEntity } from './updates.ts'

/** A stretch of text to leave out, in UTF-16 units. */
export interface Cut {
  readonly offset: number
  readonly length: number
}

interface Mark {
  readonly at: number
  readonly text: string
  /** Whether it ends a stretch; ends come before beginnings at the same place. */
  readonly closing: boolean
  readonly length: number
}

/**
 * What a person wrote, with the formatting they gave it written as Markdown. The text itself is left as it is:
 * people who type asterisks mean them, as emphasis or as themselves, and escapes would get in the way of searching.
 */
export function toMarkdown(text: string, entities: readonly TelegramEntity[], cuts: readonly Cut[] = []): string {
  const marks = entities.flatMap((entity) => marksOf(text, entity)).sort(byPlace)
  let result = ''
  let at = 0
  for (const mark of marks) {
    result += without(text, cuts, at, mark.at) + mark.text
    at = mark.at
  }
  return result + without(text, cuts, at, text.length)
}

function byPlace(a: Mark, b: Mark): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.closing !== b.closing) return a.closing ? -1 : 1
  // The longer stretch is the outer one: it begins first and ends last.
  return a.closing ? a.length - b.length : b.length - a.length
}

function marksOf(text: string, entity: TelegramEntity): Mark[] {
  let start = entity.offset
  let end = entity.offset + entity.length
  if (start < 0 || end > text.length) return []
  while (start < end && text.charAt(start).trim() === '') start += 1
  while (end > start && text.charAt(end - 1).trim() === '') end -= 1
  const [open, close] = pairs[entity.type]?.(text.slice(start, end), entity) ?? []
  if (start === end || open === undefined || close === undefined) return []
  return [
    { at: start, text: open, closing: false, length: end - start },
    { at: end, text: close, closing: true, length: end - start },
  ]
}

const pairs: Readonly<Record<string, (content: string, entity: TelegramEntity) => readonly [string, string]>> = {
  bold: () => ['**', '**'],
  italic: () => ['*', '*'],
  strikethrough: () => ['~~', '~~'],
  code: (content) => (content.includes('`') ? ['`` ', ' ``'] : ['`', '`']),
  pre: (_, { language = '' }) => [`\`\`\`${language}\n`, '\n```'],
  text_link: (_, { url = '' }) => ['[', `](${url})`],
}

/** The text from `start` to `end` without the cuts. */
function without(text: string, cuts: readonly Cut[], start: number, end: number): string {
  let result = ''
  let at = start
  for (const { offset, length } of [...cuts].sort((a, b) => a.offset - b.offset)) {
    result += text.slice(at, Math.max(at, Math.min(offset, end)))
    at = Math.max(at, Math.min(offset + length, end))
  }
  return result + text.slice(at, end)
}
