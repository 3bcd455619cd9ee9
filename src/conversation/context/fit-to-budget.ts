import type { ModelImage } from '../../core/ports/chat-model.ts'
import type { ContextRow } from './rows.ts'
import { type CountedText, type CountTokens, shrinkToTokens, type TruncatedText } from './truncate.ts'

/** A message with as much of its text as there is room for. */
export interface FittedRow {
  readonly row: ContextRow
  readonly text: TruncatedText
  /** What came with it: what is in text files, as far as there is room, ready to be shown; and images. */
  readonly files?: readonly string[]
  readonly images?: readonly ModelImage[]
}

/** Something to be fitted into a number of tokens. */
export interface FitInput {
  readonly row: ContextRow
  /** Tokens that it takes besides its text. */
  readonly frame: number
  /** Tokens that its text is cut to where there is not room for all. */
  readonly cutTo: number
  /** How many tokens there may be in all once it is in. */
  readonly limit: number
}

export interface FitResult {
  /** In the order given. */
  readonly rows: readonly FittedRow[]
  readonly tokens: number
  /** How many were cut in their middle, and how many of the oldest are not there at all. */
  readonly cut: number
  readonly dropped: number
}

/**
 * Fits messages, given in order, into their limits: cuts tool outputs first, then other long messages, each the oldest
 * first, and then leaves out the oldest. Counts no more than a little above what fits, however much is given.
 */
export function fitRows(items: readonly FitInput[], count: CountTokens): FitResult {
  let tokens = 0
  const kept: { item: FitInput; counted: CountedText }[] = []
  for (const item of [...items].reverse()) {
    const counted = shrinkToTokens(item.row.text, item.cutTo, count)
    const more = item.frame + counted.tokens
    if (tokens + more > item.limit) break
    tokens += more
    kept.push({ item, counted })
  }
  // What room is left goes back in the opposite order.
  for (const isTool of [false, true]) {
    for (const entry of kept.filter(({ item }) => (item.row.role === 'tool') === isTool)) {
      const { item, counted } = entry
      if (counted.excerpt.cut === item.row.text.cut) continue
      const grown = shrinkToTokens(item.row.text, counted.tokens + item.limit - tokens, count)
      if (grown.excerpt.cut >= counted.excerpt.cut) continue
      tokens += grown.tokens - counted.tokens
      entry.counted = grown
    }
  }
  return {
    rows: kept.reverse().map(({ item, counted }) => ({ row: item.row, text: counted.excerpt })),
    tokens,
    cut: kept.filter(({ counted }) => counted.excerpt.cut > 0).length,
    dropped: items.length - kept.length,
  }
}
