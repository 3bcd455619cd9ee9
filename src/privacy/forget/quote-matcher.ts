/** What to search for in texts: ids of deleted messages and memories, and fragments of their text. */
export interface QuotePatterns {
  readonly messageIds: ReadonlySet<number>
  readonly memoryIds: ReadonlySet<number>
  /** Short lines, and fragments of long lines, by their length. */
  readonly fragmentsByLength: ReadonlyMap<number, ReadonlySet<string>>
  /** The first characters of the fragments, used to skip most positions of a text at once. */
  readonly prefixes: ReadonlySet<string>
}

export interface ForgottenContent {
  readonly messageIds: Iterable<number>
  readonly memoryIds: Iterable<number>
  readonly texts: Iterable<string>
}

/** The minimum number of letters and digits in a line. Shorter lines match by chance. */
const minLineCharacters = 12
/** Longer lines are matched by overlapping fragments of this length, because search results and other excerpts show only part of a line. */
const fragmentCharacters = 24
const fragmentStepCharacters = 12

/** Reduces a text to lower-case letters and digits, so that markup, quoting and escaping make no difference. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

export function buildQuotePatterns({ messageIds, memoryIds, texts }: ForgottenContent): QuotePatterns {
  const fragmentsByLength = new Map<number, Set<string>>()
  for (const text of texts)
    for (const fragment of toFragments(text))
      fragmentsByLength.set(fragment.length, (fragmentsByLength.get(fragment.length) ?? new Set()).add(fragment))
  const prefixes = new Set(
    [...fragmentsByLength.values()].flatMap((fragments) => [...fragments].map((fragment) => fragment.slice(0, minLineCharacters))),
  )
  return { messageIds: new Set(messageIds), memoryIds: new Set(memoryIds), fragmentsByLength, prefixes }
}

function* toFragments(text: string): Generator<string> {
  for (const line of text.split(/[\n\r\t]+/)) {
    const normalized = normalizeText(line)
    // The headings of summaries are the same every day.
    if (normalized.length < minLineCharacters || line.startsWith('## ')) continue
    if (normalized.length < fragmentCharacters + fragmentStepCharacters) yield normalized
    else
      for (let start = 0; start + fragmentCharacters <= normalized.length; start += fragmentStepCharacters)
        yield normalized.slice(start, start + fragmentCharacters)
  }
}

/** The forms in which texts cite messages: [#123], a button that opens a message, and a field of a tool call or result. */
const messageCitationPattern = /(?:#|\/open #?|message_id\\?"\s*:\s*)(\d{1,10})/g
/** A button or a command about a memory. */
const memoryCitationPattern = /\bmemory (?:[a-z]+ )?(\d{1,10})/gi
/** A field in a call or result of a memory tool. */
const memoryFieldPattern = /"(?:id|supersedes|superseded_by)\\?"\s*:\s*(\d{1,10})/g

/** Returns whether a text cites or repeats deleted content. The text of a tool message starts with the name of the tool. */
export function quotesForgotten(text: string, patterns: QuotePatterns): boolean {
  const { messageIds, memoryIds } = patterns
  return (
    citesAny(text, messageCitationPattern, messageIds) ||
    citesAny(text, memoryCitationPattern, memoryIds) ||
    (text.startsWith('memory_') && citesAny(text, memoryFieldPattern, memoryIds)) ||
    repeatsAny(text, patterns)
  )
}

function citesAny(text: string, pattern: RegExp, ids: ReadonlySet<number>): boolean {
  return ids.size > 0 && Array.from(text.matchAll(pattern), ([, id]) => Number(id)).some((id) => ids.has(id))
}

function repeatsAny(text: string, { fragmentsByLength, prefixes }: QuotePatterns): boolean {
  if (fragmentsByLength.size === 0) return false
  const normalized = normalizeText(text)
  for (let start = 0; start + minLineCharacters <= normalized.length; start++)
    if (prefixes.has(normalized.slice(start, start + minLineCharacters)))
      for (const [length, fragments] of fragmentsByLength) if (fragments.has(normalized.slice(start, start + length))) return true
  return false
}
