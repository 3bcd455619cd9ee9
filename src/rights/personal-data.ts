import type { PersonalData } from '../core/personal-data.ts'
import { memoryData } from '../memory/personal-data.ts'
import { peopleData } from '../people/personal-data.ts'
import { recallData } from '../recall/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { summariesData } from '../summaries/personal-data.ts'
import { threadsData } from '../threads/personal-data.ts'

const rightsData: PersonalData<Tx> = {
  tables: {
    forgettings: { ofPerson: 't.user_id = $1' },
    exports: { ofPerson: 't.user_id = $1' },
  },
}

/**
 * What each feature holds about people, in the order in which two people are made one: what refers to something comes before
 * what it refers to. `conversation` stands above and is put in front of these by src/app.ts.
 */
export const personalData: readonly PersonalData<Tx>[] = [rightsData, summariesData, recallData, memoryData, threadsData, peopleData]
