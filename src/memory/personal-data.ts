import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { eraseMemories, forgetMemories } from './forget.ts'
import { mergeMemories } from './merge.ts'
import { splitMemories } from './split.ts'

export const memoryData: PersonalData<Tx> = {
  feature: 'memory',
  tables: {
    memory_themes: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'memoryThemes',
        columns: ['id', 'audience', 'slug', 'name', 'created_at'],
        key: ['id'],
        restored: { user_id: '$1' },
      },
    },
    memory_items: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'memoryItems',
        columns: [
          ...['id', 'theme_id', 'audience', 'type', 'content', 'tags', 'status', 'gist', 'source_message_id', 'superseded_by_id'],
          ...['created_at', 'archived_at'],
        ],
        key: ['created_at', 'id'],
        partOf: { theme_id: 'memory_themes' },
        refersTo: { source_message_id: 'messages', superseded_by_id: 'memory_items' },
        // The language is left empty, so that the first search indexes the item.
        restored: {
          ...{ user_id: '$1', language: "''", terms: "''::tsvector" },
          review_at: "CASE r.status WHEN 'active' THEN r.created_at + INTERVAL '7 days' END",
        },
      },
      withheld: { language: 'how the words were taken', terms: 'made of the content' },
    },
    memory_proposals: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'memoryProposals',
        columns: ['id', 'audience', 'kind', 'item_ids', 'text', 'reason', 'state', 'result_id', 'created_at', 'decided_at'],
        key: ['created_at', 'id'],
        refersTo: { result_id: 'memory_items' },
        restored: { user_id: '$1' },
      },
    },
  },
  merge: mergeMemories,
  split: splitMemories,
  forget: forgetMemories,
  erase: eraseMemories,
}
