import type { PersonalData } from '../core/ports/personal-data.ts'
import { memoryData } from '../memory/personal-data.ts'
import { peoplePersonalData } from '../people/privacy/personal-data.ts'
import { searchData } from '../search/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { summariesPersonalData } from '../summaries/privacy/personal-data.ts'
import { threadsPersonalData } from '../threads/privacy/personal-data.ts'
import { erasePrivacyRequests } from './erase-requests.ts'
import { mergePrivacyRequests } from './merge-requests.ts'

const privacyPersonalData: PersonalData<Tx> = {
  tables: {
    forget_requests: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'forgetRequests',
        columns: [
          ...['id', 'place_id', 'command_id', 'kind', 'message_ids', 'memory_ids', 'state', 'forgotten_count'],
          ...['requested_at', 'expires_at', 'done_at'],
        ],
        key: ['id'],
        partOf: { place_id: 'places' },
        refersTo: { command_id: 'messages' },
        restored: { user_id: '$1' },
      },
    },
    exports: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'exports',
        columns: ['id', 'place_id', 'from_day', 'to_day', 'state', 'files_sent', 'requested_at'],
        key: ['id'],
        // The one that is just being made, among them.
        where: "t.state <> 'pending'",
        partOf: { place_id: 'places' },
        restored: { user_id: '$1' },
      },
    },
  },
  merge: mergePrivacyRequests,
  erase: erasePrivacyRequests,
}

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
