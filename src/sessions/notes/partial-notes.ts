import type { LoopId } from '../../core/domain/ids.ts'
import { cutToWords } from '../../core/lib/cut-to-words.ts'
import { foldText } from '../../offline/words.ts'
import type { ShownLoop } from '../session-input.ts'
import type { FoundLoop, LoopClosing, SessionNotes } from '../session-notes.ts'
import { noteLimits } from './limits.ts'

/** Merges the notes of the parts of a session, added in order. A loop that one part opens is shown with the next ones, which may close it. */
export class PartialNotes {
  readonly #shown: readonly ShownLoop[]
  readonly #partCount: number
  readonly #parts: SessionNotes[] = []
  readonly #closings: LoopClosing[] = []
  /** The loops that the parts have opened, by the ids with which the next parts show them. */
  readonly #opened = new Map<LoopId, FoundLoop>()
  #nextId: number

  constructor(openLoops: readonly ShownLoop[], partCount: number) {
    this.#shown = openLoops
    this.#partCount = partCount
    this.#nextId = Math.max(0, ...openLoops.map(({ id }) => id)) + 1
  }

  /** The loops that are open after the parts added so far. */
  get openLoops(): readonly ShownLoop[] {
    const closed = new Set(this.#closings.map(({ loopId }) => loopId))
    const opened = [...this.#opened].map(
      ([id, { text, owner, due }]): ShownLoop => ({ id, text, owner, ...(due !== undefined && { due }) }),
    )
    return [...this.#shown.filter(({ id }) => !closed.has(id)), ...opened]
  }

  add(notes: SessionNotes): void {
    this.#parts.push(notes)
    for (const closing of notes.closings) {
      if (!this.#opened.delete(closing.loopId)) this.#closings.push(closing)
    }
    for (const loop of notes.newLoops) this.#opened.set(this.#nextId++ as LoopId, loop)
  }

  merge(): SessionNotes {
    const names = new Map(this.#parts.flatMap((part) => part.names.map((name) => [foldText(name.name), name] as const)).toReversed())
    const moments = this.#parts.flatMap((part) => part.moments)
    const tone = this.#parts.findLast((part) => part.tone !== undefined)?.tone
    const words = Math.floor(noteLimits.summaryWords / this.#partCount)
    // Of a session in very many parts, the last ones are told.
    const told = this.#parts.slice(-Math.floor(noteLimits.summaryWords / minWordsPerPart))
    const share = Math.max(minWordsPerPart, words)
    return {
      summary: told.map(({ summary }) => cutToWords(summary, share, noteLimits.summaryLength)).join(' '),
      ...(tone !== undefined && { tone }),
      names: [...names.values()].toReversed().slice(0, noteLimits.names),
      moments: spread(moments, noteLimits.moments),
      newLoops: [...this.#opened.values()].slice(-noteLimits.newLoops),
      closings: this.#closings,
    }
  }
}

const minWordsPerPart = 20

/** Keeps the first and the last, and evenly many of what is between. */
function spread<Item>(items: readonly Item[], limit: number): readonly Item[] {
  if (items.length <= limit) return items
  const kept = new Set(Array.from({ length: limit }, (_, index) => Math.round((index * (items.length - 1)) / (limit - 1))))
  return items.filter((_, index) => kept.has(index))
}
