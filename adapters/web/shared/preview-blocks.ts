/** How an unfinished reply has grown, as its rendered blocks: paragraphs, lists, code and so on. Only what is new is sent. */
export interface PreviewChange {
  /** The number of blocks that stay. */
  readonly at: number
  /** The number of characters that stay of the block after those. */
  readonly keep: number
  /** The rest of that block, and what comes after it. */
  readonly blocks: readonly string[]
}

/** Returns what has changed between two renderings of a reply. Undefined if nothing has. */
export function compareBlocks(before: readonly string[], after: readonly string[]): PreviewChange | undefined {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  if (at === before.length && at === after.length) return undefined
  const [old = '', now = ''] = [before[at], after[at]]
  let keep = 0
  while (keep < old.length && keep < now.length && old[keep] === now[keep]) keep++
  const [first, ...rest] = after.slice(at)
  return { at, keep, blocks: first === undefined ? [] : [first.slice(keep), ...rest] }
}

/** Returns the blocks after a change. */
export function applyPreviewChange(before: readonly string[], { at, keep, blocks }: PreviewChange): string[] {
  const kept = (before[at] ?? '').slice(0, keep)
  return [...before.slice(0, at), ...blocks.map((block, index) => (index === 0 ? kept + block : block))]
}
