import { findHistoryProgress, startHistory } from '../channels/manage/history.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { PlaceId } from '../core/domain/ids.ts'
import { platformInWords } from '../core/domain/text.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { dayLabelOf } from '../core/ports/clock.ts'
import { parseDays } from './shared/arguments.ts'
import { assertOn, requireManagedChannel } from './shared/channel-place.ts'
import type { Command, CommandDeps } from './shared/command.ts'
import { formatDayTitle } from './shared/wording.ts'

const dayMs = 86_400_000

/** How far back a history is read, in days. */
const mostDays = 365

export const history: Command = {
  declaration: {
    name: 'history',
    help: 'history.help',
    arguments: [{ name: 'days', kind: 'text', required: false, help: 'history.days' }],
  },
  async run(deps, context, { days = '' }): Promise<CommandAnswer> {
    const { translate, place, now } = context
    const channel = await requireManagedChannel(deps, context)
    const platform = deps.sharedPlaces.get(place.platform)
    if (!platform?.loadHistory) {
      const { historyHint: hint } = platform ?? {}
      return { text: translate('history.none', { platform: platformInWords(place.platform), remedy: hint ? translate(hint) : '' }) }
    }
    if (days.trim() === '') return describeProgress(deps, context, channel.placeId)
    const count = parseDays(days)
    if (count === undefined || count > mostDays) throw new LocalizedInputError('history.form', { most: mostDays })
    assertOn(channel)
    await startHistory(deps.store.db, { placeId: channel.placeId, since: new Date(now.getTime() - count * dayMs), now })
    return { text: translate('history.started', { days: count }) }
  },
}

async function describeProgress(deps: CommandDeps, context: CommandContext, placeId: PlaceId): Promise<CommandAnswer> {
  const { isReading, since, until, count } = await findHistoryProgress(deps.store.db, placeId)
  const day = since && formatDayTitle(dayLabelOf(since, context.timezone), context)
  if (isReading && day) return { text: context.translate('history.progress', { day, messages: count }) }
  if (until === null) throw new LocalizedInputError('history.form', { most: mostDays })
  return { text: context.translate('history.done', { messages: count }) }
}
