import type { PersonalData } from '../core/ports/personal-data.ts'
import { memoryData } from '../memory/personal-data.ts'
import { peoplePersonalData } from '../people/privacy/personal-data.ts'
import { searchData } from '../search/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { summariesPersonalData } from '../summaries/privacy/personal-data.ts'
import { threadsPersonalData } from '../threads/privacy/personal-data.ts'
import { privacyPersonalData } from './personal-data.ts'

/**
 * What each feature holds about people, in the order in which two people are made one: what refers to something comes before
 * what it refers to. `conversation` stands above and is put in front of these by src/app.ts.
 */
export const personalDataRegistry: readonly PersonalData<Tx>[] = [
  privacyPersonalData,
  summariesPersonalData,
  searchData,
  memoryData,
  threadsPersonalData,
  peoplePersonalData,
]
