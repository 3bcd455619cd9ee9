import type { SlackFile, SlackMessageBody } from '../payloads.ts'
import { type SlackLookupDeps, toReadableMarkdown } from './lookups.ts'

/** What of a message there is to read. */
type SlackReadableBody = Pick<SlackMessageBody, 'text' | 'files' | 'attachments'>

/** No database takes a zero character. */
export const getRawText = ({ text }: SlackReadableBody): string => (text ?? '').replaceAll('\0', ' ')

/** What a message says, in Markdown and without the mention of the bot; where it says nothing, what it holds. */
export async function extractMessageText(deps: SlackLookupDeps, body: SlackReadableBody): Promise<string> {
  const raw = getRawText(body)
  const text = (await toReadableMarkdown(deps, removeMention(raw, deps.me.userId))).trim()
  return text || (describeMedia(body) ?? (await toReadableMarkdown(deps, raw)))
}

/** What stands in place of text; undefined where there is nothing but text. */
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

/** Without the mention of the bot, and the comma or colon that people put after it when it comes first. */
function removeMention(text: string, userId: string): string {
  const mention = `<@${userId}(?:\\|[^<>]*)?>`
  return text.replace(new RegExp(`^\\s*${mention}[\\s,:]*`), '').replace(new RegExp(`${mention}\\s*`, 'g'), '')
}
