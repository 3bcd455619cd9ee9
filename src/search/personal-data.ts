import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { userThreadSql } from '../threads/privacy/personal-data.ts'
import { eraseSearchIndex, forgetIndexedMessages } from './index/forget.ts'
import { mergeSearchIndex } from './index/merge.ts'

export const searchData: PersonalData<Tx> = {
  tables: {
    message_index: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      withheld: { terms: 'made of the text of the message', language: 'how the words were taken', audience: 'that of the message' },
    },
    transcript_chunks: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      withheld: { text: 'made of the texts of messages', hash: 'made of the texts of messages', audience: 'that of the messages' },
    },
    chunked_segments: { ofPerson: `t.segment_id IN (SELECT s.id FROM day_segments s WHERE s.thread_id = ${userThreadSql})` },
    embeddings: {
      ofPerson: `(t.user_id = $1 OR t.thread_id = ${userThreadSql})`,
      withheld: {
        audience: 'that of what it was made of',
        state: 'how far the work is',
        error: 'how far the work is',
        provider: 'which model is in use here',
        model: 'which model is in use here',
      },
    },
    embedding_choice: {
      withheld: {
        ...{ provider: 'about nobody', model: 'about nobody', base_url: 'about nobody', origin: 'about nobody' },
        encrypted_key: 'about nobody, and a secret',
      },
    },
  },
  merge: mergeSearchIndex,
  forget: forgetIndexedMessages,
  erase: eraseSearchIndex,
}
