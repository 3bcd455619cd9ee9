import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { userThreadSql } from '../../threads/privacy/personal-data.ts'
import { eraseSummaries, forgetSummaries } from './forget.ts'
import { mergeSummaries } from './merge.ts'
import { splitSummaries } from './split.ts'

const ofPerson = `t.segment_id IN (SELECT s.id FROM day_segments s WHERE s.thread_id = ${userThreadSql})`

export const summariesPersonalData: PersonalData<Tx> = {
  feature: 'summaries',
  tables: {
    day_summaries: {
      ofPerson,
      exported: {
        section: 'summaries',
        columns: ['segment_id', 'markdown', 'mode', 'model', 'language', 'revision', 'updated_at'],
        key: ['segment_id'],
        partOf: { segment_id: 'day_segments' },
      },
    },
    summary_runs: {
      ofPerson,
      exported: {
        section: 'summaryRuns',
        columns: [
          ...['id', 'segment_id', 'mode', 'state', 'from_revision', 'to_seq', 'input_tokens', 'output_tokens'],
          ...['error', 'started_at', 'finished_at'],
        ],
        key: ['id'],
        // A run in progress belongs to the process that executes it.
        where: "t.state <> 'running'",
        partOf: { segment_id: 'day_segments' },
      },
    },
    digests: {
      ofPerson,
      exported: {
        section: 'digests',
        columns: ['segment_id', 'state', 'due_at', 'message_id'],
        key: ['segment_id'],
        // An import must not post anything.
        as: { state: "CASE t.state WHEN 'waiting' THEN 'skipped' ELSE t.state END" },
        partOf: { segment_id: 'day_segments' },
        refersTo: { message_id: 'messages' },
      },
    },
  },
  merge: mergeSummaries,
  split: splitSummaries,
  forget: forgetSummaries,
  erase: eraseSummaries,
}
