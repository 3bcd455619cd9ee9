import type { CatalogueLanguage } from '../../core/messages/messages.ts'
import { cuesByLanguage } from '../languages/all.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { readLanguage } from '../summary/statements.ts'
import { type CloseableLoop, findStatedClosings, toCloseableLoop } from './closings.ts'
import { findStatedLoop, type StatedLoop } from './new-loops.ts'
import type { RequestedLoop } from './request.ts'
import { shareWords } from './tasks.ts'

export interface OpenedLoop extends StatedLoop {
  /** The message that states it. */
  readonly message: number
}

export interface ClosedLoop {
  readonly loop: number
  readonly message: number
  readonly state: 'done' | 'dropped'
}

export interface FollowedLoops {
  /** Those that are open at the end. */
  readonly opened: readonly OpenedLoop[]
  readonly closed: readonly ClosedLoop[]
  /** The sentences that say that a loop is done, also one of the same session. */
  readonly reports: readonly ResolvedStatement[]
}

/** Follows what is promised and what is done, sentence by sentence. */
export function followLoops(
  statements: readonly ResolvedStatement[],
  shown: readonly RequestedLoop[],
  language: CatalogueLanguage,
): FollowedLoops {
  const shownLoops = shown.map((loop) => toCloseableLoop(loop, cuesByLanguage[readLanguage(loop.text, language)]))
  const opened = new Map<CloseableLoop, OpenedLoop>()
  const closed: ClosedLoop[] = []
  const reports: ResolvedStatement[] = []
  for (const [position, statement] of statements.entries()) {
    const isClosed = ({ id }: CloseableLoop) => closed.some(({ loop }) => loop === id)
    const earlier = [...opened].flatMap(([loop, { message }]) => (message < statement.id ? [loop] : []))
    const openLoops = [...shownLoops.filter((loop) => !isClosed(loop)), ...earlier]
    const closings = findStatedClosings(statement, { statements: statements.slice(0, position), openLoops })
    if (closings.length > 0) {
      for (const { loop, state } of closings) {
        if (loop.id === undefined) opened.delete(loop)
        else closed.push({ loop: loop.id, message: statement.id, state })
      }
      if (closings.some(({ state }) => state === 'done')) reports.push(statement)
      continue
    }
    const stated = findStatedLoop(statement, statements[position - 1])
    if (!stated) continue
    const loop = toCloseableLoop(stated, statement.cues)
    // What is stated again counts as stated last.
    for (const [other] of [...opened]) if (isRestated(other, loop)) opened.delete(other)
    opened.set(loop, { ...stated, message: statement.id })
  }
  return { opened: [...opened.values()], closed, reports }
}

const isRestated = ({ owner, words }: CloseableLoop, later: CloseableLoop): boolean =>
  owner === later.owner &&
  words.words.length > 0 &&
  [...words.concepts].every((concept) => later.words.concepts.has(concept)) &&
  shareWords(words.words, later.words.words).length === words.words.length
