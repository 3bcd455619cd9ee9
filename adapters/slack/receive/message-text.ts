import type { SlackDeps } from '../deps.ts'
import type { SlackFile, SlackMessageBody } from '../payloads.ts'
import { toReadableMarkdown } from './lookups.ts'

/** The fields of a message that have readable content. */
type SlackReadableBody = Pick<SlackMessageBody, 'text' | 'files' | 'attachments'>

/** PostgreSQL cannot store NUL. */
export const getRawText = ({ text }: SlackReadableBody): string => (text ?? '').replaceAll('\0', ' ')

/** Returns the text as Markdown without the mention of the bot, or a placeholder for other content. */
export async function extractMessageText(deps: SlackDeps, body: SlackReadableBody): Promise<string> {
  const raw = getRawText(body)
  const text = (await toReadableMarkdown(deps, removeMention(raw, deps.me.userId))).trim()
  return text || (describeMedia(body) ?? (await toReadableMarkdown(deps, raw)))
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
