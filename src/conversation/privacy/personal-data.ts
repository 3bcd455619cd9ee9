import type { PersonalData } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { userThreadSql } from '../../threads/privacy/personal-data.ts'
import { eraseTurns, forgetReplies } from './forget.ts'
import { mergeTurns } from './merge.ts'
import { splitTurns } from './split.ts'
import { unlinkPlaces } from './unlink.ts'

export const conversationData: PersonalData<Tx> = {
  feature: 'conversation',
  tables: {
    turns: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      exported: {
        section: 'turns',
        columns: [
          ...['id', 'place_id', 'state', 'attempts', 'stop_requested', 'reply_id', 'model', 'calls', 'input_tokens', 'output_tokens'],
          ...['cached_tokens', 'context', 'error', 'cut_off', 'started_at', 'finished_at'],
        ],
        key: ['started_at', 'id'],
        // A running turn belongs to the process that runs it.
        where: "t.state <> 'running'",
        day: '(SELECT s.day_label FROM messages m JOIN day_segments s ON s.id = m.segment_id WHERE m.turn_id = t.id ORDER BY m.id LIMIT 1)',
        partOf: { place_id: 'places' },
        refersTo: { reply_id: 'messages' },
        restored: { thread_id: userThreadSql },
      },
    },
    installation: { withheld: { id: 'of the database, not of a user' } },
    deliveries: {
      ofPerson: `(SELECT m.thread_id FROM messages m WHERE m.id = t.message_id) = ${userThreadSql}`,
      exported: {
        section: 'deliveries',
        columns: ['id', 'message_id', 'part', 'platform_message_id', 'attempts', 'updated_at'],
        key: ['message_id', 'part'],
        readBy: 'message_id',
        // A restored copy must not send pending parts again.
        where: "t.state = 'sent' AND t.platform_message_id IS NOT NULL",
        partOf: { message_id: 'messages' },
        restored: { state: "'sent'", text: "''" },
      },
      withheld: {
        text: 'part of the text of its message',
        buttons: "the bot's own commands",
        reply_to: 'the id of the message that its message answers',
        invocation: 'a token, removed once the part is sent',
        state: 'always `sent`: the file contains no others',
        error: 'empty once the part is sent',
      },
    },
  },
  merge: mergeTurns,
  split: splitTurns,
  unlink: unlinkPlaces,
  forget: forgetReplies,
  erase: eraseTurns,
}
