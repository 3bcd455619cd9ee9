import type { ModelImage } from '../../core/ports/chat-model.ts'
import type { ContextRow } from './rows.ts'
import { type CountedText, type CountTokens, shrinkToTokens, type TruncatedText } from './truncate.ts'

/** A message with as much of its text as fits. */
export interface FittedRow {
  readonly row: ContextRow
  readonly text: TruncatedText
  /** Its attachments: formatted text files, as far as they fit, and images. */
  readonly files?: readonly string[]
  readonly images?: readonly ModelImage[]
}

/** A message to fit into a token budget. */
export interface FitInput {
  readonly row: ContextRow
  /** Tokens besides its text. */
  readonly frame: number
  /** Tokens that its text is cut to if the messages do not all fit. */
  readonly cutTo: number
  /** The most tokens in total including this message. */
  readonly limit: number
}

export interface FitResult {
  /** In the order given. */
  readonly rows: readonly FittedRow[]
  readonly tokens: number
  /** The number of messages cut in their middle, and of the oldest ones dropped. */
  readonly cut: number
  readonly dropped: number
}

/**
 * Fits messages, given in order, into their limits. Cuts tool outputs first, then other long messages, oldest first, and then
 * drops the oldest. Counts only slightly more than what fits, however many messages are given.
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
  // The remaining budget restores texts in the opposite order.
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
