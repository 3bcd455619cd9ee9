import { formatCount } from '../core/domain/text.ts'
import { listDays } from '../threads/messages/read-messages.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

const latest = 14

export const days: Command = {
  declaration: { name: 'days', help: 'List the latest days of our conversation', arguments: [] },
  async run({ store }, context) {
    // Loads more days than are shown, because days with nothing but commands are hidden.
    const listed = await listDays(store.db, context.scope.threadId, { limit: 3 * latest })
    const found = listed.filter(({ messages }) => messages > 0).slice(0, latest)
    if (found.length === 0) return { text: 'There are no days yet. Write to me, and today will be the first.' }
    const lines = found.map(
      ({ dayLabel, messages, hasSummary }) =>
        `- ${formatDayTitle(dayLabel, context)} · ${formatCount(messages, 'message')}${hasSummary ? ' · ✓' : ''}`,
    )
    return {
      text: `**Your latest days** (✓ has a summary)\n${lines.join('\n')}\n\n/summary ${found[0]?.dayLabel} shows the summary of a day.`,
    }
  },
}
