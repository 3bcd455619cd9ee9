import { type LookUpParts, readable } from './look-ups.ts'
import type { SlackFile, SlackSaid } from './payloads.ts'

/** What of a message there is to read. */
type Readable = Pick<SlackSaid, 'text' | 'files' | 'attachments'>

/** No database takes a zero character. */
export const rawText = ({ text }: Readable): string => (text ?? '').replaceAll('\0', ' ')

/** What a message says, in Markdown and without the mention of the bot; where it says nothing, what it holds. */
export async function textOf(parts: LookUpParts, given: Readable): Promise<string> {
  const raw = rawText(given)
  const text = (await readable(parts, withoutMention(raw, parts.me.userId))).trim()
  return text || (standInFor(given) ?? (await readable(parts, raw)))
}

/** What stands in place of text; undefined where there is nothing but text. */
export function standInFor({ files, attachments }: Readable): string | undefined {
  const [file] = files ?? []
  if (file) return wordFor(file)
  return attachments?.length ? '[forwarded message]' : undefined
}

function wordFor({ subtype, mimetype }: SlackFile): string {
  if (subtype === 'slack_audio') return '[voice message]'
  if (subtype === 'slack_video') return '[video message]'
  const [kind = ''] = (mimetype ?? '').split('/')
  return { image: '[photo]', audio: '[audio]', video: '[video]' }[kind] ?? '[file]'
}

/** Without the mention of the bot, and the comma or colon that people put after it when it comes first. */
function withoutMention(text: string, userId: string): string {
  const mention = `<@${userId}(?:\\|[^<>]*)?>`
  return text.replace(new RegExp(`^\\s*${mention}[\\s,:]*`), '').replace(new RegExp(`${mention}\\s*`, 'g'), '')
}
