import { exportChannelJson, exportChannelMarkdown } from '../../channels/export-channel.ts'
import { findChannelOf } from '../../channels/find-channel.ts'
import { assertManagedBy } from '../../channels/manage/managers.ts'
import { messageOf, PlatformError } from '../../core/domain/errors.ts'
import type { DayLabel, ExportId, PlaceAddress, PlaceId, UserId } from '../../core/domain/ids.ts'
import { explainInputError, LocalizedInputError } from '../../core/messages/input-error.ts'
import type { DaySpan } from '../../core/ports/personal-data.ts'
import type { DeliveryKey, PlatformName, PlatformSender } from '../../core/ports/platform.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import { assertLease, type Lease, leaseName, withLease } from '../../threads/lease.ts'
import { notifyUser } from '../../threads/notify.ts'
import { findPlaceById } from '../../threads/places.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type ExportFormat, exportFileName, exportFormats, formatDownloadLinks } from './file-formats.ts'

interface PendingExport {
  readonly id: ExportId
  readonly userId: UserId
  readonly placeId: PlaceId
  readonly platform: PlatformName
  readonly address: PlaceAddress
  readonly from: DayLabel | null
  readonly to: DayLabel | null
  readonly filesSent: number
  readonly requestedAt: Date
  readonly timezone: string | null
  /** Set if the log of a channel is exported. */
  readonly channelId: PlaceId | null
}

/** How long a transient failure is retried, in ms. */
const retryWindowMs = 3_600_000

/** Sends the files of an export one at a time. A retry sends only the remaining files. Throws errors that may be retried. */
export async function sendExport(deps: PrivacyDeps, id: ExportId, { signal }: { readonly signal: AbortSignal }): Promise<void> {
  await withLease(deps, leaseName('export', id), async (lease, lost) => {
    const exportJob = await loadPendingExport(deps, id)
    const sender = exportJob && deps.senders.get(exportJob.platform)
    if (exportJob && sender) await sendFiles(deps, { exportJob, sender, lease, signal: AbortSignal.any([signal, lost]) })
  })
}

/** Returns undefined if the place no longer belongs to the user, or if the user is blocked. */
async function loadPendingExport({ store }: PrivacyDeps, id: ExportId): Promise<PendingExport | undefined> {
  const [pending] = await store.db.$queryRaw<PendingExport[]>`
    SELECT e.id, e.user_id AS "userId", e.place_id AS "placeId", p.platform, p.address, e.from_day AS "from", e.to_day AS "to",
      e.files_sent AS "filesSent", e.requested_at AS "requestedAt", u.timezone, e.channel_id AS "channelId"
    FROM exports e JOIN places p ON p.id = e.place_id AND p.user_id = e.user_id JOIN users u ON u.id = e.user_id
    WHERE e.id = ${id} AND e.state = 'pending' AND u.blocked_at IS NULL`
  return pending
}

interface ExportSending {
  readonly exportJob: PendingExport
  readonly sender: PlatformSender
  readonly lease: Lease
  readonly signal: AbortSignal
}

async function sendFiles(deps: PrivacyDeps, sending: ExportSending): Promise<void> {
  const { exportJob, signal } = sending
  const formats = Object.keys(exportFormats) as ExportFormat[]
  for (const [index, format] of formats.entries()) {
    if (index < exportJob.filesSent) continue
    const refusal = await findRefusal(deps, exportJob)
    if (refusal) {
      await updateExport(deps, sending, { state: 'failed' })
      const { userId, placeId } = exportJob
      await notifyUser(deps, userId, (translate) => ({ text: explainInputError(refusal, translate), placeId }))
      return
    }
    const outcome = await sendFile(deps, sending, format)
    if (signal.aborted) return
    if (outcome !== 'sent') {
      await updateExport(deps, sending, { state: 'failed' })
      const { userId, placeId, channelId } = exportJob
      await notifyUser(deps, userId, (translate) => ({
        // The page has no file of a channel.
        text: `${translate(outcome, { name: fileNameOf(deps, exportJob, format) })} ${channelId === null ? formatDownloadLinks(deps, toDaySpan(exportJob), translate) : ''}`.trim(),
        placeId,
      }))
      return
    }
    const filesSent = index + 1
    await updateExport(deps, sending, { filesSent, ...(filesSent === formats.length && { state: 'sent' as const }) })
  }
}

