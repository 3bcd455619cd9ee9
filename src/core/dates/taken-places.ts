/** The parts of a text that are taken by phrases. Each question takes only as long as the part is. */
export class TakenPlaces {
  /** For each character, the number of the phrase that has it, from 1. */
  readonly #owners: Int32Array

  constructor(length: number) {
    this.#owners = new Int32Array(length)
  }

  /** Takes a part for the phrase with an index. */
  take(start: number, end: number, index: number): void {
    this.#owners.fill(index + 1, start, end)
  }

  /** Returns the smallest index of the phrases that have a character of a part. Undefined if none has. */
  findFirst(start: number, end: number): number | undefined {
    let first = Number.POSITIVE_INFINITY
    for (let at = start; at < end; at++) {
      const owner = this.#owners[at] ?? 0
      if (owner > 0) first = Math.min(first, owner - 1)
    }
    return Number.isFinite(first) ? first : undefined
  }
}
