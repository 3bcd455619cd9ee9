import type { PersonalData } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { mergeUsers } from './merge.ts'

export const peopleData: PersonalData<Tx> = {
  tables: {
    users: { ofPerson: 't.id = $1' },
    accounts: { ofPerson: 't.user_id = $1' },
    strangers: {},
    setup_codes: {},
    link_codes: { ofPerson: 't.account_id IN (SELECT a.id FROM accounts a WHERE a.user_id = $1)' },
    link_guesses: {},
    access_requests: {},
    sign_in_links: { ofPerson: 't.user_id = $1' },
    web_sessions: { ofPerson: 't.user_id = $1' },
  },
  merge: mergeUsers,
}
