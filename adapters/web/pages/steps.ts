import type { PageLanguage } from './language.tsx'

/** What tool steps count as. */
export const stepKinds = ['search', 'message', 'memory', 'note', 'step'] as const
export type StepKind = (typeof stepKinds)[number]

const kindsOfTools: Readonly<Record<string, StepKind>> = {
  conversation_search: 'search',
  conversation_get: 'message',
  memory_search: 'search',
  memory_get: 'memory',
  memory_add: 'note',
}

export const toStepKind = (tool: string): StepKind => kindsOfTools[tool] ?? 'step'

/** Formats "Looked up: 1 search, 15 messages". The page's script updates the count in the same way. */
export function countSteps({ locale, translate }: PageLanguage, kinds: readonly StepKind[]): string {
  const counts = [...new Set(kinds)].map((kind) => translate(`page.steps.${kind}`, { count: kinds.filter((one) => one === kind).length }))
  return translate('page.steps', { steps: new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(counts) })
}

/** Writes the plural forms of a kind, with # in place of the number. */
export function writeStepForms({ locale, translate }: PageLanguage, kind: StepKind): Partial<Record<Intl.LDMLPluralRule, string>> {
  const rules = new Intl.PluralRules(locale)
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {}
  // The numbers up to here have every form that small numbers have.
  for (let count = 0; count <= 100; count++)
    forms[rules.select(count)] ??= translate(`page.steps.${kind}`, { count }).replace(String(count), '#')
  return forms
}
