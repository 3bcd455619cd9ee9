import { budgetPersonalData } from '../budget/personal-data.ts'
import { channelsPersonalData } from '../channels/privacy/personal-data.ts'
import type { PersonalData } from '../core/ports/personal-data.ts'
import { loopsPersonalData } from '../loops/privacy/personal-data.ts'
import { memoryData } from '../memory/personal-data.ts'
import { modelPersonalData } from '../model/personal-data.ts'
import { peoplePersonalData } from '../people/privacy/personal-data.ts'
import { pushPersonalData } from '../push/personal-data.ts'
import { searchData } from '../search/personal-data.ts'
import { sessionsPersonalData } from '../sessions/privacy/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { summariesPersonalData } from '../summaries/privacy/personal-data.ts'
import { threadsPersonalData } from '../threads/privacy/personal-data.ts'
import { privacyPersonalData } from './personal-data.ts'

/**
 * The personal data of each feature, in the order in which two users are merged: tables that refer to others come first. src/app.ts
 * prepends `conversation`, which is a higher layer.
 */
export const personalDataRegistry: readonly PersonalData<Tx>[] = [
  privacyPersonalData,
  loopsPersonalData,
  sessionsPersonalData,
  channelsPersonalData,
  summariesPersonalData,
  searchData,
  modelPersonalData,
  memoryData,
  threadsPersonalData,
  budgetPersonalData,
  pushPersonalData,
  peoplePersonalData,
]
