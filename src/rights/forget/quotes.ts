/** What a row is searched for: the numbers of what is forgotten, and its lines. */
export interface Needles {
  readonly messageIds: ReadonlySet<number>
  readonly memoryIds: ReadonlySet<number>
  /** By their first letters, so that many are looked for at once. */
  readonly lines: ReadonlyMap<string, readonly string[]>
}

export interface ForgottenWords {
  readonly messageIds: Iterable<number>
  readonly memoryIds: Iterable<number>
  readonly texts: Iterable<string>
}

/** Letters and digits that a line must have: a shorter one says too little to be known again. */
const shortestLine = 12

/** Lower case, letters and digits: what is left of a text whatever it was marked up, quoted or packed in. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

export function needlesOf({ messageIds, memoryIds, texts }: ForgottenWords): Needles {
  const lines = new Map<string, string[]>()
  for (const text of texts)
    for (const line of text.split(/[\n\r\t]+/)) {
      const words = plain(line)
      // The headings of summaries are the same every day.
      if (words.length < shortestLine || line.startsWith('## ')) continue
      const begun = words.slice(0, shortestLine)
      lines.set(begun, [...(lines.get(begun) ?? []), words])
    }
  return { messageIds: new Set(messageIds), memoryIds: new Set(memoryIds), lines }
}

/** How messages are named: [#123], a button that opens one, a field of what a tool takes or gives. */
const namesOfMessages = /(?:#|\/open #?|message_id\\?"\s*:\s*)(\d{1,10})/g
/** A button or a command about an item of memory. */
const namesOfMemories = /\bmemory (?:[a-z]+ )?(\d{1,10})/gi
/** In what a tool for memory takes or gives. */
const fieldsOfMemories = /"(?:id|supersedes|superseded_by)\\?"\s*:\s*(\d{1,10})/g

/** Whether a text cites or repeats something that is forgotten. That of a tool begins with its name. */
export function quotes(text: string, { messageIds, memoryIds, lines }: Needles): boolean {
  return (
    names(text, namesOfMessages, messageIds) ||
    names(text, namesOfMemories, memoryIds) ||
    (text.startsWith('memory_') && names(text, fieldsOfMemories, memoryIds)) ||
    repeats(text, lines)
  )
}

function names(text: string, pattern: RegExp, ids: ReadonlySet<number>): boolean {
  return ids.size > 0 && Array.from(text.matchAll(pattern), ([, id]) => Number(id)).some((id) => ids.has(id))
}

function repeats(text: string, lines: Needles['lines']): boolean {
  if (lines.size === 0) return false
  const words = plain(text)
  for (let at = 0; at + shortestLine <= words.length; at++)
    if (lines.get(words.slice(at, at + shortestLine))?.some((line) => words.startsWith(line, at))) return true
  return false
}
