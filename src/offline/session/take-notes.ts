import { resolveReferences } from '../summary/references.ts'
import { readStatements } from '../summary/statements.ts'
import { followLoops } from './follow-loops.ts'
import { findCalledNames } from './names.ts'
import type { SessionRequest } from './request.ts'
import { retellSession } from './retell.ts'
import { findTone } from './tone.ts'

/**
 * Takes the notes of a session from cues, as the JSON that a model would answer with. Deterministic. Where a cue is not certain, it finds
 * nothing: a loop that is closed by mistake is lost.
 */
export function takeSessionNotes({ translate, lines, openLoops }: SessionRequest): string {
  const { language } = translate
  const statements = resolveReferences(readStatements(lines, language))
  const { opened, closed, reports } = followLoops(statements, openLoops, language)
  const { summary, moments } = retellSession({ statements, opened, reports, translate })
  return JSON.stringify({
    summary,
    tone: findTone(statements, language) ?? null,
    names: findCalledNames(statements).map(({ kind, name, id }) => ({ kind, name, message: id })),
    moments,
    newLoops: opened,
    closings: closed,
  })
}
