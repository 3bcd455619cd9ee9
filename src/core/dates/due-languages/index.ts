import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { DueLanguage } from './language.ts'
import { spanish } from './spanish.ts'

/** All languages in which due times are read. */
export const dueLanguages: readonly DueLanguage[] = [english, german, french, spanish]
