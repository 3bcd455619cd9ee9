import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { DueList } from './list.ts'
import { spanish } from './spanish.ts'

export const dueLists: Readonly<Record<string, DueList>> = { en: english, de: german, fr: french, es: spanish }
