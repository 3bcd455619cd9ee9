import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { threadOfPerson } from '../threads/personal-data.ts'
import { forgetIndexed } from './forget.ts'
import { mergeIndexed } from './merge.ts'

export const recallData: PersonalData<Tx> = {
  tables: {
    message_index: { ofPerson: `t.thread_id = ${threadOfPerson}` },
    transcript_chunks: { ofPerson: `t.thread_id = ${threadOfPerson}` },
    chunked_segments: { ofPerson: `t.segment_id IN (SELECT s.id FROM day_segments s WHERE s.thread_id = ${threadOfPerson})` },
    embeddings: { ofPerson: `(t.user_id = $1 OR t.thread_id = ${threadOfPerson})` },
    embedding_choice: {},
  },
  merge: mergeIndexed,
  forget: forgetIndexed,
}
