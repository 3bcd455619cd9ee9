import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { userThreadSql } from '../../threads/privacy/personal-data.ts'
import { eraseSessions, forgetSessions } from './forget.ts'
import { mergeSessions, splitSessions } from './move.ts'

const ofSession = `t.session_id IN (SELECT s.id FROM sessions s WHERE s.thread_id = ${userThreadSql})`

export const sessionsPersonalData: PersonalData<Tx> = {
  feature: 'sessions',
  tables: {
    sessions: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      exported: {
        section: 'sessions',
        columns: [
          ...['id', 'audience', 'call', 'started_at', 'ended_at', 'fingerprint', 'revision', 'state', 'attempts'],
          ...['summary', 'tone', 'processed_at'],
        ],
        key: ['started_at', 'id'],
        // An attempt in progress belongs to the process that makes it.
        as: { state: "CASE t.state WHEN 'processing' THEN 'active' ELSE t.state END" },
        // The day of its first message.
        day: `(SELECT d.day_label FROM session_members x JOIN messages m ON m.id = x.message_id JOIN day_segments d ON d.id = m.segment_id
          WHERE x.session_id = t.id ORDER BY m.sent_at, m.platform_order, m.id LIMIT 1)`,
        restored: { thread_id: userThreadSql, due_at: "CASE r.state WHEN 'active' THEN r.ended_at END" },
      },
    },
    // Derived again from the messages.
    session_members: { ofPerson: ofSession },
    session_cursors: { ofPerson: `t.thread_id = ${userThreadSql}` },
    key_moments: {
      ofPerson: ofSession,
      exported: {
        section: 'keyMoments',
        columns: ['id', 'session_id', 'message_id', 'audience', 'text'],
        key: ['id'],
        partOf: { session_id: 'sessions', message_id: 'messages' },
      },
    },
    session_names: {
      ofPerson: ofSession,
      exported: {
        section: 'sessionNames',
        columns: ['id', 'session_id', 'message_id', 'audience', 'kind', 'name'],
        key: ['id'],
        partOf: { session_id: 'sessions', message_id: 'messages' },
      },
    },
  },
  merge: mergeSessions,
  split: splitSessions,
  forget: forgetSessions,
  erase: eraseSessions,
}
