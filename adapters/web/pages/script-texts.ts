import type { PageLanguage } from './language.tsx'
import { type ScriptTexts, scriptMessages } from './script-messages.ts'
import { stepKinds, writeStepForms } from './steps.ts'

/** Writes the texts of the scripts in a language. */
export function scriptTexts(language: PageLanguage): ScriptTexts {
  const { locale, translate } = language
  const texts = Object.fromEntries(scriptMessages.map((key) => [key, translate(key, { words: '{words}', steps: '{steps}' })]))
  const steps = Object.fromEntries(stepKinds.map((kind) => [kind, writeStepForms(language, kind)]))
  return { locale, texts: texts as ScriptTexts['texts'], steps }
}
