import { InputError } from '../core/domain/errors.ts'
import type { DayLabel } from '../core/domain/ids.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { formatDownloadLinks } from '../privacy/export/file-formats.ts'
import { requestExport, resolveExportPlace } from '../privacy/export/request-export.ts'
import type { Command } from './command.ts'

export const exportCommand: Command = {
  declaration: {
    name: 'export',
    help: 'Everything I hold about you, as files: all, or from one day to another',
    arguments: [
      { name: 'from', kind: 'day', required: false, help: 'The first day; all days if you name none' },
      { name: 'to', kind: 'day', required: false, help: 'The last day; up to today if you name none' },
    ],
  },
  async run({ privacy }, { user, place }, args) {
    const [from, to] = [args['from'] as DayLabel | undefined, args['to'] as DayLabel | undefined]
    if (from && to && from > to) throw new InputError(`Name the earlier day first: /export ${to} ${from}.`)
    const span = { ...(from && { from }), ...(to && { to }) }
    if (!privacy.senders.get(place.platform)?.sendFile) return { text: formatDownloadLinks(privacy, span) }
    const placeId = await resolveExportPlace(privacy.store.db, user.id, place)
    if (!placeId) return { text: 'I send files to you alone: write to me directly first, then try again.' }
    const exportId = await requestExport(privacy, { userId: user.id, placeId, span })
    await enqueue(privacy, 'export', { exportId })
    const where = place.kind === 'direct' ? 'here' : 'in our own chat'
    return { text: `Your files come ${where} in a moment: one to read, and one in JSON that another Throughline can read in.` }
  },
}