/**
 * Returns why the user may not have the log of a channel any more: they no longer manage it. Throws if the platform does not tell, because
 * it may tell later.
 */
async function findRefusal(deps: PrivacyDeps, { userId, channelId }: PendingExport): Promise<LocalizedInputError | undefined> {
  if (channelId === null) return undefined
  const [user, place] = await Promise.all([findUserById(deps.store.db, userId), findPlaceById(deps.store.db, channelId)])
  if (!user || !place) return undefined
  try {
    await assertManagedBy(deps, user, place)
    return undefined
  } catch (error) {
    if (error instanceof LocalizedInputError && error.key === 'channel.managersOnly') return error
    throw error
  }
}

const toDaySpan = ({ from, to }: PendingExport): DaySpan => ({ ...(from && { from }), ...(to && { to }) })

function fileNameOf({ defaultTimezone }: PrivacyDeps, exportJob: PendingExport, format: ExportFormat): string {
  return exportFileName(format, exportJob.requestedAt, resolveTimezone(exportJob, defaultTimezone))
}

/** Returns `sent`, or the message for the user that states why the file cannot be sent. */
async function sendFile(
  deps: PrivacyDeps,
  { exportJob, sender, signal }: ExportSending,
  format: ExportFormat,
): Promise<'sent' | 'export.tooLarge' | 'export.notSent'> {
  const { maxFileBytes = 0 } = sender
  const name = fileNameOf(deps, exportJob, format)
  const { mediaType } = exportFormats[format]
  const content = await collectBytes(writeFile(deps, exportJob, format), { maxBytes: maxFileBytes, signal })
  if (signal.aborted) return 'sent'
  if (!content || !sender.sendFile) return 'export.tooLarge'
  // Writing the file takes time. In the meantime, the place may have moved to another user, or the user may have been merged.
  const current = await loadPendingExport(deps, exportJob.id)
  if (current?.userId !== exportJob.userId || current.placeId !== exportJob.placeId)
    throw new Error(`Export ${exportJob.id} is no longer for this place: it is restarted or cancelled.`)
  try {
    await sender.sendFile(exportJob.address, { name, mediaType, content }, `export.${exportJob.id}.${format}` as DeliveryKey)
    return 'sent'
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const canRetry = deps.clock.now().getTime() - exportJob.requestedAt.getTime() < retryWindowMs
    if (['rate_limited', 'deferred', 'transient'].includes(error.kind) && canRetry) throw error
    deps.log.warn(
      { exportId: exportJob.id, platform: exportJob.platform, error: messageOf(error) },
      'an export file was not sent, or its delivery is unconfirmed',
    )
    // The file may have arrived. A duplicate would be worse, and a user who did not get it can ask again.
    return error.kind === 'unknown' ? 'sent' : 'export.notSent'
  }
}

async function* writeFile(deps: PrivacyDeps, exportJob: PendingExport, format: ExportFormat): AsyncGenerator<string> {
  const span = toDaySpan(exportJob)
  if (exportJob.channelId === null) return yield* exportFormats[format].write(deps, { userId: exportJob.userId, span })
  const [channel, place] = await Promise.all([
    findChannelOf(deps.store.db, exportJob.channelId),
    findPlaceById(deps.store.db, exportJob.channelId),
  ])
  if (!channel || !place) return
  yield* channelFormats[format](deps.store, { channel, title: place.title, span })
}

const channelFormats = { markdown: exportChannelMarkdown, json: exportChannelJson } as const

/** Returns all bytes, or undefined if they exceed the limit or the signal is aborted. */
async function collectBytes(
  pieces: AsyncIterable<string>,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    const chunk = Buffer.from(piece)
    bytes += chunk.length
    if (bytes > maxBytes || signal.aborted) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function updateExport(
  { store }: PrivacyDeps,
  { exportJob, lease }: ExportSending,
  data: { filesSent?: number; state?: 'sent' | 'failed' },
): Promise<void> {
  await store.transaction(async (tx) => {
    await assertLease(tx, lease)
    await tx.export.updateMany({ where: { id: exportJob.id }, data })
  })
}
