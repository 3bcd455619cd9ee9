import type { Message } from '../../../src/core/domain/messages.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
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

/** Writes the plural forms of a kind, with # in place of the number. */
export function writeStepForms({ locale, translate }: PageLanguage, kind: StepKind): Partial<Record<Intl.LDMLPluralRule, string>> {
  const rules = new Intl.PluralRules(locale)
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {}
  // The numbers up to here have every form that small numbers have.
  for (let count = 0; count <= 100; count++)
    forms[rules.select(count)] ??= translate(`page.steps.${kind}`, { count }).replace(String(count), '#')
  return forms
}

/** Says what a tool step looked up. */
export function describeToolCall(translate: Translate, { tool }: Message): string {
  if (!tool) return translate('page.tool', { tool: 'none', name: '' })
  const query = /"(?:query|q|day)"\s*:\s*"([^"]{1,80})/.exec(tool.arguments)?.[1]
  const opened = /"message_id"\s*:\s*(\d{1,10})/.exec(tool.arguments)?.[1]
  const what = translate('page.tool', { tool: tool.name, name: tool.name.replaceAll('_', ' ') })
  if (query !== undefined) return translate('page.tool.query', { tool: what, query })
  return opened === undefined ? what : translate('page.tool.around', { tool: what, id: opened })
}
