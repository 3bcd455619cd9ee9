import { estimateRebuild, findRebuildProgress, startRebuild } from '../channels/manage/rebuild.ts'
import type { CommandAnswer } from '../conversation/deps.ts'
import type { PlaceId } from '../core/domain/ids.ts'
import { assertOn, requireManagedChannel } from './shared/channel-place.ts'
import type { Command } from './shared/command.ts'

export const rebuild: Command = {
  declaration: {
    name: 'rebuild',
    help: 'rebuild.help',
    // The id of the channel, which the button below the preview adds.
    arguments: [{ name: 'number', kind: 'text', required: false, help: 'rebuild.help' }],
  },
  async run(deps, context, { number = '' }): Promise<CommandAnswer> {
    const { translate } = context
    const [, confirmed] = /^(\d{1,9})$/.exec(number) ?? []
    const channel = await requireManagedChannel(deps, context, confirmed === undefined ? undefined : (Number(confirmed) as PlaceId))
    assertOn(channel)
    const { isRunning, done, total } = await findRebuildProgress(deps.store.db, channel.placeId)
    if (isRunning) return { text: translate('rebuild.progress', { done, total }) }
    const estimate = await estimateRebuild(deps.store.db, channel)
    if (estimate.windows === 0) return { text: translate('rebuild.nothing') }
    if (confirmed === undefined)
      return {
        text: translate('rebuild.preview', { ...estimate }),
        buttons: [{ label: translate('rebuild.button'), action: `/rebuild ${channel.placeId}` }],
      }
    await deps.store.transaction((tx) => startRebuild(tx, channel, estimate))
    return { text: translate('rebuild.started') }
  },
}
