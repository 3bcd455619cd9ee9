import type { MessageId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { formatSize, indent, plainFileName, plainName, wrapUntrusted } from '../../core/domain/text.ts'
import type { ModelImage } from '../../core/ports/chat-model.ts'
import { countImageTokens } from '../../model/image-tokens.ts'
import { type Attachment, isImage, listAttachments, loadStoredAttachment } from '../../threads/messages/attachments.ts'
import type { Scope } from '../../threads/scope.ts'
import type { ContextDeps } from '../deps.ts'

/** An attachment of a message to answer, in a form that the model can use. */
export type ShownAttachment = { readonly label: string } & (
  | { readonly type: 'image'; readonly image: ModelImage; readonly tokens: number }
  | { readonly type: 'text'; readonly text: string }
  /** `why` tells the model why it cannot read the attachment. */
  | { readonly type: 'unread'; readonly why: string }
)

/** The maximum number of images shown, newest first, and the maximum size of each in bytes. */
const mostImages = 4
const largestImage = 5 * 2 ** 20

/** The maximum size of a text file that is shown to the model, in bytes. */
const largestText = 64 * 2 ** 10

interface AnsweredMessages {
  readonly scope: Scope
  readonly messagesToAnswer: readonly Pick<Message, 'id'>[]
}

/**
 * Returns the attachments of the messages to answer, by message and in order. Omits transcribed voice notes, because their text is already
 * in the message.
 */
export async function attachmentsForModel(
  deps: ContextDeps,
  { scope, messagesToAnswer }: AnsweredMessages,
): Promise<ReadonlyMap<MessageId, readonly ShownAttachment[]>> {
  const ids = messagesToAnswer.map(({ id }) => id)
  const all = (await listAttachments(deps.store.db, scope, ids)).filter(({ transcript }) => !transcript)
  const byMessage = new Map<MessageId, ShownAttachment[]>()
  const images = new Set(deps.model.seesImages ? selectShownImages(all, ids).map(({ id }) => id) : [])
  for (const attachment of all) {
    const shown = await formatAttachment(deps, scope, { attachment, asImage: images.has(attachment.id) })
    byMessage.set(attachment.messageId, [...(byMessage.get(attachment.messageId) ?? []), shown])
  }
  return byMessage
}

/** Selects the latest images that can be shown. `ids` are in conversation order, which can differ from numeric order. */
function selectShownImages(all: readonly Attachment[], ids: readonly MessageId[]): Attachment[] {
  return ids
    .flatMap((id) => all.filter(({ messageId }) => messageId === id))
    .filter(({ state, mediaType, bytes }) => state === 'stored' && isImage(mediaType) && (bytes ?? 0) <= largestImage)
    .slice(-mostImages)
}

async function formatAttachment(
  { store, model }: ContextDeps,
  scope: Scope,
  { attachment, asImage }: { attachment: Attachment; asImage: boolean },
): Promise<ShownAttachment> {
  const { id, mediaType } = attachment
  const label = formatAttachmentLabel(attachment)
  const unread = describeUnreadReason(attachment)
  if (unread === undefined && (asImage || isTextFile(attachment))) {
    const content = (await loadStoredAttachment(store.db, scope, id))?.content
    if (content && asImage) {
      const image = { name: shownName(attachment), mediaType, content }
      return { label, type: 'image', image, tokens: countImageTokens(model.name, image) }
    }
    const text = content && decodeText(content)
    if (text !== undefined) return { label, type: 'text', text }
  }
  return { label, type: 'unread', why: unread ?? describeOmission(attachment) }
}

const shownName = ({ name }: Attachment): string => plainName(plainFileName(name)) || 'file'

/** Formats a label such as "report.pdf, 120 KB". */
function formatAttachmentLabel(attachment: Attachment): string {
  const { bytes } = attachment
  return [shownName(attachment), bytes !== null && formatSize(bytes)].filter(Boolean).join(', ')
}

function describeUnreadReason({ state, error, transcript }: Attachment): string | undefined {
  if (state === 'pending') return 'could not be fetched yet'
  if (state === 'failed') return ['could not be fetched', error].filter(Boolean).join(', ')
  return transcript === '' ? 'it contains no speech' : undefined
}

function describeOmission({ mediaType, error }: Attachment): string {
  if (mediaType.startsWith('audio/')) return error ? `${error}, so you do not know what it says` : 'you cannot listen to it'
  return mediaType.startsWith('image/') ? 'you cannot see it' : 'you cannot open it'
}

function isTextFile({ mediaType, bytes }: Attachment): boolean {
  return (mediaType.startsWith('text/') || mediaType === 'application/json') && (bytes ?? 0) <= largestText
}

/** Decodes the content as UTF-8. Returns undefined if it is not valid. */
function decodeText(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

/** Formats the line that names a file. It follows the text of the message. */
export const fileLine = (label: string, more?: string): string => `[file ${[label, more].filter(Boolean).join(': ')}]`

/** Formats the text of a file, indented and between tags, so that nothing in it can imitate other content. */
export const fileText = (label: string, text: string): string => `${fileLine(label)}\n${wrapUntrusted('file', indent(text))}`
