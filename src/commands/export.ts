import { InputError } from '../core/domain/errors.ts'
import type { DayLabel } from '../core/domain/ids.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { formatDownloadLinks } from '../privacy/export/file-formats.ts'
import { requestExport, resolveExportPlace } from '../privacy/export/request-export.ts'
import type { Command } from './shared/command.ts'

export const exportCommand: Command = {
  declaration: {
    name: 'export',
    help: 'Export everything I hold about you as files, for all days or a range',
    arguments: [
      { name: 'from', kind: 'day', required: false, help: 'The first day; from the beginning if omitted' },
      { name: 'to', kind: 'day', required: false, help: 'The last day; up to today if omitted' },
    ],
  },
  async run({ privacy }, { user, place }, args) {
    const [from, to] = [args['from'] as DayLabel | undefined, args['to'] as DayLabel | undefined]
    if (from && to && from > to) throw new InputError(`Name the earlier day first: /export ${to} ${from}.`)
    const span = { ...(from && { from }), ...(to && { to }) }
    if (!privacy.senders.get(place.platform)?.sendFile) return { text: formatDownloadLinks(privacy, span) }
    const placeId = await resolveExportPlace(privacy.store.db, user.id, place)
    if (!placeId) return { text: 'I send exports only to you directly. Write to me in a direct chat first, then try again.' }
    const exportId = await requestExport(privacy, { userId: user.id, placeId, span })
    await enqueue(privacy, 'export', { exportId })
    const where = place.kind === 'direct' ? 'here' : 'in our direct chat'
    return { text: `Your files will arrive ${where} shortly: one to read, and one in JSON that another Throughline can import.` }
  },
}
