import { type Attachment, isImage } from '../../../src/threads/messages/attachments.ts'
import { FileIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

/** Larger images are linked instead of shown. In bytes. */
const largestShown = 2 * 2 ** 20

interface AttachmentsProps {
  readonly attachments: readonly Attachment[]
  /** Whether those that were not fetched may still arrive. */
  readonly mayArrive: boolean
}

/** The attachments below a message's text. */
export function Attachments({ attachments, mayArrive }: AttachmentsProps) {
  if (attachments.length === 0) return null
  return (
    <ul class="files">
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <File attachment={attachment} mayArrive={mayArrive} />
        </li>
      ))}
    </ul>
  )
}

interface FileProps {
  readonly attachment: Attachment
  readonly mayArrive: boolean
}

function File({ attachment: { id, name, mediaType, bytes, state, error }, mayArrive }: FileProps) {
  const { translate, formatSize } = useLanguage()
  const size = bytes !== null && <span class="count">{formatSize(bytes)}</span>
  const href = `/continuous/attachment/${id}`
  if (state === 'failed')
    return (
      <>
        <bdi>{name}</bdi> {size} <span class="count">{[translate('page.file.failed'), error].filter(Boolean).join(', ')}</span>
      </>
    )
  if (state === 'pending')
    return (
      <>
        <bdi>{name}</bdi> {size} {!mayArrive && <span class="count">{translate('page.file.pending')}</span>}
      </>
    )
  if (isImage(mediaType) && (bytes ?? 0) <= largestShown)
    return (
      <a href={href}>
        <img src={href} alt={name} loading="lazy" />
      </a>
    )
  return (
    <a class="file" href={href}>
      <FileIcon />
      <bdi>{name}</bdi> {size}
    </a>
  )
}
