import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { threadOfPerson } from '../threads/personal-data.ts'
import { forgetAnswered } from './forget.ts'
import { mergeTurns } from './merge.ts'

export const conversationData: PersonalData<Tx> = {
  tables: {
    turns: { ofPerson: 't.user_id = $1' },
    deliveries: { ofPerson: `t.message_id IN (SELECT m.id FROM messages m WHERE m.thread_id = ${threadOfPerson})` },
  },
  merge: mergeTurns,
  forget: forgetAnswered,
}
