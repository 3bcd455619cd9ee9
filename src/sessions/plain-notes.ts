import { clip } from '../core/domain/text.ts'
import type { SessionInput } from './session-input.ts'
import type { SessionNotes } from './session-notes.ts'

/** In characters. */
const maxLineLength = 200

/** Makes notes without a model: the first and the last thing that the user said. */
export async function notePlainly({ lines }: SessionInput): Promise<SessionNotes> {
  const said = lines.filter(({ role }) => role === 'user').map(({ text }) => clip(text.replace(/\s+/g, ' ').trim(), maxLineLength))
  const summary = [...new Set([said.at(0), said.at(-1)])].filter(Boolean).join(' … ')
  return { summary, names: [], moments: [], newLoops: [], closings: [] }
}
