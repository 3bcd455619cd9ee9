/** The messages that the scripts write. No imports here, because the scripts are checked with this file, for browsers. */
export const scriptMessages = [
  'page.time.now',
  'page.script.lost',
  'page.script.signed-out',
  'page.script.sending',
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
  'page.steps',
] as const

/** What the scripts write, in the language of the page. They fill in what is between braces. */
export interface ScriptTexts {
  readonly locale: string
  readonly texts: Readonly<Record<(typeof scriptMessages)[number], string>>
  /** For each kind of tool step, its plural forms. # stands for the number. */
  readonly steps: Readonly<Record<string, Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>
}
