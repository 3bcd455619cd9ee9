import { describeSteps, fillText, type ScriptTexts } from '../../shared/script-texts.ts'

// The server writes all texts, in the language of the page.
const scriptTexts: ScriptTexts = JSON.parse(document.body.dataset['texts'] ?? '')

export const { locale } = scriptTexts

/** Returns a text. Each value takes the place of its name in braces. */
export const text = (name: keyof ScriptTexts['texts'], values: Readonly<Record<string, string>> = {}): string =>
  fillText(scriptTexts.texts[name], values)

/** Formats "Looked up: 1 search, 15 messages". */
export const writeSteps = (counts: ReadonlyMap<string, number>): string => describeSteps(scriptTexts, counts)
