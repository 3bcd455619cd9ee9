import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import type { ReferencedMessage } from '../../../src/core/ports/platform.ts'
import { dateFromTs, findOwnThread, formatAddress } from '../address.ts'
import type { SlackDeps } from '../deps.ts'
import type { SlackFile, SlackMessageBody } from '../payloads.ts'
import { loadAuthor, type SlackLookupDeps, toReadableMarkdown } from './lookups.ts'

/** The fields of a message that have readable content. */
type SlackReadableBody = Partial<Pick<SlackMessageBody, 'text' | 'files' | 'attachments'>>

type SlackTextDeps = SlackLookupDeps & { readonly me: Pick<SlackDeps['me'], 'userId'> }

/** PostgreSQL cannot store NUL. */
export const getRawText = ({ text }: SlackReadableBody): string => (text ?? '').replaceAll('\0', ' ')

/** Returns the text as Markdown without the mention of the bot, or a placeholder for other content. */
export async function extractMessageText(deps: SlackTextDeps, body: SlackReadableBody): Promise<string> {
  const raw = getRawText(body)
  const text = (await toReadableMarkdown(deps, removeMention(raw, deps.me.userId))).trim()
  return text || (describeMedia(body) ?? (await toReadableMarkdown(deps, raw)))
}

/**
 * Subtypes of messages by users, and by bots that have their own user. All other subtypes report something else, such as a new topic or
 * member.
 */
export const userMessageSubtypes = new Set<string | null | undefined>([undefined, null, 'file_share', 'thread_broadcast', 'me_message'])

/**
 * Converts an earlier message of a thread in a channel. The first one is in the channel itself. Undefined if it has no content, or reports
 * something else than a message.
 */
export async function toThreadMessage(
  deps: SlackTextDeps,
  channel: string,
  body: SlackMessageBody,
): Promise<ReferencedMessage | undefined> {
  if (!userMessageSubtypes.has(body.subtype) && body.subtype !== 'bot_message') return undefined
  const text = (await extractMessageText(deps, body)).trim()
  if (!text) return undefined
  const author = body.user ? await loadAuthor(deps, body.user) : undefined
  return {
    kind: 'thread',
    id: body.ts as PlatformMessageId,
    ...(findOwnThread(body) === undefined && { placeAddress: formatAddress({ kind: 'shared', channel }) }),
    author: author ? { id: author.id, name: author.name } : { name: '' },
    text,
    sentAt: dateFromTs(body.ts),
  }
}

/** Returns the messages that a message forwards. */
export async function toForwards(deps: SlackTextDeps, { attachments = [] }: SlackReadableBody): Promise<ReferencedMessage[]> {
  const forwards = attachments.filter(({ is_share: isShare, text }) => isShare && text?.trim())
  return Promise.all(
    forwards.map(
      async ({ author_id: id, author_name: name = '', text = '', ts }): Promise<ReferencedMessage> => ({
        kind: 'forward',
        author: { name, ...(id !== undefined && { id }) },
        text: (await toReadableMarkdown(deps, getRawText({ text }))).trim(),
        ...(ts !== undefined && { sentAt: dateFromTs(ts) }),
      }),
    ),
  )
}

/** Returns a placeholder for content that is not text, or undefined if there is none. */
export function describeMedia({ files, attachments }: SlackReadableBody): string | undefined {
  const [file] = files ?? []
  if (file) return toMediaLabel(file)
  return attachments?.length ? '[forwarded message]' : undefined
}

function toMediaLabel({ subtype, mimetype }: SlackFile): string {
  if (subtype === 'slack_audio') return '[voice message]'
  if (subtype === 'slack_video') return '[video message]'
  const [kind = ''] = (mimetype ?? '').split('/')
  return { image: '[photo]', audio: '[audio]', video: '[video]' }[kind] ?? '[file]'
}

/** Removes the mention of the bot, and a comma or colon that follows a leading one. */
function removeMention(text: string, userId: string): string {
  const mention = `<@${userId}(?:\\|[^<>]*)?>`
  return text.replace(new RegExp(`^\\s*${mention}[\\s,:]*`), '').replace(new RegExp(`${mention}\\s*`, 'g'), '')
}
