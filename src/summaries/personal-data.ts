import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { threadOfPerson } from '../threads/personal-data.ts'
import { forgetSummarized } from './forget.ts'
import { mergeSummaries } from './merge.ts'

const ofPerson = `t.segment_id IN (SELECT s.id FROM day_segments s WHERE s.thread_id = ${threadOfPerson})`

export const summariesData: PersonalData<Tx> = {
  tables: {
    day_summaries: { ofPerson },
    summary_runs: { ofPerson },
    digests: { ofPerson },
  },
  merge: mergeSummaries,
  forget: forgetSummarized,
}
