import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { forgetLearned } from './forget.ts'
import { mergeMemories } from './merge.ts'

export const memoryData: PersonalData<Tx> = {
  tables: {
    memory_themes: { ofPerson: 't.user_id = $1' },
    memory_items: { ofPerson: 't.user_id = $1' },
  },
  merge: mergeMemories,
  forget: forgetLearned,
}
