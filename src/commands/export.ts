import type { CommandContext } from '../conversation/deps.ts'
import type { DayLabel, PlaceId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { enqueue } from '../jobs/job-list.ts'
import { formatDownloadLinks } from '../privacy/export/file-formats.ts'
import { requestExport, resolveExportPlace } from '../privacy/export/request-export.ts'
import { requireManagedChannel } from './shared/channel-place.ts'
import type { Command, CommandDeps } from './shared/command.ts'

export const exportCommand: Command = {
  declaration: {
    name: 'export',
    help: 'export.help',
    arguments: [
      { name: 'from', kind: 'day', required: false, help: 'export.from' },
      { name: 'to', kind: 'day', required: false, help: 'export.to' },
    ],
  },
  async run(deps, context, args) {
    const { privacy } = deps
    const { user, place, translate } = context
    const [from, to] = [args['from'] as DayLabel | undefined, args['to'] as DayLabel | undefined]
    if (from && to && from > to) throw new LocalizedInputError('export.order', { from: to, to: from })
    const span = { ...(from && { from }), ...(to && { to }) }
    if (!privacy.senders.get(place.platform)?.sendFile) return { text: formatDownloadLinks(privacy, span, translate) }
    const placeId = await resolveExportPlace(privacy.store.db, user.id, place)
    if (!placeId) return { text: translate('export.directOnly') }
    const channelId = await findExportedChannel(deps, context)
    const exportId = await requestExport(privacy, { userId: user.id, placeId, span, ...(channelId && { channelId }) })
    await enqueue(privacy, 'export', { exportId })
    return { text: translate('export.coming', { where: place.kind === 'direct' ? 'here' : 'direct' }) }
  },
}

/** Returns the channel of the command if the caller manages it. Others get what they wrote there with the rest of what is theirs. */
async function findExportedChannel(deps: CommandDeps, context: CommandContext): Promise<PlaceId | undefined> {
  if (context.place.kind !== 'shared') return undefined
  try {
    return (await requireManagedChannel(deps, context)).placeId
  } catch (error) {
    // Whether they manage it is not known, so it is not clear what they ask for.
    if (error instanceof LocalizedInputError && error.key !== 'channel.managersUnknown') return undefined
    throw error
  }
}
