import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { eraseUser } from './forget.ts'
import { mergeUserRows } from './merge.ts'

/** SQL for rows about the user's accounts, whichever user an account belonged to at the time. */
const accountCondition =
  '(t.platform, t.tenant, t.platform_user_id) IN (SELECT a.platform, a.tenant, a.platform_user_id FROM accounts a WHERE a.user_id = $1)'

const accountInFile = 'the account, which the file has'
const secretHash = 'the hash of a secret'
/** Replaces the hash of a secret that is no longer valid. The export does not contain the hash. */
const placeholderHash = "'restored ' || gen_random_uuid()"

export const peoplePersonalData: PersonalData<Tx> = {
  feature: 'people',
  tables: {
    users: {
      ofPerson: 't.id = $1',
      exported: {
        section: 'person',
        columns: ['id', 'name', 'timezone', 'language', 'language_source', 'digest', 'created_at'],
        key: ['id'],
        restored: { is_local: 'TRUE' },
        // An account of the web page is identified by a user id, possibly that of a user who has since been merged. No new user may get
        // that id.
        settled: `SELECT setval(pg_get_serial_sequence('users', 'id'), (
          SELECT GREATEST($1::int, max(a.platform_user_id::int)) FROM accounts a WHERE a.user_id = $1 AND a.platform_user_id ~ '^[1-9][0-9]{0,8}$'))`,
      },
      withheld: { timezone_asked_at: 'when the bot asked a question, which the messages show' },
    },
    accounts: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'accounts',
        columns: ['id', 'platform', 'tenant', 'platform_user_id', 'name', 'created_at'],
        key: ['id'],
        where: 't.linked_by_id IS NULL',
        restored: { user_id: '$1', is_owner: 'TRUE' },
      },
      // Not imported, because a number is worth nothing without the account that linked it.
      alsoExported: {
        ofPerson: 't.user_id = $1 AND t.linked_by_id IS NOT NULL',
        section: 'phoneNumbers',
        columns: ['platform', 'platform_user_id', 'created_at'],
        key: ['id'],
      },
      withheld: { handle: 'the platform has it' },
    },
    unapproved_senders: {
      ofPerson: accountCondition,
      withheld: { platform: accountInFile, tenant: accountInFile, platform_user_id: accountInFile },
    },
    setup_codes: { withheld: { hash: 'about nobody, and the hash of a secret' } },
    link_codes: {
      ofPerson: 't.account_id IN (SELECT a.id FROM accounts a WHERE a.user_id = $1)',
      withheld: {
        hash: secretHash,
        state: 'of a code that is good for minutes',
        confirmed_by: 'of a code that is good for minutes',
        ...Object.fromEntries(
          ['platform', 'tenant', 'platform_user_id', 'name', 'handle', 'address'].map((column) => [
            column,
            'about whoever entered the code',
          ]),
        ),
      },
    },
    user_merges: { ofPerson: 't.user_id = $1', withheld: { settings: 'what undoing the merge restores' } },
    failed_link_attempts: {
      ofPerson: accountCondition,
      withheld: { platform: accountInFile, tenant: accountInFile, platform_user_id: accountInFile },
    },
    call_tokens: { ofPerson: 't.user_id = $1', withheld: { hash: secretHash, kind: 'of a token that is good for an hour' } },
    call_pins: { ofPerson: 't.user_id = $1', withheld: { hash: secretHash } },
    number_links: {
      ofPerson: 't.user_id = $1',
      withheld: {
        hash: secretHash,
        state: 'of a code that is good for minutes',
        number: 'an account, which the file has, once it is linked',
      },
    },
    access_requests: {
      ofPerson: accountCondition,
      withheld: {
        ...{ platform: accountInFile, tenant: accountInFile, platform_user_id: accountInFile, name: accountInFile },
        address: 'the address of a place, which the file has',
        code: 'names the request, which is over once somebody is let in',
        state: 'of a request that is over once somebody is let in',
      },
    },
    sign_in_links: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'signInLinks',
        columns: ['expires_at', 'used_at'],
        key: ['expires_at', 'hash'],
        restored: { user_id: '$1', hash: placeholderHash },
      },
      withheld: { hash: secretHash },
    },
    web_sessions: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'webSessions',
        columns: ['created_at', 'expires_at'],
        key: ['created_at', 'expires_at', 'hash'],
        restored: { user_id: '$1', hash: placeholderHash },
      },
      withheld: { hash: secretHash, browser: 'of a session that an import does not restore' },
    },
    drafts: {
      ofPerson: 't.user_id = $1',
      exported: { section: 'drafts', columns: ['text', 'updated_at'], key: ['user_id'], restored: { user_id: '$1' } },
    },
  },
  merge: mergeUserRows,
  erase: eraseUser,
}
