import type { types } from '@slack/bolt'
import { clip } from '../../../src/core/domain/text.ts'
import type { Button, ReplyPart } from '../../../src/core/ports/platform.ts'

/**
 * The maximum number of characters in all markdown blocks of one message. https://docs.slack.dev/reference/block-kit/blocks/markdown-block
 */
export const maxLength = 12_000

/**
 * The maximum size of the text for notifications and screen readers, in bytes. An edit with more than 4,000 bytes of it, escaped, is
 * refused as a whole.
 * https://docs.slack.dev/reference/methods/chat.update
 */
const maxFallbackBytes = 3_900
/** The maximum size of an escaped character, in bytes. */
const maxCharacterBytes = 5

const mentionPattern = /<(?=@[A-Z0-9]|#[A-Z0-9]|!(?:channel|here|everyone|group|subteam\^|date\^))/gi

/**
 * Neutralizes mentions in a model's text: "<!channel>" notifies everyone, and "<@U…>" one user. Replaces the bracket with a similar
 * character, so that the length stays the same.
 */
export const neutralizeMentions = (markdown: string): string => markdown.replace(mentionPattern, '‹')

/**
 * Returns the part of an unfinished text that will not change. Leaves out trailing marks, which close formatting and move as the text
 * grows, and anything that could still become a mention.
 */
export const toStablePrefix = (markdown: string): string => markdown.replace(/[\s*_~`\])|]+$/, '').replace(/<(?:[@#]|![a-z]{0,8})?$/i, '')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts Markdown to plain text in which nothing is a mention or a link. Truncated between characters if it is too long. */
export function toFallbackText(markdown: string): string {
  let text = ''
  let bytes = 0
  for (const character of markdown) {
    const escaped = escapes[character] ?? character
    bytes += Buffer.byteLength(escaped)
    if (bytes > maxFallbackBytes) return `${text}…`
    text += escaped
  }
  return text
}

/** Whether a fallback text, as returned by Slack, was truncated because the next character would have exceeded the limit. */
export const isTruncatedFallback = (escaped: string): boolean =>
  escaped.endsWith('…') && Buffer.byteLength(escaped) > maxFallbackBytes - maxCharacterBytes

export interface SlackFormattedPart {
  readonly text: string
  readonly blocks: types.KnownBlock[]
}

/** Formats a part as a message. `replyLink` links to the message that the part answers, because Slack has threads but no replies. */
export function formatPart(part: Pick<ReplyPart, 'text' | 'buttons'>, replyLink?: string): SlackFormattedPart {
  // Slack rejects empty blocks, and a part may consist only of spaces.
  const text = part.text.trim() === '' ? '…' : neutralizeMentions(part.text)
  return {
    text: toFallbackText(part.text),
    blocks: [...buildReplyBlocks(replyLink), { type: 'markdown', text }, ...buildButtonBlocks(part.buttons)],
  }
}

export function buildReplyBlocks(link: string | undefined): types.KnownBlock[] {
  return link === undefined ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `↩ <${link}|In reply to this message>` }] }]
}

/** Matches the ids of our buttons. Their values are command lines. */
export const buttonIdPattern = /^command\.\d+$/

export function buildButtonBlocks(buttons: readonly Button[] = []): types.KnownBlock[] {
  const elements = buttons.map(
    ({ label, action }, index): types.Button => ({
      type: 'button',
      action_id: `command.${index}`,
      text: { type: 'plain_text', text: clip(label, 75), emoji: true },
      value: action,
    }),
  )
  return elements.length === 0 ? [] : [{ type: 'actions', elements }]
}
