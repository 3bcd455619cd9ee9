import { announceChange } from '../channels/manage/announce.ts'
import { setChannelTimezone, setKeepDays } from '../channels/manage/change-settings.ts'
import { countLog } from '../channels/manage/channel-state.ts'
import { eraseDerived, eraseMessages, isErased } from '../channels/manage/erase-channel.ts'
import { relateChannel, unrelateChannels } from '../channels/manage/related.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { PlaceId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Tx } from '../store/store.ts'
import { parseDays } from './shared/arguments.ts'
import { requireManagedChannel } from './shared/channel-place.ts'
import type { CommandDeps } from './shared/command.ts'

/** Previews the deletion of a log. With the id of the channel, which the button below the preview adds, deletes it. */
export async function eraseLog(deps: CommandDeps, context: CommandContext, value: string): Promise<CommandAnswer> {
  const { translate } = context
  const [, confirmed] = /^(\d{1,9})$/.exec(value) ?? []
  if (confirmed !== undefined) {
    const channel = await requireManagedChannel(deps, context, Number(confirmed) as PlaceId)
    // The button was pressed before.
    if (await isErased(deps.store.db, channel)) return { text: translate('channel.erased') }
    await eraseMessages(deps, channel)
    const change = async (tx: Tx) => {
      await eraseDerived(tx, channel)
      return channel
    }
    await announceChange(deps, change, (write) => write('channel.eraseNotice'))
    return { text: translate('channel.erased') }
  }
  const channel = await requireManagedChannel(deps, context)
  const { messages, summaries } = await countLog(deps.store.db, channel)
  return {
    text: translate('channel.erasePreview', { messages, summaries }),
    buttons: [{ label: translate('channel.eraseButton'), action: `/channel erase ${channel.placeId}` }],
  }
}

/** The longest time that raw messages may be kept for, in days. */
const mostDays = 3_650

/** Sets how long raw messages are kept: "90d", or "always". */
export async function keepLog(deps: CommandDeps, context: CommandContext, value: string): Promise<CommandAnswer> {
  const channel = await requireManagedChannel(deps, context)
  const days = /^always$/i.test(value.trim()) ? 0 : parseDays(value)
  if (days === undefined || days > mostDays) throw new LocalizedInputError('channel.keepForm')
  const change = async (tx: Tx) => {
    await setKeepDays(tx, channel.placeId, days)
    return channel
  }
  await announceChange(deps, change, (write) => write('channel.keepNotice', { days }))
  return { text: context.translate('channel.keep', { days }) }
}

/** Sets the timezone that the summaries of a channel tell the time in. */
export async function changeTimezone(deps: CommandDeps, context: CommandContext, value: string): Promise<CommandAnswer> {
  const channel = await requireManagedChannel(deps, context)
  const timezone = await setChannelTimezone(deps.store.db, channel.placeId, value)
  return { text: context.translate('channel.timezone', { timezone }) }
}

/** Relates a channel to another one of the same server, whose latest summaries it then knows, or to none. */
export async function changeRelated(deps: CommandDeps, context: CommandContext, value: string): Promise<CommandAnswer> {
  const channel = await requireManagedChannel(deps, context)
  const name = value.trim()
  if (name === '') throw new LocalizedInputError('channel.relatedForm')
  if (/^none$/i.test(name)) {
    await unrelateChannels(deps.store.db, channel.placeId)
    return { text: context.translate('channel.relatedNone') }
  }
  await relateChannel(deps, context, { channel, place: context.place, name })
  return { text: context.translate('channel.related', { name }) }
}
