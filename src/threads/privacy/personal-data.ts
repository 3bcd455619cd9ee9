import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { raiseChangeSeqSql } from '../thread.ts'
import { eraseThread, forgetMessages } from './forget.ts'
import { loggedByPersonSql } from './logged-messages.ts'
import { mergeThreads } from './merge.ts'

/** SQL for the thread of the user whose id is $1. */
export const userThreadSql = '(SELECT c.thread_id FROM continuous_threads c WHERE c.user_id = $1)'

/** SQL for the place of a reference. If the file lacks it, that is the place of the message. */
const restoredPlaceSql = `coalesce(
  (SELECT p.id FROM places p WHERE p.id = r.place_id), (SELECT m.place_id FROM messages m WHERE m.id = r.message_id))`

export const threadsPersonalData: PersonalData<Tx> = {
  feature: 'threads',
  tables: {
    places: {
      // Where the user wrote, and the channels of threads where the user wrote.
      ofPerson: `(t.user_id = $1 OR t.id IN (SELECT m.place_id FROM messages m WHERE m.id IN ${loggedByPersonSql}) OR EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = ${userThreadSql} AND m.place_id = t.id)
        OR (t.kind = 'shared' AND EXISTS (
          SELECT 1 FROM message_references r JOIN messages m ON m.id = r.message_id WHERE r.place_id = t.id AND m.thread_id = ${userThreadSql})))`,
      exported: {
        section: 'places',
        columns: ['id', 'platform', 'tenant', 'address', 'kind', 'title', 'last_active_at'],
        key: ['id'],
        // A former direct place of the user may belong to someone else now.
        as: { last_active_at: 'CASE WHEN t.user_id = $1 THEN t.last_active_at END' },
        restored: { user_id: "CASE r.kind WHEN 'direct' THEN $1::int END" },
      },
      withheld: { audience: 'made of the kind and the id' },
    },
    threads: {
      ofPerson: `t.id = ${userThreadSql}`,
      exported: {
        section: 'thread',
        columns: ['id', 'change_seq', 'revision', 'fresh_seq', 'created_at'],
        key: ['id'],
        restored: { kind: "'continuous'" },
        // Includes changes made while the file was being written.
        settled: raiseChangeSeqSql(userThreadSql),
      },
      withheld: { kind: 'that it is of a person: a channel is of nobody' },
    },
    continuous_threads: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'conversation',
        columns: ['thread_id'],
        key: ['thread_id'],
        partOf: { thread_id: 'threads' },
        restored: { user_id: '$1' },
      },
      withheld: {
        seen_seq: 'up to where the page was read, which nothing is made of',
        seen_message_id: 'up to where the page was read, which nothing is made of',
      },
    },
    day_segments: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      exported: {
        section: 'days',
        columns: ['id', 'day_label', 'timezone', 'covered_seq', 'revision', 'opened_at', 'finalized_at'],
        key: ['day_label'],
        day: 't.day_label',
        restored: { thread_id: userThreadSql },
      },
    },
    calls: {
      ofPerson: 't.place_id IN (SELECT p.id FROM places p WHERE p.user_id = $1)',
      exported: {
        section: 'calls',
        columns: ['id', 'place_id', 'platform_call_id', 'started_at', 'seconds'],
        key: ['started_at', 'id'],
        partOf: { place_id: 'places' },
      },
    },
    messages: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      exported: {
        section: 'messages',
        columns: [
          ...['id', 'segment_id', 'place_id', 'audience', 'role', 'kind', 'author_account_id', 'author_name', 'text', 'tool', 'sent_at'],
          ...['platform_order', 'platform_message_id', 'reply_to_id', 'turn_id', 'change_seq', 'edited_at', 'deleted_at'],
        ],
        key: ['sent_at', 'platform_order', 'id'],
        // Text that still grants access must not be written anywhere else.
        as: { text: "CASE WHEN t.text_expires_at IS NULL THEN t.text ELSE '' END" },
        where: "t.kind <> 'draft'",
        partOf: { segment_id: 'day_segments' },
        refersTo: { author_account_id: 'accounts', reply_to_id: 'messages', turn_id: 'turns' },
        restored: { thread_id: userThreadSql },
      },
      // What the user wrote in the logs of channels.
      alsoExported: {
        ofPerson: `t.id IN ${loggedByPersonSql}`,
        section: 'channelMessages',
        columns: ['id', 'place_id', 'author_name', 'text', 'sent_at', 'edited_at'],
        key: ['sent_at', 'id'],
        day: '(SELECT s.day_label FROM day_segments s WHERE s.id = t.segment_id)',
        where: 't.deleted_at IS NULL',
      },
      withheld: { invocation: 'a token, and gone once the command is answered' },
    },
    attachments: {
      ofPerson: `(SELECT m.thread_id FROM messages m WHERE m.id = t.message_id) = ${userThreadSql}`,
      exported: {
        section: 'attachments',
        columns: ['id', 'message_id', 'position', 'name', 'media_type', 'bytes', 'source', 'state', 'transcript', 'error', 'content'],
        key: ['message_id', 'position'],
        readBy: 'message_id',
        partOf: { message_id: 'messages' },
      },
    },
    message_references: {
      ofPerson: `(SELECT m.thread_id FROM messages m WHERE m.id = t.message_id) = ${userThreadSql}`,
      exported: {
        section: 'references',
        columns: ['message_id', 'position', 'place_id', 'kind', 'source_id', 'author_id', 'author_name', 'text', 'sent_at'],
        key: ['message_id', 'position'],
        partOf: { message_id: 'messages' },
        refersTo: { place_id: 'places' },
        restored: { place_id: restoredPlaceSql, audience: `(SELECT p.audience FROM places p WHERE p.id = ${restoredPlaceSql})` },
      },
      // What others quote of the user.
      alsoExported: {
        ofPerson: `t.author_id IN (SELECT a.platform_user_id FROM accounts a WHERE a.user_id = $1) AND EXISTS (
          SELECT 1 FROM places p JOIN accounts a ON a.platform = p.platform AND a.tenant = p.tenant
          WHERE p.id = t.place_id AND a.platform_user_id = t.author_id AND a.user_id = $1)`,
        section: 'quotes',
        columns: ['position', 'kind', 'author_name', 'text', 'sent_at'],
        key: ['message_id', 'position'],
        // Of a forward, the text is that of the message.
        as: {
          text: "CASE WHEN t.kind = 'forward' AND t.text = '' THEN (SELECT m.text FROM messages m WHERE m.id = t.message_id) ELSE t.text END",
        },
        where: `(SELECT m.thread_id FROM messages m WHERE m.id = t.message_id) IS DISTINCT FROM ${userThreadSql}`,
      },
      withheld: { audience: 'that of the place' },
    },
    reactions: {
      ofPerson: 't.account_id IN (SELECT a.id FROM accounts a WHERE a.user_id = $1)',
      exported: {
        section: 'reactions',
        columns: ['message_id', 'account_id', 'emoji', 'present', 'at'],
        key: ['message_id', 'account_id', 'emoji'],
        partOf: { message_id: 'messages', account_id: 'accounts' },
      },
    },
    leases: { withheld: { name: 'about nobody: which process does what', owner: 'about nobody: which process does what' } },
  },
  merge: mergeThreads,
  forget: forgetMessages,
  erase: eraseThread,
}
