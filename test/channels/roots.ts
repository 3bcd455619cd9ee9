import type { PyramidPosition } from '../../src/channels/pyramid.ts'

/** Lists the summaries that represent all windows of a complete pyramid, each window once, oldest first. */
export function listRoots(windowCount: number): PyramidPosition[] {
  const roots: PyramidPosition[] = []
  let covered = 0
  for (let level = Math.floor(Math.log2(Math.max(1, windowCount))) + 1; level >= 1; level--) {
    const size = 2 ** (level - 1)
    if (windowCount - covered < size) continue
    roots.push({ level, ordinal: covered / size })
    covered += size
  }
  return roots
}
