import { readFileSync } from 'node:fs'

/** What people ask and state in one language. Most questions have no question mark, as people type them. */
export interface AskedAndStated {
  readonly questions: readonly string[]
  readonly statements: readonly string[]
}

/** By language. */
export const askedAndStated = JSON.parse(readFileSync(new URL('./questions.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, AskedAndStated>
>
