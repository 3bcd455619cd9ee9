/**
 * Returns the name closest to a mistyped one, at most `most` edits away. A letter that is wrong, missing, extra, or swapped with its
 * neighbor counts as one edit.
 */
export function findNearestName(typed: string, names: readonly string[], most: number): string | undefined {
  let nearest: string | undefined
  let best = most + 1
  for (const name of names) {
    const distance = editDistance(typed, name)
    if (distance >= best) continue
    nearest = name
    best = distance
  }
  return nearest
}

/** Counts the edits between two names. Two swapped neighbors count as one edit. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const at = (row: readonly number[] | undefined, column: number) => row?.[column] ?? Number.POSITIVE_INFINITY
