/** What a row is searched for: the numbers of what is forgotten, and its lines. */
export interface QuotePatterns {
  readonly messageIds: ReadonlySet<number>
  readonly memoryIds: ReadonlySet<number>
  /** Short lines, and pieces of long ones, by how many letters they have. */
  readonly fragmentsByLength: ReadonlyMap<number, ReadonlySet<string>>
  /** How each of them begins, so that most places of a text are passed over at once. */
  readonly prefixes: ReadonlySet<string>
}

export interface ForgottenContent {
  readonly messageIds: Iterable<number>
  readonly memoryIds: Iterable<number>
  readonly texts: Iterable<string>
}

/** Letters and digits that a line must have: a shorter one says too little to be known again. */
const minLineCharacters = 12
/** A longer line is known by pieces of so many letters: of what is shown of it, as in results of a search, only a part may be there. */
const fragmentCharacters = 24
const fragmentStepCharacters = 12

/** Lower case, letters and digits: what is left of a text whatever it was marked up, quoted or packed in. */
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

/** How messages are named: [#123], a button that opens one, a field of what a tool takes or gives. */
const messageCitationPattern = /(?:#|\/open #?|message_id\\?"\s*:\s*)(\d{1,10})/g
/** A button or a command about an item of memory. */
const memoryCitationPattern = /\bmemory (?:[a-z]+ )?(\d{1,10})/gi
/** In what a tool for memory takes or gives. */
const memoryFieldPattern = /"(?:id|supersedes|superseded_by)\\?"\s*:\s*(\d{1,10})/g

/** Whether a text cites or repeats something that is forgotten. That of a tool begins with its name. */
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
