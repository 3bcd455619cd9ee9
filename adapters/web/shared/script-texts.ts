/** The messages that the scripts write. */
export const scriptMessages = [
  'page.time.now',
  'page.script.lost',
  'page.script.signed-out',
  'page.script.sending',
  'page.script.waiting',
  'page.script.discard',
  'page.error.message-length',
  'page.script.remove-file',
  'page.script.files-gone',
  'page.script.voice-note',
  'page.script.no-microphone',
  'page.script.sent',
  'page.script.not-sent',
  'page.script.again',
  'page.script.unreachable',
  'page.script.failed',
  'page.script.loading',
  'page.script.not-loaded',
  'page.script.search',
  'page.script.moment',
  'page.script.rewriting',
  'page.script.still-rewriting',
  'page.script.not-rewritten',
  'page.script.rewritten',
  'page.push.tried',
  'page.push.is-on',
  'page.push.is-off',
  'page.push.no-service',
  'page.script.copied',
  'page.script.not-copied',
  'page.steps',
] as const

/** What the scripts write, in the language of the page. They fill in what is between braces. */
export interface ScriptTexts {
  readonly locale: string
  readonly texts: Readonly<Record<(typeof scriptMessages)[number], string>>
  /** For each kind of tool step, its plural forms. # stands for the number. */
  readonly steps: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>
}

/** Formats "Looked up: 1 search, 15 messages". `counts` has the number of steps of each kind. */
export function describeSteps({ locale, texts, steps }: ScriptTexts, counts: ReadonlyMap<string, number>): string {
  const rules = new Intl.PluralRules(locale)
  const counted = [...counts].map(([kind, count]) => {
    const forms = steps[kind]
    return (forms?.[rules.select(count)] ?? forms?.other ?? '').replace('#', count.toLocaleString(locale))
  })
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(counted)
  return fillText(texts['page.steps'], { steps: list })
}

/** Puts each value in the place of its name in braces. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
}
