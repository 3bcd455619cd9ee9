import { listDays } from '../threads/messages/read-messages.ts'
import type { Command } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

const latest = 14

export const days: Command = {
  declaration: { name: 'days', help: 'days.help', arguments: [] },
  async run({ store }, context) {
    const { translate } = context
    // Loads more days than are shown, because days with nothing but commands are hidden.
    const listed = await listDays(store.db, context.scope.threadId, { limit: 3 * latest })
    const found = listed.filter(({ messages }) => messages > 0).slice(0, latest)
    if (found.length === 0) return { text: translate('days.none') }
    const lines = found.map(
      ({ dayLabel, messages, hasSummary }) =>
        `- ${formatDayTitle(dayLabel, context)} · ${translate('count.messages', { count: messages })}${hasSummary ? ' · ✓' : ''}`,
    )
    return { text: translate('days.list', { days: lines.join('\n'), label: found[0]?.dayLabel }) }
  },
}
