import type { DayLabel } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { enqueue } from '../jobs/job-list.ts'
import { formatDownloadLinks } from '../privacy/export/file-formats.ts'
import { requestExport, resolveExportPlace } from '../privacy/export/request-export.ts'
import type { Command } from './shared/command.ts'

export const exportCommand: Command = {
  declaration: {
    name: 'export',
    help: 'export.help',
    arguments: [
      { name: 'from', kind: 'day', required: false, help: 'export.from' },
      { name: 'to', kind: 'day', required: false, help: 'export.to' },
    ],
  },
  async run({ privacy }, { user, place, translate }, args) {
    const [from, to] = [args['from'] as DayLabel | undefined, args['to'] as DayLabel | undefined]
    if (from && to && from > to) throw new LocalizedInputError('export.order', { from: to, to: from })
    const span = { ...(from && { from }), ...(to && { to }) }
    if (!privacy.senders.get(place.platform)?.sendFile) return { text: formatDownloadLinks(privacy, span, translate) }
    const placeId = await resolveExportPlace(privacy.store.db, user.id, place)
    if (!placeId) return { text: translate('export.directOnly') }
    const exportId = await requestExport(privacy, { userId: user.id, placeId, span })
    await enqueue(privacy, 'export', { exportId })
    return { text: translate('export.coming', { where: place.kind === 'direct' ? 'here' : 'direct' }) }
  },
}
