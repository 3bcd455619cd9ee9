import { english } from './english.ts'
import type { DueLanguage } from './language.ts'

/** All languages in which due times are read. */
export const dueLanguages: readonly DueLanguage[] = [english]
