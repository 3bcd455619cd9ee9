import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { forgetMessages } from './forget.ts'
import { mergeThreads } from './merge.ts'

/** SQL for the thread of a person: $1 is their id. */
export const threadOfPerson = '(SELECT c.thread_id FROM continuous_threads c WHERE c.user_id = $1)'
const messagesOfPerson = `(SELECT m.id FROM messages m WHERE m.thread_id = ${threadOfPerson})`

export const threadsData: PersonalData<Tx> = {
  tables: {
    places: { ofPerson: `(t.user_id = $1 OR t.id IN (SELECT m.place_id FROM messages m WHERE m.thread_id = ${threadOfPerson}))` },
    threads: { ofPerson: `t.id = ${threadOfPerson}` },
    continuous_threads: { ofPerson: 't.user_id = $1' },
    day_segments: { ofPerson: `t.thread_id = ${threadOfPerson}` },
    messages: { ofPerson: `t.thread_id = ${threadOfPerson}` },
    attachments: { ofPerson: `t.message_id IN ${messagesOfPerson}` },
    reactions: { ofPerson: 't.account_id IN (SELECT a.id FROM accounts a WHERE a.user_id = $1)' },
    leases: {},
  },
  merge: mergeThreads,
  forget: forgetMessages,
}
