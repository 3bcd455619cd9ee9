import { foldText } from '../words.ts'

// All patterns match folded text, which is in lower case without accents.

const leadPattern =
  /^\W*(?:(?:hey|ok|okay|and|also|so|please|can you|could you|et|aussi|s'il te plait|stp|und|auch|bitte|kannst du)[,\s]+)*/

const rememberPatterns: readonly RegExp[] = [
  /^(?:(?:please )?(?:(?:remember|keep in mind|bear in mind)(?: please)?(?:,| that|:|\s)+|(?:note|make a note|don't forget)(?: please)?(?: that |: ?)))(?!when\b|what\b|how\b|where\b|who\b|why\b|which\b|whether\b|if\b|me\b|to\b)/,
  /^(?:(?:souviens-toi|rappelle-toi|retiens|n'oublie pas|note)(?: bien)?(?: que | qu'| ?: ?))(?!quand\b|ce que\b|comment\b|ou\b|qui\b|pourquoi\b)/,
  /^(?:(?:merke? dir|denk daran|vergiss nicht|notiere?(?: dir)?)(?: bitte)?(?:,? (?=dass )|: ?))(?!wann\b|was\b|wie\b|wo\b|wer\b|warum\b)/,
]

/** Returns what the user asks to remember, in their words, or undefined if they ask for nothing. */
export function parseRememberRequest(text: string): string | undefined {
  const composed = text.normalize('NFC').trim()
  const folded = foldText(composed)
  const leadLength = leadPattern.exec(folded)?.[0].length ?? 0
  const patternLength = rememberPatterns
    .map((pattern) => pattern.exec(folded.slice(leadLength))?.[0].length)
    .find((length) => length !== undefined)
  if (patternLength === undefined || /[?？]\s*$/.test(composed)) return undefined
  const content = composed.slice(leadLength + patternLength).trim()
  return content === '' ? undefined : content.charAt(0).toUpperCase() + content.slice(1)
}
