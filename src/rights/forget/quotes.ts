/** What a row is searched for: the numbers of what is forgotten, and its lines. */
export interface Needles {
  readonly messageIds: ReadonlySet<number>
  readonly memoryIds: ReadonlySet<number>
  /** Short lines, and pieces of long ones, by how many letters they have. */
  readonly pieces: ReadonlyMap<number, ReadonlySet<string>>
  /** How each of them begins, so that most places of a text are passed over at once. */
  readonly beginnings: ReadonlySet<string>
}

export interface ForgottenWords {
  readonly messageIds: Iterable<number>
  readonly memoryIds: Iterable<number>
  readonly texts: Iterable<string>
}

/** Letters and digits that a line must have: a shorter one says too little to be known again. */
const shortestLine = 12
/** A longer line is known by pieces of so many letters: of what is shown of it, as in results of a search, only a part may be there. */
const pieceLength = 24
const pieceEvery = 12

/** Lower case, letters and digits: what is left of a text whatever it was marked up, quoted or packed in. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

export function needlesOf({ messageIds, memoryIds, texts }: ForgottenWords): Needles {
  const pieces = new Map<number, Set<string>>()
  for (const text of texts) for (const piece of piecesOf(text)) pieces.set(piece.length, (pieces.get(piece.length) ?? new Set()).add(piece))
  const beginnings = new Set([...pieces.values()].flatMap((some) => [...some].map((piece) => piece.slice(0, shortestLine))))
  return { messageIds: new Set(messageIds), memoryIds: new Set(memoryIds), pieces, beginnings }
}

function* piecesOf(text: string): Generator<string> {
  for (const line of text.split(/[\n\r\t]+/)) {
    const words = plain(line)
    // The headings of summaries are the same every day.
    if (words.length < shortestLine || line.startsWith('## ')) continue
    if (words.length < pieceLength + pieceEvery) yield words
    else for (let at = 0; at + pieceLength <= words.length; at += pieceEvery) yield words.slice(at, at + pieceLength)
  }
}

/** How messages are named: [#123], a button that opens one, a field of what a tool takes or gives. */
const namesOfMessages = /(?:#|\/open #?|message_id\\?"\s*:\s*)(\d{1,10})/g
/** A button or a command about an item of memory. */
const namesOfMemories = /\bmemory (?:[a-z]+ )?(\d{1,10})/gi
/** In what a tool for memory takes or gives. */
const fieldsOfMemories = /"(?:id|supersedes|superseded_by)\\?"\s*:\s*(\d{1,10})/g

/** Whether a text cites or repeats something that is forgotten. That of a tool begins with its name. */
export function quotes(text: string, needles: Needles): boolean {
  const { messageIds, memoryIds } = needles
  return (
    names(text, namesOfMessages, messageIds) ||
    names(text, namesOfMemories, memoryIds) ||
    (text.startsWith('memory_') && names(text, fieldsOfMemories, memoryIds)) ||
    repeats(text, needles)
  )
}

function names(text: string, pattern: RegExp, ids: ReadonlySet<number>): boolean {
  return ids.size > 0 && Array.from(text.matchAll(pattern), ([, id]) => Number(id)).some((id) => ids.has(id))
}

function repeats(text: string, { pieces, beginnings }: Needles): boolean {
  if (pieces.size === 0) return false
  const words = plain(text)
  for (let at = 0; at + shortestLine <= words.length; at++)
    if (beginnings.has(words.slice(at, at + shortestLine)))
      for (const [length, some] of pieces) if (some.has(words.slice(at, at + length))) return true
  return false
}
