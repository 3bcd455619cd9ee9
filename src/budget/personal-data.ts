import type { PersonalData } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** What background work has used. Erasing all data keeps it, because the daily limit counts it. */
export const budgetPersonalData: PersonalData<Tx> = {
  feature: 'budget',
  tables: {
    background_usage: {
      ofPerson: 't.user_id = $1',
      exported: {
        section: 'backgroundUsage',
        columns: ['id', 'kind', 'model', 'input_tokens', 'output_tokens', 'is_estimated', 'started_at'],
        key: ['started_at', 'id'],
        restored: { user_id: '$1' },
      },
    },
  },
  async merge(tx, { from, into }) {
    await tx.backgroundUsage.updateMany({ where: { userId: from.userId }, data: { userId: into.userId } })
  },
}
