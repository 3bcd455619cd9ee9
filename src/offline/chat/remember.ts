import { hasQuestionMark, leadPattern } from '../../core/domain/questions.ts'
import { combineCues } from '../languages/all.ts'
import { foldText } from '../words.ts'

const rememberPattern = combineCues(({ remember }) => remember)
const rememberEndPattern = combineCues(({ rememberEnd }) => rememberEnd)

/** Returns what the user asks to remember, in their words, or undefined if they ask for nothing. */
export function parseRememberRequest(text: string): string | undefined {
  const composed = text.normalize('NFC').trim()
  if (hasQuestionMark(composed)) return undefined
  const folded = foldText(composed)
  const leadLength = leadPattern.exec(folded)?.[0].length ?? 0
  const request = rememberPattern.exec(folded.slice(leadLength))
  const end = rememberEndPattern.exec(folded)
  if (!request && !end) return undefined
  const content = request ? composed.slice(leadLength + request[0].length).trim() : composed.slice(0, end?.index).trim()
  return content === '' ? undefined : content.charAt(0).toUpperCase() + content.slice(1)
}
