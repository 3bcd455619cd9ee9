import type { LanguageCode } from '../../../src/core/domain/languages.ts'
import { describeSteps, type ScriptTexts, scriptMessages } from '../shared/script-texts.ts'
import type { PageLanguage } from './language.tsx'
import { type StepKind, stepKinds, writeStepForms } from './steps.ts'

const written = new Map<LanguageCode, ScriptTexts>()

/** Writes the texts of the scripts in a language. */
export function scriptTexts(language: PageLanguage): ScriptTexts {
  const known = written.get(language.code)
  if (known) return known
  const { code, locale, translate } = language
  const texts = Object.fromEntries(
    scriptMessages.map((key) => [key, translate(key, { words: '{words}', name: '{name}', steps: '{steps}' })]),
  )
  const steps = Object.fromEntries(stepKinds.map((kind) => [kind, writeStepForms(language, kind)]))
  const all = { locale, texts: texts as ScriptTexts['texts'], steps }
  written.set(code, all)
  return all
}

/** Formats "Looked up: 1 search, 15 messages", as the page's script does when it updates the count. */
export function countSteps(language: PageLanguage, kinds: readonly StepKind[]): string {
  const counts = new Map<StepKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return describeSteps(scriptTexts(language), counts)
}
